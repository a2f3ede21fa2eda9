// Whether a Resolution ends the dispute, is one word of several, or is refused. Pure; validators and the sender's node
// ask the same.

import { type Issue, issue } from '../../base/issue.js';
import { INSTANCE_RESOLUTIONS_MAX } from '../../base/limits/ledger/disputes.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import { isPaused, outcomeOf } from '../../blueprint/disputes/disputes.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Dispute, DisputeOutcome } from '../../blueprint/state/dispute.js';
import { countOf } from '../../blueprint/state/member-order.js';
import {
  accusedWallet,
  type DisputePlace,
  holderOf,
  judgeIn,
  missingConsents,
  resolverIn,
  wasOfAccused,
} from '../../disputes/parties.js';
import { rowsIn } from '../../instance/rows.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameOwner } from '../../register/people/party.js';
import { keptUseProblem } from '../parts/stated-gates.js';
import { type ResolutionText, readResolution } from './form.js';
import { runsKept } from './runs.js';

type View = Pick<StateView, 'state' | 'transaction'>;

interface Resolving extends DisputePlace {
  readonly tx: Pick<Transaction, 'header' | 'payload'>;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
}

interface Resolved extends Pick<ResolutionText, 'role'> {
  readonly outcome: DisputeOutcome | undefined;
  readonly proven: boolean | undefined;
  /** The dispute ends with it; else others have to agree. */
  readonly decides: boolean;
}

/**
 * VAL_RES_001 the instance is not paused by a dispute about this objection; 002 the wallet does not hold the role, or
 * is of the party at fault; 003 the role said so before, or has said what it may; 004 an outcome before the resolver
 * has said whether a private objection is proven, or that of one which all know to be. VAL_GATE_005 a credential of the
 * run was used elsewhere since.
 */
export function judgeResolution(view: View, of: Resolving): Result<Resolved> {
  const { tx, definition, instance, atMs } = of;
  const read = readResolution(tx.payload);
  if (isFailure(read)) return read;
  const { dispute } = instance;
  const isIt = dispute?.objection === tx.header.previousTransactionId;
  if (!dispute || !isPaused(instance, atMs) || !isIt || String(dispute.action) !== tx.header.actionId)
    return fail(
      issue(
        'VAL_RES_001',
        '/header/previousTransactionId',
        'This is not an objection that pauses the instance: only a dispute that lasts is resolved.',
      ),
    );
  const { outcome, role, proven } = read;
  if ((proven === undefined) === (dispute.unproven !== undefined)) return fail(otherWord(dispute));
  const wallet = tx.header.senderWallet;
  if (outcome === undefined) {
    const judge = judgeIn(view, of, dispute);
    if (judge?.role === role && judge.wallet === wallet) return { outcome, proven, role, decides: true };
    const until = new Date(dispute.untilMs ?? atMs).toISOString();
    const why = `The party to which a private objection was sealed as the resolver reads it alone, and says what it is with its newest key: no later holder of the role. Without its word it is not proven after ${until}, and its role objects in public from then on.`;
    return fail(issue('VAL_RES_002', '/payload/role', why));
  }
  const participant = definition.participants.find(({ id }) => id === role);
  const held = participant && holderOf(view, of, participant);
  if (held?.wallet === '')
    return fail(
      issue('VAL_RES_002', '/payload/role', `No wallet holds the role ${JSON.stringify(role)}: it has no word.`),
    );
  if (!participant || held?.wallet !== wallet)
    return fail(issue('VAL_RES_002', '/header/senderWallet', 'The wallet does not hold the role that it speaks for.'));
  const used =
    outcome === 'keep'
      ? keptUseProblem(view, planOf(definition), runsKept(instance, dispute, rowsIn(view)))
      : undefined;
  if (used) return fail(used);
  const accused = accusedWallet(instance, dispute);
  if (isSameOwner(view, wallet, accused))
    return fail(
      issue('VAL_RES_002', '/header/senderWallet', 'The party at fault has no word in how the dispute ends.'),
    );
  if (wasOfAccused(view, of, participant))
    return fail(
      issue('VAL_RES_002', '/payload/role', 'The party at fault held this role: it has no word in the dispute.'),
    );
  if (resolverIn(view, of, dispute)?.role === role) return { outcome, proven, role, decides: true };
  // The last one that had to agree may have left: then the word of another decides, also one that it gave before.
  if (missingConsents(view, of, { outcome, role, wallet }).length === 0)
    return { outcome, proven, role, decides: true };
  if (outcomeOf(dispute, { role, wallet }) === outcome)
    return fail(issue('VAL_RES_003', '/payload/outcome', 'The role said so before: others have to agree now.'));
  const share = Math.floor(INSTANCE_RESOLUTIONS_MAX / definition.participants.length);
  const isFirst = !dispute.consents || !Object.hasOwn(dispute.consents, role);
  if (!isFirst && countOf(instance.resolutions, role) >= share)
    return fail(issue('VAL_RES_003', '/payload/role', 'The role has said how disputes shall end as often as it may.'));
  return { outcome, proven, role, decides: false };
}

function otherWord({ unproven }: Dispute): Issue {
  const message = unproven
    ? 'Its resolver has not said yet whether this private objection is proven: only that is said now.'
    : 'This is proven, as all know: only how it ends is said now.';
  return issue('VAL_RES_004', '/payload/proven', message);
}

/** True for a sealed Resolution that ends the dispute. */
export function resolvesIn(view: View, of: Omit<Resolving, 'instanceId'> & { readonly tx: Transaction }): boolean {
  const judged = judgeResolution(view, { ...of, instanceId: of.tx.header.instanceId ?? '' });
  return !isFailure(judged) && judged.decides;
}
