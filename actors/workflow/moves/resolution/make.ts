// How a dispute ends, in the word of a wallet of this node: which role it speaks for, whether that decides, who else
// has to agree, and the signed transaction. The register judges it all.
import { type Issue, issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { isPaused } from '../../../../core/blueprint/disputes/disputes.js';
import type { Dispute } from '../../../../core/blueprint/state/dispute.js';
import { countOf } from '../../../../core/blueprint/state/member-order.js';
import { missingConsents, resolverIn, rolesAsked } from '../../../../core/disputes/parties.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { judgeResolution } from '../../../../core/moves/resolution/resolutions.js';
import type { InstanceRecord } from '../../instance/instance-record.js';
import { type MovePorts, plainMove, sendMove } from '../parts/plain-move.js';
import type { ResolutionAsk, ResolutionOutcome } from './ask.js';
import { judgeObjection } from './finding.js';

/**
 * Sends the resolution, or says what it would do. VAL_RES_001 no dispute lasts; 002 the wallet has no word in it; 003
 * it said so before; issues of the key.
 */
export async function makeResolution(
  ports: MovePorts,
  record: InstanceRecord,
  ask: ResolutionAsk,
): Promise<Result<ResolutionOutcome>> {
  const { by, outcome, role: named, preview, readWith } = ask;
  const { row, definition, id, at } = record;
  const atMs = ports.clock.now();
  if (!definition || !row.dispute || !isPaused(row, atMs))
    return fail(issue('VAL_RES_001', '/instanceId', 'No dispute pauses or stops this instance.'));
  const view = ports.chain.view(at.reg);
  const of = { definition, instanceId: id, instance: row };
  const { unproven } = row.dispute;
  if (unproven ? outcome !== undefined : outcome === undefined)
    return fail(issue('VAL_RES_004', '/outcome', unproven ? NOT_YET : 'It is proven: say the outcome.'));
  const role = named ?? roleOf(view, of, { dispute: row.dispute, wallet: by.address });
  const objection = row.dispute.objection;
  const word = unproven ? await judgeObjection(ports, record, { by, objection, unproven, readWith }) : { outcome };
  if (isFailure(word)) return word;
  const move = {
    by,
    actionId: String(row.dispute.action),
    previousTransactionId: row.dispute.objection,
    payload: { type: 'resolution', v: 1, ...word, role } as JsonObject,
    // A party that changes its mind twice would else send a transaction that is sealed already.
    metadata: { type: 'Resolution', n: countOf(row.resolutions, role) } as JsonObject,
  };
  const { actionId, previousTransactionId, payload } = move;
  const header = { actionId, previousTransactionId, senderWallet: by.address } as Transaction['header'];
  const judged = judgeResolution(view, { ...of, tx: { header, payload }, atMs });
  if (isFailure(judged)) return judged.mapIssues(asAsked);
  const missing = judged.decides || !outcome ? [] : missingConsents(view, of, { outcome, role, wallet: by.address });
  const facts = {
    ...{ instanceId: id, objectionTxId: objection, ...(word as Found), role },
    ...{ decides: judged.decides, missing },
  };
  if (preview) return { ...facts, status: 'preview' };
  const sent = await sendMove(ports, record, { tx: await plainMove(ports, record, move), ask });
  return isFailure(sent) ? sent.mapIssues(asAsked) : { ...facts, ...sent };
}

type Found = Pick<ResolutionOutcome, 'outcome' | 'proven' | 'ground' | 'at'>;

const NOT_YET = 'This objection is private: leave the outcome out, and the node finds whether it is proven.';

/** The role in which the wallet decides, or else the first in which it is asked. */
function roleOf(
  view: StateView,
  of: Parameters<typeof rolesAsked>[1],
  { dispute, wallet }: { readonly dispute: Dispute; readonly wallet: string },
): string {
  const resolver = resolverIn(view, of, dispute);
  if (resolver?.wallet === wallet) return resolver.role;
  const own = rolesAsked(view, of, dispute).filter((item) => item.wallet === wallet);
  return own[0]?.role ?? 'none';
}

/** Members of the transaction as the ask names them. */
function asAsked(problem: Issue): Issue {
  const { path } = problem;
  if (path.startsWith('/payload/')) return { ...problem, path: path.slice('/payload'.length) };
  return { ...problem, path: path.endsWith('senderWallet') ? '/senderWallet' : '/instanceId' };
}
