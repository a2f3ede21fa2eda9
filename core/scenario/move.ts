// A move of a scenario, and the transaction that it is on a register: sender, metadata and what it states in the clear.
// Pure; it reads the state of the scenario only.
import type { JsonObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import type { Executed } from '../blueprint/execution/execute.js';
import { termsOf } from '../blueprint/instance/cancelling.js';
import { seesOf } from '../blueprint/names/run-reads.js';
import type { VoteChoice } from '../blueprint/plan/approval.js';
import { readDues } from '../blueprint/plan/stated-dues.js';
import type { Answer } from '../blueprint/state/move.js';
import type { MoveType } from '../blueprint/state/move-types.js';
import { holdersNow } from '../instance/people/holders.js';
import type { Transaction } from '../model/transaction.js';
import { rolesToCancelAs } from '../moves/cancellation/cancellation.js';
import { fullProblem } from '../moves/cancellation/full.js';
import { statedRouting } from '../transaction/action-metadata.js';
import { type MemoryRegister, PUBLICATION } from './memory-register.js';
import { candidateWallet, INSTANCE, loneRecord, namedWallet } from './parties.js';
import type { ShownAtGates } from './showing.js';

/** A move that a role makes at a time. */
export interface ScenarioMove {
  readonly type: MoveType;
  readonly actionId: number;
  readonly role: string;
  /** A candidate that acts in the role; the wallet of the role unless stated. */
  readonly candidate?: string | undefined;
  /** The wallet that sends it, where it is not one that acts in the role. */
  readonly wallet?: string | undefined;
  /** Of a Handover: the wallets that sign it. */
  readonly signers?: readonly string[];
  /** The participant that acts for the role by a delegation. */
  readonly deputy?: string | undefined;
  /** The transaction that it follows; undefined where it opens the instance. */
  readonly previous: string | undefined;
  readonly payload: JsonObject;
  /** Of an action with gates: the claims that are shown there. */
  readonly shows?: ShownAtGates | undefined;
  /** Of a Vote. */
  readonly vote?: VoteChoice;
  /** Of a Confirmation. */
  readonly answer?: Answer;
  /** Of an Objection: the resolver judges it, and the others do not read it. */
  readonly isPrivate?: boolean;
  /** Of a Cancellation that says so also where something can go on. */
  readonly isFull?: boolean;
  readonly atMs: number;
}

/** The metadata of a move, whatever the state. */
export function metadataOf({ type, role, deputy, vote, answer, isPrivate }: ScenarioMove): JsonObject {
  if (isPrivate) return { type, role, contentEncoding: 'encrypted' };
  const cast = vote !== undefined && { role, vote, ...(deputy !== undefined && { for: loneRecord(role) }) };
  return { type, ...cast, ...(answer && { answer: { ...answer } }) };
}

/**
 * No signature and no bytes: nothing here asks for them. The content of a run is not known before it is executed, so
 * until then it is judged as one that is encrypted.
 */
export function transactionOf(
  register: MemoryRegister,
  move: ScenarioMove,
  executed: Executed | undefined,
): Transaction {
  const { definition, plan } = register;
  const { type, actionId, previous: previousTransactionId, atMs } = move;
  // Votes decide together, and each of them states nothing of that.
  const stated = type === 'Vote' ? undefined : executed?.decision;
  const planned = executed && plan.actions.get(String(actionId));
  const due = planned && readDues(definition, planned.action, executed.data);
  const routing = stated && statedRouting(stated, PUBLICATION);
  return {
    txId: register.nextId(),
    header: {
      registerId: INSTANCE,
      blueprintId: INSTANCE,
      actionId: String(actionId),
      instanceId: INSTANCE,
      publicationTxId: PUBLICATION,
      ...(previousTransactionId !== undefined && { previousTransactionId }),
      senderWallet: senderOf(register, move),
      payloadHash: '',
      createdAt: new Date(atMs).toISOString(),
      metadata: {
        ...metadataOf(move),
        ...(!executed && (type === 'Action' || type === 'Vote') && { contentEncoding: 'encrypted' }),
        ...cancelling(register, move),
        ...standingIn(register, move),
        ...claiming(register, move),
        ...(due && !isFailure(due) && { due }),
        ...(routing && { routing: routing as unknown as JsonObject }),
        ...seeing(register, move),
      },
    },
    payload: executed?.data ?? move.payload,
    signatures: [],
    bytes: new Uint8Array(0),
  };
}

/** A move of a scenario is calculated by the state that it meets. */
function seeing(
  { definition, plan, row }: MemoryRegister,
  { type, actionId }: ScenarioMove,
): { readonly sees?: number } {
  const planned = type === 'Action' || type === 'Vote' ? plan.actions.get(String(actionId)) : undefined;
  return planned ? seesOf(definition, planned.action, row) : {};
}

function senderOf(register: MemoryRegister, { role, candidate, deputy, wallet }: ScenarioMove): string {
  if (wallet !== undefined) return wallet;
  if (deputy !== undefined) return namedWallet(deputy);
  return candidate === undefined ? register.walletOf(role) : candidateWallet(candidate);
}

/**
 * That nothing can go on, as a node says it where that is so; else the roles that the cancellation speaks for.
 */
function cancelling(register: MemoryRegister, move: ScenarioMove): JsonObject {
  const { type, role, isFull, atMs } = move;
  const { definition, plan, view, row: instance } = register;
  if (type !== 'Cancellation' || !instance) return {};
  const of = { definition, instance, held: holdersNow(view, INSTANCE), wallet: senderOf(register, move), atMs };
  if (isFull || !fullProblem(view, of)) return { full: true };
  const roles = rolesToCancelAs(view, { ...of, terms: termsOf(plan, instance) });
  return { roles: roles.length > 0 ? roles : [role] };
}

function standingIn({ plan }: MemoryRegister, { type, actionId, role }: ScenarioMove): { readonly as?: string } {
  const isMove = type === 'Action' || type === 'Rejection';
  return isMove && plan.actions.get(String(actionId))?.standIns.has(role) ? { as: role } : {};
}

/** A role that votes on an action, or does nothing of it, reserves itself. */
function claiming({ plan }: MemoryRegister, { type, actionId, role }: ScenarioMove): { readonly role?: string } {
  const isClaim = type === 'Claim' || type === 'Release';
  const { approval, quiet } = plan.actions.get(String(actionId)) ?? {};
  return isClaim && (approval?.voters.has(role) || quiet?.has(role)) ? { role } : {};
}
