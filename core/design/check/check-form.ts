// The rules about the form of an action: a tree of controls that people fill in. Only its own form is checked: nothing
// on the ledger reads it.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { JSON_DEPTH_MAX } from '../../base/limits/ledger/transactions.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import type { Findings } from '../../blueprint/findings/finding.js';
import { checkLogic } from '../../blueprint/logic/logic.js';
import { RULE_OPERATORS } from '../../blueprint/operators/evaluate.js';

const TYPES: readonly unknown[] = [
  'Layout',
  'Label',
  'TextLine',
  'TextArea',
  'Numeric',
  'DateTime',
  'File',
  'Choice',
  'Checkbox',
  'Selection',
];
const LAYOUTS: readonly unknown[] = ['VerticalLayout', 'HorizontalLayout', 'Group', 'Categorization'];
const EFFECTS: readonly unknown[] = ['SHOW', 'HIDE', 'ENABLE', 'DISABLE'];

/** Findings about one control and those inside it. Members that are absent or null are fine. */
export function checkForm(form: JsonObject, at: string, findings: Findings): void {
  checkControl(form, { at, findings, depth: 0 });
}

interface FormPlace {
  readonly at: string;
  readonly findings: Findings;
  readonly depth: number;
}

function checkControl(control: JsonObject, { at, findings, depth }: FormPlace): void {
  const bad = (member: string, message: string) => findings.error('BP_FORM_CONTROL', `${at}/${member}`, message);
  const { type, title, layout, scope, conditions, rule } = control;
  if (!isAbsent(type) && !TYPES.includes(type)) bad('type', `A control is one of ${TYPES.join(', ')}.`);
  if (!isAbsent(title) && typeof title !== 'string') bad('title', 'A title is a text.');
  if (!isAbsent(layout) && !LAYOUTS.includes(layout)) bad('layout', `A layout is one of ${LAYOUTS.join(', ')}.`);
  checkScope(scope, `${at}/scope`, findings);
  for (const [i, item] of listOf(conditions, () => bad('conditions', 'Conditions are a list of JSON Logic rules.')))
    findings.issues('BP_LOGIC', checkLogic(item, `${at}/conditions/${i}`, RULE_OPERATORS));
  if (!isAbsent(rule)) checkRule(rule, `${at}/rule`, findings);
  for (const [i, element] of listOf(control.elements, () => bad('elements', 'Elements are a list of controls.'))) {
    if (!isObject(element)) bad(`elements/${i}`, 'A control is an object.');
    else if (depth === JSON_DEPTH_MAX) bad(`elements/${i}`, `Controls nest at most ${JSON_DEPTH_MAX} levels.`);
    else checkControl(element, { at: `${at}/elements/${i}`, findings, depth: depth + 1 });
  }
}

/** Items with their places; none for what is absent, and for what is not a list after `bad` was told. */
function listOf(value: Json | undefined, bad: () => void): Iterable<[number, Json]> {
  if (Array.isArray(value)) return value.entries();
  if (!isAbsent(value)) bad();
  return [];
}

function checkRule(rule: Json, at: string, findings: Findings): void {
  const { effect, condition } = isObject(rule) ? rule : {};
  if (!EFFECTS.includes(effect))
    findings.error('BP_FORM_CONTROL', `${at}/effect`, `The effect of a rule is one of ${EFFECTS.join(', ')}.`);
  if (isObject(condition)) checkScope(condition.scope, `${at}/condition/scope`, findings);
  else findings.error('BP_FORM_CONTROL', `${at}/condition`, 'A rule has a condition with a scope and a schema.');
}

/** A JSON Pointer, with or without the `#` of a fragment. */
function checkScope(scope: Json | undefined, at: string, findings: Findings): void {
  if (isAbsent(scope)) return;
  if (typeof scope !== 'string' || parsePointer(scope.replace(/^#/, '')) === undefined)
    findings.error('BP_POINTER', at, 'A scope is a JSON Pointer.');
}

function isAbsent(value: Json | undefined): value is null | undefined {
  return value === undefined || value === null;
}
