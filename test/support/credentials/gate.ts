// An action whose gate is shown a credential of either format, all good: certificates, ledger, frame and presentation,
// each of which a test may replace.
import { deflateSync } from 'node:zlib';
import { concat, fromHex, toBase64, toBase64Url } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import type { CredentialRequirement } from '../../../core/blueprint/definition/types.js';
import { type GatedRun, nonceOf } from '../../../core/credentials/gate/bytes.js';
import { consentText } from '../../../core/credentials/gate/consent.js';
import type { GateQuestion, GateView } from '../../../core/credentials/gate/judge.js';
import type { GateParts } from '../../../core/credentials/gate/parts.js';
import { type GateFormat, gateRuleOf } from '../../../core/credentials/gate/rule.js';
import type { GateStatement } from '../../../core/credentials/gate/statement.js';
import { draftMdoc, heldMdocOf } from '../../../core/credentials/mdoc/issuer-signed.js';
import { draftPresentation as draftMdocPresentation } from '../../../core/credentials/mdoc/present.js';
import { blind } from '../../../core/credentials/sd-jwt/blind.js';
import { draftIssued, selectClaims } from '../../../core/credentials/sd-jwt/credential.js';
import { draftPresentation } from '../../../core/credentials/sd-jwt/key-binding.js';
import { statusListOf } from '../../../core/credentials/status/bits.js';
import { draftStatusCwt } from '../../../core/credentials/status/cwt.js';
import { draftStatusJwt } from '../../../core/credentials/status/jwt.js';
import { CURVES } from '../../../core/crypto/keys/curves.js';
import { p256Jwk, p256Thumbprint } from '../../../core/crypto/keys/jwk.js';
import type { KeyPair } from '../../../core/crypto/signing/algorithms.js';
import type { TrustList, TrustView } from '../../../core/trust/policy.js';
import { certificate, type Party, partyOf } from '../certificates/certificates.js';
import { ca } from '../certificates/paths.js';
import { dice } from './licence.js';
import { HOLDER, ISSUER, STATUS_ISSUER, STRANGER, salts, signedBy } from './shown.js';

export const AT = '2026-11-28T13:00:00.000Z';
export const AT_SECONDS = Date.parse(AT) / 1000;
const DAY = 86_400;

const root = partyOf('State');
const otherRoot = partyOf('Elsewhere');
const named = (name: string, { publicKey }: KeyPair): Party => ({
  ...partyOf(name),
  spki: concat(CURVES['P-256'].prefix, publicKey),
});
export const ANCHOR = ca(root, root);
export const OTHER_ANCHOR = ca(otherRoot, otherRoot);
export const ANCHOR_HASH = sha256Hex(ANCHOR);
export const ISSUER_SPKI = named('Office', ISSUER).spki;
export const ISSUER_KEY_HASH = sha256Hex(ISSUER_SPKI);
const LEAVES = {
  issuer: certificate(named('Office', ISSUER), root),
  status: certificate(named('Lists', STATUS_ISSUER), root),
  stranger: certificate(named('Stranger', STRANGER), otherRoot),
};
export type Leaf = keyof typeof LEAVES;
export const ISSUER_LEAF = LEAVES.issuer;

/** The worked example of docs/hashes.md. */
export const BOUND: GatedRun = {
  place: fromHex('9a5a27f2d1b97a2301b8bba955bebd45f769cad8f15694e8522f8aa7870d66d4'),
  dataRoot: fromHex('e343d78745d712ffa49c2f183bb2fb273cef2311706e154003ee6b3f6de613cb'),
};
export const HEADER = {
  registerId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
  blueprintId: 'permit',
  instanceId: 'inst-1',
  actionId: '7',
  senderWallet: 'qr1sender',
};
export const CHALLENGE = new Uint8Array(32).fill(3);
export const AUDIENCE = 'x509_san_dns:node.example';
export const RESPONSE_URI = 'https://node.example/respond';
export const LIST = 'https://issuer.example/lists/1';
export const PLACE = 5;

export const STATEMENT: GateStatement = { asOf: 812, at: AT, id: 'licence', trust: 'ab'.repeat(32) };

