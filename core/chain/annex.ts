// Evidence in the annex of a docket: its form, its bounds, when it proves something that is not sealed yet, and the
// flag that it leaves on the member. Pure. It accuses no member by itself: every accusation is two signed objects of
// the accused (core/consensus/evidence.ts), and removal is governance.
import { assert } from '../base/assert.js';
import { isHex, isUuid } from '../base/bytes.js';
import { hashHex } from '../base/hash.js';
import { type Issue, issue } from '../base/issue.js';
import { canonical, type JsonObject } from '../base/json.js';
import {
  ANNEX_BYTES_MAX,
  ANNEX_ENTRIES_MAX,
  EVIDENCE_AGE_MAX,
  FAULTS_PER_MEMBER_MAX,
} from '../base/limits/ledger/consensus.js';
import { fail, failIf, isFailure, type Result } from '../base/result.js';
import type { Verify } from '../consensus/certificate.js';
import { type ConsensusEvidence, evidenceProblems } from '../consensus/evidence.js';
import type { RoundChange, Vote } from '../consensus/types.js';
import type { Hash, RegisterState, StateChange, StateView } from '../model/register.js';
import { annexBoundsProblem, annexEntryBytes } from '../register/annex-bounds.js';
import { rosterNamed } from '../register/past-rosters.js';
import { STATE_KEY } from '../register/state-keys.js';

/**
 * Evidence that a docket may carry. A split chain cannot seal the proof of its own split, so that kind is not among
 * them.
 */
export type MemberEvidence = Exclude<ConsensusEvidence, { readonly kind: 'ConflictingCertificates' }>;

/** A proven offence of a member, as sealed state keeps it. */
export interface AnnexFault {
  readonly kind: MemberEvidence['kind'];
  readonly height: number;
  readonly round: number;
  /** `evidenceHashOf` the entry in the annex. */
  readonly evidenceHash: Hash;
  /** Height of the docket that sealed it. */
  readonly docket: number;
}

/**
 * Value of STATE_KEY.faulted: the member is flagged while the row exists. At most FAULTS_PER_MEMBER_MAX, oldest first.
 */
export interface FaultedMember {
  readonly validatorId: Hash;
  readonly faults: readonly AnnexFault[];
}

/** The ledger that an annex is judged on: the state before the docket. */
export interface AnnexScope {
  readonly state: Pick<RegisterState, 'registerId' | 'genesisHash' | 'height' | 'roster' | 'policy'>;
  readonly view: Pick<StateView, 'state'>;
  readonly verify: Verify;
}

/** The member accused, and what of: one offence is sealed once, whichever of several proofs is at hand. */
export interface SealedOffence {
  readonly voter: Hash;
  readonly kind: MemberEvidence['kind'];
  readonly height: number;
  readonly round: number;
}

/** The offence of which the evidence accuses its voter. */
export function offenceOf(evidence: MemberEvidence): SealedOffence {
  const { kind, voter } = evidence;
  const of =
    kind === 'DuplicateVote'
      ? evidence.votes[0]
      : kind === 'DuplicateRoundChange'
        ? evidence.changes[0]
        : evidence.change;
  return { voter, kind, height: of.height, round: of.round };
}

export function isSameOffence(a: SealedOffence, b: SealedOffence): boolean {
  return a.voter === b.voter && a.kind === b.kind && a.height === b.height && a.round === b.round;
}

/** The entry of an annex for this evidence: plain JSON with its members in canonical order. */
export function annexEntryOf(evidence: MemberEvidence): JsonObject {
  return JSON.parse(canonical(evidence)) as JsonObject;
}

/**
 * The hash by which governance acts and answers cite evidence: the tagged hash of the canonical entry, a leaf of
 * annexRoot.
 */
export function evidenceHashOf(evidence: MemberEvidence | JsonObject): Hash {
  return hashHex('annex', canonical(evidence));
}

/** The evidence that an entry is, by its form alone; EVIDENCE_INVALID for anything else, further members included. */
export function evidenceIn(entry: JsonObject): Result<MemberEvidence> {
  const { kind, voter } = entry;
  const formed =
    isHex(voter, 32) &&
    (kind === 'DuplicateVote'
      ? hasOnly(entry, ['kind', 'voter', 'votes']) && isPair(entry.votes, isVote)
      : kind === 'DuplicateRoundChange'
        ? hasOnly(entry, ['kind', 'voter', 'changes']) && isPair(entry.changes, isRoundChange)
        : kind === 'LyingRoundChange' &&
          hasOnly(entry, ['kind', 'voter', 'vote', 'change']) &&
          isVote(entry.vote) &&
          isRoundChange(entry.change));
  return formed
    ? (entry as unknown as MemberEvidence)
    : fail(invalid('', 'The entry is not evidence of a known form.'));
}

