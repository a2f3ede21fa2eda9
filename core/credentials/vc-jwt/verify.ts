// Judges a credential in `vc+jwt`, shown by its holder or by itself: the steps of the other formats in their order, the
// first that fails is the ground.
import type { JsonObject } from '../../base/json.js';
import { need } from '../fault.js';
import { isSignedBy } from '../jose/jws.js';
import type { CredentialCell, Ground, PresentationRefusal } from '../refusal.js';
import type { PresentationCells, PresentationQuestion, TrustedIssuer } from '../sd-jwt/presentation.js';
import { needClaims, needStatus } from '../sd-jwt/verify.js';
import { firstRefusal, type Step } from '../steps.js';
import { needVcValidity, vcStatusPlace, vcTypes } from './credential.js';
import { needVcProof, VcPresentation } from './presentation.js';

export interface ShownVc {
  /** All of the credential. */
  readonly claims: JsonObject;
  readonly issuer: TrustedIssuer;
  /** Whether a token said that it is valid. */
  readonly isStatusChecked: boolean;
}

const STEPS: readonly Step<VcPresentation, PresentationQuestion>[] = [
  { ground: 'issuer', cells: ['issued'], judge: (read) => read.issuer },
  { ground: 'signature', cells: ['issued'], judge: needSignature },
  { ground: 'type', cells: ['issued'], judge: needType },
  { ground: 'validity', cells: ['issued'], judge: ({ issued }, { atMs }) => needVcValidity(issued, atMs) },
  { ground: 'status', cells: ['issued', 'status'], judge: needVcStatus },
  { ground: 'claims', cells: ['issued', 'claims'], judge: needClaims },
  { ground: 'binding', cells: ['issued', 'proof'], judge: needBinding },
];

const ALL: readonly CredentialCell[] = ['issued', 'claims', 'proof', 'status'];

/** The claims that are shown, or the ground on which it is refused. */
export function verifyVc(cells: PresentationCells, question: PresentationQuestion): ShownVc | PresentationRefusal {
  const read = new VcPresentation(cells, question);
  const refusal = firstRefusal(read, { steps: STEPS, cells: ALL }, question);
  if (refusal !== undefined) return refusal;
  return { claims: read.claims, issuer: read.issuer, isStatusChecked: cells.status !== undefined };
}

/** The verdict on one ground: undefined where the presentation stands on it. */
export function judgeVcGround(
  ground: Exclude<Ground, 'form'>,
  cells: PresentationCells,
  question: PresentationQuestion,
): PresentationRefusal | undefined {
  const steps = STEPS.filter((step) => step.ground === ground);
  return firstRefusal(new VcPresentation(cells, question), { steps, cells: ALL }, question);
}

function needSignature({ issued, issuer }: VcPresentation): void {
  need(isSignedBy(issued, issuer.publicKey), 'The credential is not signed with ES256 by the key of its issuer.');
}

function needType({ issued }: VcPresentation, { types }: PresentationQuestion): void {
  const own = vcTypes(issued);
  need(
    types.some((type) => own.includes(type)),
    'The credential has another type than was asked for.',
  );
}

function needVcStatus(read: VcPresentation, question: PresentationQuestion): void {
  // Its word would not be heard: who takes an absent token takes that too.
  if (question.status === 'closed') vcStatusPlace(read.issued);
  needStatus(read, question);
}

function needBinding(read: VcPresentation, { binding, atMs }: PresentationQuestion): void {
  if (binding !== undefined) needVcProof(read, { ...binding, atMs });
}
