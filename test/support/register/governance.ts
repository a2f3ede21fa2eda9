// Governance transactions of the small register: operations, signed approvals, and the transactions that carry them.
import { toBase64 } from '../../../core/base/bytes.js';
import type { IssueCode } from '../../../core/base/issue.js';
import type { Json } from '../../../core/base/json.js';
import { sign } from '../../../core/crypto/signing/algorithms.js';
import type { RegisterState, Validator } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { type Readiness, readinessDigest, signCandidacy } from '../../../core/register/governance/candidacy.js';
import {
  APPROVE_ACTION,
  GOVERNANCE_BLUEPRINT,
  type GovernanceApproval,
  type GovernanceOperation,
  type OperationType,
  statementDigest,
} from '../../../core/register/governance/operation.js';
import { type RulesSupport, signRulesSupport } from '../../../core/register/governance/rules-support.js';
import { walletDid } from '../../../core/register/people/did.js';
import { validate } from '../../../core/validate/validate.js';
import { AT, Ledger, owner, REGISTER_ID, signAsSeat, signed, verified, type Wallet } from './ledger.js';

let sequence = 0;

/** An operation by `by`, distinct from every other of this process. */
export function operation(
  type: OperationType,
  members: Partial<GovernanceOperation> = {},
  by: Wallet = owner,
): GovernanceOperation {
  sequence += 1;
  return {
    operationType: type,
    proposerDid: walletDid(by.address),
    proposedAt: AT,
    justification: `reason ${sequence}`,
    ...members,
  };
}

export function newMember(target: Wallet, targetRole: 'Admin' | 'Designer' | 'Auditor'): Partial<GovernanceOperation> {
  const { algorithm, publicKey, address } = target;
  return { targetDid: walletDid(address), targetRole, algorithm, publicKey: toBase64(publicKey) };
}

export function approval(by: Wallet, said: GovernanceOperation, isApproval = true): GovernanceApproval {
  const approverDid = walletDid(by.address);
  const digest = statementDigest({ registerId: REGISTER_ID, approverDid, isApproval, operation: said });
  const signature = toBase64(sign(by.algorithm, by.privateKey, digest));
  return { approverDid, isApproval, publicKey: toBase64(by.publicKey), algorithm: by.algorithm, signature };
}

/** A governance transaction; `createdAt` is that of all others, because a docket's age is no matter of these tests. */
export function carry(actionId: string, payload: object, by: Wallet): Transaction {
  return signed(
    {
      registerId: REGISTER_ID,
      blueprintId: GOVERNANCE_BLUEPRINT,
      actionId,
      senderWallet: by.address,
      createdAt: AT,
      metadata: { Type: 'Control' },
      payload: payload as Json,
    },
    [by],
  );
}

/** The proposal of an operation with the approvals of these wallets. */
export function proposal(said: GovernanceOperation, approvers: readonly Wallet[], by: Wallet = owner): Transaction {
  return carry(said.operationType, { operation: said, approvals: approvers.map((one) => approval(one, said)) }, by);
}

export function ballot(said: GovernanceOperation, approvals: readonly GovernanceApproval[], by: Wallet): Transaction {
  return carry(APPROVE_ACTION, { operation: said, approvals }, by);
}

/** The members of add-validator for a seat whose key this process holds. */
export function candidacy(state: RegisterState, seat: Validator): Partial<GovernanceOperation> {
  return { validator: seat, ...signCandidacy(state, seat, { sign: (digest) => signAsSeat(seat, digest) }) };
}

export function readiness(ledger: Ledger, seat: Validator, height = ledger.state.height): Readiness {
  const { docketHash, stateHash } = ledger.view.docketAt(height)!;
  const { rules } = ledger.state;
  const said = { registerId: REGISTER_ID, height, docketHash, stateHash, consensusKey: seat.consensusKey, rules };
  return { ...said, signature: signAsSeat(seat, readinessDigest(said)) };
}

/** The word of these seats that their nodes know the rules up to a number. */
export function supportOf(rules: number, ...seats: readonly Validator[]): readonly RulesSupport[] {
  return seats.map((seat) =>
    signRulesSupport(rules, { publicKey: seat.consensusKey, sign: (digest) => signAsSeat(seat, digest) }),
  );
}

/** Gives a seat to a validator in two dockets, by the owner alone. */
export function seatValidator(ledger: Ledger, seat: Validator): void {
  ledger.seal(proposal(operation('add-validator', candidacy(ledger.state, seat)), [owner]));
  const { validatorId } = seat;
  ledger.seal(proposal(operation('activate-validator', { validatorId, readiness: readiness(ledger, seat) }), [owner]));
}

/** Codes that `judge` met. */
export const produced = new Set<IssueCode>();

/** The judgement of the pipeline on a transaction in the next docket. */
export function judge(ledger: Ledger, tx: Transaction, docketMs = ledger.state.timestampMs + 1000): string {
  const verdict = validate(tx, { state: ledger.state, view: ledger.view, signaturesOk: verified(tx), docketMs });
  if (verdict.ok) return 'ok';
  for (const { code } of verdict.issues) produced.add(code);
  return verdict.issues.map(({ code, path }) => `${code} ${path}`).join(', ');
}

/** The owner, and these as members, each by an act of the members before. */
export function governed(...members: readonly (readonly [Wallet, 'Admin' | 'Designer' | 'Auditor'])[]): Ledger {
  const ledger = new Ledger();
  const voters = [owner];
  for (const [who, role] of members) {
    ledger.seal(proposal(operation('add-member', newMember(who, role)), voters));
    if (role === 'Admin') voters.push(who);
  }
  return ledger;
}
