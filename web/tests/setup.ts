// What jsdom lacks. A file that draws nothing says `@vitest-environment node` and does without it: making a page takes
// most of a second.
if (typeof document !== "undefined") {
  // It has no Web Animations.
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, finished: Promise.resolve() }) as unknown as Animation;
  // Nor does it lay anything out, so nothing changes its size; everything is as wide as a laptop's table.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  Object.defineProperty(HTMLElement.prototype, "clientWidth", { configurable: true, get: () => 1000 });
  Element.prototype.scrollIntoView ??= () => undefined;
}
