// A step in progress: a shallow copy of the state whose members are replaced, never changed in place, and the effects
// so far. The caller's state stays as it was.
import { BODIES_MAX } from '../base/limits/node/consensus.js';
import type { Docket, Hash } from '../model/register.js';
import { coversTime, type TimeRule } from '../register/docket-time.js';
import type { ConsensusEvent, Effect, Write } from './effect.js';
import { isSeated } from './environment.js';
import type { ConsensusEvidence } from './evidence.js';
import { bodiesOf } from './state.js';
import type { ConsensusRecord, Env, Message, State, ValidityJudgement } from './types.js';

export interface StepDraft {
  readonly env: Env;
  readonly effects: Effect[];
  state: State;
}

export function draftOf(state: State, env: Env): StepDraft {
  return { state, env, effects: [] };
}

/** Replaces members of the state. */
export function set(d: StepDraft, members: Partial<State>): void {
  d.state = { ...d.state, ...members };
}

/** Replaces members of the record. The caller persists before it sends. */
export function promise(d: StepDraft, members: Partial<ConsensusRecord>): void {
  d.state = { ...d.state, record: { ...d.state.record, ...members } };
}

/** True while this seat may sign: seated, not stopped, and not between a decision and the next height. */
export function isActive(d: StepDraft): boolean {
  return !d.state.folding && d.state.halted === null && isSeated(d.env);
}

/**
 * The record, and the body unless it is on disk, in one atomic write; what nothing names any more makes room in the
 * same one.
 */
export function persist(d: StepDraft, docket: Docket | null): void {
  const writes: Write[] = [];
  if (docket && !d.state.stored.includes(docket.hash)) {
    writes.push({ kind: 'body', docket });
    set(d, { stored: [...d.state.stored, docket.hash] });
  }
  writes.push({ kind: 'record', record: d.state.record });
  const { stored, record } = d.state;
  const passedOn = record.proposal?.justification ?? [];
  const kept = withRoom(
    stored,
    (hash) => hash,
    () => bodiesNamed(d.state, ...passedOn.map(({ preparedHash }) => preparedHash)),
  );
  if (kept.length < stored.length) {
    writes.push({ kind: 'tidy', height: record.height, kept });
    set(d, { stored: kept });
  }
  d.effects.push({ type: 'persist', writes });
}

export function send(d: StepDraft, to: readonly Hash[], message: Message): void {
  if (to.length > 0) d.effects.push({ type: 'send', to, message });
}

export function announce(d: StepDraft, event: ConsensusEvent): void {
  d.effects.push({ type: 'event', event });
}

/** An event for each offence and member. */
export function accuse(d: StepDraft, evidence: Exclude<ConsensusEvidence, { kind: 'ConflictingCertificates' }>): void {
  const key = `${evidence.kind}:${evidence.voter}`;
  if (d.state.accused.includes(key)) return;
  set(d, { accused: [...d.state.accused, key] });
  announce(d, { name: 'Evidence', height: d.state.record.height, evidence });
}

export function bodyOf(d: StepDraft, docketHash: Hash): Docket | undefined {
  return d.state.bodies.find((docket) => docket.hash === docketHash);
}

/**
 * Keeps a body that passed checkBody. Bodies behind a promise, a proposal in hand or a claim of a round change stay;
 * others make room, oldest first.
 */
export function keepBody(d: StepDraft, docket: Docket): void {
  const { state } = d;
  const fetching = state.fetching.filter((hash) => hash !== docket.hash);
  set(d, { fetching });
  if (bodyOf(d, docket.hash)) return;
  const bodies = withRoom(
    [...state.bodies, docket],
    ({ hash }) => hash,
    () => bodiesNamed(state, docket.hash),
  );
  const judgements = state.judgements.filter((j) => bodies.some((body) => body.hash === j.docketHash));
  set(d, { bodies, judgements });
}

/** Named objects stay; of the others the oldest make room. */
function withRoom<T>(all: readonly T[], hashOf: (item: T) => Hash, names: () => ReadonlySet<Name>): readonly T[] {
  let over = all.length - BODIES_MAX;
  if (over <= 0) return all;
  const named = names();
  return all.filter((item) => named.has(hashOf(item)) || over-- <= 0);
}

type Name = Hash | null | undefined;

/** Bodies behind a promise, a certificate or a proposal in hand, or a claim of a round change. */
function bodiesNamed(state: State, ...others: readonly Name[]): ReadonlySet<Name> {
  const { record, decided, preparing, pending } = state;
  const inHand = [decided?.docketHash, preparing?.docketHash, pending?.docket.hash];
  return new Set([...inHand, ...bodiesOf(record), ...valuesClaimed(state), ...others]);
}

/**
 * True for a body that this seat lacks for a decision, a certificate or a claim. Only such a one is asked for, and any
 * member may send any other.
 */
export function isWanted({ state }: StepDraft, docketHash: Hash): boolean {
  return [state.decided?.docketHash, state.preparing?.docketHash, ...valuesClaimed(state)].includes(docketHash);
}

/**
 * Values that a proposer may have to judge at once: of n members n - quorum + 1 may claim different ones, and only
 * these may be there. A vote for each member.
 */
function valuesClaimed({ changes, record }: State): readonly (Hash | null)[] {
  return changes.flatMap(({ change }) => (change.round >= record.round ? [change.preparedHash] : []));
}

/** Asks the driver for a body, once until the next resend. `from` is the member that must have it. */
export function fetchBody(d: StepDraft, docketHash: Hash, from: Hash): void {
  if (d.state.fetching.includes(docketHash)) return;
  // The list only damps repetition; it is emptied by every resend.
  if (d.state.fetching.length < BODIES_MAX) set(d, { fetching: [...d.state.fetching, docketHash] });
  d.effects.push({ type: 'fetch', height: d.state.record.height, docketHash, from });
}

/**
 * The judgement on a body; asks for one when there is none. A proposal that failed under a stricter rule of the clock
 * says nothing about a milder one.
 */
export function judge(d: StepDraft, docket: Docket, time: TimeRule): ValidityJudgement {
  const known = d.state.judgements.find(
    (j) => j.docketHash === docket.hash && (j.time === time || (j.verdict === 'good' && coversTime(j.time, time))),
  );
  if (known) return known;
  const asked: ValidityJudgement = { docketHash: docket.hash, time, verdict: 'asked', code: '' };
  keepBody(d, docket);
  set(d, { judgements: [...d.state.judgements, asked] });
  d.effects.push({ type: 'check', docket, time });
  return asked;
}

/**
 * True if only the clock of the judge stands against a docket: that ends as time passes, and says nothing about
 * validity.
 */
export function isOfClock({ verdict, code }: Pick<ValidityJudgement, 'verdict' | 'code'>): boolean {
  return verdict === 'bad' && code === 'DOCKET_TIME_INVALID';
}

/**
 * A new round asks the clock anew, because time has passed and a clock may have been set right. A judgement that needs
 * no clock stays known.
 */
export function forgetClock(d: StepDraft): void {
  const kept: ValidityJudgement[] = [];
  for (const judgement of d.state.judgements) {
    if (isOfClock(judgement)) continue;
    const { docketHash, verdict } = judgement;
    const plain: ValidityJudgement = verdict === 'good' ? { ...judgement, time: 'never' } : judgement;
    if (!kept.some((item) => item.docketHash === docketHash && item.time === plain.time)) kept.push(plain);
  }
  set(d, { judgements: kept });
}
