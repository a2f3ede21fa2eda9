// The move that a step of a scenario makes where the instance stands: who does it, and what it follows.
import type { JsonObject } from '../base/json.js';
import { actionOf } from '../blueprint/definition/conformance.js';
import type { Definition } from '../blueprint/definition/types.js';
import { openBranches, waitingRuns } from '../blueprint/instance/branches.js';
import type { ScenarioStep } from './form.js';
import type { MemoryInstance } from './memory-instance.js';
import type { ScenarioMove } from './move.js';
import { candidatesNamed, candidateWallet, namedWallet } from './parties.js';

export interface WalkNow {
  readonly definition: Definition;
  readonly instance: MemoryInstance;
  /** TxIds by number of their step, from 1; undefined for a step that sealed nothing. */
  readonly sealed: readonly (string | undefined)[];
}

/** The walk has nothing false in it, so that a scenario says what is proven false. */
const PROVEN = { type: 'objection', v: 1, ground: 'schema', at: '', shown: [] } satisfies JsonObject;

/** The move that a step makes; a text where it cannot be one. */
export function moveOf(walk: WalkNow, step: ScenarioStep, atMs: number): ScenarioMove | string {
  const { action, reject, cancel, vote, payload = {}, reason } = step;
  if (isAnswer(step)) return answerOf(walk, step, atMs);
  if ([step.object, step.judge, step.resolve].some((item) => item !== undefined)) return disputeMove(walk, step, atMs);
  if (step.handover !== undefined) return handoverOf(walk, step, atMs);
  const of = partyOf(walk, step);
  if (typeof of === 'string') return of;
  const { role, candidate } = of;
  const last = walk.instance.moves.at(-1)?.transaction;
  if (cancel) {
    if (!last) return 'there is nothing to cancel yet';
    const said = { type: 'cancellation', ...(reason !== undefined && { reason }) };
    const by = step.as ?? openerOf(walk);
    return {
      type: 'Cancellation',
      actionId: Number(last.header.actionId),
      role: by,
      wallet: step.as === undefined ? walk.instance.opener : undefined,
      previous: last.txId,
      payload: said,
      isFull: step.full === true,
      atMs,
    };
  }
  const claimed = step.claim ?? step.release;
  const actionId = (action ?? reject ?? claimed) as number;
  const previous = claimed === undefined ? previousOf(walk, step, actionId) : last?.txId;
  const { deputy } = step;
  const by = { ...(candidate !== undefined && { candidate }), ...(deputy !== undefined && { deputy }) };
  const common = { actionId, role: role ?? '', ...by, previous, atMs };
  if (claimed !== undefined) {
    const type = step.claim === undefined ? 'Release' : 'Claim';
    return { ...common, type, payload: { type: type.toLowerCase(), v: 1 } };
  }
  const { shows } = step;
  if (vote !== undefined) return { ...common, type: 'Vote', payload, shows, vote };
  if (reject === undefined) return { ...common, type: 'Action', payload, shows };
  return {
    ...common,
    type: 'Rejection',
    payload: { type: 'rejection', reason: reason ?? 'rejected by the scenario' },
  };
}

/** The answer to the run that waits, or to the newest move where none does: then the rules say why not. */
function answerOf(walk: WalkNow, step: ScenarioStep, atMs: number): ScenarioMove | string {
  const { confirm, decline, after, reason = 'not confirmed by the scenario' } = step;
  const actionId = (confirm ?? decline) as number;
  const waiting = walk.instance.waitingFor(actionId);
  const role = step.as ?? waiting?.missing[0] ?? '';
  const [unknown] = step.as === undefined ? [] : unknownRole(walk.definition, role);
  if (unknown !== undefined) return unknown;
  const accept = confirm !== undefined;
  return {
    ...{ type: 'Confirmation', actionId, role, atMs, answer: { accept, role } },
    ...(step.deputy !== undefined && { deputy: step.deputy }),
    previous:
      after !== undefined ? walk.sealed[after] : (waiting?.txId ?? walk.instance.moves.at(-1)?.transaction.txId),
    payload: { type: 'confirmation', ...(!accept && { reason }) },
  };
}

/** Signed by the new holder, and by the one before or by others in its place; a refusal by the holder. */
function handoverOf(walk: WalkNow, step: ScenarioStep, atMs: number): ScenarioMove | string {
  const { handover: role = '', to = '', by, refuse } = step;
  const { definition, instance } = walk;
  const [unknown] = [role, ...(by ?? [])].flatMap((name) => unknownRole(definition, name));
  if (unknown !== undefined) return unknown;
  const last = instance.moves.at(-1)?.transaction;
  if (!last) return 'no role is held yet';
  const holder = instance.holderOf(role);
  const receiver = receiverOf(walk, role, to);
  const said: JsonObject = refuse
    ? { refuse }
    : { ...(holder && { from: holder }), to: receiver, ...(holder && by && { withoutHolder: true }) };
  const signers = [...(refuse ? [] : [receiver]), ...(by ?? [role]).map((name) => instance.walletOf(name))];
  return {
    ...{ type: 'Handover', actionId: Number(last.header.actionId), role, previous: last.txId, atMs },
    ...{ wallet: signers[0], signers, payload: { type: 'handover', v: 1, role, ...said } },
  };
}

