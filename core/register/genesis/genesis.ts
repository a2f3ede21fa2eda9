// How a register begins: what its owners attest, when their attestations suffice, and what the genesis transaction and
// docket contain. Pure: nonce, ids, times and the signature check are arguments. Signing the transaction is the
// caller's duty; so is keeping a pending registration.
import { equalBytes, fromBase64, fromHex, isUuid, utf8 } from '../../base/bytes.js';
import { sha256Hex } from '../../base/hash.js';
import { type Issue, issue } from '../../base/issue.js';
import { canonical, type JsonObject } from '../../base/json.js';
import { ATTESTATIONS_MAX, REGISTER_DESCRIPTION_MAX, REGISTRATION_TTL_MS } from '../../base/limits/ledger/registers.js';
import { fail, type Result } from '../../base/result.js';
import { addressOfBase64 } from '../../crypto/keys/address.js';
import { isSignatureAlgorithm } from '../../crypto/signing/algorithms.js';
import type { MemberRole, RegisterPolicy, Validator } from '../../model/register.js';
import type { SignatureAlgorithm, TransactionHeader } from '../../model/transaction.js';
import { walletDid } from '../people/did.js';
import { checkPolicy, type PolicyDraft, policyOf } from '../policy.js';
import {
  checkGenesisPayload,
  GENESIS_ACTION,
  GENESIS_BLUEPRINT,
  type GenesisPayload,
  registerNameProblem,
  type VerifySync,
} from './payload.js';

/** The data that a member signs: the hex SHA-256 of its canonical form, decoded to 32 bytes, is the digest. */
export interface AttestationData {
  readonly role: MemberRole;
  readonly subject: string;
  readonly registerId: string;
  readonly registerName: string;
  readonly grantedAt: string;
}

/** A genesis that registers: `walletId` is a wallet address. */
export interface Registrant {
  readonly userId: string;
  readonly walletId: string;
}

export interface InitiateRequest {
  readonly name: string;
  readonly description?: string;
  readonly tenantId: string;
  readonly owners: readonly Registrant[];
  readonly additionalAdmins?: readonly (Registrant & { readonly role?: MemberRole })[];
  readonly metadata?: Readonly<Record<string, string>>;
  readonly policy?: PolicyDraft;
}

/** A registration that waits for its attestations. */
export interface Registration {
  readonly registerId: string;
  readonly nonce: string;
  readonly expiresAt: string;
  readonly name: string;
  readonly description: string;
  readonly tenantId: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly policy: RegisterPolicy;
  readonly attestationsToSign: readonly {
    readonly userId: string;
    readonly walletId: string;
    readonly role: MemberRole;
    readonly attestationData: AttestationData;
    readonly dataToSign: string;
  }[];
}

export interface SignedAttestation {
  readonly attestationData: AttestationData;
  readonly publicKey: string;
  readonly signature: string;
  readonly algorithm: SignatureAlgorithm;
}

/** Hex SHA-256 of the canonical attestation data: `dataToSign` of the initiate response. */
export function attestationDigest(data: AttestationData): string {
  return sha256Hex(canonical(data));
}

/**
 * The pending registration of a request whose shape was checked (reference-facts 4.2.2). `registerId` is a fresh
 * lower-case UUID, `nonce` 32 bytes of entropy in base64url, `validators` the number of seats of the initial roster.
 * Issues: BODY_INVALID (name, description, counts), OWNER_DUPLICATE, CONFIG_INVALID (policy).
 */
export function initiate(
  request: InitiateRequest,
  given: { readonly registerId: string; readonly nonce: string; readonly nowMs: number; readonly validators: number },
): Result<Registration> {
  const issues: Issue[] = [];
  const { name, description = '' } = request;
  const nameFault = registerNameProblem(name);
  if (nameFault !== undefined) issues.push(issue('BODY_INVALID', '/name', nameFault));
  if (description.length > REGISTER_DESCRIPTION_MAX)
    issues.push(
      issue('BODY_INVALID', '/description', `A description has at most ${REGISTER_DESCRIPTION_MAX} characters.`),
    );
  if (!isUuid(given.registerId))
    issues.push(issue('BODY_INVALID', '/registerId', 'A registerId is a lower-case UUID.'));
  const people = registrants(request);
  if (request.owners.length === 0) issues.push(issue('BODY_INVALID', '/owners', 'A register has an owner.'));
  if (people.length > ATTESTATIONS_MAX)
    issues.push(
      issue('BODY_INVALID', '/owners', `At most ${ATTESTATIONS_MAX} owners and administrators attest a register.`),
    );
  if (new Set(people.map((person) => person.walletId)).size !== people.length)
    issues.push(issue('OWNER_DUPLICATE', '/owners', 'A wallet is named twice.'));
  const policy = policyOf(request.policy ?? {}, given.validators);
  issues.push(
    ...checkPolicy(policy, given.validators).map((problem) => ({ ...problem, path: `/policy${problem.path}` })),
  );
  if (issues.length > 0) return fail(issues);
  const grantedAt = new Date(given.nowMs).toISOString();
  return {
    registerId: given.registerId,
    nonce: given.nonce,
    expiresAt: new Date(given.nowMs + REGISTRATION_TTL_MS).toISOString(),
    name,
    description,
    tenantId: request.tenantId,
    metadata: request.metadata ?? {},
    policy,
    attestationsToSign: people.map(({ userId, walletId, role }) => {
      const attestationData = {
        role,
        subject: walletDid(walletId),
        registerId: given.registerId,
        registerName: name,
        grantedAt,
      };
      return { userId, walletId, role, attestationData, dataToSign: attestationDigest(attestationData) };
    }),
  };
}

