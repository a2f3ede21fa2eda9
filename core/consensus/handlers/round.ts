// The step of this seat into a higher round: the round change that it signs, and the vote for a docket of its own that
// it may take back before. Claims of others are kept here as well. It proposes nothing.
import type { Hash } from '../../model/register.js';
import { roundChangeDigest } from '../digest.js';
import { forgetClock, isOfClock, persist, promise, type StepDraft, send, set } from '../draft.js';
import { others, proposerAt } from '../environment.js';
import { hasNeed } from '../state.js';
import type { Claimed, RoundChange, Vote } from '../types.js';

/**
 * R4: promises a higher round. The claim is what the record has prepared, and the record is persisted before the claim
 * leaves.
 */
export function signRound(d: StepDraft, round: number): void {
  takeBack(d, round);
  forgetClock(d);
  const { env, state } = d;
  const { prepared, height } = state.record;
  const { registerId, genesisHash, rosterHash, self } = env;
  const unsigned = {
    registerId,
    genesisHash,
    height,
    round,
    preparedRound: prepared?.round ?? -1,
    preparedHash: prepared?.docketHash ?? null,
    rosterHash,
    voter: self as Hash,
  };
  const change: RoundChange = { ...unsigned, signature: env.sign(roundChangeDigest(unsigned)) };
  promise(d, { round, roundChange: change });
  const pending = state.pending && state.pending.round >= round ? state.pending : null;
  set(d, { building: null, pending });
  keepChange(d, { change, prepared, busy: false });
  persist(d, null);
  send(d, others(env), { type: 'round-change', change, prepared, busy: hasNeed(d.state) });
  const proposer = proposerAt(state.tip, round, env);
  if (state.work && proposer !== self) d.effects.push({ type: 'offer', to: proposer });
}

/**
 * R6, majority mode: a docket of this seat's own that was not decided is given up when a clock refused it. Otherwise it
 * is given up a round after the one that followed its own. The COMMIT vote of its builder never left it but in a
 * certificate, and there is none: the vote is as if it had not been given, and the round change may say so. So no
 * member is bound to a docket by the word of its builder alone. Not where so many others name it that they would be a
 * quorum with this seat.
 */
function takeBack(d: StepDraft, round: number): void {
  const { votes, judgements, changes, decided, record } = d.state;
  const { prepared, firm } = record;
  if (d.env.policy.mode === 'bft' || decided || !prepared || firm === undefined) return;
  if (prepared.round <= (firm?.round ?? -1)) return;
  const { docketHash } = prepared;
  const isRefused = [...votes.map(verdictOf), ...judgements].some(
    (judgement) => judgement.docketHash === docketHash && isOfClock(judgement),
  );
  const named = changes.filter(({ change }) => change.preparedHash === docketHash && change.voter !== d.env.self);
  if (named.length + 1 >= d.env.quorum.commit || (!isRefused && round <= prepared.round + 1)) return;
  promise(d, { prepared: firm, commitVote: null });
  const isHeld = (vote: Vote) =>
    vote.voter === d.env.self && vote.kind === 'COMMIT' && vote.round > (firm?.round ?? -1);
  set(d, { votes: votes.filter((vote) => !isHeld(vote)) });
}

function verdictOf({ docketHash, approve, code }: Vote) {
  return { docketHash, verdict: approve ? ('good' as const) : ('bad' as const), code };
}

/** The latest of each member is enough: with it the member gave up voting in every earlier round. */
export function keepChange(d: StepDraft, { change, prepared, busy }: Claimed): void {
  const rest = d.state.changes.filter((entry) => entry.change.voter !== change.voter);
  set(d, { changes: [...rest, { change, prepared: change.preparedRound < 0 ? null : prepared, busy }] });
}
