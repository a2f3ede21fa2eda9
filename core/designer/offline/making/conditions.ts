// Conditions of people as rules: which member they mean, and one that is added where nothing states it yet.
import type { JsonObject } from '../../../base/json.js';
import { MEASURES } from '../reading/grammar.js';
import type { StepCondition } from '../reading/statement.js';
import { camelName, type Field, fieldOfPhrase, firstUpper } from '../words/field-phrases.js';
import { type FieldPlace, fieldAbout, fieldPlaces, isNumeric } from './drafting.js';
import { addFields, type Making } from './making.js';

/** The rule of a condition; a member that nothing states yet is added to the step before. */
export function routeCondition(
  making: Making,
  condition: StepCondition,
  id: number,
): ((leader: number) => JsonObject) | undefined {
  const { drafting } = making;
  const earlier = drafting.actions().filter((action) => Number(action.id) !== id);
  const places = fieldPlaces(earlier);
  if (condition.kind === 'true') {
    const booleans = places.filter(({ schema }) => schema.type === 'boolean');
    const match = fieldAbout(booleans, condition.about) ?? addTruth(making, condition.about);
    if (!match) return undefined;
    return (leader) => {
      const read = readName(match, leader) satisfies JsonObject;
      return condition.isNegated ? { '!': read } : read;
    };
  }
  const { about, operator, value, currency } = condition.comparison;
  const numbers = places.filter(({ schema }) => isNumeric(schema));
  const measured = MEASURES.filter(([pattern]) => pattern.test(about)).map(([, words]) => words);
  const match =
    fieldAbout(numbers, about) ??
    measured.map((words) => fieldAbout(numbers, words)).find((place) => place !== undefined) ??
    (measured.length > 0 && currency === undefined ? onlyOne(numbers) : undefined) ??
    addNumber(making, condition.comparison);
  if (!match) return undefined;
  const isMoney = match.schema.format === 'money';
  const isExact = isMoney || match.schema.format === 'decimal';
  return (leader) => ({
    [operator]: [readName(match, leader, isMoney ? '.amount' : ''), isExact ? value : Number(value)],
  });
}

/** An action reads what it states itself by `in`. */
function readName({ action, name }: FieldPlace, leader: number, part = ''): JsonObject {
  return { var: `${action === leader ? 'in' : `act.${action}`}.${name}${part}` };
}

/** A measure without a name means the only number that a member has. */
function onlyOne(numbers: readonly FieldPlace[]): FieldPlace | undefined {
  const decimals = numbers.filter(({ schema }) => schema.format === 'decimal');
  return decimals.length === 1 ? decimals[0] : undefined;
}

/** Words around a comparison that do not name what is compared. */
const COMPARE_WORDS = new Set([
  ...'if when where the its their is are was were a an more than over above exceeds exceed greater higher larger'.split(
    ' ',
  ),
  ...'at least less below under wenn falls der die das über mehr als liegt beträgt ab einem von ist größer höher'.split(
    ' ',
  ),
  ...'bei übersteigt überschreitet unter mindestens den dem lies'.split(' '),
]);

function addNumber(
  making: Making,
  { about, currency }: { readonly about: string; readonly currency?: string },
): FieldPlace | undefined {
  const { drafting } = making;
  const before = about.replace(/\d[\d.,]*.*$/, '').split(/[^\p{L}]+/u);
  const words = before.filter((word) => word !== '' && !COMPARE_WORDS.has(word.toLowerCase())).slice(0, 3);
  const behind = /\d[\d.,]*\s+(?!euros?|dollars?|pounds?)(\p{L}+)/iu.exec(about)?.[1];
  const isCount = words.length === 0 && behind !== undefined && currency === undefined;
  const amount = drafting.language === 'de' ? 'Betrag' : 'amount';
  const phrase = isCount
    ? `${drafting.language === 'de' ? 'Anzahl' : 'number of'} ${behind}`
    : words.join(' ') || amount;
  const field = fieldOfPhrase(phrase, drafting.language);
  const first = drafting.actions()[0];
  if (!field || !first) return undefined;
  const type =
    currency !== undefined ? 'money' : /^(?:integer|decimal|money)$/.test(field.type) ? field.type : 'decimal';
  const isTaken = fieldPlaces([first]).some(({ name }) => name === field.name);
  const name = isTaken ? `${field.name}Value` : field.name;
  addFields(making, Number(first.id), [{ ...field, name, type, isOptional: false }]);
  return fieldPlaces([drafting.action(Number(first.id)) ?? {}]).find((place) => place.name === name);
}

function addTruth(making: Making, about: string): FieldPlace | undefined {
  const { drafting, last } = making;
  const holder = drafting.action(last ?? -1) ?? drafting.actions()[0];
  const label = firstUpper(about.split(/\s+/).slice(0, 4).join(' '));
  if (!holder || camelName(label) === '') return undefined;
  const field: Field = { name: camelName(label), label, type: 'boolean', isOptional: false };
  addFields(making, Number(holder.id), [field]);
  return fieldPlaces([drafting.action(Number(holder.id)) ?? {}]).find(({ name }) => name === field.name);
}
