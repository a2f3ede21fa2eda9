// Why a move of a scenario is refused: the steps of the pipeline that ask nothing of keys and bytes, in its order.
import { type Issue, issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import { RULES_LATEST } from '../base/version.js';
import type { Apart, PlannedAction } from '../blueprint/plan/planned.js';
import type { SchemaReading } from '../blueprint/schemas/schema-check.js';
import type { Transaction } from '../model/transaction.js';
import { rowsIn, standsForIn } from '../moves/kinds/action.js';
import { confirmingFor, reachProblem } from '../moves/people/deputies.js';
import { fourEyesProblem } from '../moves/people/four-eyes.js';
import { judgeSigned } from '../moves/people/handover.js';
import { answerIn, isEncrypted } from '../transaction/action-metadata.js';
import { moveTypeOf } from '../transaction/move-type.js';
import { plannedFor } from '../transaction/stated-vote.js';
import { checkCancellation, checkConfirmation, checkRejection } from '../validate/data/rejection.js';
import { cancellation } from '../validate/instance/cancellation.js';
import { chain, confirmed, join, previous, sender } from '../validate/instance/chain.js';
import { claims } from '../validate/instance/claims.js';
import { confirmation } from '../validate/instance/confirmation.js';
import { admission, againUntil, privateObjection } from '../validate/instance/objection.js';
import { resolution } from '../validate/instance/resolution.js';
import { due } from '../validate/instance/timer.js';
import { ballot, voting } from '../validate/instance/vote.js';
import type { ChainSubject } from '../validate/parts/chain-subject.js';
import { signedHandover } from './handing.js';
import type { MemoryRegister } from './memory-register.js';
import type { ScenarioMove } from './move.js';
import { INSTANCE } from './parties.js';

/** None where the move is taken in a docket of this time. `written` is the action as the definition has it. */
export function refusals(
  register: MemoryRegister,
  tx: Transaction,
  {
    written,
    signers = [],
    atMs,
  }: { readonly written: PlannedAction; readonly signers?: readonly string[] | undefined; readonly atMs: number },
): readonly Issue[] {
  const { definition, plan, view, row: instance } = register;
  const planned = plannedFor(plan, tx.header) ?? written;
  const ctx = { docketMs: atMs, view, state: { timestampMs: atMs, rules: RULES_LATEST } };
  const subject: ChainSubject = { tx, definition, plan, planned, ctx };
  const steps = [
    () => voting({ tx, plan }),
    ...[previous, confirmed, chain, due, join, sender, cancellation, confirmation].map((step) => () => step(subject)),
    () => confirmedFor(register, tx, atMs),
    () => objected(register, subject, atMs),
    () => resolution(subject),
    () => claims(subject),
    () => handedOver(register, tx, { signers, atMs }),
    () => ballot({ tx, ctx, definition, plan, ...(instance && { instance }) }),
  ];
  for (const step of steps) {
    const issues = step();
    if (issues.length > 0) return issues;
  }
  return keptApart(register, tx, { planned, atMs });
}

/** A node confirms for a deputy what the role reads of the run, and no more than the deputy may. */
function confirmedFor(register: MemoryRegister, { header }: Transaction, atMs: number): readonly Issue[] {
  const { definition, view } = register;
  const answer = answerIn(header.metadata ?? {});
  if (moveTypeOf(header) !== 'Confirmation' || !answer?.accept) return [];
  const { blueprintId, previousTransactionId: txId = '', senderWallet: wallet } = header;
  const place = { definition, blueprintId, instanceId: INSTANCE, atMs };
  const deputies = confirmingFor(view, place, { role: answer.role, wallet, run: view.transaction(txId) });
  const beyond = reachProblem(deputies, register.seen(answer.role, txId, atMs));
  return beyond ? [beyond] : [];
}

function keptApart(
  { definition, view, row: instance }: MemoryRegister,
  tx: Transaction,
  { planned, atMs }: { readonly planned: PlannedAction; readonly atMs: number },
): readonly Issue[] {
  const type = moveTypeOf(tx.header);
  if (type !== 'Action' && type !== 'Rejection') return [];
  const doing = {
    definition,
    planned: lone(planned),
    instanceId: INSTANCE,
    instance,
    standsFor: standsForIn(tx, { view, definition, atMs }),
    isRejection: type === 'Rejection',
  };
  const problem = fourEyesProblem(view, { ...doing, wallet: tx.header.senderWallet });
  return problem ? [problem] : [];
}

function handedOver(
  { definition, view, row: instance }: MemoryRegister,
  tx: Transaction,
  of: { readonly signers: readonly string[]; readonly atMs: number },
): readonly Issue[] {
  if (moveTypeOf(tx.header) !== 'Handover') return [];
  if (instance?.language !== 2)
    return [issue('VAL_HAND_001', '/header/instanceId', 'Only roles of an instance of language 2 are handed over.')];
  // Its form is right but for this, which a step may say.
  const { from, to } = tx.payload as JsonObject;
  if (to !== undefined && from === to)
    return [issue('VAL_SCHEMA_004', '/payload/to', 'This participant holds the role already.')];
  const handed = judgeSigned(view, signedHandover(tx, { definition, instance, ...of }));
  return isFailure(handed) ? [handed.issue] : [];
}

/** Whether somebody may object to the run now: that it is false is taken for granted, or said by `judge`. */
function objected(
  { definition, view, row: instance }: MemoryRegister,
  subject: ChainSubject,
  atMs: number,
): readonly Issue[] {
  const { tx } = subject;
  if (moveTypeOf(tx.header) !== 'Objection' || instance?.language !== 2) return [];
  if (isEncrypted(tx.header)) return privateObjection(subject, definition);
  const txId = tx.header.previousTransactionId ?? '';
  const of = { row: rowsIn(view)(txId), run: view.transaction(txId), held: [], since: 0 };
  const untilMs = againUntil(subject, instance, definition);
  const problem = admission({ tx, instance, definition, atMs, ...of, untilMs });
  return problem ? [problem] : [];
}

/** Roles are the parties of a scenario: no record names their organisations, which are not compared. */
function lone(planned: PlannedAction): PlannedAction {
  const alone = (all: readonly Apart[]): readonly Apart[] => all.map((one) => ({ ...one, byOrganisation: false }));
  return { ...planned, apart: alone(planned.apart), roleApart: alone(planned.roleApart) };
}

/** Why the payload of a move that records nothing is none. */
export function formIssues(
  { type, payload, answer }: ScenarioMove,
  { action }: PlannedAction,
  reading: SchemaReading,
): readonly Issue[] {
  if (type === 'Cancellation') return checkCancellation(payload);
  if (type === 'Confirmation') return checkConfirmation(payload, { isAccepted: answer?.accept === true });
  if (['Action', 'Vote', 'Objection', 'Resolution', 'Claim', 'Release', 'Handover'].includes(type)) return [];
  const config = action.rejectionConfig;
  if (config) return checkRejection(payload, config, reading).issues;
  return [issue('VAL_BP_014', '/header/actionId', 'The definition lets no role reject this action.')];
}
