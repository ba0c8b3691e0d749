// A vite plugin: writes sw.js, which keeps the client's files in the browser.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export function shell() {
  return {
    name: "parlour-shell",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        // Pictures for link previews are in a folder: no page shows them.
        const open = readdirSync(here("../public"), { withFileTypes: true }).filter((file) => file.isFile());
        const files = ["index.html", ...open.map((file) => file.name), ...Object.keys(bundle)]
          .filter((file, place, all) => all.indexOf(file) === place && !file.endsWith(".map"))
          .sort();
        const version = createHash("sha256");
        for (const file of Object.values(bundle))
          version.update(file.fileName).update(String(file.code ?? file.source));
        const source = readFileSync(here("service_worker.js"), "utf8")
          .replace(/^\/\* global .*\n/m, "")
          .replaceAll("THE_FILES", () => JSON.stringify(files))
          .replaceAll("THE_VERSION", () => JSON.stringify(version.digest("hex").slice(0, 16)));
        this.emitFile({ type: "asset", fileName: "sw.js", source });
      },
    },
  };
}
