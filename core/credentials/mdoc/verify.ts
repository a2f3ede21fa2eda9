// Judges a presentation of an mdoc, for the gate of an action and for anybody offline: a pure function of the cells, of
// what was asked, and of a time. The steps are in the order of the judgement, each with the cells that it reads.
import { equalBytes } from '../../base/bytes.js';
import { canonical, type Json } from '../../base/json.js';
import { p256Thumbprint } from '../../crypto/keys/jwk.js';
import { isSignedBy } from '../cose/sign1.js';
import { need } from '../fault.js';
import type { CredentialCell, Ground, PresentationRefusal } from '../refusal.js';
import { needValidStatus } from '../status/token.js';
import { firstRefusal, type Step } from '../steps.js';
import { isAuthorised, isHolderSigned } from './device-signed.js';
import { elementJson } from './element-json.js';
import type { MdocElement } from './issuer-signed.js';
import { type MdocEvidence, MdocPresentation, type MdocQuestion, type TrustedLeaf } from './presentation.js';

export interface PresentedMdoc {
  readonly docType: string;
  /** Values as JSON, by name space and name. */
  readonly claims: ReadonlyMap<string, ReadonlyMap<string, Json>>;
  readonly issuer: TrustedLeaf;
  /** Of the credential: an uncompressed point of P-256. */
  readonly holderKey: Uint8Array;
  readonly validUntilMs: number;
  /** Whether a token said that it is valid; a credential without a list, or an absent token, is not checked. */
  readonly isStatusChecked: boolean;
}

const STEPS: readonly Step<MdocPresentation, MdocQuestion>[] = [
  { ground: 'issuer', cells: ['issued'], judge: ({ leaf }) => leaf },
  { ground: 'signature', cells: ['issued'], judge: needSignature },
  { ground: 'type', cells: ['issued'], judge: needType },
  { ground: 'validity', cells: ['issued'], judge: needDates },
  { ground: 'status', cells: ['issued', 'status'], judge: needStatus },
  { ground: 'claims', cells: ['issued', 'claims'], judge: needClaims },
  { ground: 'binding', cells: ['issued', 'proof'], judge: needBinding },
  { ground: 'holder', cells: ['issued'], judge: needHolder },
];

const ALL: readonly CredentialCell[] = ['issued', 'claims', 'proof', 'status'];

/** The content of a presentation, or the ground on which it is refused. */
export function verifyMdoc(cells: MdocEvidence, question: MdocQuestion): PresentedMdoc | PresentationRefusal {
  const read = new MdocPresentation(cells, question);
  const refusal = firstRefusal(read, { steps: STEPS, cells: ALL }, question);
  return refusal ?? contentOf(read, cells.status !== undefined);
}

/**
 * The verdict on one ground by the cells that it reads, such as an objection shows: undefined where the presentation
 * stands on this ground. A cell that is not of its form is refused as `form`.
 */
export function judgeMdocGround(
  ground: Exclude<Ground, 'form'>,
  cells: MdocEvidence,
  question: MdocQuestion,
): PresentationRefusal | undefined {
  const steps = STEPS.filter((step) => step.ground === ground);
  return firstRefusal(new MdocPresentation(cells, question), { steps, cells: mdocCellsOf(ground) }, question);
}

/** The cells that a judge of the ground reads, beside the frame of the request. */
export function mdocCellsOf(ground: Exclude<Ground, 'form'>): readonly CredentialCell[] {
  return STEPS.filter((step) => step.ground === ground).flatMap(({ cells }) => cells);
}

function needSignature({ issued, leaf }: MdocPresentation): void {
  need(isSignedBy(issued.sign1, leaf.publicKey), 'The credential is not signed with ES256 by the key of its issuer.');
}

function needType({ issued: { object } }: MdocPresentation, { docTypes }: MdocQuestion): void {
  need(docTypes.includes(object.docType), 'The credential has another docType than was asked for.');
}

/** Also that the leaf was valid when it signed (ISO 18013-5 section 9.3.1). */
function needDates({ issued: { object }, leaf }: MdocPresentation, { atMs }: MdocQuestion): void {
  const { signedMs, validFromMs, validUntilMs } = object;
  need(signedMs <= validFromMs, 'The credential is valid from before it was signed.');
  need(validFromMs <= atMs, 'The credential is not valid yet.');
  need(atMs < validUntilMs, 'The credential has expired.');
  const wasValid = leaf.notBeforeMs <= signedMs && signedMs <= leaf.notAfterMs;
  need(wasValid, 'The certificate of the issuer was not valid when the credential was signed.');
}

function needStatus({ status: token, issued, leaf }: MdocPresentation, question: MdocQuestion): void {
  const { status, atMs, statusMaxAgeMs: maxAgeMs, judgeStatus, readList } = question;
  const { anchor } = leaf;
  if (judgeStatus?.()) return;
  const signed = token && {
    ...{ token, signer: question.findIssuer({ chain: token.sign1.chain ?? [] }) },
    isSignedBy: (publicKey: Uint8Array) => isSignedBy(token.sign1, publicKey),
  };
  const asked = { status, anchor, atMs, maxAgeMs, readList };
  needValidStatus(signed, issued.object.status, asked);
}

function needClaims({ issued: { object }, claims }: MdocPresentation, { claims: asked }: MdocQuestion): void {
  const seen = new Map<string, Set<string>>();
  for (const { nameSpace, digestId, name, digest } of claims) {
    const stated = object.digests.get(nameSpace)?.get(digestId);
    need(stated !== undefined && equalBytes(stated, digest), 'The issuer did not sign this element.', name);
    const names = seen.get(nameSpace) ?? new Set();
    need(!names.has(name), 'The element is there twice.', name);
    seen.set(nameSpace, names.add(name));
  }
  const texts = new Map<MdocElement, string>();
  for (const { name, path, values } of asked) {
    const shown = claims.find((claim) => claim.nameSpace === path[0] && claim.name === path[1]);
    need(shown !== undefined, 'The claim is not shown.', name);
    if (values === undefined) continue;
    // Many claims may ask for one large value.
    const text = texts.get(shown) ?? canonical(elementJson(shown.value));
    texts.set(shown, text);
    const isTaken = values.some((value) => canonical(value) === text);
    need(isTaken, 'The claim has another value than was asked for.', name);
  }
}

function needBinding(read: MdocPresentation, { binding }: MdocQuestion): void {
  if (binding === undefined) return;
  const { proof, issued } = read;
  const isAllowed = isAuthorised(proof, issued.object);
  need(isAllowed, 'The holder added elements that the issuer did not let its key sign.');
  const isGood = isHolderSigned(proof, issued.object, binding);
  need(isGood, 'The proof is not signed with ES256 by the key of the holder, over this request.');
}

function needHolder({ issued: { object } }: MdocPresentation, { holderKeys }: MdocQuestion): void {
  const isTaken = holderKeys === undefined || holderKeys.includes(p256Thumbprint(object.deviceKey));
  need(isTaken, 'The key of the holder is not one of its record.');
}

function contentOf({ issued: { object }, claims, leaf }: MdocPresentation, isStatusChecked: boolean): PresentedMdoc {
  const byName = new Map<string, Map<string, Json>>();
  for (const { nameSpace, name, value } of claims)
    byName.set(nameSpace, (byName.get(nameSpace) ?? new Map()).set(name, elementJson(value)));
  const { docType, deviceKey, validUntilMs } = object;
  return { docType, claims: byName, issuer: leaf, holderKey: deviceKey, validUntilMs, isStatusChecked };
}
