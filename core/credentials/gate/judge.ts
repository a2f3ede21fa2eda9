// Judges the gate of an action: whether what was shown met the requirement, by the ledger as of the stated height and
// at the stated time. It has no clock, so that the verdict is the same for ever. The order is fixed and the first
// ground ends it. Work is bounded by the cells: at most eleven signatures, five of each chain and one of the holder,
// and one status list.
import { SCHEMA_STEPS_MAX } from '../../base/limits/ledger/work.js';
import { p256Thumbprint } from '../../crypto/keys/jwk.js';
import { judge } from '../../schema/judge.js';
import type { Trust, TrustView } from '../../trust/policy.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { mdocCellsOf } from '../mdoc/verify.js';
import { type CredentialCell, type Ground, PresentationRefusal } from '../refusal.js';
import { cellsOf } from '../sd-jwt/verify.js';
import { type GatedRun, useOf } from './bytes.js';
import { CREDENTIAL_CELLS, GATE_CELLS, type GateCell } from './cells.js';
import type { NamedRun } from './consent.js';
import type { CellsOfGround, FormatQuestion, GateFormatJudge } from './format-judge.js';
import { GateIssuers } from './issuers.js';
import { judgeOfMdoc } from './judge-mdoc.js';
import { judgeOfSdJwt } from './judge-sd-jwt.js';
import type { ShownIssuance } from './ledger-status.js';
import { frameOf, type GateFrame, type GateParts, needPart } from './parts.js';
import type { GateFormat, GateRule } from './rule.js';
import { claimReader } from './shown-claims.js';
import type { GateStatement } from './statement.js';

/** The ledger as of the height that a statement names. */
export interface GateView {
  /** Not strict by itself: a policy says whether a stale list counts, and no setting of a node. */
  readonly trust: TrustView;
  /** Whether an active record has the client id; with a wallet, whether the record of that one has. */
  isVerifier(clientId: string, wallet?: string): boolean;
  /** Thumbprints (RFC 7638) of the holder keys in the record of the wallet. */
  holderKeysOf(wallet: string): readonly string[];
  /** By its DID URL; undefined for one that was not sealed by then, and of another register. */
  issuanceOf(tx: string): ShownIssuance | undefined;
}

export interface GateQuestion {
  readonly rule: GateRule;
  readonly statement: GateStatement;
  readonly run: GatedRun & { readonly header: NamedRun };
  /** The wallet of the role of `verifiedBy`, where the requirement has one. */
  readonly verifier?: string | undefined;
  readonly view: GateView;
}

/** The facts about whom a gate that holds let through. */
export interface HeldGate {
  readonly trust: Trust;
  /** Thumbprint of the key that signed for the action. */
  readonly holder: string;
  /** Whether a token said that the credential is valid; one without a list, or an absent token, says nothing. */
  readonly isStatusChecked: boolean;
}

/** The part of an objection that stands for a refusal. */
export type RefusedGround = Pick<PresentationRefusal, 'ground' | 'part'>;

const FORMATS: Readonly<
  Record<GateFormat, { readonly judgeOf: (asked: FormatQuestion) => GateFormatJudge; readonly cellsOf: CellsOfGround }>
> = {
  'sd-jwt-vc': { judgeOf: judgeOfSdJwt, cellsOf },
  mso_mdoc: { judgeOf: judgeOfMdoc, cellsOf: mdocCellsOf },
};

/** A presentation whose parts are of their types. */
interface Judging {
  readonly parts: GateParts;
  readonly question: GateQuestion;
  readonly frame: GateFrame;
  readonly judge: GateFormatJudge;
  readonly issuers: GateIssuers;
}

/** The grounds that no format judges by itself, behind those of the format. */
const OWN: readonly { readonly ground: Ground; readonly judge: (judging: Judging) => void }[] = [
  { ground: 'claims', judge: needTypes },
  { ground: 'binding', judge: needAudience },
  { ground: 'holder', judge: needHolder },
  { ground: 'use', judge: needUse },
];

/** The facts of the presentation, or the ground on which the gate is false. */
export function judgeGate(parts: GateParts, question: GateQuestion): HeldGate | PresentationRefusal {
  const judging = judgingOf(parts, { question, cells: CREDENTIAL_CELLS });
  if (judging instanceof PresentationRefusal) return judging;
  const { judge, issuers } = judging;
  const refusal = judge.refusal() ?? ownRefusal(judging, OWN);
  if (refusal !== undefined) return refusal;
  return {
    trust: issuers.trust as Trust,
    holder: p256Thumbprint(judge.holderKey()),
    isStatusChecked: parts.status !== undefined,
  };
}

/**
 * The verdict on one ground by the cells of `gateCellsOf` alone, such as an objection shows: undefined where the gate
 * stands on this ground. A cell among them that is not of its form is refused as `form`.
 */
export function judgeGateGround(
  { ground, part }: RefusedGround,
  parts: GateParts,
  question: GateQuestion,
): PresentationRefusal | undefined {
  const frame = frameIn(parts, question);
  if (frame instanceof PresentationRefusal) return frame;
  const cells = gateCellsOf({ ground, part }, frame.format).filter((cell) => cell !== 'frame');
  const judging = judgingOf(parts, { question, cells });
  if (judging instanceof PresentationRefusal) return judging;
  const { judge } = judging;
  if (ground === 'form') return cells.map((cell) => formRefusal(cell, () => judge.needForm(cell))).find(isRefusal);
  const own = OWN.filter((step) => step.ground === ground);
  return judge.refusalOf(ground) ?? ownRefusal(judging, own);
}

