// The words of a page in the language of its person: as it was chosen in the console of this node, else as the browser
// has it. English is in the pages and their scripts; what a node says of a refusal stays English.
import { GERMAN } from './german.js';
import { readChoice } from './kept-choice.js';

function isGerman(): boolean {
  const wanted = [readChoice('language'), ...navigator.languages].map((tag) => tag?.split('-')[0]);
  return wanted.find((tag) => tag === 'de' || tag === 'en') === 'de';
}

const words: Readonly<Record<string, string>> = isGerman() ? GERMAN : {};

/** A text in the language of the person, with values in the place of `{name}`. */
export function say(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  const said = Object.hasOwn(words, text) ? (words[text] as string) : text;
  return said.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? `${values[name]}` : place));
}

/** The document as the node sent it. */
function translatePage(): void {
  document.documentElement.lang = 'de';
  const [title = '', ...rest] = document.title.split(' · ');
  document.title = [say(title), ...rest].join(' · ');
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    const name = text.trim().replace(/\s+/g, ' ');
    if (name !== '' && node.parentElement?.closest('script, noscript') === null)
      node.nodeValue = text.replace(text.trim(), () => say(name));
  }
  for (const attribute of ['placeholder', 'aria-label'])
    for (const element of document.querySelectorAll(`[${attribute}]`))
      element.setAttribute(attribute, say(element.getAttribute(attribute) ?? ''));
}

if (words === GERMAN) translatePage();
