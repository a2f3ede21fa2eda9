// Input family: round changes and the round timer. A round change is signed once and repeated verbatim; no member alone
// can drag others along.
import { ROUNDS_AHEAD_MAX } from '../../base/limits/ledger/consensus.js';
import type { Hash } from '../../model/register.js';
import { seatOf } from '../../register/roster.js';
import { accuse, isActive, type StepDraft, send, set } from '../draft.js';
import { isPrepared } from '../environment.js';
import { isDuplicateRoundChange, isLyingRoundChange } from '../evidence.js';
import { isClaimSound } from '../proposal-rules.js';
import { hasNeed, isBusy } from '../state.js';
import type { Claimed, PCert, RoundChange } from '../types.js';
import { moveTo, tryPropose } from './propose.js';
import { keepChange } from './round.js';
import { votesIn } from './votes.js';

/** Names no round: timers that may still run are armed anew, or disarmed. */
const STALE = '';

/** R1 to R3 of ../algorithm.md. Whether a member is busy is not signed, so that only its own word counts. */
export function onRoundChange(d: StepDraft, claimed: Claimed, from: Hash): void {
  if (!isActive(d)) return;
  const { change, prepared } = claimed;
  const { record } = d.state;
  // R1.
  if (change.round < record.round) showRound(d, change.voter);
  if (change.round < 1 || change.round < record.round || !isProven(d, change, prepared)) return;
  const kept = d.state.changes.find((entry) => entry.change.voter === change.voter);
  if (kept && isDuplicateRoundChange(kept.change, change)) {
    accuse(d, { kind: 'DuplicateRoundChange', voter: change.voter, changes: [kept.change, change] });
    return;
  }
  const hidden = d.state.votes.find((vote) => isLyingRoundChange(vote, change));
  if (hidden) accuse(d, { kind: 'LyingRoundChange', voter: change.voter, vote: hidden, change });
  if (kept && kept.change.round > change.round) return;
  const isKnown = kept?.change.round === change.round;
  keepChange(d, { change, prepared, busy: from === change.voter ? claimed.busy : isKnown && kept.busy });
  if (isKnown) return;
  // R2. A member more than can be missing: some member of every quorum is among them.
  const target = roundReachedBy(d, d.env.quorum.join);
  if (target > d.state.record.round) moveTo(d, target);
  // R3.
  else tryPropose(d, 0);
}

/**
 * T1: the round brought no decision in its time. A round that more than the liars reached is caught up with in one
 * step. A member that no other followed into its round stays there and repeats itself: delays are bounded, so one that
 * ran ahead alone would stay ahead without end. A member that was busy must say so again: else those whose work is gone
 * would keep each other going.
 */
export function onTimer(d: StepDraft, height: number, round: number): void {
  const { record } = d.state;
  if (!isActive(d) || height !== record.height || round !== record.round || !isBusy(d.state)) return;
  set(d, { changes: d.state.changes.map((entry) => (entry.busy ? { ...entry, busy: false } : entry)), armed: STALE });
  if (isFollowed(d)) moveTo(d, Math.max(record.round + 1, roundOfOthers(d)));
}

/**
 * How far the others are when a round ran out. A member may lie about that in majority mode, which counts no liars: on
 * his word alone a seat leaves its round by whole turns of the roster. Else he would choose each time whose round it
 * is, his own or that of a member that is away. Nothing would ever be proposed.
 */
function roundOfOthers(d: StepDraft): number {
  const { quorum, roster } = d.env;
  if (quorum.liars > 0) return roundReachedBy(d, quorum.liars + 1);
  const size = roster.validators.length;
  const next = d.state.record.round + 1;
  const turns = Math.max(0, Math.floor((roundReachedBy(d, 1) - next) / size));
  return Math.max(next + turns * size, roundReachedBy(d, 2));
}

/** True if a quorum is known to have reached this round: by its round changes, or by the proposal that carried them. */
function isFollowed(d: StepDraft): boolean {
  const { record, changes } = d.state;
  if (record.round === 0 || votesIn(record, record.round).length > 0) return true;
  return changes.filter(({ change }) => change.round >= record.round).length >= d.env.quorum.commit;
}

/**
 * R5: a member is behind in rounds. It gets this seat's round change, which a restart may have left the only trace of
 * the round: a seat that has nothing to do repeats nothing of itself, and the other would wait for it in vain.
 */
function showRound(d: StepDraft, to: Hash): void {
  const { roundChange, prepared, round } = d.state.record;
  if (roundChange?.round === round && isProven(d, roundChange, prepared))
    send(d, [to], { type: 'round-change', change: roundChange, prepared, busy: hasNeed(d.state) });
}

/** A claim without the certificate that proves it is worth nothing: a liar could choose the value with it. */
export function isProven(d: StepDraft, change: RoundChange, prepared: PCert | null): boolean {
  if (!isClaimSound(change)) return false;
  if (change.preparedRound < 0) return true;
  return (
    prepared !== null &&
    prepared.round === change.preparedRound &&
    prepared.docketHash === change.preparedHash &&
    isPrepared(prepared, d.state.tip, d.env)
  );
}

/**
 * The highest round that n other members claim, or -1. The word of one alone may be a lie: it carries this seat a
 * bounded number of rounds, or the height would be at its last round at once.
 */
function roundReachedBy(d: StepDraft, n: number): number {
  const rounds = d.state.changes
    .filter(({ change }) => change.voter !== d.env.self && seatOf(d.env.roster, change.voter) >= 0)
    .map(({ change }) => change.round)
    .sort((a, b) => b - a);
  const round = rounds[n - 1] ?? -1;
  return n > 1 ? round : Math.min(round, d.state.record.round + aheadMax(d));
}

/** Enough for one whole turn of a wide roster. */
function aheadMax(d: StepDraft): number {
  return Math.max(ROUNDS_AHEAD_MAX, d.env.roster.validators.length + 1);
}
