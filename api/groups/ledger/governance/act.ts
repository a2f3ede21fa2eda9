// The way of a proposal or a vote from a call to the ledger: whose signature it carries, who signs the transaction
// around it, and what the caller is told. The wallet of a member signs for callers who may use it; what members signed
// elsewhere is carried by the node's own wallet, which answers for nothing.

import { fromHex, toBase64 } from '../../../../core/base/bytes.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { fail, failFinally, isFailure, type Result } from '../../../../core/base/result.js';
import { type DraftSubmission, prepare } from '../../../../core/kinds/build.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { carrierOf } from '../../../../core/register/governance/carrier.js';
import {
  type GovernanceApproval,
  type GovernanceOperation,
  type GovernancePayload,
  proposalIdOf,
  statementDigest,
} from '../../../../core/register/governance/operation.js';
import { proposalRow } from '../../../../core/register/governance/rows.js';
import { approvalTask } from '../../../../core/register/governance/tasks.js';
import { addressOfDid, walletDid } from '../../../../core/register/people/did.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import { transactionOf } from '../../../../core/transaction/encode.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { fairKey } from '../../../auth/fair-key.js';
import { type ApiCall, reply } from '../../../define.js';
import { type Attestor, attestorsOf } from '../../../submission/owners.js';
import { bodyIssues } from '../../../submission/submit.js';
import { SYSTEM_PURPOSE, systemTransaction } from '../../../submission/system.js';
import { signWith } from '../../../submission/wallet-keys.js';
import { type Governed, proposalView } from '../../../views/governance.js';
import { isoTime } from '../../../views/transactions.js';
import type { LedgerDeps } from '../deps.js';

export const STATEMENT_VERSION = 2;
/** A vote waits for its seal, because its caller wants to know whether it decided. */
const SEAL_WAIT_MS = 10_000;

export interface Act {
  readonly call: ApiCall<LedgerDeps>;
  readonly record: RegisterRecord;
  readonly governed: Governed;
  readonly actionId: string;
  readonly payload: GovernancePayload;
  /** The member's wallet of this node that signs the transaction; the system wallet without one. */
  readonly signer?: Attestor | undefined;
}

/**
 * The key that a wallet of this node is known by on rosters; OWNER_WALLET_UNKNOWN for a wallet that is not of this
 * node.
 */
export async function memberWallet(call: ApiCall<LedgerDeps>, walletId: string): Promise<Result<Attestor>> {
  const value = await attestorsOf(call.deps, [{ userId: call.caller.subject, walletId }], 'wallet');
  if (isFailure(value)) return value.mapIssues((problem) => ({ ...problem, path: '/wallet' }));
  const [attestor] = value;
  return attestor?.wallet
    ? attestor
    : fail(issue('OWNER_WALLET_UNKNOWN', '/wallet', 'The wallet is not of this node.'));
}

/** The vote of a wallet of this node, with the caller's rights to it. */
export async function signedApproval(
  call: ApiCall<LedgerDeps>,
  signer: Attestor,
  said: Pick<GovernanceApproval, 'isApproval' | 'comment'> & {
    readonly registerId: string;
    readonly operation: GovernanceOperation;
  },
): Promise<Result<GovernanceApproval>> {
  const { registerId, operation, isApproval, comment } = said;
  const approverDid = walletDid(signer.address);
  const votedAt = isoTime(call.deps.clock.now());
  const vote = { approverDid, isApproval, votedAt, ...(comment === undefined ? {} : { comment }) };
  const made = await signDigest(call, signer, statementDigest({ ...vote, registerId, operation }));
  if (isFailure(made)) return made;
  const { publicKey, signature, algorithm } = made;
  return { ...vote, publicKey: toBase64(publicKey), algorithm, signature: toBase64(signature) };
}