export const REQUIREMENTS: Readonly<Record<GateFormat, CredentialRequirement>> = {
  'sd-jwt-vc': {
    ...{ id: 'licence', vct: 'urn:example:licence:1' },
    requiredClaims: [
      { claimName: 'number', expectedValue: 'L-17' },
      { claimName: '["holder","name"]' },
      { claimName: '["classes",null]', expectedValue: 'C' },
    ],
    trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: 'eu' }] },
  },
  mso_mdoc: {
    ...{ id: 'licence', doctype: 'org.example.licence.1' },
    requiredClaims: [
      { claimName: '["org.example.licence","number"]', expectedValue: 'L-17' },
      { claimName: '["org.example.licence","name"]' },
      { claimName: '["org.example.licence","classes"]' },
    ],
    trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: 'eu' }] },
  },
};

export const listOf = (id: string, more: Partial<TrustList> = {}): TrustList => ({
  ...{ id, sequence: 7, hasAnchor: (hash) => hash === ANCHOR_HASH, hasKey: () => false },
  ...more,
});
export const TRUST: TrustView = {
  ...{ tenantList: undefined, issuerOf: () => undefined, isDistrusted: () => false, isStrict: false },
  lists: (id) => (id === 'eu' ? [listOf(id)] : []),
};
export const VIEW: GateView = {
  trust: TRUST,
  isVerifier: (clientId, wallet = 'qr1verifier') => clientId === AUDIENCE && wallet === 'qr1verifier',
  holderKeysOf: (wallet) => (wallet === HEADER.senderWallet ? [p256Thumbprint(HOLDER.publicKey)] : []),
  issuanceOf: () => undefined,
};

export interface Asking {
  readonly requirement?: Partial<CredentialRequirement>;
  readonly statement?: Partial<GateStatement>;
  readonly header?: Partial<typeof HEADER>;
  readonly bound?: Partial<GatedRun>;
  readonly view?: Partial<GateView>;
  readonly trust?: Partial<TrustView>;
  readonly verifier?: string;
}

export function questionOf(format: GateFormat, asking: Asking = {}): GateQuestion {
  const { requirement, statement, header, bound, view, trust, verifier } = asking;
  return {
    rule: gateRuleOf({ ...REQUIREMENTS[format], ...requirement }, 0),
    statement: { ...STATEMENT, ...statement },
    run: { ...BOUND, ...bound, header: { ...HEADER, ...header } },
    view: { ...VIEW, ...view, trust: { ...TRUST, ...trust } },
    ...(verifier !== undefined && { verifier }),
  };
}

/** The presentation where it differs from the good one. */
export interface Showing {
  /** Members of the frame; of `undefined` it is left out. */
  readonly frame?: Readonly<Record<string, Json | undefined>>;
  /** Claims or elements in place of the usual ones, and what is shown of them. */
  readonly claims?: JsonObject;
  readonly shown?: readonly string[];
  readonly type?: string;
  readonly life?: readonly [fromSeconds: number, toSeconds: number];
  /** Certificates of the issuer, or `iss` where it has none. */
  readonly issuer?: Leaf | { readonly iss: string };
  readonly key?: KeyPair;
  readonly holder?: KeyPair;
  readonly nonce?: string;
  readonly audience?: string;
  readonly ageSeconds?: number;
  readonly consent?: boolean;
  /** Undefined leaves the token away; null has the credential name no list. */
  readonly status?: Listing | undefined | null;
}

export interface Listing {
  readonly uri?: string;
  readonly value?: number;
  readonly ageSeconds?: number;
  readonly lifeSeconds?: number;
  readonly leaf?: Leaf;
  readonly key?: KeyPair;
}

const GOOD: Showing = {
  ...{ claims: { number: 'L-17', classes: ['B', 'C'], holder: { name: 'Ada', born: '1990-01-01' } } },
  ...{ shown: ['number', 'name', 'classes'], life: [-DAY, DAY], issuer: 'issuer', key: ISSUER, holder: HOLDER },
  ...{ nonce: nonceOf(BOUND, CHALLENGE, 'licence'), audience: AUDIENCE, ageSeconds: 60, status: {} },
};

const withoutAbsent = (members: Readonly<Record<string, Json | undefined>>): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as JsonObject;

