// Credentials of both formats by an invented office whose certificate stands below a root, and its holder who shows
// them. All is good, and a test changes one thing of it.
import { type KeyObject, sign } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { toBase64Url } from '../../../core/base/bytes.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Draft } from '../../../core/credentials/draft.js';
import { mdocResponse } from '../../../core/credentials/mdoc/cells.js';
import type { AskedBy } from '../../../core/credentials/mdoc/device-signed.js';
import { draftMdoc, heldMdocOf, type MdocContent } from '../../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation as draftMdocPresentation } from '../../../core/credentials/mdoc/present.js';
import { blind } from '../../../core/credentials/sd-jwt/blind.js';
import { joinSdJwt, type SdJwt } from '../../../core/credentials/sd-jwt/compact.js';
import { draftIssued, selectClaims } from '../../../core/credentials/sd-jwt/credential.js';
import { draftPresentation, type ProofContent } from '../../../core/credentials/sd-jwt/key-binding.js';
import type { AskedPath } from '../../../core/credentials/sd-jwt/paths.js';
import { saltsOf } from '../../../core/credentials/sd-jwt/salts.js';
import { statusListOf } from '../../../core/credentials/status/bits.js';
import { draftStatusCwt } from '../../../core/credentials/status/cwt.js';
import { draftStatusJwt } from '../../../core/credentials/status/jwt.js';
import { p256Jwk } from '../../../core/crypto/keys/jwk.js';
import { altNames, certificate, dns, type Party, partyOf } from '../certificates/certificates.js';
import { dice } from './licence.js';

export const STATE = partyOf('State');
export const OFFICE = partyOf('Office');
export const HOLDER = partyOf('Holder');
export const STRANGER = partyOf('Stranger');
export const OFFICE_HOST = 'office.example';

/** The root as a list of anchors has it. */
export const ROOT_DER = certificate(STATE, STATE, {}, 'authority');
const named = (host: string) => ({ extensions: { subjectAltName: altNames(dns(host)) } });
/** Below the root, and below one that nobody trusts. */
export const CHAIN = [certificate(OFFICE, STATE, named(OFFICE_HOST))];
export const FOREIGN_CHAIN = [certificate(OFFICE, STRANGER, named(OFFICE_HOST))];

export const pointOf = ({ spki }: Party) => spki.subarray(-65);
export const VCT = 'urn:office:permit:1';
export const DOC_TYPE = 'org.office.permit.1';
export const SPACE = 'org.office.permit';
export const LIST = 'https://office.example/lists/1';

export function signedBy<T>({ privateKey }: { readonly privateKey: KeyObject }, { toSign, finish }: Draft<T>): T {
  return finish(sign('sha256', toSign, { key: privateKey, dsaEncoding: 'ieee-p1363' }));
}

export interface Issuing {
  readonly claims?: JsonObject;
  readonly chain?: readonly Uint8Array[];
  readonly signer?: Party;
  /** The id of its key, where the header names one. */
  readonly keyId?: string;
  /** Its place in LIST; none when absent. */
  readonly place?: number;
  readonly atMs: number;
}

/** An SD-JWT VC with a number, a name, classes and an address, each to be kept back. */
export function permit({ claims = {}, chain = CHAIN, signer = OFFICE, keyId, place, atMs }: Issuing): SdJwt {
  const all = {
    ...{ vct: VCT, iss: 'https://office.example', cnf: { jwk: p256Jwk(pointOf(HOLDER)) } },
    ...{ nbf: Math.floor(atMs / 1000) - 3600, exp: Math.floor(atMs / 1000) + 3600 },
    ...(place !== undefined && { status: { status_list: { idx: place, uri: LIST } } }),
    ...{ number: 'P-17', name: 'Ada', classes: ['B', 'C'], address: { locality: 'Bonn', country: 'DE' } },
    ...claims,
  };
  const disclosable = [['number'], ['name'], ['classes'], ['address', 'locality'], ['address', 'country']];
  const random = dice();
  const blinded = blind(all, { disclosable, decoys: 1, salt: saltsOf(random, disclosable.length + 1) });
  return signedBy(signer, draftIssued({ ...blinded, issuer: { chain, ...(keyId !== undefined && { keyId }) } }));
}

export interface Showing extends Omit<ProofContent, 'issuedAtSeconds'> {
  readonly atMs: number;
  readonly paths: readonly AskedPath[];
  readonly holder?: Party;
}

export function showPermit(held: SdJwt, { atMs, paths, holder = HOLDER, ...content }: Showing): string {
  const chosen = selectClaims(held, paths);
  const proof = { ...content, issuedAtSeconds: Math.floor(atMs / 1000) };
  return joinSdJwt(signedBy(holder, draftPresentation(chosen, proof)));
}

export function licence({ chain = CHAIN, signer = OFFICE, place, atMs }: Issuing): Uint8Array {
  const content: MdocContent = {
    ...{ docType: DOC_TYPE, chain, deviceKey: pointOf(HOLDER) },
    elements: { [SPACE]: { number: 4711, name: 'Ada', classes: ['B', 'C'] } },
    ...{ signedMs: atMs - 3_600_000, validFromMs: atMs - 3_600_000, validUntilMs: atMs + 3_600_000 },
    ...(place !== undefined && { status: { uri: LIST, index: place } }),
  };
  return signedBy(signer, draftMdoc(content, dice()));
}

export function showLicence(
  issued: Uint8Array,
  { names, holder = HOLDER, ...asked }: AskedBy & { readonly names: readonly string[]; readonly holder?: Party },
): string {
  const draft = draftMdocPresentation(heldMdocOf(issued), asked, (_, name) => names.includes(name));
  return toBase64Url(mdocResponse(signedBy(holder, draft)));
}

export interface Listing {
  readonly atMs: number;
  readonly statuses?: readonly (readonly [place: number, status: number])[];
  readonly chain?: readonly Uint8Array[];
  readonly signer?: Party;
  /** The id of its key, where the header of the JWT names one. */
  readonly keyId?: string;
  readonly uri?: string;
}

const deflate = (bytes: Uint8Array) => deflateSync(bytes);

/** The token of LIST, in both forms. */
export function listTokens({ atMs, statuses = [], chain = CHAIN, signer = OFFICE, keyId, uri = LIST }: Listing) {
  const now = Math.floor(atMs / 1000);
  const content = {
    ...{ uri, list: statusListOf(2, 1024, statuses), ttlSeconds: 300 },
    ...{ issuedAtSeconds: now - 60, expiresAtSeconds: now + 3600 },
  };
  return {
    jwt: signedBy(
      signer,
      draftStatusJwt({ ...content, issuer: { chain, ...(keyId !== undefined && { keyId }) } }, deflate),
    ),
    cwt: signedBy(signer, draftStatusCwt({ ...content, chain }, deflate)),
  };
}
