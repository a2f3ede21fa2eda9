// The part of an action that its form does not ask for, shown before it is signed: the members that the action
// calculates, and who reads which member from when. Pure. A rule that reads other runs is left to the node, which has
// them.
import { escapePointer, isObject, type Json, type JsonObject } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { actionOf } from '../../core/blueprint/definition/conformance.js';
import type { Action, Definition, DisclosureFrom } from '../../core/blueprint/definition/types.js';
import { textOf } from '../../core/blueprint/form/answers.js';
import { logicBudget } from '../../core/blueprint/logic/logic-values.js';
import { typesOf } from '../../core/blueprint/names/definition-types.js';
import { sharesOf } from '../../core/blueprint/names/disclose.js';
import { calculationOrder } from '../../core/blueprint/names/order.js';
import { resolveNames } from '../../core/blueprint/names/resolve.js';
import { evaluateRule } from '../../core/blueprint/operators/evaluate.js';

export interface Preview {
  /** Without a value where the node alone can know it. */
  readonly calculated: readonly { readonly name: string; readonly value?: Json }[];
  readonly readers: readonly { readonly role: string; readonly reads: string }[];
}

const NO_RUNS = { runs: [], time: {} };
/** Reads of a rule that the payload answers. */
const OF_PAYLOAD: ReadonlySet<string> = new Set(['in', 'calc', 'item', 'index', 'current', 'accumulator']);

export function previewOf(definition: Definition, actionId: string, payload: JsonObject): Preview {
  const action = actionOf(definition, actionId);
  if (!action) return { calculated: [], readers: [] };
  const values = valuesOf(definition, action, payload);
  const calculated = Object.keys(action.calculations ?? {}).map((name) => {
    const value = values.get(name);
    return value === undefined ? { name } : { name, value };
  });
  const readers = sharesOf(definition, action)
    .filter(({ participantId }) => participantId !== action.sender)
    .map(({ participantId, pointers, from }) => ({ role: participantId, reads: readsText(pointers, from) }));
  return { calculated, readers };
}

function valuesOf(definition: Definition, action: Action, payload: JsonObject): ReadonlyMap<string, Json> {
  const values = new Map<string, Json>();
  const order = calculationOrder(definition, action);
  if ('cycle' in order) return values;
  const budget = logicBudget();
  const rules = typesOf(definition).rulesOf(action);
  const uses = new Map(resolveNames(definition, action).rules.map((rule) => [rule.gives, rule.uses]));
  for (const field of order.fields) {
    const isOfPayload = uses.get(field)?.every(({ read }) => {
      if (!OF_PAYLOAD.has(read.kind)) return false;
      return read.kind !== 'calc' || values.has(read.path[0] as string);
    });
    const rule = rules.get(`/calculations/${escapePointer(field)}`);
    if (!isOfPayload || rule === undefined) continue;
    const value = evaluateRule(rule, { ...NO_RUNS, input: payload, calculated: Object.fromEntries(values) }, budget);
    if (!isFailure(value)) values.set(field, value);
  }
  return values;
}

function readsText(pointers: readonly string[], from: DisclosureFrom | undefined): string {
  const isAll = pointers.includes('') || pointers.includes('/*');
  const what = pointers.length === 0 ? 'that it was done' : isAll ? 'everything' : pointers.join(', ');
  return from === undefined ? what : `${what}, from ${fromText(from)} on`;
}

function fromText(from: DisclosureFrom): string {
  const [[kind, value] = ['', '']] = Object.entries(from as Readonly<Record<string, Json>>);
  if (kind === 'action') return `action ${String(value)}`;
  const text = isObject(value) ? JSON.stringify(value) : textOf(value);
  return kind === 'after' ? `${text} after it was sealed` : text;
}

/** For people, below the payload; '' where there is nothing to add. */
export function previewText({ calculated, readers }: Preview): string {
  const lines = [
    ...calculated.map(({ name, value }) =>
      value === undefined
        ? `  ${name}: calculated by the node, from other actions`
        : `  ${name}: ${textOf(value)} (calculated)`,
    ),
    ...readers.map(({ role, reads }) => `  ${role} reads: ${reads}`),
  ];
  return lines.join('\n');
}
