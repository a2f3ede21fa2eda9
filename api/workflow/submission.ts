// The only way of an action from a request to the workflow of the node, by its register or by its instance. The rules
// of the ledger decide what may be done, and never this file.
import type { Static } from 'typebox';
import type { ShownAction } from '../../actors/workflow/credentials/prepared.js';
import type { Acting } from '../../actors/workflow/encryption/acting.js';
import type { ActionAsk, ActionBounds } from '../../actors/workflow/moves/action/ask.js';
import type { ActionWay } from '../../actors/workflow/moves/action/way.js';
import { issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { ACCEPTED_AUDITED_MAX } from '../../core/base/limits/node/reading.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { findClosedFor } from '../access/closed.js';
import { acting, askerOf } from '../access/instances.js';
import { audit } from '../access/wallet-standing.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { InstanceActionBody } from '../schemas/workflow/workflow.js';
import { SEAL_WAIT_MS, submittedAnswer } from '../views/instances.js';
import type { ActionPlace } from './action-place.js';
import { fileView, type SubmissionFiles, submissionFiles } from './files.js';

export type SubmissionDeps = Pick<
  ApiDeps,
  | 'clock'
  | 'random'
  | 'config'
  | 'commit'
  | 'audit'
  | 'wallets'
  | 'keystore'
  | 'ledger'
  | 'chain'
  | 'uploads'
  | 'fileChecks'
  | 'workflow'
  | 'operations'
  | 'inbox'
>;

/** Does the action with a wallet that the caller may sign with: WALLET_ACCESS_DENIED, or the issues of the workflow. */
export async function submitTo(call: ApiCall<SubmissionDeps>, { place, body, prepared }: SubmittedAction) {
  const gathered = await gatherAction(call, place, body);
  if (isFailure(gathered)) return gathered;
  const { sent, ask, keep } = gathered;
  if (body.acceptSuspect?.length) await auditAcceptedFaults(call, place, body);
  const { operations, clock } = call.deps;
  const { respondAsync: background, idempotencyKey } = call;
  try {
    const result = await operations.submit(prepared ? withPrepared(ask, prepared) : ask, {
      asker: askerOf(call.caller),
      background,
      idempotencyKey,
      check: sent.check,
      ...(keep && { keep }),
    });
    await sent.settle(!isFailure(result));
    return submittedAnswer(result, clock.now(), sent.files.map(fileView));
  } finally {
    sent.end();
  }
}

interface SubmittedAction {
  readonly place: ActionPlace;
  readonly body: Static<typeof InstanceActionBody>;
  /** It was shown credentials. */
  readonly prepared?: ShownAction;
}

/** At the place for which credentials were shown. */
function withPrepared(ask: ActionAsk, prepared: ShownAction): ActionAsk {
  const { instanceId, publicationTxId, previousTransactionId } = prepared;
  const opening = ask.instanceId === undefined ? { opens: instanceId, publicationTxId } : {};
  return { ...ask, ...opening, prepared, ...(previousTransactionId !== undefined && { previousTransactionId }) };
}

/** An action as the workflow is asked for it. The files are held until `sent.end()`. */
export interface GatheredAction {
  readonly ask: ActionAsk;
  readonly sent: SubmissionFiles;
  /** Counts what is done without a question. */
  readonly keep?: ActionWay['keep'];
}

/** WALLET_ACCESS_DENIED, BODY_INVALID, and the refusals of files. Nothing is sent. */
export async function gatherAction(
  call: ApiCall<SubmissionDeps>,
  place: ActionPlace,
  body: Static<typeof InstanceActionBody>,
): Promise<Result<GatheredAction>> {
  const by = await acting(call, body.senderWallet, 'sign');
  if (isFailure(by)) return by;
  const closed = await findClosedFor(call, place.registerId, body.senderWallet);
  if (closed) return fail({ ...closed, path: '/registerAddress' });
  if (body.role !== undefined && !body.vote)
    return fail(issue('BODY_INVALID', '/role', 'The role is that of a vote: say what it votes.'));
  const asked = { by, place, payload: body.payloadData as JsonObject, files: body.files ?? [] };
  const unasked = boundsIn(call, place, by);
  if (isFailure(unasked)) return unasked;
  const sent = await submissionFiles(call, asked);
  if (isFailure(sent)) return sent;
  const ask: ActionAsk = {
    registerId: place.registerId,
    blueprintId: place.blueprintId,
    instanceId: place.instanceId,
    actionId: place.actionId,
    by,
    payload: sent.payload,
    ...(body.vote && { vote: { vote: body.vote, ...(body.role !== undefined && { role: body.role }) } }),
    ...(sent.files.length > 0 && { files: sent.files }),
    previousTransactionId: body.previousTransactionHash,
    externalRecipientKeys: body.externalRecipientKeys,
    acceptSuspect: body.acceptSuspect,
    waitMs: call.waitMs || SEAL_WAIT_MS,
    ...(unasked && { within: unasked.within }),
  };
  return { ask, sent, ...(unasked && { keep: unasked.keep }) };
}

/** STANDING_GRANT_NEEDED; undefined for a call about which its person was asked, or has not to be. */
function boundsIn(
  { unasked }: ApiCall<SubmissionDeps>,
  { registerId, blueprintId, publicationTxId = '', actionId }: ActionPlace,
  { wallet: { address: wallet } }: Acting,
): Result<{ readonly within: ActionBounds; readonly keep: NonNullable<ActionWay['keep']> } | undefined> {
  if (unasked === undefined) return undefined;
  const act = { registerId, blueprintId, publicationTxId, wallet, actionId: Number(actionId) };
  const within = unasked.boundsOf(act);
  return isFailure(within) ? within : { within, keep: ({ txId }) => unasked.count(act, txId) };
}

/** Nothing on the ledger says what an action was done in spite of: the audit trail does, before it is sealed. */
async function auditAcceptedFaults(
  call: ApiCall<SubmissionDeps>,
  { registerId, instanceId = '', actionId }: ActionPlace,
  { senderWallet, acceptSuspect = [] }: Static<typeof InstanceActionBody>,
): Promise<void> {
  const act = { registerId, instanceId, actionId, wallet: senderWallet };
  for (let from = 0; from < acceptSuspect.length; from += ACCEPTED_AUDITED_MAX) {
    const transactions = acceptSuspect.slice(from, from + ACCEPTED_AUDITED_MAX).join(' ');
    await audit(call, 'SuspectAccepted', { ...act, transactions });
  }
}
