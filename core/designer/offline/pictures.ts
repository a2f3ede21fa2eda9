// The draft told to people: its steps in a list, who reads a member, and a scenario that was walked through.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { itemsOf } from '../../edits/draft.js';
import { fieldNamesOf, fieldOf } from '../../edits/fields.js';
import { issuancesOf } from '../../edits/issuances.js';
import { readersOf, readsField } from './making/disclosing.js';
import { fieldPlaces, fieldsNamed, textMember } from './making/drafting.js';
import { nextOf } from './making/flow.js';
import { roleName, say } from './telling.js';
import type { TextLanguage } from './words/tokens.js';

/** A step a line. */
export function stepsText(blueprint: JsonObject, language: TextLanguage): string {
  return [say(language, 'flow'), ...linesOf(blueprint, language)].join('\n');
}

/** The lines that are new or different; all of them where most are. */
export function changesText(before: JsonObject, after: JsonObject, language: TextLanguage): string {
  const [had, has] = [linesOf(before, language), linesOf(after, language)];
  const fresh = has.filter((line) => !had.includes(line));
  const gone = had.filter((line) => !has.includes(line) && !has.some((other) => numberOf(other) === numberOf(line)));
  if (fresh.length > has.length / 2 && gone.length === 0) return stepsText(after, language);
  const lines = [...fresh, ...gone.map((line) => say(language, 'gone', { what: line }))];
  return lines.length === 0 ? say(language, 'noted') : [say(language, 'changed'), ...lines].join('\n');
}

function numberOf(line: string): string {
  return line.slice(0, line.indexOf('.'));
}

/** The party of each step, its data, and anything special about it. */
function linesOf(blueprint: JsonObject, language: TextLanguage): readonly string[] {
  const actions = itemsOf(blueprint, 'actions');
  return actions.map((action) => {
    const fields = fieldNamesOf(action).map((name) => textMember(fieldOf(action, name), 'title') || name);
    const marks = [...marksOf(actions, action, language), ...secretsFrom(blueprint, action, language)];
    const data = fields.length > 0 ? `: ${fields.join(', ')}` : '';
    const said = `${action.id}. ${roleName(blueprint, String(action.sender))}: ${textMember(action, 'title')}${data}`;
    return marks.length > 0 ? `${said} (${marks.join('; ')})` : said;
  });
}

/** The roles that do not read some of it. */
function secretsFrom(blueprint: JsonObject, action: JsonObject, language: TextLanguage): readonly string[] {
  return itemsOf(blueprint, 'participants').flatMap(({ id }) => {
    const kept = fieldNamesOf(action).filter((name) => !readsField(action, String(id), name));
    const labels = kept.map((name) => textMember(fieldOf(action, name), 'title') || name);
    const values = { who: roleName(blueprint, String(id)), what: labels.join(', ') };
    return labels.length === 0 ? [] : [say(language, 'keeps', values)];
  });
}

function marksOf(actions: readonly JsonObject[], action: JsonObject, language: TextLanguage): readonly string[] {
  const isConditional = actions.some((other) =>
    itemsOf(other, 'routes').some(
      (route) => route.condition !== undefined && nextOf(route).includes(Number(action.id)),
    ),
  );
  return [
    ...(action.isStartingAction === true ? [say(language, 'isStart')] : []),
    ...(isConditional ? [say(language, 'onlyIf')] : []),
    ...(action.rejectionConfig === undefined ? [] : [say(language, 'mayRefuse')]),
    ...itemsOf(action, 'timers').map((timer) => say(language, 'within', { time: textMember(timer, 'after') })),
    ...issuancesOf(action).map((issued) => say(language, 'issues', { what: textMember(issued, 'credentialType') })),
  ];
}

/** The readers of the members of this name; undefined where there is none. */
export function readersText(blueprint: JsonObject, field: string, language: TextLanguage): string | undefined {
  const actions = itemsOf(blueprint, 'actions');
  const roles = itemsOf(blueprint, 'participants');
  const places = fieldsNamed(fieldPlaces(actions), field);
  if (places.length === 0) return undefined;
  return places
    .map(({ action: id, name, schema }) => {
      const action = actions.find((item) => item.id === id) as JsonObject;
      const readers = readersOf(action, name, roles).map((role) => roleName(blueprint, role));
      return say(language, 'sees', {
        field: textMember(schema, 'title') || name,
        action: textMember(action, 'title'),
        who: readers.length > 1 ? readers.join(', ') : `${readers.join(', ')} (${say(language, 'seesNobody')})`,
      });
    })
    .join('\n');
}

/** The walk of a scenario, told step by step; `result` is what draft_simulate gives. */
export function walkText(blueprint: JsonObject, result: Json | undefined, language: TextLanguage): string {
  const { steps, passed, state } = result !== undefined && isObject(result) ? result : {};
  const walked = Array.isArray(steps) ? (steps as readonly JsonObject[]) : [];
  const lines = walked.map(({ step, label }) => {
    const match = /action (\d+) as (\S+)/.exec(typeof label === 'string' ? label : '');
    const action = itemsOf(blueprint, 'actions').find(({ id }) => id === Number(match?.[1]));
    const what = action ? textMember(action, 'title') : String(label);
    return say(language, 'step', { n: String(step), who: roleName(blueprint, match?.[2] ?? ''), what });
  });
  const problems = walked.flatMap((item) => (Array.isArray(item.problems) ? (item.problems as readonly string[]) : []));
  const end =
    passed === true
      ? say(language, 'ended', { state: String(state) })
      : say(language, 'stopped', { what: problems.join(' ') });
  return [...lines, end].join('\n');
}