/**
 * The changes that an annex makes on top of `scope.state`, or why the docket may not carry it: DOCKET_SIZE_INVALID;
 * EVIDENCE_INVALID with pointers under `/annex` for an entry that is malformed or proves nothing; for one of an unknown
 * roster or of a height that is not reached; for one that is too old or sealed already.
 */
export function judgeAnnex(
  annex: readonly JsonObject[],
  scope: AnnexScope,
): Result<{ readonly changes: readonly StateChange[] }> {
  if (annex.length === 0) return { changes: [] };
  const over = annexBoundsProblem(annex);
  if (over) return fail(over);
  const flags = new Flags(scope);
  for (const [i, entry] of annex.entries()) {
    const evidence = evidenceIn(entry);
    const failure = isFailure(evidence) ? evidence : failIf(problemOf(evidence, scope, flags));
    if (failure) return failure.mapIssues((problem) => ({ ...problem, path: `/annex/${i}${problem.path}` }));
    flags.add(evidence as MemberEvidence);
  }
  return { changes: flags.changes() };
}

/**
 * The changes of an annex that was judged before, here or by a quorum. Throws InvariantError for one that has no known
 * form.
 */
export function annexChanges(annex: readonly JsonObject[], scope: Omit<AnnexScope, 'verify'>): readonly StateChange[] {
  if (annex.length === 0) return [];
  const flags = new Flags(scope);
  for (const entry of annex) {
    const evidence = evidenceIn(entry);
    assert(!isFailure(evidence), 'a judged annex holds evidence');
    flags.add(evidence);
  }
  return flags.changes();
}

/**
 * The annex of the next docket from what a node has gathered, oldest first and as much as fits; and what will never be
 * of use again, because it is sealed, too old, or proves nothing under the rosters that are known.
 */
export function selectAnnex(
  gathered: readonly MemberEvidence[],
  scope: AnnexScope,
): { readonly annex: readonly JsonObject[]; readonly spent: readonly MemberEvidence[] } {
  const flags = new Flags(scope);
  const annex: JsonObject[] = [];
  const spent: MemberEvidence[] = [];
  let bytes = 0;
  for (const evidence of gathered) {
    if (offenceOf(evidence).height > scope.state.height + 1) continue;
    if (problemOf(evidence, scope, flags)) {
      spent.push(evidence);
      continue;
    }
    const entry = annexEntryOf(evidence);
    bytes += annexEntryBytes(entry);
    if (annex.length === ANNEX_ENTRIES_MAX || bytes > ANNEX_BYTES_MAX) break;
    flags.add(evidence);
    annex.push(entry);
  }
  return { annex, spent };
}

/**
 * EVIDENCE_INVALID for evidence that says nothing new or nothing true on top of `scope.state`; undefined when a docket
 * may carry it.
 */
export function evidenceProblem(evidence: MemberEvidence, scope: AnnexScope): Issue | undefined {
  const entry = annexEntryOf(evidence);
  const formed = evidenceIn(entry);
  if (isFailure(formed)) return formed.issue;
  if (annexEntryBytes(entry) > ANNEX_BYTES_MAX) return invalid('', 'The evidence is larger than an annex.');
  return problemOf(formed, scope, new Flags(scope));
}

function problemOf(evidence: MemberEvidence, scope: AnnexScope, flags: Flags): Issue | undefined {
  const offence = offenceOf(evidence);
  const { state } = scope;
  const age = state.height + 1 - offence.height;
  if (age < 0) return invalid('', 'The evidence is of a height that is not reached.');
  if (age > EVIDENCE_AGE_MAX) return invalid('', `Evidence is at most ${EVIDENCE_AGE_MAX} dockets old.`);
  if (flags.has(offence)) return invalid('', 'The offence is sealed already.');
  if (flags.isFull(offence.voter)) return invalid('', 'Enough offences of this member are sealed.');
  const [first, second] = objectsOf(evidence);
  if (first.rosterHash !== second.rosterHash) return invalid('', 'The two objects name two rosters.');
  const roster = rosterNamed(first.rosterHash, state, scope.view);
  if (!roster) return invalid('', 'The roster of the evidence is not known here.');
  const { registerId, genesisHash, policy } = state;
  return evidenceProblems(evidence, { registerId, genesisHash, roster, policy: policy.consensus }, scope.verify)[0];
}

