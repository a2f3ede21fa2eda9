// A draft while sentences change it. Each edit is carried out on a copy at once, so that the next one builds on it,
// and is kept for the tool. Nothing here checks a draft; the tool does.
import { isObject, type Json, type JsonObject } from '../../../base/json.js';
import { isFailure } from '../../../base/result.js';
import { carryOut } from '../../../edits/apply.js';
import { type DraftParts, itemsOf } from '../../../edits/draft.js';
import { fieldNamesOf, fieldOf } from '../../../edits/fields.js';
import { stemOf, type TextLanguage } from '../words/tokens.js';

/** Edits of one turn, together with those of a template: far more than a person says at once. */
const EDITS_MAX = 400;

export class WorkingDraft {
  readonly language: TextLanguage;
  readonly edits: JsonObject[] = [];
  /** Sentences on what could not be done. */
  readonly refused: string[] = [];
  private parts: DraftParts;

  constructor(parts: DraftParts, language: TextLanguage) {
    this.parts = { blueprint: parts.blueprint, scenarios: parts.scenarios };
    this.language = language;
  }

  get blueprint(): JsonObject {
    return this.parts.blueprint;
  }

  /** True where the edit could be made. */
  edit(edit: JsonObject): boolean {
    if (this.edits.length >= EDITS_MAX) return false;
    const made = carryOut(this.parts, edit);
    if (isFailure(made)) {
      this.refused.push(made.issue.message);
      return false;
    }
    this.parts = made.parts;
    this.edits.push(edit);
    return true;
  }

  roles(): readonly JsonObject[] {
    return itemsOf(this.blueprint, 'participants');
  }

  actions(): readonly JsonObject[] {
    return itemsOf(this.blueprint, 'actions');
  }

  action(id: number): JsonObject | undefined {
    return this.actions().find((action) => action.id === id);
  }

  nextId(): number {
    return Math.max(0, ...this.actions().map(({ id }) => Number(id))) + 1;
  }

  /** Of a role, in the order of the draft. */
  actionsOf(role: string): readonly JsonObject[] {
    return this.actions().filter(({ sender }) => sender === role);
  }
}

export interface FieldPlace {
  readonly action: number;
  readonly name: string;
  readonly schema: JsonObject;
}

/** Every member that the actions of a draft declare. */
export function fieldPlaces(actions: readonly JsonObject[]): readonly FieldPlace[] {
  return actions.flatMap((action) =>
    fieldNamesOf(action).flatMap((name) => {
      const schema = fieldOf(action, name);
      return schema ? [{ action: Number(action.id), name, schema }] : [];
    }),
  );
}

const NO_WORDS = new Set([
  ...'the a an of for to in on at by its their his her and or'.split(' '),
  ...'is are was der die das den dem des ein eine einen von zu im in'.split(' '),
  ...'an für und oder ist sind neu new own how much many what whether'.split(' '),
]);

/** Words that a name is compared by. */
export function stemsIn(text: string): readonly string[] {
  const words = text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).filter((word) => !NO_WORDS.has(word)).map(stemOf);
}

/** The members that a phrase names: those with all of its words, or else all of whose words it has. */
export function fieldsNamed(places: readonly FieldPlace[], phrase: string): readonly FieldPlace[] {
  const wanted = stemsIn(phrase);
  if (wanted.length === 0) return [];
  const stems = (place: FieldPlace) => [
    ...stemsIn(place.name),
    ...stemsIn(typeof place.schema.title === 'string' ? place.schema.title : ''),
  ];
  const has = (words: readonly string[], word: string) =>
    words.some(
      (other) =>
        other === word || (word.length > 4 && other.endsWith(word)) || (other.length > 4 && word.endsWith(other)),
    );
  const whole = places.filter((place) => wanted.every((word) => has(stems(place), word)));
  if (whole.length > 0) return whole;
  return places.filter((place) => stems(place).every((word) => has(wanted, word)));
}

/** The member that a condition is about: the one that shares most words with its text. */
export function fieldAbout(places: readonly FieldPlace[], text: string): FieldPlace | undefined {
  const words = stemsIn(text);
  const scored = places.map((place) => {
    const stems = new Set([
      ...stemsIn(place.name),
      ...stemsIn(typeof place.schema.title === 'string' ? place.schema.title : ''),
    ]);
    const shared = [...stems].filter((stem) =>
      words.some(
        (word) => word === stem || (stem.length > 4 && word.endsWith(stem)) || (word.length > 4 && stem.endsWith(word)),
      ),
    );
    return { place, score: shared.length === 0 ? 0 : shared.length + shared.length / stems.size };
  });
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (top, item) => (item.score > (top?.score ?? 0) ? item : top),
    undefined,
  );
  return best?.place;
}

export function isNumeric({ type, format }: JsonObject): boolean {
  return type === 'integer' || type === 'number' || format === 'decimal' || format === 'money';
}

/** A member that is a text; an empty one else. */
export function textMember(holder: JsonObject | undefined, name: string): string {
  const value: Json | undefined = holder?.[name];
  return typeof value === 'string' ? value : '';
}

/** A member that is an object. */
export function objectMember(holder: JsonObject | undefined, name: string): JsonObject | undefined {
  const value: Json | undefined = holder?.[name];
  return value !== undefined && isObject(value) ? value : undefined;
}
