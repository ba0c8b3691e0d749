import type { Plugin } from "vite";

/** The whole sprite as text. */
export function collect(): string;
/** The text of CREDITS.md: who drew what. */
export function credits(): string;
/** Makes the sprite when a build or the development server starts. */
export function icons(): Plugin;
