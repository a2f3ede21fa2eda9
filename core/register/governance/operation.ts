// A governance act: its form, its identity, and the digest that approvers sign. Says nothing about whether the register
// may take it; that is decide.ts and enact.ts. Never looks at a register.
import { isHex } from '../../base/bytes.js';
import { hashHex, sha256 } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../base/json.js';
import { JUSTIFICATION_MAX, MEMBERS_MAX } from '../../base/limits/ledger/registers.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { isSignatureAlgorithm } from '../../crypto/signing/algorithms.js';
import type { ConsensusPolicy, Hash, MemberRole, RegisterPolicy, Validator } from '../../model/register.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { isTimestamp } from '../../transaction/structure.js';
import type { AssuranceLevel } from '../../trust/policy-form.js';
import { isSeats } from '../genesis/payload.js';
import {
  isAssurance,
  isDistrustList,
  isEntries,
  isListId,
  isPinKind,
  isPinSource,
  isSequence,
  type PinEntry,
  type PinKind,
  type PinSource,
} from '../trust/pin.js';
import type { NewSeat, Readiness } from './candidacy.js';
import { isRulesNumber, isSupportList, type RulesSupport } from './rules-support.js';

/** The one governance definition that these rules know. */
export const GOVERNANCE_BLUEPRINT = 'register-governance-v1';
/** The action of a transaction that carries approvals of a sealed proposal. */
export const APPROVE_ACTION = 'approve';

export const OPERATION_TYPES = [
  'add-member',
  'remove-member',
  'transfer-ownership',
  'set-governance-policy',
  'set-crypto-policy',
  'set-consensus-policy',
  'add-validator',
  'activate-validator',
  'remove-validator',
  'rekey-validator',
  'set-rules-version',
  'reset-time',
  'replace-wallet',
  'revoke-participant',
  'set-trust',
  'remove-trust',
  'distrust',
  'revoke-credential',
] as const;
export type OperationType = (typeof OPERATION_TYPES)[number];

/**
 * The statement that is voted on. Which members it has beside the first four depends on its type; `checkOperation`
 * knows.
 */
export interface GovernanceOperation {
  readonly operationType: OperationType;
  readonly proposerDid: string;
  /**
   * ISO 8601 UTC with milliseconds: makes two proposals of one act two statements, and bounds how old an approval may
   * be.
   */
  readonly proposedAt: string;
  readonly justification: string;
  readonly targetDid?: string;
  /**
   * Validator makes add-member and remove-member the operations add-validator and remove-validator (specification 2.3).
   */
  readonly targetRole?: MemberRole | 'Validator';
  /** Key of a new member, or of the new wallet of a participant, base64. */
  readonly publicKey?: string;
  readonly algorithm?: SignatureAlgorithm;
  readonly policy?:
    | Partial<ConsensusPolicy>
    | Partial<RegisterPolicy['governance']>
    | Partial<RegisterPolicy['crypto']>;
  readonly validator?: Validator | NewSeat;
  readonly validatorId?: Hash;
  /**
   * The register that a proof of possession is for: genesis hash and the consensus key's signature, 128 hex digits
   * (candidacy.ts).
   */
  readonly genesisHash?: Hash;
  readonly proof?: string;
  readonly readiness?: Readiness;
  /** The proof of the misbehaviour for which a validator is removed (docs/protocol.md 9). */
  readonly evidenceHash?: Hash;
  readonly rules?: number;
  /**
   * Which rules the nodes of validators know: of every one in force for set-rules-version, of the new key for
   * rekey-validator.
   */
  readonly support?: readonly RulesSupport[];
  /** The time, ISO 8601 UTC with milliseconds, after which the docket that follows a reset may be. */
  readonly timeFloor?: string;
  /** The participant whose wallet is replaced, or that is revoked. */
  readonly participantId?: string;
  /**
   * Its primary wallet so far: an act that was voted on before the participant changed that by itself changes nothing.
   */
  readonly replaces?: string;
  /** ML-KEM-768 key of the new wallet, base64. */
  readonly encapsulationKey?: string;
  /** Signature of the new wallet that it takes the place (replacement.ts), base64. */
  readonly walletProof?: string;
  /** The list of anchors or keys that is pinned or removed, and what is pinned (trust/pin.ts). */
  readonly listId?: string;
  readonly kind?: PinKind;
  readonly sequence?: number;
  readonly entries?: readonly PinEntry[];
  readonly source?: PinSource;
  readonly assurance?: AssuranceLevel;
  /** Anchors or keys that count no more, in whatever list or record: SHA-256 each. */
  readonly hashes?: readonly Hash[];
  /** The Issuance of the credential that is revoked for good. */
  readonly issuance?: Hash;
}

