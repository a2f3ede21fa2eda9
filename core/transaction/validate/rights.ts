// Who may sign what: the algorithms that the register accepts, and the roles that control transactions take.
import { type Issue, issue } from '../../base/issue.js';
import { addressOfDid } from '../../register/did.js';
import { mayGovern, mayPublish, memberOf } from '../../register/governance.js';
import { STATE_KEY } from '../../register/state-keys.js';
import type { Member } from '../../register/types.js';
import { GOVERNANCE_BLUEPRINT } from '../kinds/governance.js';
import type { Subject } from './context.js';
import { NONE } from './form.js';

/** VAL_POLICY_001 for an algorithm outside the register's policy, VAL_POLICY_002 for an action that nobody signed. */
export function acceptedAlgorithms({ tx, row, ctx }: Subject): readonly Issue[] {
  if (tx.signatures.length === 0)
    return row.kind === 'action' ? [issue('VAL_POLICY_002', '/signatures', 'The transaction has no signature.')] : NONE;
  const accepted = ctx.state.policy.crypto.acceptedSignatureAlgorithms;
  const i = tx.signatures.findIndex((entry) => !accepted.includes(entry.algorithm));
  if (i < 0) return NONE;
  return [
    issue('VAL_POLICY_001', `/signatures/${i}/algorithm`, 'The register does not accept this signature algorithm.'),
  ];
}

/**
 * VAL_PERM_001 unsigned, 002 not on the governance roster, 003 role may not do this, 004 an operation that is not allowed, VAL_GOV_DEF_001 an unknown
 * governance definition. A second genesis is refused, and every governance operation: rules 1 have none.
 */
export function rights(subject: Subject): readonly Issue[] {
  const { tx, row } = subject;
  if (tx.signatures.length === 0) return [issue('VAL_PERM_001', '/signatures', 'A control transaction is signed.')];
  if (row.kind === 'genesis') return [issue('VAL_PERM_004', '/header/actionId', 'The register has its genesis.')];
  const member =
    row.kind === 'publication' ? publisher(subject) : memberOf(subject.ctx.state.members, tx.header.senderWallet);
  if (!member) return [issue('VAL_PERM_002', '/header/senderWallet', 'The signer is not on the governance roster.')];
  const allowed = row.kind === 'publication' ? mayPublish(member.role) : mayGovern(member.role);
  if (!allowed) return [issue('VAL_PERM_003', '/header/senderWallet', `The role ${member.role} may not do this.`)];
  if (row.kind === 'publication') return NONE;
  if (tx.header.blueprintId !== GOVERNANCE_BLUEPRINT)
    return [issue('VAL_GOV_DEF_001', '/header/blueprintId', `Governance follows ${GOVERNANCE_BLUEPRINT}.`)];
  return [issue('VAL_PERM_004', '/header/actionId', 'The rules of this register have no such governance operation.')];
}

/**
 * The member that answers for a publication: the signer, or the member that the register's own system wallet names in metadata.publishedBy. Only
 * the wallet that signed the genesis is trusted to name somebody else.
 */
function publisher({ tx, ctx }: Subject): Member | undefined {
  const signer = memberOf(ctx.state.members, tx.header.senderWallet);
  if (signer) return signer;
  if (ctx.view.state(STATE_KEY.register)?.systemWallet !== tx.header.senderWallet) return undefined;
  const publishedBy = tx.header.metadata?.publishedBy;
  const address = typeof publishedBy === 'string' ? (addressOfDid(publishedBy) ?? publishedBy) : undefined;
  return address === undefined ? undefined : memberOf(ctx.state.members, address);
}
