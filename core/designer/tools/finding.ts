// Templates by words: those that have most of them, a word of the title before one of the description. Pure.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import type { Template } from '../../design/templates/template.js';

/** Letters and digits that a word has at least to count: shorter ones are in every text. */
const WORD_MIN = 3;
const WEIGHTS = { title: 5, category: 3, description: 2, body: 1 } as const;

type Words = Readonly<Record<keyof typeof WEIGHTS, ReadonlySet<string>>>;

/** The templates that have any of the words, the best first. A word that many templates have counts less. */
export function findTemplates(templates: readonly Template[], words: string, most: number): readonly Template[] {
  const indexed = templates.map((template) => ({ template, words: wordsOf(template), score: 0 }));
  for (const word of wordsIn(words)) {
    const having = indexed.flatMap((entry) => {
      const weight = weightOf(entry.words, word);
      return weight > 0 ? [{ entry, weight }] : [];
    });
    for (const { entry, weight } of having) entry.score += weight / having.length;
  }
  return indexed
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ template }) => template);
}

function wordsIn(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= WORD_MIN));
}

function wordsOf({ id, title, category, description, body }: Template): Words {
  return {
    title: wordsIn(`${id} ${title}`),
    category: wordsIn(category),
    description: wordsIn(description),
    body: wordsIn(titlesIn(body).join(' ')),
  };
}

function weightOf(words: Words, word: string): number {
  let weight = 0;
  for (const [place, worth] of Object.entries(WEIGHTS))
    if (isIn(words[place as keyof typeof WEIGHTS], word)) weight += worth;
  return weight;
}

/** Also of its plural, and of a longer form with the same beginning. */
function isIn(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true;
  const stem = word.replace(/(?:es|s|en|n)$/, '');
  return stem.length > WORD_MIN && [...words].some((known) => known.startsWith(stem));
}

/** Names and titles of roles, actions and fields. */
function titlesIn(node: Json): readonly string[] {
  if (Array.isArray(node)) return (node as readonly Json[]).flatMap(titlesIn);
  if (!isObject(node)) return [];
  return Object.entries(node as JsonObject).flatMap(([name, value]) =>
    typeof value === 'string' ? (name === 'title' || name === 'name' ? [value] : []) : titlesIn(value),
  );
}
