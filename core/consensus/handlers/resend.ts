// Repeats what this seat signed in its round, byte for byte. It never signs: a round change signed again after a newer
// vote would be a lie.
import type { Hash } from '../../model/register.js';
import { bodyOf, fetchBody, isActive, type StepDraft, send, set } from '../draft.js';
import { others, proposerAt } from '../environment.js';
import { hasNeed, isBusy } from '../state.js';
import { tryPropose } from './propose.js';
import { votesIn } from './votes.js';

/** S1 to S3 of ../algorithm.md; for one member when `only` names it. */
export function resend(d: StepDraft, only?: Hash): void {
  if (!isActive(d) || !isBusy(d.state)) return;
  const { env, state } = d;
  const { record, tip } = state;
  const proposer = proposerAt(tip, record.round, env);
  const pick = (members: readonly Hash[]) => members.filter((id) => only === undefined || id === only);
  set(d, { fetching: [] });
  // S1.
  if (proposer !== env.self && pick([proposer]).length > 0)
    for (const vote of votesIn(record, record.round)) send(d, [proposer], { type: 'vote', vote });
  // S2. Only while the proof at hand is the one of the claim.
  const { roundChange, prepared } = record;
  if (roundChange?.round === record.round && roundChange.preparedRound === (prepared?.round ?? -1))
    send(d, pick(others(env)), { type: 'round-change', change: roundChange, prepared, busy: hasNeed(state) });
  // S3.
  if (proposer === env.self) repeatCollector(d, pick);
  if (state.decided && !bodyOf(d, state.decided.docketHash)) fetchBody(d, state.decided.docketHash, proposer);
  if (state.preparing && !bodyOf(d, state.preparing.docketHash)) fetchBody(d, state.preparing.docketHash, proposer);
  tryPropose(d, 0);
}

/** The proposal to members that have not voted; in bft the prepare certificate to members that have not committed. */
function repeatCollector(d: StepDraft, pick: (members: readonly Hash[]) => Hash[]): void {
  const { record, tip } = d.state;
  const { proposal, prepared, round } = record;
  if (proposal?.round !== round) return;
  const docket = bodyOf(d, proposal.docketHash);
  if (!docket) return;
  const { docketHash, ...rest } = proposal;
  send(d, pick(silent(d, docketHash, null)), {
    type: 'proposal',
    proposal: { ...rest, docket, parent: tip.certificate },
  });
  if (d.env.policy.mode === 'bft' && prepared?.round === round)
    send(d, pick(silent(d, docketHash, 'COMMIT')), { type: 'prepared', certificate: prepared });
}

/** Members of which no vote for the docket is held, of that kind where one is named. */
export function silent(d: StepDraft, docketHash: Hash, kind: 'COMMIT' | null): Hash[] {
  const { votes, record } = d.state;
  const heard = votes.filter(
    (vote) => vote.round === record.round && vote.docketHash === docketHash && (kind === null || vote.kind === kind),
  );
  return others(d.env).filter((id) => !heard.some((vote) => vote.voter === id));
}