/** A vote, signed over `statementDigest` with all that it says. Texts of key and signature are base64. */
export interface GovernanceApproval {
  readonly approverDid: string;
  readonly isApproval: boolean;
  readonly publicKey: string;
  readonly algorithm: SignatureAlgorithm;
  readonly signature: string;
  readonly votedAt?: string;
  readonly comment?: string;
}

/**
 * Payload of every governance transaction. An act that carries approvals of a sealed proposal repeats the operation, so
 * that what was signed can be verified from the transaction alone.
 */
export interface GovernancePayload {
  readonly operation: GovernanceOperation;
  readonly approvals: readonly GovernanceApproval[];
}

export function isOperationType(text: unknown): text is OperationType {
  return OPERATION_TYPES.some((type) => type === text);
}

/**
 * The type of an operation: the specification spells two of the validator operations as those of a member with the role
 * Validator.
 */
export function operationTypeOf({ operationType, targetRole }: GovernanceOperation): OperationType {
  if (targetRole !== 'Validator') return operationType;
  return operationType === 'add-member' ? 'add-validator' : 'remove-validator';
}

/** The identity of a proposal: what is proposed, on which register. Known before anything is sealed. */
export function proposalIdOf(registerId: string, operation: GovernanceOperation): Hash {
  return hashHex('governance-proposal', registerId, canonical(operation as unknown as JsonObject));
}

/** The statement of an approver: everything of an approval that its signature covers. */
export interface ApprovalStatement
  extends Pick<GovernanceApproval, 'approverDid' | 'isApproval' | 'votedAt' | 'comment'> {
  readonly registerId: string;
  readonly operation: GovernanceOperation;
}

/**
 * The 32 bytes that an approver signs (reference-facts 4.2.4): five parts joined by 0x1F, the operation in canonical
 * JSON. A vote with a comment or a time is another statement under a prefix of its own, with both of them in a sixth
 * part. So no carrier of a vote puts words into it or takes them out.
 */
export function statementDigest(given: ApprovalStatement): Uint8Array {
  const { registerId, approverDid, isApproval, operation, votedAt, comment } = given;
  const said = isApproval ? 'approve' : 'reject';
  const vote = [registerId, approverDid, said, canonical(operation as unknown as JsonObject)];
  const more = { ...(comment !== undefined && { comment }), ...(votedAt !== undefined && { votedAt }) };
  const parts =
    Object.keys(more).length === 0
      ? ['quorate:governance-approval:v2', ...vote]
      : ['quorate:governance-approval-remarks:v1', ...vote, canonical(more)];
  return sha256(parts.join('\u001f'));
}

/** Of a member of an act; a few are judged by another member of it. */
type Check = (value: unknown, act: Readonly<Record<string, unknown>>) => boolean;

