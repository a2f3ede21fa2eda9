// Findings about the texts of a definition in other languages, about own messages of its schemas, and
// about hints for its forms. All are warnings: what is amiss leaves the strings of the definition, and nothing on the
// ledger reads them.
import { escapePointer, isObject, type Json, type JsonObject } from '../../../base/json.js';
import { TEXT_KEY_LENGTH_MAX, TEXT_LENGTH_MAX } from '../../../base/limits/ledger/texts.js';
import { JSON_DEPTH_MAX } from '../../../base/limits/ledger/transactions.js';
import { nearest } from '../../../base/nearest.js';
import { actionOf, isStarting } from '../../../blueprint/definition/conformance.js';
import { schemasBelow, textsOf, valuesOf } from '../../../blueprint/definition/texts.js';
import type { Definition } from '../../../blueprint/definition/types.js';
import type { Findings } from '../../../blueprint/findings/finding.js';
import { SUBJECT_HINT } from '../../../blueprint/form/subject.js';

/** A language tag as BCP 47 writes it, such as `de` or `pt-BR`. */
const TAG = /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/;

/** A schema of an action, with the key of the member that it is about and its place in the blueprint. */
interface TextPlace {
  readonly schema: JsonObject;
  readonly key: string;
  readonly at: string;
}

/** The definition has the form of one. */
export function checkTexts(definition: Definition, findings: Findings): void {
  const places = placesOf(definition);
  const errors = places.flatMap(errorsOf);
  const messages = new Set(errors.map(({ key }) => key));
  const known = new Set([...keysOf(definition), ...places.flatMap(keysAt), ...messages]);
  const texts = textsOf(definition);
  for (const [language, given] of Object.entries(texts)) {
    const at = `/texts/${escapePointer(language)}`;
    if (!TAG.test(language))
      findings.warn('BP_TEXT_UNKNOWN', at, `No language has this tag: expected one such as "de" or "pt-BR".`);
    for (const key of Object.keys(given))
      if (!known.has(key)) unknownKey(findings, `${at}/${escapePointer(key)}`, { key, known });
  }
  const said = new Set(Object.values(texts).flatMap((given) => Object.keys(given)));
  for (const { key, at } of errors) {
    if (said.has(key)) continue;
    const near = nearest(key, [...said]);
    const message = `No language of "texts" has the message ${JSON.stringify(key)}${near === undefined ? '' : `; did you mean ${JSON.stringify(near)}`}. Without it people read the sentence about the keyword.`;
    findings.warn('BP_TEXT_UNKNOWN', at, message);
  }
  for (const place of places) checkHints(place, definition, findings);
}

