// Judges a presentation of an SD-JWT VC, for the gate of an action and for anybody offline: a pure function of the
// cells and of a question, which has the time. Steps have a fixed order, and the first that fails is the ground. Each
// names the cells that it reads, so that an objection shows these and no others.
import { canonical, type Json, type JsonObject } from '../../base/json.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { isSignedBy, statedIssuer } from '../jose/jws.js';
import { StepMeter } from '../meter.js';
import type { CredentialCell, Ground, PresentationRefusal } from '../refusal.js';
import { statusPlaceIn } from '../status/jwt.js';
import { needValidStatus } from '../status/token.js';
import { firstRefusal, type Step } from '../steps.js';
import { needValidity } from './credential.js';
import { holderKeyOf, needProof } from './key-binding.js';
import { valuesAt } from './paths.js';
import { Presentation, type PresentationCells, type PresentationQuestion, type TrustedIssuer } from './presentation.js';

export interface ShownCredential {
  /** Without digests. */
  readonly claims: JsonObject;
  readonly issuer: TrustedIssuer;
  /** Of the credential, where it has one: an uncompressed point of P-256. */
  readonly holderKey?: Uint8Array;
  /** Whether a token said that it is valid; a credential without a list, or an absent token, is not checked. */
  readonly isStatusChecked: boolean;
}

const STEPS: readonly Step<Presentation, PresentationQuestion>[] = [
  { ground: 'issuer', cells: ['issued'], judge: (read) => read.issuer },
  { ground: 'signature', cells: ['issued'], judge: needSignature },
  { ground: 'type', cells: ['issued'], judge: needType },
  { ground: 'validity', cells: ['issued'], judge: ({ issued }, { atMs }) => needValidity(issued.payload, atMs) },
  { ground: 'status', cells: ['issued', 'status'], judge: needStatus },
  { ground: 'claims', cells: ['issued', 'claims'], judge: needClaims },
  { ground: 'binding', cells: ['issued', 'claims', 'proof'], judge: needBinding },
];

const ALL: readonly CredentialCell[] = ['issued', 'claims', 'proof', 'status'];

/** The claims that a presentation shows, or the ground on which it is refused. */
export function verifyPresentation(
  cells: PresentationCells,
  question: PresentationQuestion,
): ShownCredential | PresentationRefusal {
  const read = new Presentation(cells, question);
  const refusal = firstRefusal(read, { steps: STEPS, cells: ALL }, question);
  if (refusal !== undefined) return refusal;
  const holderKey = faultOr(() => holderKeyOf(read.issued));
  return {
    claims: read.claims,
    issuer: read.issuer,
    ...(!(holderKey instanceof FormatFault) && { holderKey }),
    isStatusChecked: cells.status !== undefined,
  };
}

/**
 * The verdict on one ground by the cells that it reads, such as an objection shows: undefined where the presentation
 * stands on this ground. A cell that is not of its form is refused as `form`.
 */
export function judgeGround(
  ground: Exclude<Ground, 'form'>,
  cells: PresentationCells,
  question: PresentationQuestion,
): PresentationRefusal | undefined {
  const steps = STEPS.filter((step) => step.ground === ground);
  return firstRefusal(new Presentation(cells, question), { steps, cells: cellsOf(ground) }, question);
}

/** The cells that a judge of the ground reads, beside the frame of the request. */
export function cellsOf(ground: Exclude<Ground, 'form'>): readonly CredentialCell[] {
  return STEPS.filter((step) => step.ground === ground).flatMap(({ cells }) => cells);
}

function needSignature({ issued, issuer }: Presentation): void {
  need(isSignedBy(issued, issuer.publicKey), 'The credential is not signed with ES256 by the key of its issuer.');
}

function needType({ issued: { payload } }: Presentation, { types }: PresentationQuestion): void {
  need(
    types.some((type) => type === payload.vct),
    'The credential has another vct than was asked for.',
  );
}

/** Throws a fault unless the status that the signed part names is valid by its token. Of a credential in JWT too. */
export function needStatus(
  { status: token, issued, issuer }: Pick<Presentation, 'status' | 'issued' | 'issuer'>,
  question: PresentationQuestion,
): void {
  const { status, atMs, statusMaxAgeMs: maxAgeMs, judgeStatus, readList } = question;
  const { anchor } = issuer;
  if (judgeStatus?.()) return;
  const signed = token && {
    ...{ token, signer: question.findIssuer(statedIssuer(token.jws)) },
    isSignedBy: (publicKey: Uint8Array) => isSignedBy(token.jws, publicKey),
  };
  const place = status === 'elsewhere' ? undefined : statusPlaceIn(issued.payload);
  const asked = { status, anchor, atMs, maxAgeMs, readList };
  needValidStatus(signed, place, asked);
}

/** Throws a fault unless each claim that is asked for is shown. Of a credential in JWT too. */
export function needClaims(
  { claims }: Pick<Presentation, 'claims'>,
  { claims: asked }: Pick<PresentationQuestion, 'claims'>,
): void {
  const meter = new StepMeter();
  const texts = new Map<Json, string>();
  // Many claims may lead to one large value.
  const textOf = (value: Json): string => {
    const text = texts.get(value) ?? canonical(value);
    texts.set(value, text);
    return text;
  };
  for (const { name, path, values } of asked) {
    const shown = valuesAt(claims, path, meter);
    need(shown.length > 0, 'The claim is not shown.', name);
    if (values === undefined) continue;
    const wanted = new Set(values.map((value) => canonical(value)));
    need(
      shown.some((value) => wanted.has(textOf(value))),
      'The claim has another value than was asked for.',
      name,
    );
  }
}

function needBinding(read: Presentation, { binding, atMs }: PresentationQuestion): void {
  if (binding !== undefined) needProof(read.proof, read, { ...binding, atMs });
}
