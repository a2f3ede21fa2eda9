// Credentials of a rehearsal: a test issuer of its own makes what a gate asks for, and a test wallet shows it. The key
// of the issuer is one of the rehearsal and goes with it; its DID is named by the definition in the sandbox and by
// nothing else. So a credential of it opens no gate of another register.
import { concat, fromBase64, toBase64 } from '../../core/base/bytes.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { CredentialRequirement } from '../../core/blueprint/definition/types.js';
import { gateIdOf } from '../../core/blueprint/names/gate-names.js';
import { NEVER_DISCLOSED } from '../../core/credentials/claim-names.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import type { GateClaim } from '../../core/credentials/gate/rule.js';
import { blind } from '../../core/credentials/sd-jwt/blind.js';
import { draftIssued, selectClaims } from '../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../core/credentials/sd-jwt/key-binding.js';
import type { AskedPath } from '../../core/credentials/sd-jwt/paths.js';
import { saltsOf } from '../../core/credentials/sd-jwt/salts.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import { CURVES } from '../../core/crypto/keys/curves.js';
import { didOfJwk } from '../../core/crypto/keys/did-keys.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { signFormatted } from '../../core/crypto/signing/formats.js';
import { sampleOf } from '../../core/design/sample.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { RoleWallet } from '../../storage/tables/workflow/rehearsals.js';
import type { PreparedGate } from '../workflow/credentials/shown-gates.js';

/** Stands in the place of a role. It is not a participant id. */
export const TEST_ISSUER = '@issuer';
/** The client id of rehearsals. No node asks under it, and no record elsewhere names it. */
export const TEST_VERIFIER = 'x509_san_dns:rehearsal.invalid';
const SEED_BYTES = 32;
/** A credential is made for one gate, and shown at once. */
const LIFE_SECONDS = 3600;
const TEST_CLAIM = 'rehearsed';
/** Places of a list in a test credential: one that a gate asks beyond it is not there. */
const LIST_PLACES_MAX = 32;

export interface TestCredentialPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly keystore: Pick<Keystore, 'signFormatted'>;
  readonly random: Pick<Random, 'bytes'>;
}

/** A requirement as it stands in the sandbox: it trusts the test issuer alone, and takes its format. */
export function testRequirement(
  requirement: CredentialRequirement,
  { at, issuer }: { readonly at: number; readonly issuer: RoleWallet },
): CredentialRequirement {
  const {
    type = '',
    vct = type,
    doctype,
    evidence,
    readers = [],
    verifiedBy,
    anyOfGroup,
    requiredClaims,
  } = requirement;
  const readBy = readers.length === 0 && verifiedBy !== undefined ? [verifiedBy] : readers;
  const isPublic = evidence === 'public';
  return {
    ...{ id: gateIdOf(requirement, at), format: 'sd-jwt-vc', vct: vct === '' ? (doctype ?? '') : vct },
    ...(anyOfGroup !== undefined && { anyOfGroup }),
    ...(requiredClaims !== undefined && { requiredClaims }),
    ...(readBy.length > 0 && { readers: readBy }),
    ...(isPublic && { evidence }),
    trustPolicy: { sources: [{ kind: 'did-allowlist', allowedIssuers: [didOf(issuer)], confersAssurance: 'Low' }] },
  };
}

/** The parts of what a test wallet shows at the gate. A fault is thrown for claims that no credential can have. */
export async function showTestCredential(
  { clock, keystore, random }: TestCredentialPorts,
  gate: PreparedGate,
  { issuer, challenge }: { readonly issuer: RoleWallet; readonly challenge: string },
): Promise<Result<GateParts>> {
  const { rule, nonce } = gate;
  const holder = generate('NISTP256', random.bytes(SEED_BYTES));
  const issuedAtSeconds = Math.floor(clock.now() / 1000);
  const paths = rule.claims.map(({ path }) => path);
  const claims = rule.claims.reduce<JsonObject>(
    (made, claim) => withClaim(made, claim.path, testValueOf(claim)) as JsonObject,
    {},
  );
  const payload: JsonObject = {
    ...claims,
    ...{ vct: rule.typeOf('sd-jwt-vc'), iss: didOf(issuer), cnf: { jwk: p256Jwk(holder.publicKey) } },
    ...{ nbf: issuedAtSeconds, exp: issuedAtSeconds + LIFE_SECONDS },
  };
  const disclosable = Object.keys(claims).flatMap((name) => (NEVER_DISCLOSED.has(name) ? [] : [[name]]));
  const salt = saltsOf((length) => random.bytes(length), disclosable.length + 1);
  const blinded = blind(payload, { disclosable, decoys: 1, salt });
  const draft = draftIssued({ ...blinded, issuer: { chain: [] } });
  const signed = await keystore.signFormatted(keyOf(issuer), 'jose', draft.toSign);
  if (isFailure(signed)) return signed;
  const chosen = selectClaims(draft.finish(signed.signature), paths);
  const proof = draftPresentation(chosen, { nonce, audience: TEST_VERIFIER, issuedAtSeconds });
  const proven = signFormatted(holder, 'jose', proof.toSign);
  holder.privateKey.fill(0);
  if (isFailure(proven)) return proven;
  const shown = proof.finish(proven);
  const frame = { v: 1, format: 'sd-jwt-vc', challenge, audience: TEST_VERIFIER, issuerKey: toBase64(spkiOf(issuer)) };
  return { frame, issued: shown.issued, claims: [...shown.disclosures], proof: shown.proof ?? '' };
}

/** A word satisfies no schema of another type: then the judge says which claim is at fault. */
function testValueOf({ values, schema }: GateClaim): Json {
  return values?.[0] ?? (schema === undefined ? undefined : sampleOf(schema)) ?? TEST_CLAIM;
}

/** The value with a claim at a path: of objects by names, of lists by places, and by `null` in any place. */
function withClaim(value: Json | undefined, [step, ...rest]: AskedPath, claim: Json): Json {
  if (step === undefined) return claim;
  if (typeof step === 'string') {
    const before = (value ?? {}) as JsonObject;
    return { ...before, [step]: withClaim(before[step], rest, claim) };
  }
  const before = (value ?? []) as readonly Json[];
  // In any place is in one more.
  const place = Math.min(step ?? before.length, LIST_PLACES_MAX - 1);
  return Array.from({ length: Math.max(before.length, place + 1) }, (_, i) =>
    i === place || before[i] === undefined ? withClaim(before[i], rest, claim) : before[i],
  );
}

function keyOf({ address }: RoleWallet) {
  return { address, algorithm: 'NISTP256', path: DEFAULT_PATH, hybrid: false } as const;
}

const pointOf = ({ publicKey }: RoleWallet) => fromBase64(publicKey) as Uint8Array;
const spkiOf = (issuer: RoleWallet) => concat(CURVES['P-256'].prefix, pointOf(issuer));
const didOf = (issuer: RoleWallet) => didOfJwk(p256Jwk(pointOf(issuer)));
