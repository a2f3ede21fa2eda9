// The breaker: when it opens, how it tries again, and how long it pauses at most.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  afterOutcome,
  type Breaker,
  breakerState,
  CLOSED,
  PAUSE_CONSENSUS_MAX_MS,
  PAUSE_MAX_MS,
  permit,
  TRY_MAX_MS,
} from '../../../../core/mesh/breaker.js';

const NOW = 1_000_000;
/** In the middle of the spread. */
const given = (nowMs: number, pauseMaxMs = PAUSE_MAX_MS, chance = 0.5) => ({ nowMs, chance, pauseMaxMs });

function following(outcomes: readonly boolean[], from: Breaker = CLOSED): Breaker {
  return outcomes.reduce((breaker, ok) => afterOutcome(breaker, ok, given(NOW)), from);
}
const fails = (count: number) => Array.from({ length: count }, () => false);

describe('core/mesh/breaker', () => {
  it('opens after five failures in a row, not after four or with a success between', () => {
    expect(breakerState(following(fails(4)), NOW)).to.equal('closed');
    expect(breakerState(following([...fails(4), true, ...fails(4)]), NOW)).to.equal('closed');
    const open = following(fails(5));
    expect([open.retryAtMs, breakerState(open, NOW), permit(open, NOW).allowed]).to.deep.equal([
      NOW + 1000,
      'open',
      false,
    ]);
  });

  it('opens when half of the last twenty failed, and only once there are twenty', () => {
    const mixed = Array.from({ length: 19 }, (_, i) => i % 2 === 0);
    expect(breakerState(following(mixed), NOW)).to.equal('closed');
    expect(breakerState(following([...mixed, false]), NOW)).to.equal('open');
    const few = Array.from({ length: 40 }, (_, i) => i % 3 !== 0);
    expect(breakerState(following(few), NOW)).to.equal('closed');
  });

  it('lets one request try when half-open, and another when no caller reports it', () => {
    const open = following(fails(5));
    const first = permit(open, NOW + 1000);
    expect(first.allowed).to.equal(true);
    expect(permit(first.breaker, NOW + 1001).allowed).to.equal(false);
    expect(permit(first.breaker, NOW + 1000 + TRY_MAX_MS).allowed).to.equal(true);
    expect(afterOutcome(first.breaker, true, given(NOW + 1200))).to.deep.equal(CLOSED);
  });

  it('doubles its pause each time, up to five minutes, or five seconds for consensus', () => {
    for (const [max, last] of [
      [PAUSE_MAX_MS, 250_000],
      [PAUSE_CONSENSUS_MAX_MS, 4167],
    ] as const) {
      let breaker = following(fails(5));
      const pauses: number[] = [];
      for (let i = 0; i < 12; i++) {
        const nowMs = breaker.retryAtMs as number;
        breaker = afterOutcome(permit(breaker, nowMs).breaker, false, given(nowMs, max));
        pauses.push((breaker.retryAtMs as number) - nowMs);
      }
      expect(pauses[0]).to.equal(2000);
      expect(pauses.at(-1)).to.equal(last);
      expect(pauses).to.deep.equal([...pauses].sort((a, b) => a - b));
    }
  });

  it('does not pause longer for what was on its way when it opened', () => {
    const open = following(fails(5));
    const later = following(fails(20), open);
    expect([later.retryAtMs, later.opened]).to.deep.equal([open.retryAtMs, 1]);
  });

  it('never pauses beyond the cap, nor lets through while it does', () => {
    const step = fc.record({
      ms: fc.nat(400_000),
      ok: fc.boolean(),
      chance: fc.double({ min: 0, max: 0.999, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), fc.boolean(), (steps, consensus) => {
        const pauseMaxMs = consensus ? PAUSE_CONSENSUS_MAX_MS : PAUSE_MAX_MS;
        let breaker = CLOSED;
        let nowMs = NOW;
        for (const { ms, ok, chance } of steps) {
          nowMs += ms;
          const asked = permit(breaker, nowMs);
          expect(asked.allowed && breakerState(breaker, nowMs) === 'open').to.equal(false);
          breaker = asked.allowed ? afterOutcome(asked.breaker, ok, { nowMs, chance, pauseMaxMs }) : asked.breaker;
          if (breaker.retryAtMs !== undefined) expect(breaker.retryAtMs - nowMs).to.be.at.most(pauseMaxMs);
          expect(permit(breaker, nowMs + pauseMaxMs + TRY_MAX_MS).allowed, 'never closed for ever').to.equal(true);
        }
      }),
    );
  });
});
