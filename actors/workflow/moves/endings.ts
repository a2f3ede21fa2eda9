// Moves that take an instance back or end it: rejections and cancellations, from the statement of a caller to the
// sealed transaction. It decides nothing that the ledger would not.
import { issue } from '../../../core/base/issue.js';
import type { JsonObject } from '../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { stopEndsMs } from '../../../core/blueprint/disputes/disputes.js';
import { termsOf } from '../../../core/blueprint/instance/cancelling.js';
import type { PlannedAction } from '../../../core/blueprint/plan/planned.js';
import { readingOf } from '../../../core/blueprint/schemas/schema-check.js';
import type { StateView } from '../../../core/model/register.js';
import { cancellationProblem, rolesToCancelAs } from '../../../core/moves/cancellation/cancellation.js';
import { checkCancellation } from '../../../core/moves/cancellation/form.js';
import { fullProblem } from '../../../core/moves/cancellation/full.js';
import { checkRejection } from '../../../core/moves/rejection/form.js';
import type { CancellationAsk, RejectionAsk } from '../asks/moves.js';
import { type InstanceRecord, isGoing } from '../instance/instance-record.js';
import { followingPlace, pauseProblem } from './place.js';

export interface InstanceEnding {
  readonly type: 'Rejection' | 'Cancellation';
  readonly actionId: string;
  readonly previousTransactionId: string;
  readonly payload: JsonObject;
  /** The roles that a cancellation speaks for, where the definition says who cancels. */
  readonly roles?: readonly string[];
  /** A cancellation ends a full instance, whatever the definition says. */
  readonly full?: true;
  /** The role that rejects an action in place of its own. */
  readonly as?: string | undefined;
}

export interface Rejecting extends InstanceEnding {
  /** The action that the instance goes back to; undefined when the rejection ends it. */
  readonly target: number | undefined;
  /** The action, where who rejects it holds its open role from then on. */
  readonly binds: PlannedAction | undefined;
}

/**
 * The rejection of a current action by who should do it. Its reason is for the wallets that the instance goes back to
 * and for who opened it. Issues: those of `followingPlace`, VAL_BP_014 this action may not be rejected, VAL_SCHEMA_004
 * the reason is missing or not what the definition asks for.
 */
export function rejectionOf(record: InstanceRecord, ask: RejectionAsk, nowMs: number): Result<Rejecting> {
  const { row, definition } = record;
  const { actionId, previousTransactionId, by } = ask;
  const { blueprintId } = row;
  const asked = { blueprintId, actionId, previousTransactionId, sender: by.address, nowMs, publicationTxId: undefined };
  const place = followingPlace(record, asked);
  if (isFailure(place)) return place;
  const config = place.planned.action.rejectionConfig;
  if (!config) return fail(issue('VAL_BP_014', '/actionId', 'The definition lets no role reject this action.'));
  const payload: JsonObject = {
    type: 'rejection',
    ...(ask.reason === undefined ? {} : { reason: ask.reason }),
    ...(ask.fieldErrors === undefined ? {} : { fieldErrors: ask.fieldErrors }),
  };
  const wrong = checkRejection(payload, config, definition ? readingOf(definition) : {}).issues;
  if (wrong.length > 0) return fail(wrong.map((found) => ({ ...found, path: found.path.replace(/^\/payload/, '') })));
  const target = config.isTerminal === true ? undefined : config.targetActionId;
  // A starting action follows nothing, and nothing that follows nothing can be rejected.
  const follows = place.previousTransactionId as string;
  const { isOpenRole, sender } = place.planned;
  const binds = isOpenRole && !Object.hasOwn(row.participants, sender.id) ? place.planned : undefined;
  const { as } = place;
  return { type: 'Rejection', actionId, previousTransactionId: follows, payload, target, binds, as };
}

/**
 * The end of an instance by the wallet that opened it, or by those whom the definition names, told to every wallet that
 * takes part; of a full one by any party that did not fill it. Issues: VAL_BP_VERSION_001, VAL_BP_002, VAL_BP_011,
 * VAL_BP_017, VAL_BP_018, VAL_BP_019, VAL_SCHEMA_004.
 */
export function endingOf(
  { record, view }: { readonly record: InstanceRecord; readonly view: StateView },
  ask: CancellationAsk,
  nowMs: number,
): Result<InstanceEnding> {
  const { row, definition, transactions, held } = record;
  if (!isGoing(row)) return fail(issue('VAL_BP_011', '/instanceId', `The instance has ended: it is ${row.state}.`));
  const full =
    definition && !fullProblem(view, { definition, instance: row, held, wallet: ask.by.address, atMs: nowMs });
  const roles = full ? undefined : cancelledAs({ record, view }, ask.by.address, nowMs);
  if (isFailure(roles)) return roles;
  const paused = isLongStop(record, nowMs) ? undefined : pauseProblem(row, nowMs);
  if (paused) return fail(paused);
  const payload: JsonObject = { type: 'cancellation', ...(ask.reason === undefined ? {} : { reason: ask.reason }) };
  const wrong = checkCancellation(payload);
  if (wrong.length > 0) return fail(wrong.map((found) => ({ ...found, path: found.path.replace(/^\/payload/, '') })));
  const { txId, header } = (transactions.at(-1) as InstanceRecord['transactions'][number]).transaction;
  const follows = { actionId: header.actionId, previousTransactionId: txId };
  return { type: 'Cancellation', ...follows, payload, ...(roles && { roles }), ...(full && { full }) };
}

/** A stop that no party has ended in the time in which others would be paused. */
function isLongStop({ row, definition }: InstanceRecord, nowMs: number): boolean {
  if (!row.dispute || !definition) return false;
  return nowMs > (stopEndsMs(row.dispute, definition) ?? nowMs);
}

/** The roles that the wallet speaks for. */
function cancelledAs(
  { record, view }: { readonly record: InstanceRecord; readonly view: StateView },
  wallet: string,
  atMs: number,
): Result<readonly string[]> {
  const { row, definition, plan, held } = record;
  if (!definition || !plan)
    return fail(issue('VAL_BP_VERSION_001', '/instanceId', 'This node does not have the definition of the instance.'));
  const terms = termsOf(plan, row);
  const of = { definition, terms, instance: row, held, wallet, atMs };
  const roles = rolesToCancelAs(view, of);
  const asked = [...new Set([...terms.by, ...(terms.consent?.of ?? [])])].join(', ');
  if (roles.length === 0)
    return fail(
      issue('VAL_BP_002', '/senderWallet', `These cancel the instance, and the wallet is not one of them: ${asked}.`),
    );
  const problem = cancellationProblem(view, of, roles);
  return problem ? fail({ ...problem, path: '/instanceId' }) : roles;
}
