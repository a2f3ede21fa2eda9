// The controls that can have the focus besides the fields of forms, and the lists that keys walk.

export const CONTROLS = 'a[href], button, summary';
export const FIELDS = 'input, select, textarea';
export const LISTS = '.rows, .cards, .ledger-rows, .chain > ol, .found';

/** A phone leaves out some controls of a row. */
export function isShown(element: Element): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

/** The list that an element is part of; what stands in a dialog over a row is not. */
export function listOf(element: Element): Element | undefined {
  const around = element.closest(`dialog, ${LISTS}`);
  return around?.matches(LISTS) ? around : undefined;
}
