// The heading of a place, for who goes on from there.
import { isShown } from './controls.js';

/** The heading of the page, or the nearest one over a place of it. */
function headingOver(place: Element): HTMLElement | undefined {
  for (let around: Element | null = place; around?.closest('main'); around = around.parentElement) {
    const heading = [...around.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isShown);
    if (heading) return heading;
  }
  return document.querySelector<HTMLElement>('main h1') ?? undefined;
}

export function focusHeading(place: Element): void {
  const heading = headingOver(place);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus();
}
