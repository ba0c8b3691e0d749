/** The settings that change the look, as attributes of the root element for the style sheets. */
import { settings } from "./settings.svelte";

const dark = matchMedia("(prefers-color-scheme: dark)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** What the system prefers, followed while the page is open. */
export const system = $state({ dark: dark.matches, calm: calm.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
calm.addEventListener("change", () => (system.calm = calm.matches));

/** Apply the settings to the page; call once, inside an effect. */
export function applyLook(): void {
  const root = document.documentElement;
  root.dataset["scheme"] = settings.scheme === "auto" ? (system.dark ? "dark" : "light") : settings.scheme;
  root.style.fontSize = settings.text === 100 ? "" : `${settings.text}%`;
}
