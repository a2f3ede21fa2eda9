// Credentials of a rehearsal: its test issuer makes what a gate asks for, in a format that it takes. A test wallet
// shows it, and the judge is that of every register.
import { fromBase64, toBase64 } from '../../core/base/bytes.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { CredentialRequirement } from '../../core/blueprint/definition/types.js';
import { gateIdOf } from '../../core/blueprint/names/gate-names.js';
import { NEVER_DISCLOSED } from '../../core/credentials/claim-names.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { GateParts } from '../../core/credentials/gate/parts.js';
import { type GateClaim, type GateFormat, gateFormatsOf, gateRuleOf } from '../../core/credentials/gate/rule.js';
import { elementsOf } from '../../core/credentials/issuing/mdoc-copy.js';
import { draftMdoc, heldMdocOf } from '../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation as draftMdocPresentation } from '../../core/credentials/mdoc/present.js';
import { blind } from '../../core/credentials/sd-jwt/blind.js';
import { draftIssued, selectClaims } from '../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../core/credentials/sd-jwt/key-binding.js';
import type { AskedPath } from '../../core/credentials/sd-jwt/paths.js';
import { saltsOf } from '../../core/credentials/sd-jwt/salts.js';
import { DEFAULT_PATH } from '../../core/crypto/derivation/hd.js';
import { p256Jwk } from '../../core/crypto/keys/jwk.js';
import { generate } from '../../core/crypto/signing/algorithms.js';
import { type SignedFormat, signFormatted } from '../../core/crypto/signing/formats.js';
import { sampleOf } from '../../core/design/sample.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { RoleWallet } from '../../storage/tables/workflow/rehearsals.js';
import type { PreparedGate } from '../workflow/credentials/shown-gates.js';
import { anchorSource, didOf, didSource, keyIn } from './test-issuer.js';

/** The client id of rehearsals. No node asks under it, and no record elsewhere names it. */
export const TEST_VERIFIER = 'x509_san_dns:rehearsal.invalid';
/** Where an answer to it would go. */
const RESPONSE_URI = 'https://rehearsal.invalid';
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