function signDigest(call: ApiCall<LedgerDeps>, { wallet, path, hybrid, address }: Attestor, digest: Uint8Array) {
  return signWith(call, wallet?.id ?? address, {
    data: toBase64(digest),
    isPreHashed: true,
    derivationPath: path,
    hybridMode: hybrid,
  });
}

/**
 * GOVERNANCE_SIGNATURE_INVALID for an approval that its key did not sign: said here, so that the caller learns which
 * one.
 */
export async function approvalProblem(
  { deps }: ApiCall<LedgerDeps>,
  { registerId, operation }: { readonly registerId: string; readonly operation: GovernanceOperation },
  approval: GovernanceApproval,
): Promise<Issue | undefined> {
  return (await deps.verifySignature(approvalTask(registerId, operation, approval)))
    ? undefined
    : issue('GOVERNANCE_SIGNATURE_INVALID', '/signature', `The signature of ${approval.approverDid} does not verify.`);
}

/**
 * Submits the act and answers with what became of it, 200 for what is enacted and nothing else; a caller whose register
 * has another system wallet gets the transaction to sign.
 */
export async function submitAct(act: Act) {
  const { call, payload, record } = act;
  const message = describeOperation(record.id, payload.operation);
  const tx = await transactionFor(act);
  if (isFailure(tx)) return tx;
  if (!('bytes' in tx)) return reply(202, { ...message, state: 'Prepared' as const, ...tx });
  const outcome = await call.deps.ledger.submit(tx, {
    priority: 'High',
    waitMs: call.waitMs || SEAL_WAIT_MS,
    from: fairKey(call),
    trace: call.trace,
  });
  if (outcome.status === 'refused') return failFinally(bodyIssues(outcome.issues));
  const row = outcome.status === 'sealed' ? rowOf(act) : undefined;
  if (!row) return reply(202, { ...message, state: 'Submitted' as const, transactionId: tx.txId });
  const state = call.deps.ledger.state(record.id);
  const governed = isFailure(state) ? act.governed : { ...act.governed, state };
  const view = { ...message, state: 'Sealed' as const, transactionId: tx.txId, proposal: proposalView(row, governed) };
  return row.status === 'Recorded' ? view : reply(202, view);
}

export function describeOperation(registerId: string, operation: GovernanceOperation) {
  return {
    proposalId: proposalIdOf(registerId, operation),
    operation: { ...operation },
    statementVersion: STATEMENT_VERSION,
  };
}

function rowOf({ call, record, payload }: Act) {
  return proposalRow(call.deps.chain.view(record.reg), proposalIdOf(record.id, payload.operation));
}

type Unsigned = { readonly transactionId: string; readonly transaction: Record<string, unknown> };

async function transactionFor(act: Act): Promise<Result<Transaction | Unsigned>> {
  const { call, governed, payload, signer } = act;
  const identity = await call.deps.systemWallet.identity(SYSTEM_PURPOSE);
  if (isFailure(identity)) return identity;
  const isOurs = governed.view.state(STATE_KEY.register)?.['systemWallet'] === identity.address;
  if (!signer && isOurs) return systemTransaction(call, draftOf(act, identity.address), 'Governance');
  const sender = signer?.address ?? addressOfDid(payload.operation.proposerDid) ?? '';
  const prepared = prepare(draftOf(act, sender));
  if (isFailure(prepared)) return prepared;
  const { transactionId, digest, submission } = prepared;
  if (!signer) return { transactionId, transaction: { ...submission } };
  const made = await signDigest(call, signer, fromHex(digest));
  if (isFailure(made)) return made;
  const { publicKey, signature, algorithm } = made;
  const entry = { publicKey: toBase64(publicKey), signatureValue: toBase64(signature), algorithm };
  return transactionOf({ ...submission, signatures: [entry] });
}

function draftOf({ call, record, actionId, payload }: Act, senderWallet: string): DraftSubmission {
  return carrierOf({
    ...{ registerId: record.id, actionId, payload, senderWallet },
    createdAt: isoTime(call.deps.clock.now()),
  });
}
