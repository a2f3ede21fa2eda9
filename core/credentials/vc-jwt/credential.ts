// A credential of the W3C data model 2.0 that is secured with JOSE (VC-JOSE-COSE 1.0 section 3.1, `vc+jwt`): its form,
// its issuer, its dates, and the key of its holder. No context is expanded: types and claims are compared as written.
import { isObject, type Json, type JsonObject } from '../../base/json.js';
import { keyOfDid } from '../../crypto/keys/did-keys.js';
import { p256OfJwk, p256OfSpki } from '../../crypto/keys/jwk.js';
import { need } from '../fault.js';
import { type Jws, readJws, type StatedIssuer, statedIssuer } from '../jose/jws.js';
import { needValidity } from '../sd-jwt/credential.js';
import { statusPlaceIn } from '../status/jwt.js';
import type { StatusPlace } from '../status/token.js';

export const VC_JWT = 'jwt_vc_json';
export const VC_TYPE = 'vc+jwt';
const CONTEXT = 'https://www.w3.org/ns/credentials/v2';
const BASE_TYPE = 'VerifiableCredential';
/** As a context expands it, which a query may name (OpenID4VP 1.0 appendix B.1.1). */
const BASE_TYPES: readonly Json[] = [BASE_TYPE, 'https://www.w3.org/2018/credentials#VerifiableCredential'];
/** XML Schema `dateTimeStamp` (data model 2.0 section 4.9). */
const TIME = /^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** Throws a fault on a text that no issuer of such credentials signs. Says nothing of its signature. */
export function readVc(text: string): Jws {
  const jws = readJws(text, [VC_TYPE]);
  const { payload } = jws;
  needEnvelope(jws, { content: 'vc', base: BASE_TYPE });
  const subjects = listOf(payload.credentialSubject);
  need(subjects.length > 0 && subjects.every(isObject), 'The credential has no credentialSubject.');
  need(issuerOf(payload) !== undefined, 'The credential has no issuer.');
  return jws;
}

/** Throws a fault unless the JWS is of the data model 2.0, and of the base type. Of a presentation too. */
export function needEnvelope(
  { header, payload }: Jws,
  { content, base }: { readonly content: string; readonly base: string },
): void {
  need(header.cty === undefined || header.cty === content, `The header has another cty than ${content}.`);
  // They would be a second credential, of the data model 1.1, in the same text (VC-JOSE-COSE section 3.1.3).
  for (const name of ['vc', 'vp']) need(!Object.hasOwn(payload, name), `The payload has a member ${name}.`);
  need(listOf(payload['@context'])[0] === CONTEXT, 'The first @context is not that of the data model 2.0.');
  need(listOf(payload.type).includes(base), `Its type does not name ${base}.`);
}

/** A value by itself stands for a list of it. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function issuerOf({ issuer }: JsonObject): string | undefined {
  const id = isObject(issuer) ? issuer.id : issuer;
  return typeof id === 'string' && id !== '' ? id : undefined;
}

/** The words about who signed it. Throws a fault where they name two. */
export function vcIssuer(jws: Jws): StatedIssuer {
  const { header, payload } = jws;
  const { chain, keyId, issuer: claimed } = statedIssuer(jws);
  const issuer = issuerOf(payload) ?? '';
  for (const named of [claimed, header.iss])
    need(named === undefined || named === issuer, 'The iss is another one than the issuer of the credential.');
  const isOther = keyId?.startsWith('did:') === true && keyId.split('#')[0] !== issuer;
  need(!isOther, 'The kid is of another DID than the issuer of the credential.');
  return { chain, issuer, ...(keyId !== undefined && { keyId }) };
}

/** The types beside the base type. */
export function vcTypes({ payload }: Jws): readonly string[] {
  return listOf(payload.type).filter((type): type is string => typeof type === 'string' && !BASE_TYPES.includes(type));
}

/** Throws a fault unless its dates hold at that time: those of the data model, and those of a JWT. */
export function needVcValidity({ payload }: Jws, atMs: number): void {
  const [fromMs, untilMs] = vcDates(payload);
  need(fromMs === undefined || fromMs <= atMs, 'The credential is not valid yet.');
  need(untilMs === undefined || atMs <= untilMs, 'The credential has expired.');
  needValidity(payload, atMs);
}

/** `validFrom` and `validUntil`. Throws a fault on another form. */
export function vcDates({ validFrom, validUntil }: JsonObject): readonly [number | undefined, number | undefined] {
  return [timeOf(validFrom, 'validFrom'), timeOf(validUntil, 'validUntil')];
}

function timeOf(value: Json | undefined, name: string): number | undefined {
  if (value === undefined) return undefined;
  const ms = typeof value === 'string' && TIME.test(value) ? Date.parse(value) : Number.NaN;
  need(Number.isFinite(ms), `The member ${name} is not a time with its zone.`);
  return ms;
}

/** Where its status stands: in a status list alone. Throws a fault on a status of another mechanism. */
export function vcStatusPlace({ payload }: Jws): StatusPlace | undefined {
  need(payload.credentialStatus === undefined, 'The credential has a credentialStatus, which is not read here.');
  return statusPlaceIn(payload);
}

/** The key by which its holder proves: `cnf` (RFC 7800), else of a subject whose DID is its key. */
export function vcHolderKey({ payload: { cnf, credentialSubject } }: Jws): Uint8Array | undefined {
  if (isObject(cnf) && cnf.jwk !== undefined) return p256OfJwk(cnf.jwk);
  const [subject, ...others] = listOf(credentialSubject);
  const named = isObject(cnf) ? cnf.kid : isObject(subject) && others.length === 0 ? subject.id : undefined;
  const spki = typeof named === 'string' ? keyOfDid(named.split('#')[0] ?? '') : undefined;
  return spki && p256OfSpki(spki);
}