function unknownKey(
  findings: Findings,
  location: string,
  { key, known }: { readonly key: string; readonly known: ReadonlySet<string> },
): void {
  const near = nearest(key, [...known]);
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}`;
  const message = `Nothing of this blueprint has the text ${JSON.stringify(key)}${hint}. Keys are such as "title", "3.title", "planner.name", "3/price", "3/way=road", and what an x-error names.`;
  findings.add({
    severity: 'warning',
    code: 'BP_TEXT_UNKNOWN',
    location,
    message,
    fix: [{ op: 'remove', path: location }],
  });
}

function keysOf({ participants, actions }: Definition): readonly string[] {
  return [
    ...['title', 'description'],
    ...participants.map(({ id }) => `${id}.name`),
    ...actions.flatMap(({ id, routes = [], form }) => [
      ...[`${id}.title`, `${id}.description`],
      ...routes.flatMap((route) => (route.id === undefined ? [] : [`${id}.routes.${route.id}`])),
      ...controlsOf(form).map((at) => `${id}.form${at}`),
    ]),
  ];
}

function controlsOf(control: Json | undefined, at = ''): readonly string[] {
  if (!isObject(control) || at.length > 16 * JSON_DEPTH_MAX) return [];
  const elements = Array.isArray(control.elements) ? (control.elements as readonly Json[]) : [];
  return [...(at === '' ? [] : [at]), ...elements.flatMap((element, i) => controlsOf(element, `${at}/elements/${i}`))];
}

function placesOf({ actions }: Definition): readonly TextPlace[] {
  return actions.flatMap(({ id, dataSchemas = [] }, i) =>
    dataSchemas.flatMap((schema, j) =>
      placesIn(schema as Json, { key: `${id}`, at: `/actions/${i}/dataSchemas/${j}` }),
    ),
  );
}

function placesIn(
  schema: Json | undefined,
  { key, at }: Pick<TextPlace, 'key' | 'at'>,
  depth = 0,
): readonly TextPlace[] {
  if (!isObject(schema) || depth > JSON_DEPTH_MAX) return [];
  const below = schemasBelow(schema).flatMap(({ at: tokens, below: token }) => {
    const [first = '', second] = tokens;
    const parent = schema[first] as JsonObject;
    const inner = second === undefined ? parent : (parent[second as keyof typeof parent] as Json);
    const place = { key: `${key}${token}`, at: `${at}${tokens.map((name) => `/${escapePointer(name)}`).join('')}` };
    return placesIn(inner, place, depth + 1);
  });
  return [{ schema, key, at }, ...below];
}

/** Keys that a text about the member has. */
function keysAt({ schema, key }: TextPlace): readonly string[] {
  return key.includes('/') ? [key, `${key}?`, ...valuesOf(schema).map((value) => `${key}=${value}`)] : [];
}

function errorsOf({ schema, at }: TextPlace): readonly { readonly key: string; readonly at: string }[] {
  const named = schema['x-error'];
  if (!isObject(named)) return [];
  return Object.entries(named).flatMap(([keyword, key]) =>
    typeof key === 'string' ? [{ key, at: `${at}/x-error/${escapePointer(keyword)}` }] : [],
  );
}

const isText = (max: number) => (value: Json) => typeof value === 'string' && value.length > 0 && value.length <= max;
const isFlag = (value: Json) => typeof value === 'boolean';

/** Hints of this program, each with what it has to be. Others are left alone. */
const HINTS: Readonly<Record<string, readonly [fits: (value: Json) => boolean, form: string]>> = {
  'x-unit': [isText(32), 'a text of 1 to 32 characters, such as "kg"'],
  'x-currency': [
    (value) => typeof value === 'string' && /^[A-Z]{3}$/.test(value),
    'three capital letters, such as "EUR"',
  ],
  'x-readonly': [isFlag, 'true or false'],
  'x-preview': [isFlag, 'true or false'],
  'x-due': [isFlag, 'true or false'],
  [SUBJECT_HINT]: [isFlag, 'true or false'],
  'x-help': [isText(TEXT_LENGTH_MAX), 'a text of 1 to 2,000 characters'],
  'x-error': [
    (value) => isObject(value) && Object.values(value).every((key) => isText(TEXT_KEY_LENGTH_MAX)(key as Json)),
    'keys of texts by keyword, such as {"minimum": "fee.low", "*": "fee.wrong"}',
  ],
};

function checkHints({ schema, key, at }: TextPlace, definition: Definition, findings: Findings): void {
  const { currencies } = definition;
  for (const [name, [fits, form]] of Object.entries(HINTS)) {
    const value = schema[name];
    if (value === undefined) continue;
    if (!fits(value)) findings.warn('BP_HINT', `${at}/${name}`, `Expected ${form}.`);
    else if (name === 'x-currency' && currencies && !Object.hasOwn(currencies, String(value)))
      findings.warn('BP_HINT', `${at}/${name}`, `The blueprint names no such currency under "currencies".`);
    else if (name === SUBJECT_HINT && value === true && !isSubjectPlace({ schema, key }, definition))
      findings.warn('BP_HINT', `${at}/${name}`, SUBJECT_PLACE);
  }
}

const SUBJECT_PLACE =
  'Nothing reads it here: an instance is named by a text or a number of the action that begins it, and by no item of a list.';

function isSubjectPlace({ schema, key }: Pick<TextPlace, 'schema' | 'key'>, definition: Definition): boolean {
  const [id = '', ...path] = key.split('/');
  const action = actionOf(definition, id);
  const isText = schema.type !== 'object' && schema.type !== 'array' && schema.type !== 'boolean';
  return isText && path.length > 0 && !path.includes('*') && action !== undefined && isStarting(definition, action);
}
