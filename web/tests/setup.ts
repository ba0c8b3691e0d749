// jsdom has no Web Animations.
Element.prototype.animate ??= () => ({ cancel() {}, finish() {}, finished: Promise.resolve() }) as unknown as Animation;
