// The steps about gates: what an action states about the credentials of its sender, and the evidence that stands in the
// clear. Evidence that is encrypted is judged by its readers, with the same function (docs/decisions/0211).
import { type Issue, issue } from '../../base/issue.js';
import { isObject, type JsonObject } from '../../base/json.js';
import { GATE_AHEAD_MAX_MS } from '../../base/limits/ledger/credentials.js';
import { PUBLIC_GATE_STEPS, VERIFIED_GATE_STEPS } from '../../base/limits/ledger/work.js';
import { gatesOf } from '../../credentials/gate/asked.js';
import { judgeGate } from '../../credentials/gate/judge.js';
import { gatePartsIn } from '../../credentials/gate/member.js';
import { GATE_MEMBER } from '../../credentials/gate/rule.js';
import { type StatedGate, statedGates } from '../../credentials/gate/stated.js';
import { PresentationRefusal } from '../../credentials/refusal.js';
import { holderNow, holdersBeforeStart, holdersNow } from '../../instance/people/holders.js';
import { instanceBefore, instanceIdOf, isStart } from '../../instance/rows.js';
import { gateStateProblem } from '../../instance/runs/gate-state.js';
import { statedGatesOf } from '../../instance/runs/gates.js';
import type { Transaction } from '../../model/transaction.js';
import type { Subject } from '../../moves/parts/context.js';
import { chargeForGates } from '../../moves/parts/memo.js';
import { NONE } from '../../moves/parts/none.js';
import { usesOf } from '../../moves/parts/stated-gates.js';
import { timeOf } from '../../moves/parts/times.js';
import { addressAt } from '../../register/people/participants.js';
import { gateViewOf } from '../../register/trust/gate-view.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing } from '../../transaction/move-type.js';
import { boundRun } from '../parts/gate-signatures.js';

const AT = '/header/metadata/gates';

/**
 * VAL_GATE_001: not one statement for each gate of the action, or not of its form; a move without gates that states
 * some; evidence elsewhere than the definition says; an opening that names no instance, by which one presentation
 * would fit two.
 */
export function gates({ tx, planned }: Pick<Subject, 'tx' | 'planned'>): readonly Issue[] {
  if (!planned) return NONE;
  const { header, payload } = tx;
  const stated = header.metadata?.gates;
  const asked = isDoing(header) ? gatesOf(planned.action) : NO_GATES;
  if (asked.length === 0) return stated === undefined ? NONE : [formIssue('no gates: this move takes no credential')];
  const met = statedGates(asked, stated);
  if (typeof met === 'string') return [formIssue(met)];
  if (header.instanceId === undefined)
    return [issue('VAL_GATE_001', '/header/instanceId', 'An action with a gate names its instance.')];
  return evidenceProblem(payload as JsonObject, { met, isSealed: isEncrypted(header) });
}

const NO_GATES: ReturnType<typeof gatesOf> = [];

function formIssue(expected: string): Issue {
  return issue('VAL_GATE_001', AT, `Expected ${expected}. Have the node of the wallet make the action.`);
}

/** Evidence that is encrypted stands in cells, and in the clear are exactly the gates that the definition has there. */
function evidenceProblem(
  payload: JsonObject,
  { met, isSealed }: { readonly met: readonly StatedGate[]; readonly isSealed: boolean },
): readonly Issue[] {
  const open = met.filter(({ isPublic }) => isPublic).map(({ id }) => id);
  if (open.length < met.length && !isSealed)
    return [issue('VAL_GATE_001', '/payload', 'The evidence of the gate is encrypted: so is the action.')];
  const member = isObject(payload) && Object.hasOwn(payload, GATE_MEMBER) ? payload[GATE_MEMBER] : undefined;
  const names = isObject(member) ? Object.keys(member) : [];
  const isRight =
    open.length === 0
      ? member === undefined
      : isObject(member) && names.length === open.length && open.every((id) => Object.hasOwn(member, id));
  if (isRight) return NONE;
  const expected = open.length === 0 ? 'no such member' : `the evidence of ${open.join(', ')}`;
  return [issue('VAL_GATE_001', `/payload/${GATE_MEMBER}`, `Expected ${expected}.`)];
}

/** An action that states no gate costs one look at its metadata. */
function whereStated(check: (subject: Subject, stated: readonly StatedGate[]) => readonly Issue[]) {
  return (subject: Subject): readonly Issue[] =>
    subject.tx.header.metadata?.gates === undefined ? NONE : check(subject, statedGatesOf(subject.tx, subject.planned));
}

/** VAL_GATE_003, which may heal: the docket by which it was judged is not sealed here yet. */
export const gateKnown = whereStated(({ ctx }, stated) => {
  const later = stated.find(({ statement }) => statement.asOf > ctx.state.height);
  if (!later) return NONE;
  const { id, statement } = later;
  return [stateIssue(id, `it was judged as of docket ${statement.asOf}, and ${ctx.state.height} is the newest here`)];
});

