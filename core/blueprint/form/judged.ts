// The answer to a form while it is filled in: faults, calculated values, the next actions, and the part of each reader.
// The same functions judge the action on the ledger. Pure.
import type { Issue } from '../../base/issue.js';
import { isObject, type Json } from '../../base/json.js';
import { isFailure } from '../../base/result.js';
import { actionOf } from '../definition/conformance.js';
import { type Execution, execute, recordOf } from '../execution/execute.js';
import { logicBudget } from '../logic/logic-values.js';
import { type Disclosure, disclose } from '../names/disclose.js';
import { calculate } from '../names/order.js';
import { readingOf } from '../schemas/schema-check.js';
import { isDisabled, isHidden } from './conditions.js';
import { type FormElement, formOf } from './elements.js';
import { type FieldRule, ruleKey } from './field-rule.js';
import { missingIn, payloadOf, type TypedPayload } from './payload.js';
import type { TypedMembers } from './typed.js';

export interface JudgedForm {
  /** Of the payload below `/payload`, of rules below `/actions`. */
  readonly issues: readonly Issue[];
  /** In the order in which they were calculated; none while a rule lacks an operand. */
  readonly calculated: readonly { readonly name: string; readonly value: Json }[];
  /** Ids of the actions that follow; empty where nothing does, or while something is wrong. */
  readonly next: readonly number[];
  /** By reader, of what is typed so far. */
  readonly parts: readonly Disclosure[];
}

/** `issues` are those of `execute`; where there are some, the rest is of what is typed so far. */
export function judgeForm(execution: Omit<Execution, 'isForCells'>): JudgedForm {
  const { definition, actionId, payload, facts } = execution;
  const done = execute(execution);
  if (!isFailure(done)) {
    const { data, calculated, decision, disclosures } = done;
    return {
      issues: [],
      calculated: calculated.map((name) => ({ name, value: data[name] as Json })),
      next: decision.nextActions.map((next) => next.actionId),
      parts: disclosures,
    };
  }
  const action = actionOf(definition, actionId);
  if (!action || !isObject(payload)) return { issues: done.issues, calculated: [], next: [], parts: [] };
  const run = calculate({ definition, action, facts: { input: payload, ...facts } }, logicBudget());
  const names = isFailure(run) ? [] : run.calculated;
  const data = isFailure(run) ? payload : recordOf(payload, run.data, names);
  return {
    issues: done.issues,
    calculated: names.map((name) => ({ name, value: data[name] as Json })),
    next: [],
    parts: disclose(definition, action, data),
  };
}

export interface JudgedTyped extends JudgedForm, TypedPayload {
  /** Required fields without a value. */
  readonly missing: readonly (readonly string[])[];
  /** Rules by which something is hidden now, as canonical JSON; and by which nothing may be changed. */
  readonly hidden: readonly string[];
  readonly disabled: readonly string[];
}

/** The same of what is typed, with the payload that it means. */
export function judgeTyped({ typed, ...of }: TypedForm): JudgedTyped {
  const { definition, actionId } = of;
  const action = actionOf(definition, actionId);
  const reading = readingOf(definition);
  const { elements, questions } = action ? formOf(action) : { elements: [], questions: [] };
  const meant = payloadOf(questions, typed, reading);
  const { payload } = meant;
  const rules = elements.flatMap(rulesIn);
  return {
    ...judgeForm({ ...of, payload }),
    ...meant,
    missing: missingIn(questions, payload, reading),
    hidden: rules.filter((rule) => isHidden(rule, payload, reading)).map(ruleKey),
    disabled: rules.filter((rule) => isDisabled(rule, payload, reading)).map(ruleKey),
  };
}

interface TypedForm extends Omit<Execution, 'isForCells' | 'payload'> {
  readonly typed: TypedMembers;
}

function rulesIn(element: FormElement): readonly FieldRule[] {
  const own = element.rule ? [element.rule] : [];
  return element.kind === 'layout' ? [...own, ...element.elements.flatMap(rulesIn)] : own;
}
