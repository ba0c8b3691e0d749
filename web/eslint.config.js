import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const WORDS = "/^(id|zone|label|name|text|help|short|option|reason|preview)$/";
const BARE_WORDS = "/^(id|zone|label|name|text|help|option|reason|cost|words)$/";
const TAKES_APART = "/^(split|startsWith|endsWith|match|matchAll|replace|replaceAll|includes|indexOf|search)$/";
const FINDS = "/^(split|startsWith|endsWith|match|matchAll|includes)$/";
const message =
  "Facts are data: do not read a label, a sentence or an id to learn one. Let the server say it in a field.";

export default ts.config(
  { ignores: ["node_modules/", "src/lib/wire.ts"] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser } } },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: [".svelte"], svelteConfig } },
  },
  {
    rules: {
      // What begins with an underscore is there for the shape only.
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Sets and maps here are helpers inside a function or private, never state that is drawn.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  {
    files: ["src/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          message,
          selector: `CallExpression[callee.property.name=${TAKES_APART}][callee.object.property.name=${WORDS}]`,
        },
        { message, selector: `CallExpression[callee.property.name=${FINDS}][callee.object.name=${BARE_WORDS}]` },
        {
          message,
          selector: `CallExpression[callee.property.name=/^(test|exec)$/] > .arguments[property.name=${WORDS}]`,
        },
        { message, selector: `CallExpression[callee.property.name=/^(test|exec)$/] > .arguments[name=${BARE_WORDS}]` },
      ],
    },
  },
  { files: ["scripts/**", "*.js"], languageOptions: { globals: { ...globals.node } } },
);
