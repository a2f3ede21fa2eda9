// A proposal of an act of governance as a call makes it, and what it is about on this node. Groups that make acts of
// what the node has propose by it.
import type { Static } from 'typebox';
import { issue } from '../../../../core/base/issue.js';
import type { JsonObject } from '../../../../core/base/json.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { enact } from '../../../../core/register/governance/enact.js';
import {
  checkOperation,
  type GovernanceApproval,
  type GovernanceOperation,
} from '../../../../core/register/governance/operation.js';
import { proposalRow } from '../../../../core/register/governance/rows.js';
import { walletDid } from '../../../../core/register/people/did.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { visibleRegister } from '../../../access/registers.js';
import { type ApiCall, reply } from '../../../define.js';
import type { ProposeBody } from '../../../schemas/registers/governance.js';
import type { Governed } from '../../../views/governance.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';
import { approvalProblem, describeOperation, memberWallet, signedApproval, submitAct } from './act.js';

export interface At {
  readonly record: RegisterRecord;
  readonly governed: Governed;
}

export function findGoverned(call: ApiCall<LedgerDeps>, registerId: string): Result<At> {
  const record = visibleRegister(call, registerId);
  if (isFailure(record)) return record;
  const state = call.deps.ledger.state(record.id);
  if (isFailure(state)) return state;
  return { record, governed: { state, view: call.deps.chain.view(record.reg), nowMs: call.deps.clock.now() } };
}

export function proposalOf(
  call: ApiCall<LedgerDeps>,
  params: { readonly registerId: string; readonly proposalId: string },
) {
  const at = findGoverned(call, params.registerId);
  if (isFailure(at)) return at;
  const row = proposalRow(at.governed.view, params.proposalId);
  return row
    ? { ...at, row }
    : fail(issue('GOVERNANCE_PROPOSAL_NOT_FOUND', '/proposalId', 'The register has no such proposal.'));
}

export async function propose(call: ApiCall<LedgerDeps>, registerId: string, body: Static<typeof ProposeBody>) {
  const at = findGoverned(call, registerId);
  if (isFailure(at)) return at;
  const { approvalSignatures = [], wallet, ...said } = body;
  const signer = wallet === undefined ? undefined : await memberWallet(call, wallet);
  if (isFailure(signer)) return signer;
  const operation = {
    justification: '',
    proposedAt: isoTime(at.governed.nowMs),
    ...(signer && { proposerDid: walletDid(signer.address) }),
    ...(said.operationType === 'reset-time' && { timeFloor: isoTime(at.governed.nowMs) }),
    ...said,
  } as unknown as GovernanceOperation;
  const [malformed] = checkOperation(operation as unknown as JsonObject);
  if (malformed) return fail({ ...malformed, path: malformed.path.slice('/operation'.length) });
  const possible = enact(operation, { ...at.governed, timestampMs: at.governed.nowMs });
  if (isFailure(possible))
    return possible.mapIssues((problem) => ({ ...problem, path: problem.path.replace('/payload/operation', '') }));
  const approvals = [...approvalSignatures] as unknown as GovernanceApproval[];
  for (const approval of approvals) {
    const problem = await approvalProblem(call, { registerId, operation }, approval);
    if (problem) return fail({ ...problem, path: '/approvalSignatures' });
  }
  const { proposerDid, operationType } = operation;
  const has = (did: string) => approvals.some((item) => item.approverDid === did);
  if (signer && !has(walletDid(signer.address))) {
    const own = await signedApproval(call, signer, { registerId, operation, isApproval: true });
    if (isFailure(own)) return own;
    approvals.push(own);
  }
  if (!has(proposerDid)) return reply(202, { ...describeOperation(registerId, operation), state: 'Unsigned' as const });
  return submitAct({ call, ...at, actionId: operationType, payload: { operation, approvals }, signer });
}