/** The cells that show a refusal: the frame, without which no ground is judged, and those that the ground reads. */
export function gateCellsOf({ ground, part }: RefusedGround, format: GateFormat): readonly GateCell[] {
  if (ground === 'form') return [...new Set<GateCell>(['frame', ...GATE_CELLS.filter((cell) => cell === part)])];
  if (ground === 'holder' || ground === 'use') return ['frame', 'issued'];
  return ['frame', ...FORMATS[format].cellsOf(ground)];
}

function frameIn(parts: GateParts, { rule }: GateQuestion): GateFrame | PresentationRefusal {
  const frame = faultOr(() => frameOf(parts.frame, rule.formats));
  return frame instanceof FormatFault ? refusalOf('form', { fault: frame, part: 'frame' }) : frame;
}

function judgingOf(
  parts: GateParts,
  { question, cells }: { readonly question: GateQuestion; readonly cells: readonly CredentialCell[] },
): Judging | PresentationRefusal {
  const frame = frameIn(parts, question);
  if (frame instanceof PresentationRefusal) return frame;
  const of = { parts, format: frame.format };
  const wrong = cells.map((cell) => formRefusal(cell, () => needPart(cell, of))).find(isRefusal);
  if (wrong) return wrong;
  const { rule, run, view, statement } = question;
  const atMs = Date.parse(statement.at);
  const policy = rule.policyOf(frame.format);
  const issuers = new GateIssuers({ policy, frame, view: view.trust, atMs });
  const issuanceOf = (tx: string) => view.issuanceOf(tx);
  const judge = FORMATS[frame.format].judgeOf({ parts, frame, rule, run, issuers, issuanceOf, atMs });
  return { parts, question, frame, judge, issuers };
}

function formRefusal(cell: CredentialCell, judge: () => void): PresentationRefusal | undefined {
  const fault = faultOr(judge);
  return fault instanceof FormatFault ? refusalOf('form', { fault, part: cell }) : undefined;
}

function ownRefusal(judging: Judging, steps: typeof OWN): PresentationRefusal | undefined {
  for (const { ground, judge } of steps) {
    const fault = faultOr(() => judge(judging));
    if (fault instanceof FormatFault) return refusalOf(ground, { fault, part: fault.part });
  }
  return undefined;
}

function refusalOf(
  ground: Ground,
  { fault, part }: { readonly fault: FormatFault; readonly part: string | undefined },
) {
  return new PresentationRefusal(ground, { message: fault.message, part });
}

function isRefusal(value: PresentationRefusal | undefined): value is PresentationRefusal {
  return value !== undefined;
}

/** Rules of later actions read a claim by its schema: one of another type would stop them. */
function needTypes({ question: { rule }, parts, frame }: Judging): void {
  if (rule.claims.every(({ schema }) => schema === undefined)) return;
  const claimAt = claimReader(parts, frame.format);
  let steps = SCHEMA_STEPS_MAX;
  for (const { name, path, schema } of rule.claims) {
    if (schema === undefined) continue;
    const value = claimAt(path);
    const held = value === undefined ? undefined : judge({ schema }, value, { steps });
    need(held?.failures.length === 0 && held.endedAt === undefined, 'The claim does not satisfy its schema.', name);
    steps -= held.steps;
  }
}

/** Else a shop could pass the nonce of its own action to a customer, and use the answer. */
function needAudience({ question: { rule, view, verifier }, frame: { audience } }: Judging): void {
  if (rule.verifiedBy === undefined)
    need(view.isVerifier(audience), 'No active record has the client id of the request.');
  else
    need(
      verifier !== undefined && view.isVerifier(audience, verifier),
      'The record of the verifier has another client id than the request.',
    );
}

function needHolder({ question: { rule, run, view }, judge }: Judging): void {
  if (!rule.isHolderOfRecord) return;
  const isOwn = view.holderKeysOf(run.header.senderWallet).includes(p256Thumbprint(judge.holderKey()));
  need(isOwn, 'The key of the holder is not one of the record of the sender.');
}

function needUse({ question: { rule, run, statement }, judge }: Judging): void {
  if (rule.uses === undefined) return;
  const use = useBy(judge, { rule, header: run.header });
  need(statement.use === use, 'The statement counts the use of another credential.');
}

/** The trust in the issuer of what is shown; undefined for one that the policy does not accept. */
export function gateTrustOf(parts: GateParts, question: GateQuestion): Trust | undefined {
  const judging = judgingOf(parts, { question, cells: ['issued'] });
  if (judging instanceof PresentationRefusal || judging.judge.refusalOf('issuer')) return undefined;
  return judging.issuers.trust;
}

/**
 * The mark by which a statement counts the use of what is shown: undefined where the requirement counts none, or the
 * presentation is of another form than a judge reads.
 */
export function gateUseOf(parts: GateParts, question: GateQuestion): string | undefined {
  const judging = judgingOf(parts, { question, cells: CREDENTIAL_CELLS });
  if (judging instanceof PresentationRefusal) return undefined;
  const use = faultOr(() => useBy(judging.judge, { rule: question.rule, header: question.run.header }));
  return use instanceof FormatFault ? undefined : use;
}

function useBy(
  judge: GateFormatJudge,
  { rule: { uses }, header }: Pick<GateQuestion, 'rule'> & { readonly header: NamedRun },
): string | undefined {
  const { registerId, instanceId } = header;
  return uses && useOf(uses.per === 'register' ? registerId : `${registerId}/${instanceId}`, judge.signedBytes());
}
