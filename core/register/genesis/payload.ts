// The payload of a genesis transaction, and whether one that claims to be such is complete and attested. Used by
// finalize, by every node that receives docket 0, and by offline evidence. Never trusts that somebody else checked.
import { fromBase64, fromHex, isHex, isUuid } from '../../base/bytes.js';
import { sha256Hex } from '../../base/hash.js';
import { NAME_RULE, nameProblem } from '../../base/hidden.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, isObject, type Json } from '../../base/json.js';
import { VALIDATORS_MAX } from '../../base/limits/ledger/consensus.js';
import { ATTESTATIONS_MAX, REGISTER_DESCRIPTION_MAX, REGISTER_NAME_MAX } from '../../base/limits/ledger/registers.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { isSignatureAlgorithm, publicKeyProblem } from '../../crypto/signing/algorithms.js';
import type { Member, RegisterPolicy, Validator } from '../../model/register.js';
import type { SignatureAlgorithm } from '../../model/transaction.js';
import { isTimestamp } from '../../transaction/structure.js';
import { walletDid } from '../people/did.js';
import { MEMBER_ROLES } from '../people/rights.js';
import { checkPolicy } from '../policy.js';
import { validatorIdOf } from '../roster.js';

export const GENESIS_BLUEPRINT = 'genesis';
export const GENESIS_ACTION = 'register-creation';

/** `verifySync` of core/crypto/signing/algorithms.ts: the signature is over a 32-byte digest. */
export type VerifySync = (
  algorithm: SignatureAlgorithm,
  publicKey: Uint8Array,
  digest: Uint8Array,
  signature: Uint8Array,
) => boolean;

/** A member with the signature by which it took its role. Texts are base64. */
export interface Attestation extends Member {
  readonly signature: string;
}

export interface GenesisPayload {
  readonly registerId: string;
  readonly name: string;
  readonly description: string;
  readonly tenantId: string;
  readonly createdAt: string;
  readonly attestations: readonly Attestation[];
  /** Seats of the initial validator roster, in voter order. */
  readonly validators: readonly Validator[];
  readonly policy: RegisterPolicy;
  readonly metadata: Readonly<Record<string, string>>;
}

const MEMBERS = [
  'registerId',
  'name',
  'description',
  'tenantId',
  'createdAt',
  'attestations',
  'validators',
  'policy',
  'metadata',
];
const ATTESTATION_MEMBERS = ['role', 'subject', 'publicKey', 'signature', 'algorithm', 'grantedAt'];
const VALIDATOR_MEMBERS = ['validatorId', 'orgId', 'consensusKey', 'peerId'];

/**
 * Issues of a genesis payload: VAL_STRUCT_011 for a wrong form, CONFIG_INVALID for its policy, ATTESTATION_MISSING
 * without an owner, OWNER_DUPLICATE, ATTESTATION_MISMATCH for a key that is not the subject's,
 * ATTESTATION_SIGNATURE_INVALID. Empty means that every member attested this register.
 */
export function checkGenesisPayload(payload: unknown, verify: VerifySync): Issue[] {
  const shape = shapeProblem(payload);
  if (shape) return [shape];
  const genesis = payload as GenesisPayload;
  const issues = checkPolicy(genesis.policy, genesis.validators.length).map((problem) => ({
    ...problem,
    path: `/policy${problem.path}`,
  }));
  if (!genesis.attestations.some((entry) => entry.role === 'Owner'))
    issues.push(issue('ATTESTATION_MISSING', '/attestations', 'No owner attests the register.'));
  if (new Set(genesis.attestations.map((entry) => entry.subject)).size !== genesis.attestations.length)
    issues.push(issue('OWNER_DUPLICATE', '/attestations', 'A wallet attests twice.'));
  for (const [i, entry] of genesis.attestations.entries()) {
    const problem = attestationProblem(genesis, entry, verify);
    if (problem) issues.push({ ...problem, path: `/attestations/${i}${problem.path}` });
  }
  return issues;
}

/** The governance roster that a checked genesis payload founds. */
export function genesisMembers(genesis: GenesisPayload): Member[] {
  return genesis.attestations.map(({ subject, role, publicKey, algorithm, grantedAt }) => ({
    subject,
    role,
    publicKey,
    algorithm,
    grantedAt,
  }));
}

