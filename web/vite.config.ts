/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { icons } from "./scripts/icons.mjs";
import { shell } from "./scripts/shell.mjs";

export default defineConfig(({ mode }) => ({
  plugins: [icons(), svelte(), shell()],
  // The page without a server may lie in any folder of its host.
  base: mode === "site" ? "./" : "/",
  build: {
    // The Python package carries the built client and serves it.
    outDir: mode === "site" ? "../site/play" : "../src/parlour/web/dist",
    emptyOutDir: true,
    // Says which files a page needs; a test adds up their sizes.
    manifest: "manifest.json",
    // The page's security policy allows no inline script or data address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every page needs is one file: it compresses better than several small ones.
    rolldownOptions: {
      output: {
        advancedChunks: {
          groups: [
            {
              name: "client",
              test: /node_modules.svelte|src.lib.(?!instruments|recap|tips|standing|replay|motion|stages|fair|sha256)|src.parts.(Icon|TopBar)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8000", ws: true } } },
  resolve: { conditions: ["browser"] },
  test: {
    environment: "jsdom",
    css: { include: [/colours\.css/] },
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/setup.ts"],
    // A busy machine is no reason to fail: few workers that start quickly, and patience.
    pool: "threads",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
