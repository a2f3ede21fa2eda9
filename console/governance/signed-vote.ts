// A vote that came back signed: whether a file is the signed form of exactly what was asked for. It is sent as it is,
// so it is judged before: a node would take any vote in it that is good.
import { fromBase64 } from '../../core/base/bytes.js';
import { isObject, type Json, type JsonObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { addressOf } from '../../core/crypto/keys/address.js';
import { isSignatureAlgorithm, verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Submission } from '../../core/model/transaction.js';
import {
  APPROVE_ACTION,
  checkGovernancePayload,
  GOVERNANCE_BLUEPRINT,
  type GovernanceApproval,
  type GovernancePayload,
  proposalIdOf,
  statementDigest,
} from '../../core/register/governance/operation.js';
import { signingDigest, transactionOf } from '../../core/transaction/encode.js';
import { memberAddress } from './member.js';

interface VoteAsked {
  readonly registerId: string;
  readonly proposalId: string;
  /** The member that was to sign. */
  readonly approverDid: string;
}

export interface SignedVote extends Pick<GovernanceApproval, 'isApproval' | 'comment'> {
  readonly submission: Submission;
}

/** `request` is the file that was to be signed. */
export type VoteFault = 'file' | 'request' | 'vote' | 'register' | 'proposal' | 'member' | 'changed';

/** The vote, or why it is not the one that was asked for. */
export function signedVote(text: string, asked: VoteAsked): SignedVote | VoteFault {
  const value = parseJsonText(text);
  if (isFailure(value) || !isObject(value)) return 'file';
  if ('requestId' in value) return 'request';
  if (!isGovernance(value)) return 'vote';
  if (value['registerId'] !== asked.registerId) return 'register';
  const { operation, approvals } = value['payload'] as unknown as GovernancePayload;
  if (proposalIdOf(asked.registerId, operation) !== asked.proposalId) return 'proposal';
  const [approval, further] = approvals;
  const address = memberAddress(asked.approverDid);
  if (approval?.approverDid !== asked.approverDid || value['senderWallet'] !== address) return 'member';
  if (further !== undefined) return 'vote';
  const submission = value as unknown as Submission;
  return isSigned(submission, { ...approval, registerId: asked.registerId, operation }, address)
    ? { submission, isApproval: approval.isApproval, ...(approval.comment && { comment: approval.comment }) }
    : 'changed';
}

function isGovernance({ blueprintId, actionId, payload, signatures }: JsonObject): boolean {
  return (
    blueprintId === GOVERNANCE_BLUEPRINT &&
    actionId === APPROVE_ACTION &&
    Array.isArray(signatures) &&
    checkGovernancePayload(APPROVE_ACTION, payload as Json).length === 0
  );
}

/** The member signed the statement, and the transaction around it, alone. */
function isSigned(
  submission: Submission,
  approval: GovernanceApproval & Pick<Parameters<typeof statementDigest>[0], 'registerId' | 'operation'>,
  address: string,
): boolean {
  const tx = transactionOf(submission);
  if (isFailure(tx) || tx.signatures.length !== 1) return false;
  const [{ algorithm, publicKey, signatureValue }] = tx.signatures as readonly [(typeof tx.signatures)[number]];
  const { registerId, operation, approverDid, isApproval, votedAt, comment } = approval;
  const said = { registerId, operation, approverDid, isApproval };
  const statement = statementDigest({
    ...said,
    ...(votedAt !== undefined && { votedAt }),
    ...(comment !== undefined && { comment }),
  });
  return (
    isSignedBy(address, approval, statement) &&
    isSignedBy(
      address,
      { algorithm, publicKey, signature: signatureValue },
      signingDigest(tx.txId, tx.header.payloadHash),
    )
  );
}

type Signature = Pick<GovernanceApproval, 'algorithm' | 'publicKey' | 'signature'>;

function isSignedBy(address: string, { algorithm, publicKey, signature }: Signature, digest: Uint8Array): boolean {
  const [key, signed] = [fromBase64(publicKey), fromBase64(signature)];
  return (
    isSignatureAlgorithm(algorithm) &&
    key !== undefined &&
    signed !== undefined &&
    addressOf(algorithm, key) === address &&
    verifySync(algorithm, key, digest, signed)
  );
}