/** Flags of members as the docket leaves them: read once, then changed in memory. */
class Flags {
  private readonly scope: Omit<AnnexScope, 'verify'>;
  private readonly read = new Map<Hash, readonly AnnexFault[]>();
  private readonly changed = new Set<Hash>();

  constructor(scope: Omit<AnnexScope, 'verify'>) {
    this.scope = scope;
  }

  has(offence: SealedOffence): boolean {
    return this.of(offence.voter).some((fault) => isSameOffence({ ...fault, voter: offence.voter }, offence));
  }

  isFull(validatorId: Hash): boolean {
    return this.of(validatorId).length >= FAULTS_PER_MEMBER_MAX;
  }

  add(evidence: MemberEvidence): void {
    const { voter, kind, height, round } = offenceOf(evidence);
    const docket = this.scope.state.height + 1;
    this.read.set(voter, [...this.of(voter), { kind, height, round, evidenceHash: evidenceHashOf(evidence), docket }]);
    this.changed.add(voter);
  }

  changes(): StateChange[] {
    return [...this.changed].map((validatorId) => {
      const value: FaultedMember = { validatorId, faults: this.of(validatorId) };
      return { key: STATE_KEY.fault(validatorId), value: value as unknown as JsonObject };
    });
  }

  private of(validatorId: Hash): readonly AnnexFault[] {
    let faults = this.read.get(validatorId);
    if (!faults) {
      faults = faultedMember(validatorId, this.scope.view)?.faults ?? [];
      this.read.set(validatorId, faults);
    }
    return faults;
  }
}

/** The sealed flag of a member; undefined for one without a proven offence. */
export function faultedMember(validatorId: Hash, view: Pick<StateView, 'state'>): FaultedMember | undefined {
  return view.state(STATE_KEY.fault(validatorId)) as unknown as FaultedMember | undefined;
}

function objectsOf(evidence: MemberEvidence): readonly [Vote | RoundChange, Vote | RoundChange] {
  if (evidence.kind === 'DuplicateVote') return evidence.votes;
  return evidence.kind === 'DuplicateRoundChange' ? evidence.changes : [evidence.vote, evidence.change];
}

const BOUND = ['registerId', 'genesisHash', 'height', 'round', 'rosterHash', 'voter', 'signature'];
const VOTE_MEMBERS = [...BOUND, 'kind', 'docketHash', 'approve', 'code'];
const CHANGE_MEMBERS = [...BOUND, 'preparedRound', 'preparedHash'];
const ROUND_MAX = 0xffff_fffe;

function isVote(value: unknown): boolean {
  if (!isBound(value, VOTE_MEMBERS)) return false;
  const { kind, docketHash, approve, code } = value;
  // A rejection binds its voter to nothing, so only approvals accuse.
  return (kind === 'PREPARE' || kind === 'COMMIT') && isHex(docketHash, 32) && approve === true && code === '';
}

function isRoundChange(value: unknown): boolean {
  if (!isBound(value, CHANGE_MEMBERS)) return false;
  const { preparedRound, preparedHash } = value;
  return preparedRound === -1 ? preparedHash === null : isRound(preparedRound) && isHex(preparedHash, 32);
}

function isBound(value: unknown, members: readonly string[]): value is JsonObject {
  if (typeof value !== 'object' || value === null || !hasOnly(value as JsonObject, members)) return false;
  const { registerId, genesisHash, height, round, rosterHash, voter, signature } = value as JsonObject;
  return (
    isUuid(registerId) &&
    isHex(genesisHash, 32) &&
    Number.isSafeInteger(height) &&
    (height as number) > 0 &&
    isRound(round) &&
    isHex(rosterHash, 32) &&
    isHex(voter, 32) &&
    isHex(signature, 64)
  );
}

function isRound(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= ROUND_MAX;
}

function isPair(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isOne);
}

function hasOnly(value: JsonObject, members: readonly string[]): boolean {
  const keys = Object.keys(value);
  return keys.length === members.length && keys.every((key) => members.includes(key));
}

function invalid(path: string, message: string): Issue {
  return issue('EVIDENCE_INVALID', path, message);
}