function attestationProblem(
  genesis: GenesisPayload,
  { role, subject, grantedAt, algorithm, publicKey, signature }: Attestation,
  verify: VerifySync,
): Issue | undefined {
  if (subject !== walletDid(addressOfBase64(algorithm, publicKey) ?? ''))
    return issue('ATTESTATION_MISMATCH', '/publicKey', 'The public key is not the key of the subject.');
  const digest = sha256Hex(
    canonical({ role, subject, registerId: genesis.registerId, registerName: genesis.name, grantedAt }),
  );
  const key = fromBase64(publicKey);
  // A key that any signature fits attests nothing, and it would be a member's key permanently.
  if (!key || publicKeyProblem(algorithm, key))
    return issue('ATTESTATION_MISMATCH', '/publicKey', 'The public key is not a sound key of its algorithm.');
  const value = fromBase64(signature);
  if (!value || !verify(algorithm, key, fromHex(digest), value))
    return issue('ATTESTATION_SIGNATURE_INVALID', '/signature', 'The signature of the attestation does not verify.');
  return undefined;
}

/** A sentence about the name of a register that is not one; undefined for a name of 1 to 38 characters. */
export function registerNameProblem(name: unknown): string | undefined {
  if (!isText(name, 1, REGISTER_NAME_MAX)) return `A register has a name of 1 to ${REGISTER_NAME_MAX} characters.`;
  const problem = nameProblem(name);
  return problem === undefined ? undefined : `The name ${problem}. ${NAME_RULE}`;
}

function shapeProblem(payload: unknown): Issue | undefined {
  if (!isExactly(payload, MEMBERS))
    return payloadIssue('', 'A genesis payload has exactly the members of a genesis payload.');
  if (!isUuid(payload.registerId)) return payloadIssue('/registerId', 'A registerId is a lower-case UUID.');
  const nameFault = registerNameProblem(payload.name);
  if (nameFault !== undefined) return payloadIssue('/name', nameFault);
  if (!isText(payload.description, 0, REGISTER_DESCRIPTION_MAX))
    return payloadIssue('/description', 'The description is too long.');
  if (!isText(payload.tenantId, 1, 128)) return payloadIssue('/tenantId', 'The tenantId is a text.');
  if (!isTimestamp(payload.createdAt))
    return payloadIssue('/createdAt', 'createdAt is ISO 8601 UTC with milliseconds.');
  if (!isList(payload.attestations, ATTESTATIONS_MAX, isAttestation))
    return payloadIssue('/attestations', 'There are 1 to 10 well-formed attestations.');
  if (!isSeats(payload.validators))
    return payloadIssue('/validators', 'There are 1 to 31 well-formed validators, each once.');
  if (!isObject(payload.metadata) || !Object.values(payload.metadata).every((text) => isText(text, 0, 1024)))
    return payloadIssue('/metadata', 'The metadata maps names to texts.');
  return undefined;
}

function isAttestation(entry: unknown): entry is Attestation {
  return (
    isExactly(entry, ATTESTATION_MEMBERS) &&
    MEMBER_ROLES.some((role) => role === entry.role) &&
    isSignatureAlgorithm(entry.algorithm) &&
    isTimestamp(entry.grantedAt) &&
    isText(entry.subject, 1, 128) &&
    isText(entry.publicKey, 1, 8192) &&
    isText(entry.signature, 1, 8192)
  );
}

/** True for a list of 1 to 31 seats whose ids follow from their keys, each key and each node named once. */
export function isSeats(value: unknown): value is readonly Validator[] {
  return (
    isList(value, VALIDATORS_MAX, isValidator) &&
    isEachOnce(value.map(({ validatorId }) => validatorId)) &&
    isEachOnce(value.flatMap(({ peerId }) => (peerId === '' ? [] : [peerId])))
  );
}

function isEachOnce(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

function isValidator(seat: unknown): seat is Validator {
  return (
    isExactly(seat, VALIDATOR_MEMBERS) &&
    isHex(seat.consensusKey, 32) &&
    // A seat whose key any signature fits would vote for everybody, and its certificates would prove nothing.
    publicKeyProblem('ED25519', fromHex(seat.consensusKey)) === undefined &&
    seat.validatorId === validatorIdOf(seat.consensusKey) &&
    isText(seat.orgId, 0, 128) &&
    isText(seat.peerId, 0, 128)
  );
}

function isExactly(value: unknown, members: readonly string[]): value is Readonly<Record<string, Json>> {
  return (
    isObject(value) &&
    Object.keys(value).length === members.length &&
    members.every((member) => Object.hasOwn(value, member))
  );
}

function isList<T>(value: unknown, max: number, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.length >= 1 && value.length <= max && value.every(isItem);
}

function isText(value: unknown, min: number, max: number): value is string {
  return typeof value === 'string' && value.length >= min && value.length <= max;
}

function payloadIssue(path: string, message: string): Issue {
  return issue('VAL_STRUCT_011', path, message);
}
