// The form of an mdoc that a wallet holds: IssuerSigned in base64url (OpenID4VCI 1.0 appendix A.2.4).
import { fromBase64Url, toBase64Url } from '../../base/bytes.js';
import type { Json, JsonObject } from '../../base/json.js';
import { need } from '../fault.js';
import { linkedMdoc } from '../issuance/link.js';
import { bytesOf, mdocResponse } from '../mdoc/cells.js';
import { elementJson } from '../mdoc/element-json.js';
import { type HeldMdoc, heldMdocOf, issuerAuthOf } from '../mdoc/issuer-signed.js';
import { draftPresentation } from '../mdoc/present.js';
import { judgeMdocGround } from '../mdoc/verify.js';
import type { PresentationRefusal } from '../refusal.js';
import { readStatusCwt, STATUS_CWT } from '../status/cwt.js';
import type { HeldAsked, HeldContent, HeldFormat, HeldQuestion } from './format-row.js';

const MDOC = 'mso_mdoc';
/** All but the proof of a holder, which belongs to a presentation. In the order of its judge. */
const GROUNDS = ['issuer', 'signature', 'type', 'validity', 'status', 'claims'] as const;

export const mdocRow: HeldFormat = {
  ...{
    format: MDOC,
    typeIn: ({ doctype }) => doctype,
    signedAs: 'cose',
    isLike: (text) => /^[A-Za-z0-9_-]+$/.test(text),
  },
  ...{ read, refusalOf, claimsShown, draft, readLink },
  status: {
    accept: STATUS_CWT,
    cellOf: ({ body }) => toBase64Url(body),
    signerOf: (cell) => ({ chain: readStatusCwt(bytesOf(cell)).sign1.chain ?? [] }),
  },
};

function readHeldMdoc(text: string): HeldMdoc {
  const bytes = fromBase64Url(text);
  need(bytes !== undefined, 'The credential is not base64url in its one spelling.');
  return heldMdocOf(bytes);
}

function read(text: string): HeldContent {
  const { issuerAuth, elements } = readHeldMdoc(text);
  const { chain, object } = issuerAuthOf(issuerAuth);
  const { docType, deviceKey, signedMs, validUntilMs, status } = object;
  return {
    ...{ format: MDOC, credentialType: docType, stated: { chain }, holderKey: deviceKey },
    claims: claimsIn(elements),
    ...{ issuedAtMs: signedMs, validUntilMs },
    ...(status && { status }),
  };
}

function claimsIn(elements: HeldMdoc['elements']): JsonObject {
  const spaces = new Map<string, (readonly [string, Json])[]>();
  for (const { element } of elements) {
    const before = spaces.get(element.nameSpace) ?? [];
    spaces.set(element.nameSpace, [...before, [element.name, elementJson(element.value)]]);
  }
  return Object.fromEntries([...spaces].map(([space, claims]) => [space, Object.fromEntries(claims)]));
}

function readLink(text: string) {
  const { issuerAuth, elements } = readHeldMdoc(text);
  return linkedMdoc(
    issuerAuthOf(issuerAuth),
    elements.map(({ element }) => element),
  );
}

function refusalOf(text: string, { atMs, findIssuer, statusToken }: HeldQuestion): PresentationRefusal | undefined {
  const { issuerAuth, elements } = readHeldMdoc(text);
  const { docType } = issuerAuthOf(issuerAuth).object;
  const cells = {
    issued: toBase64Url(issuerAuth),
    claims: elements.map(({ element, bytes }) => [element.nameSpace, toBase64Url(bytes)] as const),
    ...(statusToken !== undefined && { status: statusToken }),
  };
  const question = { atMs, findIssuer, docTypes: [docType], claims: [], status: 'open' as const };
  for (const ground of GROUNDS) {
    const refusal = judgeMdocGround(ground, cells, question);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

type Paths = Parameters<HeldFormat['claimsShown']>[1];

const isAt = (paths: Paths) => (space: string, name: string) =>
  paths.some((path) => path[0] === space && path[1] === name);

function claimsShown(text: string, paths: Paths): JsonObject {
  const isShown = isAt(paths);
  return claimsIn(readHeldMdoc(text).elements.filter(({ element }) => isShown(element.nameSpace, element.name)));
}

function draft(text: string, paths: Paths, asked: HeldAsked) {
  const { clientId, nonce, responseUri, encryptionKey } = asked;
  need((asked.transactionData ?? []).length === 0, 'An mdoc signs no transaction data.');
  const by = { clientId, nonce, responseUri, ...(encryptionKey && { encryptionKey }) };
  const { toSign, finish } = draftPresentation(readHeldMdoc(text), by, isAt(paths));
  return { toSign, finish: (signature: Uint8Array) => toBase64Url(mdocResponse(finish(signature))) };
}
