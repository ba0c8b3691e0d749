/** A part of the table that stays as high as it was, so that nothing around it jumps when something in it goes. */
import type { Attachment } from "svelte/attachments";

/**
 * Keep the greatest height seen, on a phone. In a window of another width it counts no longer; nor, for a part that
 * yields, while the table has less room than it needs.
 */
export function steady(phone: boolean, yields: boolean): Attachment<HTMLElement> {
  return (element) => {
    if (!phone) return;
    const scroll = element.closest(".inner")?.querySelector(".scroll");
    let [width, tallest] = [0, 0];
    const keep = (height: number): void => {
      tallest = height;
      element.style.minHeight = height ? `${String(height)}px` : "";
    };
    const observer = new ResizeObserver(() => {
      const box = element.getBoundingClientRect();
      const cramped = yields && scroll && scroll.scrollHeight > scroll.clientHeight + 1;
      if (box.width !== width || cramped) {
        keep(0);
        // The first height counts, too; a part that yields shows only later whether there is room for it.
        if (!yields && !element.querySelector(".open")) keep(element.getBoundingClientRect().height);
      }
      // Somebody who opens a panel closes it again.
      else if (box.height > tallest && !element.querySelector(".open")) keep(box.height);
      width = box.width;
    });
    observer.observe(element);
    if (scroll?.lastElementChild) observer.observe(scroll.lastElementChild);
    return () => {
      observer.disconnect();
      keep(0);
    };
  };
}
