// Why a move of a scenario is refused: the steps of the pipeline that ask nothing of keys and bytes, in its order.
import { type Issue, issue } from '../base/issue.js';
import type { JsonObject } from '../base/json.js';
import { isFailure } from '../base/result.js';
import { RULES_LATEST } from '../base/version.js';
import type { Apart, PlannedAction } from '../blueprint/plan/planned.js';
import type { SchemaReading } from '../blueprint/schemas/schema-check.js';
import type { MoveType } from '../blueprint/state/move-types.js';
import { confirmingFor, reachProblem, standsForIn } from '../instance/people/deputies.js';
import { fourEyesProblem } from '../instance/people/four-eyes.js';
import { rowsIn } from '../instance/rows.js';
import type { Transaction } from '../model/transaction.js';
import { checkCancellation } from '../moves/cancellation/form.js';
import { cancellation } from '../moves/cancellation/judge.js';
import { claims } from '../moves/claim/judge.js';
import { checkConfirmation } from '../moves/confirmation/form.js';
import { confirmation } from '../moves/confirmation/judge.js';
import { judgeSigned } from '../moves/handover/handover.js';
import { admission, againUntil, privateObjection } from '../moves/objection/judge.js';
import type { ChainSubject } from '../moves/parts/chain-subject.js';
import { checkRejection } from '../moves/rejection/form.js';
import { resolution } from '../moves/resolution/judge.js';
import { due } from '../moves/timer/judge.js';
import { ballot, voting } from '../moves/vote/judge.js';
import { answerIn, isEncrypted } from '../transaction/action-metadata.js';
import { isActing, moveTypeOf } from '../transaction/move-type.js';
import { isVote, planFor } from '../transaction/stated-vote.js';
import { chain, checkConfirmed, join, previous, sender } from '../validate/instance/chain.js';
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
  const { definition, plan, view } = register;
  const planned = planFor(plan, tx.header) ?? written;
  const ctx = { docketMs: atMs, view, state: { timestampMs: atMs, rules: RULES_LATEST } };
  const subject: ChainSubject = { tx, definition, plan, planned, ctx };
  const steps = [
    () => voting({ tx, plan }),
    ...[previous, checkConfirmed, chain, due, join, sender].map((step) => () => step(subject)),
    () => OWN[moveTypeOf(tx.header)]?.({ register, subject, signers, atMs }) ?? [],
  ];
  for (const step of steps) {
    const issues = step();
    if (issues.length > 0) return issues;
  }
  return keptApart(register, tx, { planned, atMs });
}

interface Judged {
  readonly register: MemoryRegister;
  readonly subject: ChainSubject;
  readonly signers: readonly string[];
  readonly atMs: number;
}

/** The steps that one type of moves has; a scenario makes no move of the others but actions and rejections. */
const OWN: Readonly<Record<MoveType, ((of: Judged) => readonly Issue[]) | undefined>> = {
  Action: undefined,
  Rejection: undefined,
  Timer: undefined,
  Delivery: undefined,
  Challenge: undefined,
  Issuance: undefined,
  CredentialStatus: undefined,
  Cancellation: ({ subject }) => cancellation(subject),
  Confirmation: (of) => [...confirmation(of.subject), ...judgeConfirmation(of)].slice(0, 1),
  Objection: judgeObjection,
  Resolution: ({ subject }) => resolution(subject),
  Claim: ({ subject }) => claims(subject),
  Release: ({ subject }) => claims(subject),
  Handover: judgeHandover,
  Vote: ({ subject }) => ballot(subject),
};

/** A node confirms for a deputy what the role reads of the run, and no more than the deputy may. */
function judgeConfirmation({ register, subject, atMs }: Judged): readonly Issue[] {
  const { definition, view } = register;
  const { header } = subject.tx;
  const answer = answerIn(header.metadata ?? {});
  if (!answer?.accept) return [];
  const { blueprintId, previousTransactionId: txId = '', senderWallet: wallet } = header;
  const place = { definition, blueprintId, instanceId: INSTANCE, atMs };
  const deputies = confirmingFor(view, place, { role: answer.role, wallet, run: view.transaction(txId) });
  const beyond = reachProblem(deputies, register.seenData(answer.role, txId, atMs));
  return beyond ? [beyond] : [];
}

function keptApart(
  { definition, view, row: instance }: MemoryRegister,
  tx: Transaction,
  { planned, atMs }: { readonly planned: PlannedAction; readonly atMs: number },
): readonly Issue[] {
  if (!isActing(tx.header) || isVote(tx.header)) return [];
  const doing = {
    definition,
    planned: lone(planned),
    instanceId: INSTANCE,
    instance,
    standsFor: standsForIn(tx, { view, definition, atMs }),
    isRejection: moveTypeOf(tx.header) === 'Rejection',
  };
  const problem = fourEyesProblem(view, { ...doing, wallet: tx.header.senderWallet });
  return problem ? [problem] : [];
}

function judgeHandover({ register, subject: { tx }, signers, atMs }: Judged): readonly Issue[] {
  const { definition, view, row: instance } = register;
  if (!instance)
    return [
      issue('VAL_HAND_001', '/header/instanceId', 'There is no such instance, whose roles could be handed over.'),
    ];
  // Its form is right but for this, which a step may say.
  const { from, to } = tx.payload as JsonObject;
  if (to !== undefined && from === to)
    return [issue('VAL_SCHEMA_004', '/payload/to', 'This participant holds the role already.')];
  const handed = judgeSigned(view, signedHandover(tx, { definition, instance, signers, atMs }));
  return isFailure(handed) ? [handed.issue] : [];
}

/** Whether somebody may object to the run now: that it is false is taken for granted, or said by `judge`. */
function judgeObjection({ register, subject, atMs }: Judged): readonly Issue[] {
  const { definition, view, row: instance } = register;
  const { tx } = subject;
  if (!instance) return [];
  if (isEncrypted(tx.header)) return privateObjection(subject, definition);
  const txId = tx.header.previousTransactionId ?? '';
  const of = { row: rowsIn(view)(txId), run: view.transaction(txId), held: [], since: 0 };
  const untilMs = againUntil(subject, instance, definition);
  const problem = admission({ tx, instance, definition, atMs, ...of, untilMs });
  return problem ? [problem] : [];
}

/** Roles are the parties of a scenario: no record names their organisations, which are not compared. */
function lone(planned: PlannedAction): PlannedAction {
  const alone = (all: readonly Apart[]): readonly Apart[] => all.map((item) => ({ ...item, byOrganisation: false }));
  return { ...planned, apart: alone(planned.apart), roleApart: alone(planned.roleApart) };
}

/** Why the payload of a move that records nothing is not valid. */
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
