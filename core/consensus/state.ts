// The birth of a state: fresh after a seal, or restored from the durable record. It must never forget a promise that a
// record holds.
import { assert } from '../base/assert.js';
import type { Docket, Hash, SealedDocket } from '../model/register.js';
import type { ConsensusRecord, State, Tip } from './types.js';

/** The tip as the next height needs it. */
export function tipOf(sealed: SealedDocket): Tip {
  const { header, hash } = sealed.docket;
  return {
    height: header.height,
    hash,
    proposer: header.proposer,
    timestampMs: header.timestampMs,
    nextRosterHash: header.nextRosterHash,
    certificate: sealed.certificate,
  };
}

/** The record of a height at which nothing was promised yet. */
export function freshRecord(tip: Tip): ConsensusRecord {
  return {
    height: tip.height + 1,
    round: 0,
    prepared: null,
    prepareVote: null,
    commitVote: null,
    roundChange: null,
    proposal: null,
    firm: null,
    tipHash: tip.hash,
  };
}

/**
 * A state at the height above `tip` with no promise. Only for a seat that certainly never voted there; the first input
 * is `next`.
 */
export function initial(tip: Tip): State {
  return {
    record: freshRecord(tip),
    tip,
    folding: true,
    halted: null,
    work: false,
    paused: false,
    votes: [],
    changes: [],
    bodies: [],
    judgements: [],
    pending: null,
    preparing: null,
    decided: null,
    justification: [],
    ahead: [],
    stored: [],
    fetching: [],
    building: null,
    armed: null,
    accused: [],
    late: [],
    announce: [],
  };
}

/**
 * The state after a restart: the durable record, the sealed tip it builds on, and the stored bodies that
 * `bodiesOf(record)` names. Throws InvariantError when they do not fit together: then vote memory is in doubt and the
 * seat is fenced. The first input is `next`.
 */
export function restore(record: ConsensusRecord, tip: Tip, bodies: readonly Docket[]): State {
  assert(
    record.height === tip.height + 1 && record.tipHash === tip.hash,
    'the consensus record builds on the sealed head',
  );
  const held = bodies.map((docket) => docket.hash);
  for (const hash of bodiesOf(record)) assert(isStored(hash, held), 'the body of every recorded promise is stored');
  const { prepareVote, commitVote, proposal, roundChange, prepared } = record;
  const votes = [proposal?.prepare ?? prepareVote, commitVote].filter((vote) => vote !== null);
  // The proof of an older claim is gone once a newer value was prepared; such a round change is not offered again.
  const claimed = roundChange && roundChange.preparedRound === (prepared?.round ?? -1);
  return {
    ...initial(tip),
    record,
    votes,
    changes: claimed ? [{ change: roundChange, prepared, busy: false }] : [],
    bodies,
    // A body is stored only together with an approval, and an approval follows a good judgement.
    judgements: bodies.map((docket) => ({ docketHash: docket.hash, time: 'never', verdict: 'good', code: '' })),
    stored: bodies.map((docket) => docket.hash),
    justification: proposal?.justification ?? [],
  };
}

/**
 * True if the body is among the stored ones, or another one of them has its key: that is eight bytes of the hash, so
 * that a proposer finds two of its dockets with one key in 2^32 tries. The later body is stored then. The promise about
 * the other one is a hash and stays; its body comes from others where it is needed.
 */
export function isStored(hash: Hash, stored: readonly Hash[]): boolean {
  return stored.some((name) => name.startsWith(hash.slice(0, BODY_KEY_DIGITS)));
}

const BODY_KEY_DIGITS = 16;

/**
 * Hashes of the bodies that the promises of a record are about. With them that of the body that is left where the last
 * promise is taken back.
 */
export function bodiesOf(record: ConsensusRecord): string[] {
  const { prepared, prepareVote, commitVote, proposal, firm } = record;
  const hashes = [prepared, prepareVote, commitVote, proposal, firm].flatMap((promise) =>
    promise ? [promise.docketHash] : [],
  );
  return [...new Set(hashes)];
}

/**
 * True while this seat has something to decide by itself: a transaction, or a promise that somebody may have counted
 * on. A PREPARE vote of an earlier round does not count: if a quorum of them became a certificate, those who committed
 * by it are busy.
 */
export function hasNeed(state: State): boolean {
  const { record } = state;
  return (
    state.work ||
    record.prepared !== null ||
    record.prepareVote?.round === record.round ||
    record.proposal?.round === record.round ||
    state.pending !== null ||
    state.preparing !== null ||
    state.decided !== null
  );
}

/**
 * True while this seat or a member in its round or a later one has something to decide: only then timers run and
 * messages are repeated.
 */
export function isBusy(state: State): boolean {
  return hasNeed(state) || state.changes.some(({ change, busy }) => busy && change.round >= state.record.round);
}