const isText =
  (min: number, max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length >= min && value.length <= max;
const isHash: Check = (value) => isHex(value, 32);
const isPart: Check = (value) => isObject(value) && Object.keys(value).length > 0;
const isMemberRole: Check = (value) => value === 'Admin' || value === 'Designer' || value === 'Auditor';
const isSeat: Check = (value) => isSeats([value]);
const isNewSeat: Check = (value) => isObject(value) && isSeats([{ orgId: '', peerId: '', ...value }]);
const isSignature: Check = (value) => isHex(value, 64);
const isReadiness: Check = (value) =>
  isObject(value) &&
  Object.keys(value).length === 7 &&
  isRulesNumber(value.rules) &&
  isText(36, 36)(value.registerId, value) &&
  // A height below 0 has no key in any store: asking for its docket would throw on every node that judges the act.
  Number.isSafeInteger(value.height) &&
  (value.height as number) >= 0 &&
  isHash(value.docketHash, value) &&
  isHash(value.stateHash, value) &&
  isHash(value.consensusKey, value) &&
  isSignature(value.signature, value);

interface Form {
  readonly required: Readonly<Record<string, Check>>;
  readonly optional?: Readonly<Record<string, Check>>;
}

const COMMON: Form['required'] = {
  operationType: isOperationType,
  proposerDid: isText(1, 128),
  proposedAt: isTimestamp,
  justification: isText(0, JUSTIFICATION_MAX),
};
const PROVEN = { genesisHash: isHash, proof: isSignature };

/** Members of each operation beside the common ones. */
const FORMS: Readonly<Record<OperationType, Form>> = {
  'add-member': {
    required: {
      targetDid: isText(1, 128),
      targetRole: isMemberRole,
      publicKey: isText(1, 8192),
      algorithm: isSignatureAlgorithm,
    },
  },
  'remove-member': { required: { targetDid: isText(1, 128) } },
  'transfer-ownership': { required: { targetDid: isText(1, 128) } },
  'set-governance-policy': { required: { policy: isPart } },
  'set-crypto-policy': { required: { policy: isPart } },
  'set-consensus-policy': { required: { policy: isPart } },
  'add-validator': { required: { validator: isSeat, ...PROVEN } },
  'activate-validator': { required: { validatorId: isHash, readiness: isReadiness } },
  'remove-validator': { required: { validatorId: isHash }, optional: { evidenceHash: isHash } },
  'rekey-validator': {
    required: { validatorId: isHash, validator: isNewSeat, ...PROVEN },
    optional: { support: isSupportList },
  },
  'set-rules-version': { required: { rules: isRulesNumber, support: isSupportList } },
  'reset-time': { required: { timeFloor: isTimestamp } },
  'replace-wallet': {
    required: {
      participantId: isText(1, ID_LENGTH_MAX),
      replaces: isText(1, ID_LENGTH_MAX),
      publicKey: isText(1, 8192),
      algorithm: isSignatureAlgorithm,
      walletProof: isText(1, 8192),
    },
    optional: { encapsulationKey: isText(1, 8192) },
  },
  'revoke-participant': { required: { participantId: isText(1, ID_LENGTH_MAX) } },
  'set-trust': {
    required: { listId: isListId, kind: isPinKind, sequence: isSequence, entries: isEntries },
    optional: { source: isPinSource, assurance: isAssurance },
  },
  'remove-trust': { required: { listId: isListId } },
  distrust: { required: { hashes: isDistrustList } },
  'revoke-credential': { required: { issuance: isHash } },
};
const AS_VALIDATOR: Form['required'] = { targetRole: (value) => value === 'Validator' };

/**
 * VAL_STRUCT_011 for members of an operation that are missing or malformed, VAL_STRUCT_012 for those that its type does
 * not have.
 */
export function checkOperation(value: unknown): Issue[] {
  if (!isObject(value)) return [operationIssue('/operation')];
  const { operationType: type } = value;
  if (!isOperationType(type)) return [operationIssue('/operation/operationType')];
  const spelled = value.targetRole === 'Validator' && (type === 'add-member' || type === 'remove-member');
  const form = FORMS[spelled ? operationTypeOf(value as unknown as GovernanceOperation) : type];
  const required = { ...COMMON, ...form.required, ...(spelled && AS_VALIDATOR) };
  const all: Readonly<Record<string, Check>> = { ...required, ...form.optional };
  const issues = Object.entries(all)
    .filter(([member, isGood]) => (member in required || member in value) && !isGood(value[member], value))
    .map(([member]) => operationIssue(`/operation/${member}`));
  if (Object.keys(value).some((member) => !Object.hasOwn(all, member)))
    issues.push(issue('VAL_STRUCT_012', '/operation', 'The operation has a member that its type does not have.'));
  return issues;
}

const APPROVAL: Readonly<Record<string, Check>> = {
  approverDid: isText(1, 128),
  isApproval: (value) => typeof value === 'boolean',
  publicKey: isText(1, 8192),
  algorithm: isSignatureAlgorithm,
  signature: isText(1, 8192),
};
const APPROVAL_EXTRA: Readonly<Record<string, Check>> = { votedAt: isTimestamp, comment: isText(0, JUSTIFICATION_MAX) };

function isApprovalForm(value: unknown): boolean {
  const all = { ...APPROVAL, ...APPROVAL_EXTRA };
  return (
    isObject(value) &&
    Object.keys(value).every((member) => Object.hasOwn(all, member)) &&
    Object.entries(all).every(
      ([member, isGood]) => (member in APPROVAL_EXTRA && !(member in value)) || isGood(value[member], value),
    )
  );
}

/** Issues of the payload of a governance transaction with this action, with pointers into the payload. */
export function checkGovernancePayload(actionId: string, payload: Json): Issue[] {
  if (!isObject(payload)) return [operationIssue('')];
  const isVote = actionId === APPROVE_ACTION;
  const { operation, approvals } = payload;
  const issues = checkOperation(operation);
  if (!isVote && issues.length === 0 && (operation as unknown as GovernanceOperation).operationType !== actionId)
    issues.push(operationIssue('/operation/operationType'));
  if (!Array.isArray(approvals) || approvals.length > MEMBERS_MAX || (isVote && approvals.length === 0))
    issues.push(operationIssue('/approvals'));
  else
    issues.push(...approvals.flatMap((entry, i) => (isApprovalForm(entry) ? [] : [operationIssue(`/approvals/${i}`)])));
  if (Object.keys(payload).some((member) => member !== 'operation' && member !== 'approvals'))
    issues.push(issue('VAL_STRUCT_012', '', 'The payload has a member that a governance act does not have.'));
  return issues;
}

function operationIssue(path: string): Issue {
  return issue('VAL_STRUCT_011', path, 'The member does not have its form.');
}
