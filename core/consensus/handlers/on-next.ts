// The change of height: the driver has folded the tip into the register state, and whatever waited for the next height
// is handled.
import { assert } from '../../base/assert.js';
import { type StepDraft, send, set } from '../draft.js';
import { isSeated, others } from '../environment.js';
import { isBusy } from '../state.js';
import { tryPropose } from './propose.js';
import { dispatch } from './receive.js';
import { resend } from './resend.js';
import { countCommits, countPrepares, votesIn } from './votes.js';

/**
 * D6: the driver folded the tip into the register state, and `env` is that of the next height; or the reducer has just
 * started.
 */
export function onNext(d: StepDraft): void {
  assert(d.state.folding, '`next` follows a seal or a start');
  assert(d.env.rosterHash === d.state.tip.nextRosterHash, 'the environment has the roster that the head names');
  const { announce: facts, ahead, tip, record } = d.state;
  set(d, { folding: false, ahead: [], announce: [] });
  send(d, facts, { type: 'decided', certificate: tip.certificate, docket: null });
  // Members that the tip brought in hold nothing yet.
  if (facts.length > 0)
    for (const to of others(d.env))
      if (!facts.includes(to)) d.effects.push({ type: 'serve', height: tip.height, to, held: null });
  if (!isSeated(d.env)) return;
  // After a restart: what was promised may already be enough, and the others may wait for it.
  for (const vote of votesIn(record, record.round)) {
    if (vote.kind === 'PREPARE') countPrepares(d, vote);
    else countCommits(d, vote);
  }
  if (record.round > 0 || isBusy(d.state)) resend(d);
  for (const { message, from } of ahead) if (!d.state.folding) dispatch(d, message, from);
  tryPropose(d, 0);
}