/** A requirement as it stands in the sandbox: it trusts the test issuer alone, and takes one of its formats. */
export function testRequirement(
  requirement: CredentialRequirement,
  { at, issuer }: { readonly at: number; readonly issuer: RoleWallet },
): CredentialRequirement {
  const { evidence, readers = [], verifiedBy, anyOfGroup, requiredClaims } = requirement;
  const [format = 'sd-jwt-vc'] = gateFormatsOf(requirement);
  const readBy = readers.length === 0 && verifiedBy !== undefined ? [verifiedBy] : readers;
  const isPublic = evidence === 'public';
  const { typeMember, sourceOf } = FORMATS[format];
  return {
    ...{ id: gateIdOf(requirement, at), format, [typeMember]: gateRuleOf(requirement, at).typeOf(format) },
    ...(anyOfGroup !== undefined && { anyOfGroup }),
    ...(requiredClaims !== undefined && { requiredClaims }),
    ...(readBy.length > 0 && { readers: readBy }),
    ...(isPublic && { evidence }),
    trustPolicy: { sources: [sourceOf(issuer)] },
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
  const [format = 'sd-jwt-vc'] = rule.formats;
  const { signedAs, draftOf, frameOf } = FORMATS[format];
  const claims = rule.claims.reduce<JsonObject>(
    (made, claim) => withClaim(made, claim.path, testValueOf(claim)) as JsonObject,
    {},
  );
  const asked: TestAsked = {
    ...{ claims, issuer, nonce, type: rule.typeOf(format), paths: rule.claims.map(({ path }) => path) },
    ...{ holder: holder.publicKey, atSeconds: Math.floor(clock.now() / 1000), random: (bytes) => random.bytes(bytes) },
  };
  const draft = draftOf(asked);
  const signed = await keystore.signFormatted(keyOf(issuer), signedAs, draft.toSign);
  if (isFailure(signed)) return signed;
  const proof = draft.finish(signed.signature);
  const proven = signFormatted(holder, signedAs, proof.toSign);
  holder.privateKey.fill(0);
  if (isFailure(proven)) return proven;
  const frame = { v: 1, format, challenge, audience: TEST_VERIFIER, ...frameOf(issuer) };
  return { frame, ...proof.finish(proven) };
}

interface TestAsked {
  readonly type: string;
  readonly claims: JsonObject;
  readonly paths: readonly AskedPath[];
  readonly issuer: RoleWallet;
  /** Uncompressed point of P-256. */
  readonly holder: Uint8Array;
  readonly nonce: string;
  readonly atSeconds: number;
  readonly random: (bytes: number) => Uint8Array;
}

interface TestFormat {
  /** Under which a requirement names the type. */
  readonly typeMember: 'vct' | 'doctype';
  readonly signedAs: SignedFormat;
  /** By which a requirement in the sandbox trusts the test issuer. */
  readonly sourceOf: (issuer: RoleWallet) => JsonObject;
  /** Members of the frame beside those of each format. */
  readonly frameOf: (issuer: RoleWallet) => JsonObject;
  /** A credential, to be signed by the issuer; then what is asked of it in cells, to be signed by the holder. */
  readonly draftOf: (asked: TestAsked) => Draft<Draft<GateParts>>;
}

const FORMATS: Readonly<Record<GateFormat, TestFormat>> = {
  'sd-jwt-vc': {
    ...{ typeMember: 'vct', signedAs: 'jose', sourceOf: didSource, draftOf: draftSdJwt },
    frameOf: (issuer) => ({ issuerKey: toBase64(keyIn(issuer)) }),
  },
  mso_mdoc: {
    ...{ typeMember: 'doctype', signedAs: 'cose', sourceOf: anchorSource, draftOf: draftMdocShown },
    frameOf: ({ certificates }) => ({ anchor: certificates?.anchor ?? '', responseUri: RESPONSE_URI }),
  },
};

function draftSdJwt({ type, claims, paths, issuer, holder, nonce, atSeconds, random }: TestAsked) {
  const payload: JsonObject = {
    ...claims,
    ...{ vct: type, iss: didOf(issuer), cnf: { jwk: p256Jwk(holder) } },
    ...{ nbf: atSeconds, exp: atSeconds + LIFE_SECONDS },
  };
  const disclosable = Object.keys(claims).flatMap((name) => (NEVER_DISCLOSED.has(name) ? [] : [[name]]));
  const salt = saltsOf(random, disclosable.length + 1);
  const issued = draftIssued({ ...blind(payload, { disclosable, decoys: 1, salt }), issuer: { chain: [] } });
  return mapDraft(issued, (credential) => {
    const bound = { nonce, audience: TEST_VERIFIER, issuedAtSeconds: atSeconds };
    return mapDraft(draftPresentation(selectClaims(credential, paths), bound), (shown) => ({
      ...{ issued: shown.issued, claims: [...shown.disclosures], proof: shown.proof ?? '' },
    }));
  });
}

function draftMdocShown({ type, claims, paths, issuer, holder, nonce, atSeconds, random }: TestAsked) {
  const signedMs = atSeconds * 1000;
  const chain = [fromBase64(issuer.certificates?.leaf ?? '') as Uint8Array];
  // An mdoc has elements, also where a gate asks for its type alone.
  const elements = elementsOf({ [TEST_CLAIM]: { [TEST_CLAIM]: true }, ...claims });
  const life = { signedMs, validFromMs: signedMs, validUntilMs: signedMs + LIFE_SECONDS * 1000 };
  const issued = draftMdoc({ docType: type, elements, chain, deviceKey: holder, ...life }, random);
  const isAsked = (nameSpace: string, name: string) =>
    paths.some(([space, element]) => space === nameSpace && element === name);
  const asked = { clientId: TEST_VERIFIER, nonce, responseUri: RESPONSE_URI };
  return mapDraft(issued, (credential) =>
    mapDraft(draftMdocPresentation(heldMdocOf(credential), asked, isAsked), (cells): GateParts => ({ ...cells })),
  );
}

function mapDraft<T, U>({ toSign, finish }: Draft<T>, change: (value: T) => U): Draft<U> {
  return { toSign, finish: (signature) => change(finish(signature)) };
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
