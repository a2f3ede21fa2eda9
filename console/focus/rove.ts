// Lists of rows are one stop of the Tab key each. Arrows, Home and End go on inside, and Enter opens as ever. A row
// with fields is filled in: its stops are all its own.
import { CONTROLS, FIELDS, isShown, LISTS, listOf } from './controls.js';

type Way = 'nextElementSibling' | 'previousElementSibling';

interface Walk {
  readonly list: Element;
  readonly way: Way;
  /** Of the controls of a row. */
  readonly which?: 0 | -1;
}

/** The control of a list that Tab leads to. */
const stops = new WeakMap<Element, HTMLElement>();

/** Every list of the page, also those that come later. */
export function roveLists(): void {
  tidy(document.body);
  new MutationObserver((records) => {
    for (const { target, addedNodes, removedNodes } of records) {
      for (const node of addedNodes) if (node instanceof Element && node.isConnected) tidy(node);
      if (removedNodes.length > 0 && target instanceof Element) tidyAround(target);
    }
  }).observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', ({ target }) => {
    const place = target instanceof HTMLElement ? placeOf(target) : undefined;
    if (place) setStop(place.list, place.control);
  });
  document.addEventListener('keydown', onKey);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const place = event.target instanceof HTMLElement ? placeOf(event.target) : undefined;
  const to = place && controlAfter(event.key, place);
  // At an end of the list the key is of the page.
  if (!to || to === event.target) return;
  event.preventDefault();
  to.focus();
}

interface Place {
  readonly list: Element;
  readonly row: Element;
  readonly control: HTMLElement;
}

function placeOf(control: HTMLElement): Place | undefined {
  const list = control.matches(CONTROLS) ? listOf(control) : undefined;
  const row = list && rowOf(control, list);
  return row && isWalked(row, list) ? { list, row, control } : undefined;
}

function controlAfter(key: string, { list, row, control }: Place): HTMLElement | undefined {
  const its = controlsShown(row, list);
  const at = its.indexOf(control);
  const [before, after] = [row.previousElementSibling, row.nextElementSibling];
  const [back, on]: readonly [Walk, Walk] = [
    { list, way: 'previousElementSibling' },
    { list, way: 'nextElementSibling' },
  ];
  const steps: Readonly<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => along(on, after),
    ArrowUp: () => along(back, before),
    ArrowRight: () => its[at + 1] ?? along(on, after),
    ArrowLeft: () => its[at - 1] ?? along({ ...back, which: -1 }, before),
    Home: () => along(on, list.firstElementChild),
    End: () => along(back, list.lastElementChild),
  };
  return steps[key]?.();
}

/** The first control, or the last, of the row or the next one that has some. */
function along({ list, way, which = 0 }: Walk, from: Element | null): HTMLElement | undefined {
  for (let row = from; row !== null; row = row[way]) {
    const control = isWalked(row, list) ? controlsShown(row, list).at(which) : undefined;
    if (control) return control;
  }
  return undefined;
}

/** An element that came: lists inside of it, or a part of a row. */
function tidy(element: Element): void {
  for (const list of element.querySelectorAll(LISTS)) tidyRows(list, list.children);
  if (element.matches(LISTS)) tidyRows(element, element.children);
  tidyAround(element);
}

function tidyAround(element: Element): void {
  const list = listOf(element);
  if (list) tidyRows(list, list === element ? [] : [rowOf(element, list)]);
}

function tidyRows(list: Element, rows: Iterable<Element>): void {
  const stop = stops.get(list);
  for (const row of rows)
    for (const control of controlsIn(row, list)) control.tabIndex = control === stop || !isWalked(row, list) ? 0 : -1;
  if (stop === undefined || !list.contains(stop))
    setStop(list, along({ list, way: 'nextElementSibling' }, list.firstElementChild));
}

function setStop(list: Element, control: HTMLElement | undefined): void {
  const before = stops.get(list);
  if (before !== undefined) before.tabIndex = -1;
  stops.delete(list);
  if (control === undefined) return;
  control.tabIndex = 0;
  stops.set(list, control);
}

function isWalked(row: Element, list: Element): boolean {
  return ![...row.querySelectorAll(FIELDS)].some((field) => listOf(field) === list);
}

function controlsIn(row: Element, list: Element): readonly HTMLElement[] {
  return [...row.querySelectorAll<HTMLElement>(CONTROLS)].filter((control) => listOf(control) === list);
}

function controlsShown(row: Element, list: Element): readonly HTMLElement[] {
  return controlsIn(row, list).filter(isShown);
}

function rowOf(element: Element, list: Element): Element {
  let row = element;
  while (row.parentElement !== null && row.parentElement !== list) row = row.parentElement;
  return row;
}