/** VAL_GATE_002: judged after the docket, or too long before it. Without docket and clock none is too early. */
export const gateTime = whereStated(({ ctx }, stated) => {
  for (const { id, rule, statement } of stated) {
    const atMs = Date.parse(statement.at);
    const knownMs = ctx.docketMs ?? ctx.nowMs;
    const isEarly = knownMs !== undefined && atMs > knownMs + GATE_AHEAD_MAX_MS;
    if (isEarly || timeOf({ ctx }) > atMs + rule.proofMaxAgeMs) {
      const message = `The gate ${id} was judged at ${statement.at}, and the docket is of ${new Date(timeOf({ ctx })).toISOString()}: at most ${rule.proofMaxAgeMs / 60_000} minutes later. Show the credential again.`;
      return [issue('VAL_GATE_002', AT, message)];
    }
  }
  return NONE;
});

/** VAL_GATE_003: judged by a docket that was long succeeded, or under another root than that of the pinned anchors. */
export const gateState = whereStated(({ ctx }, stated) => {
  for (const { id, rule, statement } of stated) {
    const problem = gateStateProblem({ rule, statement }, { view: ctx.view, height: ctx.state.height });
    if (problem !== undefined) return [standing(stateIssue(id, problem))];
  }
  return NONE;
});

function stateIssue(id: string, why: string): Issue {
  return issue('VAL_GATE_003', AT, `The gate ${id} does not fit the register: ${why}. Show the credential again.`);
}

/** Dockets that are sealed, and what was pinned by them, stay as they are. */
function standing(problem: Issue): Issue {
  return { ...problem, stands: true };
}

/**
 * VAL_GATE_004: the verifier does not hold its role, or its key is not active. Its signature is verified with those of
 * the transaction (verifierTasks).
 */
export const gateVerified = whereStated((subject, stated) => {
  const { ctx } = subject;
  if (ctx.certified) return NONE;
  for (const { id, rule, statement } of stated) {
    const { by } = statement;
    if (by === undefined || rule.verifiedBy === undefined) continue;
    const refuse = (why: string): readonly Issue[] => [
      issue(
        'VAL_GATE_004',
        AT,
        `The verifier of the gate ${id} ${why}: let the holder of ${rule.verifiedBy} verify it.`,
      ),
    ];
    if (holderOf(subject, rule.verifiedBy) !== by.wallet) return refuse('does not hold the role');
    if (addressAt(ctx.view, by.wallet)?.status !== 'Active') return refuse('has no active record');
  }
  return NONE;
});

function holderOf({ tx, ctx, definition, instance }: Subject, role: string): string | undefined {
  const named = definition?.participants.find(({ id }) => id === role);
  if (!named || !definition) return undefined;
  if (isStart(tx.header)) return holderNow(holdersBeforeStart(ctx.view, definition), named, undefined);
  const before = instance ?? instanceBefore(ctx.view, tx);
  return holderNow(holdersNow(ctx.view, instanceIdOf(tx)), named, before?.participants);
}

/** VAL_GATE_005: the credential was used as often as the requirement lets it. */
export const gateUse = whereStated(({ ctx }, stated) => {
  const here = new Map<string, number>();
  for (const { id, rule, statement } of stated) {
    if (statement.use === undefined || rule.uses === undefined) continue;
    const before = here.get(statement.use) ?? usesOf(ctx.view, statement.use);
    here.set(statement.use, before + 1);
    if (before >= rule.uses.max)
      return [
        issue(
          'VAL_GATE_005',
          AT,
          `The credential of the gate ${id} was used ${before} times, and at most ${rule.uses.max} count in the ${rule.uses.per}.`,
        ),
      ];
  }
  return NONE;
});

/** VAL_GATE_006: evidence in the clear that the judge refuses. The message has its ground, and no value of a claim. */
export const gatePublic = whereStated(({ tx, ctx }, stated) => {
  if (ctx.certified) return NONE;
  const open = stated.filter(({ isPublic }) => isPublic);
  const verified = stated.filter(({ statement }) => statement.by !== undefined);
  chargeForGates(ctx.known ?? tx, open.length * PUBLIC_GATE_STEPS + verified.length * VERIFIED_GATE_STEPS);
  return open.flatMap((gate) => publicProblem(tx, gate, ctx) ?? []).slice(0, 1);
});

/**
 * The verdicts of a transaction, by gate, under the state by which each was judged. Nothing that is sealed later
 * changes one, so that a pool that looks again verifies no signature twice.
 */
const judged = new WeakMap<Transaction, Map<string, Issue | undefined>>();

function publicProblem(tx: Transaction, { id, ...gate }: StatedGate, ctx: Subject['ctx']): Issue | undefined {
  const { statement } = gate;
  const point = ctx.view.docketAt(statement.asOf);
  const key = `${id} ${point?.stateHash}`;
  const verdicts = judged.get(ctx.known ?? tx) ?? new Map<string, Issue | undefined>();
  if (point && verdicts.has(key)) return verdicts.get(key);
  const parts = gatePartsIn((tx.payload as JsonObject)[GATE_MEMBER], id);
  const verdict = judgeGate(parts, {
    ...{ rule: gate.rule, statement, run: { ...boundRun(tx), header: tx.header } },
    ...(statement.by && { verifier: statement.by.wallet }),
    view: gateViewOf(ctx.view, statement.asOf),
  });
  const problem =
    verdict instanceof PresentationRefusal
      ? issue(
          'VAL_GATE_006',
          `/payload/${GATE_MEMBER}/${id}`,
          `The gate ${id} does not hold: ${verdict.code}. ${verdict.message}`,
        )
      : undefined;
  judged.set(ctx.known ?? tx, verdicts.set(key, problem));
  return problem;
}
