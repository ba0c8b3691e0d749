import type { Plugin } from "vite";

/** The whole sprite as text. */
export function collect(): string;
/** Makes the sprite when a build or the development server starts. */
export function icons(): Plugin;