/** The cells of a gate that this is shown at. */
export function partsOf(format: GateFormat, showing: Showing = {}): GateParts {
  const whole = { ...GOOD, ...showing } as Required<Showing>;
  const frame = withoutAbsent({
    ...{ v: 1, format, challenge: toBase64Url(CHALLENGE), audience: whole.audience, anchor: toBase64(ANCHOR) },
    ...(format === 'mso_mdoc' && { responseUri: RESPONSE_URI }),
    ...showing.frame,
  });
  return { frame, ...(format === 'mso_mdoc' ? mdocParts(whole) : sdJwtParts(whole)) };
}

function sdJwtParts({ claims, shown, type, life, issuer, key, holder, ...more }: Required<Showing>): GateParts {
  const { nonce, audience, ageSeconds, consent, status } = more;
  const isNamed = typeof issuer === 'object';
  const content = {
    ...{ vct: type ?? 'urn:example:licence:1', nbf: AT_SECONDS + life[0], exp: AT_SECONDS + life[1], ...claims },
    ...{ cnf: { jwk: p256Jwk(HOLDER.publicKey) }, ...(isNamed && issuer) },
    ...(status !== null && { status: { status_list: { idx: PLACE, uri: LIST } } }),
  };
  const disclosable = [['number'], ['classes', null], ['holder'], ['holder', 'name'], ['holder', 'born']];
  const blinded = blind(content, { disclosable, decoys: 1, salt: salts() });
  const chain = isNamed ? [] : [LEAVES[issuer]];
  const all = signedBy(key, draftIssued({ ...blinded, issuer: { chain } }));
  const paths = shown.map((name) => (name === 'name' ? ['holder', 'name'] : name === 'classes' ? [name, 1] : [name]));
  const proof = { nonce, audience, issuedAtSeconds: AT_SECONDS - ageSeconds };
  const transactionData = consent ? [consentText(HEADER, 'licence')] : [];
  const proven = signedBy(holder, draftPresentation(selectClaims(all, paths), { ...proof, transactionData }));
  const token = status && statusJwt(status);
  return {
    ...{ claims: proven.disclosures, issued: proven.issued, proof: proven.proof ?? '' },
    ...(token && { status: token }),
  };
}

function listed({ uri = LIST, value = 0, ageSeconds = 300, lifeSeconds = 600, leaf = 'status' }: Listing) {
  const issuedAtSeconds = AT_SECONDS - ageSeconds;
  return {
    ...{ uri, list: statusListOf(2, 64, [[PLACE, value]]), issuedAtSeconds, ttlSeconds: 300 },
    ...{ expiresAtSeconds: issuedAtSeconds + lifeSeconds, chain: [LEAVES[leaf]] },
  };
}

function statusJwt(listing: Listing): string {
  const { chain, ...content } = listed(listing);
  const draft = draftStatusJwt({ ...content, issuer: { chain } }, (bytes) => deflateSync(bytes));
  return signedBy(listing.key ?? STATUS_ISSUER, draft);
}

function mdocParts({ claims, shown, type, life, issuer, key, holder, ...more }: Required<Showing>): GateParts {
  const { nonce, audience, status } = more;
  const { holder: owner, ...elements } = claims as { readonly holder?: JsonObject };
  const validFromMs = (AT_SECONDS + life[0]) * 1000;
  const content = {
    docType: type ?? 'org.example.licence.1',
    elements: { 'org.example.licence': { ...elements, ...owner } as Readonly<Record<string, string>> },
    ...{ deviceKey: HOLDER.publicKey, signedMs: validFromMs, validFromMs, validUntilMs: (AT_SECONDS + life[1]) * 1000 },
    ...{ chain: [LEAVES[issuer as Leaf]], ...(status !== null && { status: { uri: LIST, index: PLACE } }) },
  };
  const held = heldMdocOf(signedBy(key, draftMdoc(content, dice())));
  const asked = { clientId: audience, nonce, responseUri: RESPONSE_URI };
  const cells = signedBy(
    holder,
    draftMdocPresentation(held, asked, (_, name) => shown.includes(name)),
  );
  const token =
    status &&
    signedBy(
      status.key ?? STATUS_ISSUER,
      draftStatusCwt(listed(status), (bytes) => deflateSync(bytes)),
    );
  return { ...cells, ...(token && { status: toBase64Url(token) }) };
}

/** The same parts with one of them changed. */
export const withPart = (parts: GateParts, name: keyof GateParts, change: (part: never) => Json): GateParts => ({
  ...parts,
  [name]: change(parts[name] as never),
});

/** A text with another character at the place. */
export const swapped = (text: string, at: number) =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
