// The time of a docket: a fresh one is of now, a re-proposal not of the future, and the word of a quorum is not judged
// by a clock.
import { expect } from 'chai';
import { DOCKET_AHEAD_MAX_MS, DOCKET_BEHIND_MAX_MS } from '../../../../core/base/limits/ledger/clocks.js';
import { isFailure } from '../../../../core/base/result.js';
import { checkDocket } from '../../../../core/chain/state.js';
import { coversTime, type TimeRule, timeProblem, timestampAfter } from '../../../../core/register/docket-time.js';
import { act, alice, Ledger, publish, verified } from '../../../support/register/ledger.js';

const NOW = 2_000_000_000_000;
const DAY = 86_400_000;
const RULES: readonly TimeRule[] = ['fresh', 'again', 'never'];

/** Which rules refuse the time. */
function refusedBy(timestampMs: number, parentMs: number): string {
  return RULES.filter((rule) => timeProblem(timestampMs, parentMs, { rule, nowMs: NOW })).join(' ');
}

describe('the time of a docket', () => {
  it('is bounded on both sides while it is fresh', () => {
    const parent = NOW - 30 * DAY;
    expect(refusedBy(NOW, parent)).to.equal('');
    expect(refusedBy(NOW + DOCKET_AHEAD_MAX_MS, parent)).to.equal('');
    expect(refusedBy(NOW + DOCKET_AHEAD_MAX_MS + 1, parent)).to.equal('fresh again');
    expect(refusedBy(NOW - DOCKET_BEHIND_MAX_MS, parent)).to.equal('');
    expect(refusedBy(NOW - DOCKET_BEHIND_MAX_MS - 1, parent)).to.equal('fresh');
    expect(refusedBy(parent + 1, parent)).to.equal('fresh');
    expect(refusedBy(parent, parent)).to.equal('fresh again never');
  });

  it('goes on after a parent of the future, one millisecond at a time', () => {
    const parent = NOW + 20 * DAY;
    expect(timestampAfter(parent, NOW)).to.equal(parent + 1);
    expect(refusedBy(parent + 1, parent)).to.equal('');
    expect(refusedBy(parent + 2, parent)).to.equal('fresh again');
    // A parent that is ahead by less than the bound leaves the bound what it is.
    expect(refusedBy(NOW + 4000, NOW + 1000)).to.equal('');
  });

  it('is judged again only where the rule asks for more than was judged', () => {
    const covered = RULES.flatMap((known) =>
      RULES.filter((wanted) => coversTime(known, wanted)).map((wanted) => `${known}>${wanted}`),
    );
    const all = 'fresh>fresh fresh>again fresh>never again>again again>never never>never';
    expect(covered.join(' ')).to.equal(all);
  });

  it('lets no proposer seal an expired transaction by dating its docket back', () => {
    const ledger = new Ledger();
    const publication = publish();
    ledger.seal(publication);
    const headMs = ledger.state.timestampMs;
    const expiresAt = new Date(headMs + DAY).toISOString();
    const expired = act({ actionId: '0', publicationTxId: publication.txId, expiresAt }, alice);
    const judged = (timestampMs: number, time: TimeRule) => {
      const given = { view: ledger.view, signaturesOk: verified, nowMs: headMs + 30 * DAY, time };
      const found = checkDocket(ledger.docket([expired], timestampMs), ledger.state, given);
      return isFailure(found) ? found.issue.code : 'good';
    };
    expect(judged(headMs + 1, 'fresh')).to.equal('DOCKET_TIME_INVALID');
    expect(judged(headMs + 30 * DAY, 'fresh')).to.equal('VAL_TIME_003');
    // A docket that is sealed is judged by its own time, at any time.
    expect(judged(headMs + 1, 'never')).to.equal('good');
  });
});
