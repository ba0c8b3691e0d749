// jsdom has no Web Animations.
Element.prototype.animate ??= () => ({ cancel() {}, finish() {}, finished: Promise.resolve() }) as unknown as Animation;
// Nor does it lay anything out, so nothing changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
