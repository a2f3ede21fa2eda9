// The focus is not lost: where what had it goes, or a dialog closes whose opener is gone, something near it has it.
import { CONTROLS, isShown } from './controls.js';
import { focusHeading } from './heading.js';

export function keepFocus(): void {
  let last: HTMLElement | undefined;
  /** Where it was, since it went: what followed, what stood before, what is around. */
  let near: readonly Element[] = [];
  document.addEventListener('focusin', ({ target }) => {
    // A dialog gives it back, to what had it before.
    if (!(target instanceof HTMLElement) || target.closest('dialog') !== null) return;
    last = target;
    near = [];
  });
  // A person who presses elsewhere has left it.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest('dialog') === null && !last?.contains(target)) last = undefined;
  });
  new MutationObserver((records) => {
    if (last === undefined || last.isConnected) return;
    for (const { removedNodes, target, nextSibling, previousSibling } of records)
      if ([...removedNodes].some((node) => node.contains(last ?? null)))
        near = [nextSibling, previousSibling, target].filter((node) => node instanceof Element);
    if (document.activeElement === document.body) focusNear(near.filter(({ isConnected }) => isConnected));
  }).observe(document.body, { childList: true, subtree: true });
}

/** A control beside what went, or in its row; otherwise the heading over it. */
function focusNear(near: readonly Element[]): void {
  const row = near.at(-1)?.closest('li');
  const control = [...near.slice(0, -1), ...(row ? [row] : [])].map(firstControl).find((each) => each !== undefined);
  if (control) control.focus();
  else focusHeading(near.at(-1) ?? document.body);
}

function firstControl(place: Element): HTMLElement | undefined {
  const inside = [...place.querySelectorAll<HTMLElement>(CONTROLS)];
  if (place instanceof HTMLElement && place.matches(CONTROLS)) inside.unshift(place);
  return inside.find(isShown);
}