function receiverOf({ definition, instance }: WalkNow, role: string, name: string): string {
  const participant = definition.participants.find(({ id }) => id === role);
  if (participant && candidatesNamed(participant).includes(name)) return candidateWallet(name);
  return definition.participants.some(({ id }) => id === name) ? instance.walletOf(name) : namedWallet(name);
}

/** An objection that is taken to be proven, or a word about the dispute that lasts, or about the newest move. */
function disputeMove(walk: WalkNow, step: ScenarioStep, atMs: number): ScenarioMove | string {
  const { object, judge, resolve } = step;
  const role = roleOf(walk, step) ?? '';
  const [unknown] = unknownRole(walk.definition, role);
  if (unknown !== undefined) return unknown;
  const { row, moves } = walk.instance;
  if (!row) return 'no instance is there';
  const last = moves.at(-1)?.transaction;
  if (object !== undefined) {
    const previous = walk.instance.newestRun(object) ?? last?.txId;
    const isPrivate = step.private === true;
    return { type: 'Objection', actionId: object, role, previous, payload: PROVEN, isPrivate, atMs };
  }
  const { action = Number(last?.header.actionId), objection = last?.txId } = row.dispute ?? {};
  const { ground, at: place } = PROVEN;
  const value = { proven: judge === true, ...(judge && { ground, at: place }) };
  const said = judge === undefined ? { outcome: resolve as string } : value;
  const payload: JsonObject = { type: 'resolution', v: 1, role, ...said };
  return { type: 'Resolution', actionId: action, role, previous: objection, payload, atMs };
}

/**
 * The newest branch that leads to the action. Where none does the newest run that will once it is confirmed, or else
 * the newest move: then the rules say why not.
 */
function previousOf(walk: WalkNow, { after }: ScenarioStep, actionId: number): string | undefined {
  if (after !== undefined) return walk.sealed[after];
  const { row, moves } = walk.instance;
  const branches = row ? openBranches(row).filter((branch) => branch.actionId === actionId) : [];
  const waiting = row ? waitingRuns(row).filter(({ leads }) => leads.includes(actionId)) : [];
  const newest = (all: readonly { readonly txId: string }[]) =>
    all
      .map(({ txId }) => txId)
      .sort()
      .at(-1);
  return newest(branches) ?? newest(waiting) ?? moves.at(-1)?.transaction.txId;
}

/** The role that does a step; where `as` is one of its candidates that, too. */
function partyOf(
  walk: WalkNow,
  step: ScenarioStep,
): { readonly role: string | undefined; readonly candidate?: string } | string {
  const role = roleOf(walk, step);
  const { as: _, ...unnamed } = step;
  const own = roleOf(walk, unnamed);
  const participant = walk.definition.participants.find(({ id }) => id === own);
  const [unknown] = role === undefined ? [] : unknownRole(walk.definition, role);
  if (unknown === undefined) return { role };
  if (!participant || !candidatesNamed(participant).includes(role as string)) return unknown;
  return { role: own, candidate: role as string };
}

/** The role that does a step, as far as it says so. */
export function roleOf(walk: WalkNow, { action, reject, claim, release, judge, as }: ScenarioStep): string | undefined {
  if (judge !== undefined) return as ?? walk.definition.disputes?.resolver;
  const id = action ?? reject ?? claim ?? release;
  return as ?? (id === undefined ? undefined : actionOf(walk.definition, String(id))?.sender);
}

function openerOf(walk: WalkNow): string {
  const [first] = walk.instance.moves;
  return actionOf(walk.definition, first?.transaction.header.actionId ?? '')?.sender ?? '';
}

/** A text for a role that the definition does not have. */
export function unknownRole(definition: Definition, role: string): readonly string[] {
  const roles = definition.participants.map(({ id }) => id);
  return roles.includes(role) ? [] : [`the definition has no role ${role}: it has ${roles.join(', ')}`];
}

function isAnswer({ confirm, decline }: ScenarioStep): boolean {
  return confirm !== undefined || decline !== undefined;
}

/** False where time passes, and nothing else. */
export function isMove(step: ScenarioStep): boolean {
  const { action, reject, cancel, claim, release, object, judge, resolve, handover } = step;
  return (
    [action, reject, cancel, claim, release, object, judge, resolve, handover].some((item) => item !== undefined) ||
    isAnswer(step)
  );
}
