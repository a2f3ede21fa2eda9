// A Rejection takes back the action before one that waits for the wallet: from the ask to the register. It decides
// nothing that the ledger would not.
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { PlannedAction } from '../../../../core/blueprint/plan/planned.js';
import { readingOf } from '../../../../core/blueprint/schemas/schema-check.js';
import { checkRejection } from '../../../../core/moves/rejection/form.js';
import { unshownProblem } from '../../credentials/unprepared.js';
import { signedMove } from '../../encryption/signing.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { nextActionOf } from '../action/repeats.js';
import { followingPlace } from '../parts/place.js';
import { type MovePorts, sendMove } from '../parts/plain-move.js';
import { wholeMove } from '../parts/whole-move.js';
import type { RejectionAsk, RejectionOutcome } from './ask.js';

interface Rejecting {
  readonly actionId: string;
  readonly previousTransactionId: string;
  readonly payload: JsonObject;
  /** The role that rejects an action in place of its own. */
  readonly as?: string | undefined;
  /** The action that the instance goes back to; undefined when the rejection ends it. */
  readonly target: number | undefined;
  /** The action, where who rejects it holds its open role from then on. */
  readonly binds: PlannedAction | undefined;
}

/** Issues of `rejectionOf`, of a gate where the rejection takes an open role, of the key and of the register. */
export async function makeRejection(
  ports: MovePorts,
  record: InstanceRecord,
  ask: RejectionAsk,
): Promise<Result<RejectionOutcome>> {
  const rejecting = rejectionOf(record, ask, ports.clock.now());
  if (isFailure(rejecting)) return rejecting;
  const { binds, target, as, ...place } = rejecting;
  const refused = binds && unshownProblem(binds);
  if (refused) return fail(refused);
  const move = {
    ...place,
    by: ask.by,
    as,
    external: ask.externalRecipientKeys,
    metadata: as === undefined ? {} : { as },
  };
  const tx = await signedMove(ports, wholeMove(ports, record, { ...move, type: 'Rejection' }));
  const sent = await sendMove(ports, record, { tx, ask });
  const next = record.plan && nextActionOf(record.plan, target);
  return isFailure(sent) || !next ? sent : { ...sent, target: next };
}

/**
 * The rejection of a current action by who should do it. Its reason is for the wallets that the instance goes back to
 * and for who opened it. Issues: those of `followingPlace`, VAL_BP_014 this action may not be rejected, VAL_SCHEMA_004
 * the reason is missing or not what the definition asks for.
 */
function rejectionOf(record: InstanceRecord, ask: RejectionAsk, nowMs: number): Result<Rejecting> {
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
  if (wrong.length > 0)
    return fail(wrong.map((problem) => ({ ...problem, path: problem.path.replace(/^\/payload/, '') })));
  const target = config.isTerminal === true ? undefined : config.targetActionId;
  // A starting action follows nothing, and nothing that follows nothing can be rejected.
  const follows = place.previousTransactionId as string;
  const { isOpenRole, sender } = place.planned;
  const binds = isOpenRole && !Object.hasOwn(row.participants, sender.id) ? place.planned : undefined;
  const { as } = place;
  return { actionId, previousTransactionId: follows, payload, target, binds, as };
}