/**
 * The payload of the genesis transaction, when every wallet that the registration names has attested exactly what it
 * was given. Issues: REGISTRATION_EXPIRED, REGISTRATION_NONCE_INVALID, ATTESTATION_MISSING, ATTESTATION_MISMATCH (other
 * data, another key, one too many, twice), ATTESTATION_SIGNATURE_INVALID. `verify` checks one signature over a 32-byte
 * digest.
 */
export function finalize(
  registration: Registration,
  request: {
    readonly registerId: string;
    readonly nonce: string;
    readonly signedAttestations: readonly SignedAttestation[];
  },
  given: { readonly nowMs: number; readonly validators: readonly Validator[]; readonly verify: VerifySync },
): Result<GenesisPayload> {
  if (given.nowMs > Date.parse(registration.expiresAt))
    return fail(issue('REGISTRATION_EXPIRED', '', 'The registration has expired: initiate it again.'));
  if (request.registerId !== registration.registerId || !equalBytes(utf8(request.nonce), utf8(registration.nonce)))
    return fail(issue('REGISTRATION_NONCE_INVALID', '/nonce', 'The nonce is not the one that initiate returned.'));
  const wanted = new Map(
    registration.attestationsToSign.map((entry) => [entry.attestationData.subject, entry.dataToSign]),
  );
  const issues: Issue[] = [];
  for (const [i, signed] of request.signedAttestations.entries()) {
    const problem = attestationProblem(signed, wanted.get(signed.attestationData.subject), given.verify);
    if (problem) issues.push({ ...problem, path: `/signedAttestations/${i}${problem.path}` });
    else wanted.delete(signed.attestationData.subject);
  }
  if (issues.length === 0)
    for (const subject of wanted.keys())
      issues.push(issue('ATTESTATION_MISSING', '/signedAttestations', `The attestation of ${subject} is missing.`));
  if (issues.length > 0) return fail(issues);
  const payload: GenesisPayload = {
    registerId: registration.registerId,
    name: registration.name,
    description: registration.description,
    tenantId: registration.tenantId,
    createdAt: registration.attestationsToSign[0]!.attestationData.grantedAt,
    attestations: request.signedAttestations.map(({ attestationData, publicKey, signature, algorithm }) => ({
      role: attestationData.role,
      subject: attestationData.subject,
      publicKey,
      signature,
      algorithm,
      grantedAt: attestationData.grantedAt,
    })),
    validators: given.validators,
    policy: registration.policy,
    metadata: registration.metadata,
  };
  const problems = checkGenesisPayload(payload, given.verify);
  return problems.length > 0 ? fail(problems) : payload;
}

function attestationProblem(
  signed: SignedAttestation,
  digest: string | undefined,
  verify: VerifySync,
): Issue | undefined {
  const { attestationData, algorithm, publicKey, signature } = signed;
  if (digest === undefined || attestationDigest(attestationData) !== digest)
    return issue(
      'ATTESTATION_MISMATCH',
      '/attestationData',
      'This is not what the wallet was given to attest, or it attests twice.',
    );
  if (
    !isSignatureAlgorithm(algorithm) ||
    attestationData.subject !== walletDid(addressOfBase64(algorithm, publicKey) ?? '')
  )
    return issue('ATTESTATION_MISMATCH', '/publicKey', 'The public key is not the key of the wallet.');
  const key = fromBase64(publicKey);
  const value = fromBase64(signature);
  if (!key || !value || !verify(algorithm, key, fromHex(digest), value))
    return issue('ATTESTATION_SIGNATURE_INVALID', '/signature', 'The signature of the attestation does not verify.');
  return undefined;
}

/**
 * Members of the genesis transaction's header that do not follow from payload and signatures. The system wallet signs
 * it.
 */
export function genesisDraft(
  payload: GenesisPayload,
  systemWallet: string,
): Omit<TransactionHeader, 'payloadHash'> & { readonly payload: JsonObject } {
  return {
    registerId: payload.registerId,
    blueprintId: GENESIS_BLUEPRINT,
    actionId: GENESIS_ACTION,
    senderWallet: systemWallet,
    createdAt: payload.createdAt,
    metadata: {
      Type: 'Genesis',
      RegisterName: payload.name,
      TenantId: payload.tenantId,
      SystemWalletAddress: systemWallet,
    },
    payload: payload as unknown as JsonObject,
  };
}

function registrants(request: InitiateRequest): (Registrant & { readonly role: MemberRole })[] {
  return [
    ...request.owners.map((owner) => ({ ...owner, role: 'Owner' as const })),
    ...(request.additionalAdmins ?? []).map((admin) => ({ ...admin, role: admin.role ?? ('Admin' as const) })),
  ];
}
