// Conditions of people as rules: which member they mean, and one that is added where nothing states it yet.
import type { JsonObject } from '../../../base/json.js';
import type { NumberCondition, StepCondition } from '../clauses/statement.js';
import { MEASURES } from '../reading/grammar.js';
import { camelName, type Field, fieldOfPhrase, firstUpper } from '../words/field-phrases.js';
import type { TextLanguage } from '../words/tokens.js';
import { type FieldPlace, fieldAbout, fieldPlaces, isNumeric, stemsIn, textMember } from './drafting.js';
import { isBeside } from './flow.js';
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
  const numbers = places.filter(({ action, schema }) => isNumeric(schema) && !isBeside(drafting, action));
  const measured = MEASURES.filter(([pattern]) => pattern.test(about)).map(([, words]) => words);
  const match =
    fieldAbout(numbers, about) ??
    measured.map((words) => fieldAbout(numbers, words)).find((place) => place !== undefined) ??
    (measured.length > 0 && currency === undefined ? onlyOne(numbers, 'decimal') : undefined) ??
    (isSum(condition.comparison, drafting.language) ? onlyOne(numbers, 'money') : undefined) ??
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

/** A measure without a name means the only number of its kind that a member has. */
function onlyOne(numbers: readonly FieldPlace[], format: 'decimal' | 'money'): FieldPlace | undefined {
  const ofFormat = numbers.filter(({ schema }) => schema.format === format);
  return ofFormat.length === 1 ? ofFormat[0] : undefined;
}

/** "Grants over 50,000": a sum of money, which the text does not call by a name of its own. */
function isSum({ about, value, currency }: NumberCondition, language: TextLanguage): boolean {
  const isAmount = currency !== undefined || (Number(value) >= 1000 && !/\d[\d.,]*\s+\p{L}/u.test(about));
  return isAmount && fieldOfPhrase(wordsBefore(about).join(' '), language)?.type !== 'money';
}

/** Words around a comparison that do not name what is compared. */
const COMPARE_WORDS = new Set([
  ...'if when where the its their is are was were a an more than over above exceeds exceed greater higher larger'.split(
    ' ',
  ),
  ...'at least less below under wenn falls der die das über mehr als liegt beträgt ab einem von ist größer höher'.split(
    ' ',
  ),
  ...'it they than longer taller heavier older dearer cheaper shorter es länger teurer schwerer'.split(' '),
  ...'bei übersteigt überschreitet unter mindestens den dem lies'.split(' '),
]);

function wordsBefore(about: string): readonly string[] {
  const before = about.replace(/\d[\d.,]*.*$/, '').split(/[^\p{L}]+/u);
  return before.filter((word) => word !== '' && !COMPARE_WORDS.has(word.toLowerCase())).slice(0, 3);
}

function addNumber(
  making: Making,
  { about, currency }: { readonly about: string; readonly currency?: string },
): FieldPlace | undefined {
  const { drafting } = making;
  const words = wordsBefore(about);
  const behind = /\d[\d.,]*\s+(?!euros?|dollars?|pounds?)(\p{L}+)/iu.exec(about)?.[1];
  const isLasting =
    behind !== undefined && /^(?:days|weeks|months|years|hours|tagen?|wochen|monaten?|jahren?|stunden)$/i.test(behind);
  const isCount = behind !== undefined && currency === undefined && (words.length === 0 || isLasting);
  const amount = drafting.language === 'de' ? 'Betrag' : 'amount';
  const phrase = isCount
    ? `${drafting.language === 'de' ? 'Anzahl' : 'number of'} ${behind}`
    : words.join(' ') || amount;
  const field = fieldOfPhrase(phrase, drafting.language);
  const last = drafting.action(making.last ?? -1);
  const isOfLast = stemsIn(phrase).some((word) => stemsIn(textMember(last, 'title')).includes(word));
  const isChoice = fieldAbout(
    fieldPlaces(drafting.actions()).filter(({ action }) => isBeside(drafting, action)),
    phrase,
  );
  const first = last && (isOfLast || isChoice) && making.isStory ? last : drafting.actions()[0];
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
