// A Cancellation ends an instance: from the ask to the register. It decides nothing that the ledger would not.
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { stopEndsMs } from '../../../../core/blueprint/disputes/disputes.js';
import { termsOf } from '../../../../core/blueprint/instance/cancelling.js';
import { instanceAt } from '../../../../core/instance/rows.js';
import type { StateView } from '../../../../core/model/register.js';
import { cancellationProblem, rolesToCancelAs } from '../../../../core/moves/cancellation/cancellation.js';
import { checkCancellation } from '../../../../core/moves/cancellation/form.js';
import { fullProblem } from '../../../../core/moves/cancellation/full.js';
import { signedMove } from '../../encryption/signing.js';
import { type InstanceRecord, isGoing } from '../../instance/instance-record.js';
import { pauseProblem } from '../parts/place.js';
import { type MovePorts, sendMove } from '../parts/plain-move.js';
import { wholeMove } from '../parts/whole-move.js';
import type { CancellationAsk, CancellationOutcome } from './ask.js';

export interface MadeCancellation {
  readonly actionId: string;
  readonly previousTransactionId: string;
  readonly payload: JsonObject;
  /** The roles that it speaks for, where the definition says who cancels. */
  readonly roles?: readonly string[];
  /** It ends a full instance, whatever the definition says. */
  readonly full?: true;
}

/** Issues of `cancellationOf`, of the key and of the register. */
export async function makeCancellation(
  ports: MovePorts,
  record: InstanceRecord,
  ask: CancellationAsk,
): Promise<Result<CancellationOutcome>> {
  const view = ports.chain.view(record.at.reg);
  const cancelling = cancellationOf({ record, view }, ask, ports.clock.now());
  if (isFailure(cancelling)) return cancelling;
  const { roles, full, ...place } = cancelling;
  const metadata = { ...(roles && { roles }), ...(full && { full }) };
  const tx = await signedMove(
    ports,
    wholeMove(ports, record, { ...place, by: ask.by, metadata, type: 'Cancellation' }),
  );
  const sent = await sendMove(ports, record, { tx, ask });
  if (isFailure(sent)) return sent;
  const row = sent.status === 'sealed' ? instanceAt(view, record.id) : undefined;
  return { ...sent, nextActions: [], calculations: {}, isComplete: row !== undefined && !isGoing(row) };
}

/**
 * The end of an instance by the wallet that opened it, or by those whom the definition names, told to every wallet that
 * takes part; of a full one by any party that did not fill it. Issues: VAL_BP_VERSION_001, VAL_BP_002, VAL_BP_011,
 * VAL_BP_017, VAL_BP_018, VAL_BP_019, VAL_SCHEMA_004.
 */
export function cancellationOf(
  { record, view }: { readonly record: InstanceRecord; readonly view: StateView },
  ask: CancellationAsk,
  nowMs: number,
): Result<MadeCancellation> {
  const { row, definition, transactions, held } = record;
  if (!isGoing(row)) return fail(issue('VAL_BP_011', '/instanceId', `The instance has ended: it is ${row.state}.`));
  const full =
    definition && !fullProblem(view, { definition, instance: row, held, wallet: ask.by.address, atMs: nowMs });
  const roles = full ? undefined : cancellingRoles({ record, view }, ask.by.address, nowMs);
  if (isFailure(roles)) return roles;
  const paused = isLongStop(record, nowMs) ? undefined : pauseProblem(row, nowMs);
  if (paused) return fail(paused);
  const payload: JsonObject = { type: 'cancellation', ...(ask.reason === undefined ? {} : { reason: ask.reason }) };
  const wrong = checkCancellation(payload);
  if (wrong.length > 0)
    return fail(wrong.map((problem) => ({ ...problem, path: problem.path.replace(/^\/payload/, '') })));
  const { txId, header } = (transactions.at(-1) as InstanceRecord['transactions'][number]).transaction;
  const follows = { actionId: header.actionId, previousTransactionId: txId };
  return { ...follows, payload, ...(roles && { roles }), ...(full && { full }) };
}

/** A stop that no party has ended in the time in which others would be paused. */
function isLongStop({ row, definition }: InstanceRecord, nowMs: number): boolean {
  if (!row.dispute || !definition) return false;
  return nowMs > (stopEndsMs(row.dispute, definition) ?? nowMs);
}

/** The roles that the wallet speaks for. */
function cancellingRoles(
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
