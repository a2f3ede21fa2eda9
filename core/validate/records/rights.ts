// Rights to sign: the algorithms that the register accepts, and the roles that control transactions take.
import { type Issue, issue } from '../../base/issue.js';
import { CLOCK_SKEW_MS } from '../../base/limits/ledger/transactions.js';
import { isFailure } from '../../base/result.js';
import { isGovernanceAction } from '../../kinds/governance.js';
import type { Member, RegisterState } from '../../model/register.js';
import type { TransactionKind } from '../../model/transaction.js';
import type { LoneSubject, Subject } from '../../moves/parts/context.js';
import { NONE } from '../../moves/parts/none.js';
import { decide, hasChanged } from '../../register/governance/decide.js';
import { GOVERNANCE_BLUEPRINT, type GovernancePayload } from '../../register/governance/operation.js';
import { addressOfDid } from '../../register/people/did.js';
import { mayGovern, mayPublish, memberOf } from '../../register/people/rights.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isTimer } from '../../transaction/timer.js';

/** VAL_POLICY_002 for an action or a participant record, VAL_PERM_001 for a control transaction without a signature. */
export function checkSigned({ tx, row }: LoneSubject): readonly Issue[] {
  // No wallet makes it, and its bytes are compared with those that the state gives.
  if (tx.signatures.length > 0 || (row.kind === 'action' && isTimer(tx.header))) return NONE;
  return isOpen(row.kind)
    ? [issue('VAL_POLICY_002', '/signatures', 'The transaction has no signature.')]
    : [issue('VAL_PERM_001', '/signatures', 'A control transaction is signed.')];
}

/** Kinds for which no right is needed beyond the signature: who may sign follows from what they say. */
function isOpen(kind: TransactionKind): boolean {
  return kind === 'action' || kind === 'participant';
}

/** VAL_PERM_004. */
export function secondGenesis({ row }: LoneSubject): readonly Issue[] {
  if (row.kind !== 'genesis') return NONE;
  return [issue('VAL_PERM_004', '/header/actionId', 'The register has its genesis.')];
}

/** VAL_POLICY_001 for an algorithm outside the register's policy, VAL_POLICY_002 for an action without a signature. */
export function acceptedAlgorithms(subject: Subject): readonly Issue[] {
  const { tx, row, ctx } = subject;
  const algorithms = tx.algorithms ?? tx.signatures.map(({ algorithm }) => algorithm);
  if (algorithms.length === 0) return isOpen(row.kind) ? checkSigned(subject) : NONE;
  const accepted = ctx.state.policy.crypto.acceptedSignatureAlgorithms;
  const i = algorithms.findIndex((algorithm) => !accepted.includes(algorithm));
  if (i < 0) return NONE;
  return [
    issue('VAL_POLICY_001', `/signatures/${i}/algorithm`, 'The register does not accept this signature algorithm.'),
  ];
}

/**
 * VAL_PERM_001 unsigned; 002 not on the governance roster; 003 role may not do this; 004 an operation that is not
 * known; VAL_GOV_DEF_001 an unknown governance definition. A second genesis is refused.
 */
export function rights(subject: Subject): readonly Issue[] {
  const { tx, row } = subject;
  if (tx.signatures.length === 0) return checkSigned(subject);
  if (row.kind === 'genesis') return secondGenesis(subject);
  if (row.kind === 'governance' && isSystemWallet(subject)) return knownAct(subject);
  const member =
    row.kind === 'publication' ? publisher(subject) : memberOf(subject.ctx.state.members, tx.header.senderWallet);
  if (!member) return [issue('VAL_PERM_002', '/header/senderWallet', 'The signer is not on the governance roster.')];
  const allowed = row.kind === 'publication' ? mayPublish(member.role) : mayGovern(member.role);
  if (!allowed) return [issue('VAL_PERM_003', '/header/senderWallet', `The role ${member.role} may not do this.`)];
  return row.kind === 'publication' ? NONE : knownAct(subject);
}

function knownAct({ tx: { header } }: Subject): readonly Issue[] {
  if (header.blueprintId !== GOVERNANCE_BLUEPRINT)
    return [issue('VAL_GOV_DEF_001', '/header/blueprintId', `Governance follows ${GOVERNANCE_BLUEPRINT}.`)];
  if (isGovernanceAction(header)) return NONE;
  return [issue('VAL_PERM_004', '/header/actionId', 'The rules of this register have no such governance operation.')];
}

/**
 * GOVERNANCE_CHANGE_PENDING: the docket changes roster or policy already, and the act is judged again under what is
 * then in force.
 */
export function turn({ ctx }: Subject): readonly Issue[] {
  if (!hasChanged(ctx)) return NONE;
  return [issue('GOVERNANCE_CHANGE_PENDING', '', 'The docket changes the roster or the policy already.')];
}

/**
 * Everything else that `decide` can say of a governance act. Without a time, as in the first docket that could hold it:
 * only what no later one allows.
 */
export function act({ tx, ctx }: Subject): readonly Issue[] {
  const { state, view } = ctx;
  const judged = decide(tx, { state, view, timestampMs: ctx.docketMs ?? ctx.nowMs ?? firstDocketMs(tx, state) });
  return isFailure(judged) ? judged.issues : NONE;
}

/**
 * The earliest time of a docket that holds the act: after the sealed tip, and not so early that the act or its
 * statement would be from the future.
 */
function firstDocketMs({ header, payload }: Subject['tx'], { timestampMs }: RegisterState): number {
  const { proposedAt } = (payload as unknown as GovernancePayload).operation;
  const madeMs = Math.max(Date.parse(header.createdAt), Date.parse(proposedAt));
  return Math.max(timestampMs + 1, madeMs - CLOCK_SKEW_MS);
}

/**
 * The member that answers for a publication: the signer, or the member that the register's own system wallet names in
 * metadata.publishedBy. Only the wallet that signed the genesis is trusted to name somebody else; the
 * step `statement` has seen that it signed the name.
 */
function publisher({ tx, ctx }: Pick<Subject, 'tx' | 'ctx'>): Member | undefined {
  const signer = memberOf(ctx.state.members, tx.header.senderWallet);
  if (signer) return signer;
  if (!isSystemWallet({ tx, ctx })) return undefined;
  const publishedBy = tx.header.metadata?.publishedBy;
  const address = typeof publishedBy === 'string' ? (addressOfDid(publishedBy) ?? publishedBy) : undefined;
  return address === undefined ? undefined : memberOf(ctx.state.members, address);
}

/** The wallet that signed the genesis: it may carry what members signed, and answers for nothing itself. */
function isSystemWallet({ tx, ctx }: Pick<Subject, 'tx' | 'ctx'>): boolean {
  return ctx.view.state(STATE_KEY.register)?.systemWallet === tx.header.senderWallet;
}
