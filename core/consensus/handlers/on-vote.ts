// Input family: votes. An approval is counted, and so many rejections that no quorum is left end the round.
import { announce, isActive, type StepDraft } from '../draft.js';
import type { Vote } from '../types.js';
import { moveTo } from './propose.js';
import { addVote, countCommits, countPrepares } from './votes.js';

/** V1 to V4 of ../algorithm.md. */
export function onVote(d: StepDraft, vote: Vote): void {
  if (!isActive(d) || !addVote(d, vote)) return;
  if (!vote.approve) countRejections(d, vote);
  else if (vote.kind === 'PREPARE') countPrepares(d, vote);
  else countCommits(d, vote);
}

/** V4. So many rejections that no quorum is left. Beyond one attempt of each member the timer paces the rounds. */
export function countRejections(d: StepDraft, vote: Vote): void {
  const { record, votes } = d.state;
  if (vote.round !== record.round || vote.round >= d.env.roster.validators.length) return;
  const against = votes.filter((v) => !v.approve && v.round === vote.round && v.docketHash === vote.docketHash);
  if (new Set(against.map((v) => v.voter)).size < d.env.quorum.join) return;
  const { height, round, docketHash, code } = vote;
  announce(d, { name: 'Rejected', height, round, docketHash, code });
  moveTo(d, round + 1);
}
