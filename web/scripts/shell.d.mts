import type { Plugin } from "vite";
export function shell(): Plugin;
