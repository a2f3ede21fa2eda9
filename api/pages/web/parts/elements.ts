// The elements of a page by their ids, which part of it is shown, and what is told to the person.
import { say } from './say.js';

function elementOf<T extends Element>(id: string, kind: new () => T): T {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`The page has no element ${id} of the wanted kind.`);
  return element;
}

export const at = (id: string): HTMLElement => elementOf(id, HTMLElement);
export const field = (id: string): HTMLInputElement => elementOf(id, HTMLInputElement);
export const choice = (id: string): HTMLSelectElement => elementOf(id, HTMLSelectElement);
export const link = (id: string): HTMLAnchorElement => elementOf(id, HTMLAnchorElement);
export const picture = (id: string): SVGSVGElement => elementOf(id, SVGSVGElement);

export function setText(id: string, text: string): void {
  at(id).textContent = text;
}

/** An element with a text and, where stated, a class. */
export function createElement<K extends keyof HTMLElementTagNameMap>(
  name: K,
  text: string,
  className = '',
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  element.textContent = text;
  if (className !== '') element.className = className;
  return element;
}

function write(id: 'alert' | 'said', text: string): void {
  for (const each of ['alert', 'said']) setText(each, each === id ? text : '');
  if (text !== '') at(id).scrollIntoView({ block: 'nearest' });
}

/** In the language of the person, where the text is one of the pages. */
export const tell = (text: string): void => write('said', say(text));
export const warn = (text: string): void => write('alert', say(text));

/** Shows one part of the page, named by its heading. */
export function show(id: string): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-part]')) part.hidden = part.id !== id;
  const heading = at(id).querySelector('h1');
  if (heading === null) return;
  document.title = `${heading.textContent} · Quorate`;
  heading.tabIndex = -1;
  heading.focus();
}

/** A new password, which is typed twice. */
export function sameTwice(first: string, second: string): string {
  if (field(first).value !== field(second).value) throw new Error('The two passwords differ.');
  return field(first).value;
}

/** For password managers: the fields are empty when their form is done. */
export function empty(...ids: readonly string[]): void {
  for (const id of ids) field(id).value = '';
}
