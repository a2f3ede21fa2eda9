// The step about what a plain payload states: its members are those of its action, calculated members
// have the values that the calculations give, and the action leads where its conditions say. Everything is recomputed
// that reads the payload and plain runs before alone; what else a rule reads is sealed, and those who see it check it.

import { type Issue, issue } from '../../base/issue.js';
import { canonical, escapePointer, isObject, type Json } from '../../base/json.js';
import { APART_STEPS, VOTER_STEPS } from '../../base/limits/ledger/work.js';
import { isFailure } from '../../base/result.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import type { RuleOfDefinition } from '../../blueprint/names/definition-types.js';
import { refusedMembers } from '../../blueprint/names/members.js';
import { outcomesTo } from '../../blueprint/plan/plan.js';
import { falseInFiles } from '../../envelope/file-objects.js';
import { payloadData } from '../../envelope/layout/values.js';
import { instanceBefore, isStart } from '../../instance/rows.js';
import type { Subject } from '../../moves/parts/context.js';
import { chargeInPlace } from '../../moves/parts/memo.js';
import { NONE } from '../../moves/parts/none.js';
import { isEncrypted, routingOf } from '../../transaction/action-metadata.js';
import { isDoing } from '../../transaction/move-type.js';
import { isVote } from '../../transaction/stated-vote.js';
import { KnownOperands, readsRuns } from './known-operands.js';
import { contradiction } from './routing.js';

const AT = '/header/metadata/routing';

/** A transaction with its definition, beside the state of its register. */
type Stating = Pick<Subject, 'definition' | 'planned'> & {
  readonly tx: Pick<Subject['tx'], 'header' | 'payload'>;
  readonly ctx: Pick<Subject['ctx'], 'view'>;
};

/**
 * The same as far as the payload alone tells, before anything is waited for: no docket ever makes it right. Validators
 * charge for it where they ask `plain`.
 */
export function checkStated({ tx, ctx, definition, planned }: Stating): readonly Issue[] {
  if (!definition || !planned || !isDoing(tx.header) || isEncrypted(tx.header)) return NONE;
  const { action } = planned;
  const payload = payloadData(tx);
  const undeclared = undeclaredMembers(action, payload);
  if (undeclared.length > 0) return undeclared;
  const known = new KnownOperands({ definition, action, payload, instance: undefined, view: ctx.view });
  return calculations(known, payload, (rule) => !readsRuns(rule));
}

/**
 * VAL_SCHEMA_007 a member that the action is not given; VAL_CALC_001 a calculated member that is not there, has another
 * value, or none at all for these operands; VAL_ROUTING_006 runs before lead elsewhere than the decision says, or a
 * condition on them has no value. Of a sealed payload only conditions on plain runs are looked at.
 */
export function plain({ tx, ctx, definition, plan, planned, instance }: Subject): readonly Issue[] {
  if (!definition || !planned || !plan || ctx.certified || !isDoing(tx.header)) return NONE;
  const { action } = planned;
  const payload = isEncrypted(tx.header) ? undefined : payloadData(tx);
  const undeclared = payload === undefined ? NONE : undeclaredMembers(action, payload);
  if (undeclared.length > 0) return undeclared;
  const before = isStart(tx.header) ? null : (instance ?? instanceBefore(ctx.view, tx));
  const of = { definition, action, payload, view: ctx.view };
  const known = new KnownOperands({ instance: before ?? null, ...of });
  const issues = [...(payload === undefined ? [] : calculations(known, payload)), ...routes(known, { tx, planned })];
  const voters = isVote(tx.header) ? (plan.actions.get(tx.header.actionId)?.approval?.voters.size ?? 0) : 0;
  chargeInPlace(ctx.known ?? tx, known.steps + voters * (VOTER_STEPS + planned.apart.length * APART_STEPS));
  return issues.slice(0, 1);
}

function undeclaredMembers(action: Parameters<typeof refusedMembers>[0], payload: Json): readonly Issue[] {
  const calculated = new Set(Object.keys(action.calculations ?? {}));
  const given = Object.entries(isObject(payload) ? payload : {}).filter(([name]) => !calculated.has(name));
  const own = Object.fromEntries(given);
  const refused = refusedMembers(action, own).slice(0, 1);
  return refused.length > 0 ? refused : falseInFiles(own, { files: [] }).slice(0, 1).map(noFile);
}

function noFile(pointer: string): Issue {
  return issue('VAL_SCHEMA_007', `/payload${pointer}`, 'A readable action has no files: attach it to a sealed one.');
}

function calculations(
  known: KnownOperands,
  payload: Json,
  isAsked: (rule: RuleOfDefinition) => boolean = () => true,
): readonly Issue[] {
  const data = isObject(payload) ? payload : {};
  const rules = known.rules.filter(({ gives }) => gives !== undefined);
  // Others may read what is not there, and would be named for it.
  for (const { gives } of rules) if (!Object.hasOwn(data, gives as string)) return [wrong(gives, 'it is not there')];
  for (const rule of rules) {
    if (!isAsked(rule)) continue;
    const problem = problemOf(known, rule, data[rule.gives as string] as Json);
    if (problem !== undefined) return [wrong(rule.gives, problem)];
  }
  return NONE;
}

function wrong(name: string | undefined, why: string): Issue {
  const message = `${shownName(name ?? '')} is calculated by the action, and ${why}: send the action through a node that calculates it.`;
  return issue('VAL_CALC_001', `/payload/${escapePointer(name ?? '')}`, message);
}

function problemOf(known: KnownOperands, rule: RuleOfDefinition, stated: Json): string | undefined {
  const value = known.valueOf(rule);
  if (value === undefined) return undefined;
  if (isFailure(value)) return `the calculation has no value: ${value.issue.message}`;
  return canonical(value) === canonical(stated) ? undefined : 'the calculation gives another value';
}

/** Conditions that read the payload alone were seen by the step of routing, which no state changes. */
function routes(known: KnownOperands, { tx, planned }: Required<Pick<Subject, 'tx' | 'planned'>>): readonly Issue[] {
  if (!known.rules.some((rule) => rule.gives === undefined && readsRuns(rule))) return NONE;
  const decided = routingOf(tx.header);
  // A decision that the action cannot have was refused before.
  if (!decided || !('next' in decided) || outcomesTo(planned, decided.next).length === 0) return NONE;
  const elsewhere = contradiction(known, planned, decided.next);
  if (elsewhere === undefined) return NONE;
  const message =
    typeof elsewhere === 'object'
      ? `A condition of the action has no value after the runs before: ${elsewhere.message}`
      : 'The runs before lead elsewhere than the decision says.';
  return [issue('VAL_ROUTING_006', AT, message)];
}
