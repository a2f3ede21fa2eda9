// The score of a peer against the table of docs/protocol.md 16.
import { expect } from 'chai';
import fc from 'fast-check';
import {
  afterOffence,
  afterPraise,
  BAN_LADDER_MS,
  banUntil,
  CLEAN,
  OFFENCES,
  pointsAt,
  SCORE_HALF_LIFE_MS,
  SCORE_MAX,
  SCORE_MIN,
  type Score,
} from '../../../../core/mesh/score.js';
import type { Offence } from '../../../../core/mesh/types.js';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const offences = Object.keys(OFFENCES) as Offence[];
const at = (points: number): Score => ({ points, atMs: NOW });

describe('core/mesh/score', () => {
  it('takes the points of the table', () => {
    const points = Object.fromEntries(offences.map((name) => [name, OFFENCES[name].points]));
    expect(points).to.deep.include({
      'invalid-signature': -50,
      equivocation: -100,
      protocol: -20,
      oversize: -20,
      timeout: -1,
      slow: -2,
      'broken-promise': -5,
    });
    expect(afterOffence(at(10), 'protocol', NOW).points).to.equal(-10);
  });

  it('halves in half an hour, in both directions', () => {
    for (const points of [-40, 16]) {
      expect(pointsAt(at(points), NOW + SCORE_HALF_LIFE_MS)).to.equal(points / 2);
      expect(pointsAt(at(points), NOW + 2 * SCORE_HALF_LIFE_MS)).to.equal(points / 4);
      expect(pointsAt(at(points), NOW - 1), 'a clock that went back').to.equal(points);
    }
  });

  it('caps praise at 20, so that no good record covers a lie', () => {
    let score: Score = CLEAN;
    for (let i = 0; i < 100; i++) score = afterPraise(score, NOW);
    expect(score.points).to.equal(SCORE_MAX);
    expect(afterOffence(score, 'invalid-signature', NOW).points).to.equal(-30);
  });

  it('bans at -50 and not above, longer each time, and an equivocator until an operator', () => {
    const given = { offence: 'protocol', nowMs: NOW } as const;
    expect(banUntil(at(-49.9), { ...given, bansBefore: 0 })).to.equal(undefined);
    const hours = [0, 1, 2, 3, 50].map((bansBefore) => banUntil(at(-50), { ...given, bansBefore }));
    expect(hours).to.deep.equal([1, 6, 24, 24, 24].map((n) => NOW + n * HOUR));
    expect(banUntil(at(20), { offence: 'equivocation', bansBefore: 0, nowMs: NOW })).to.equal(null);
    expect(BAN_LADDER_MS).to.deep.equal([HOUR, 6 * HOUR, 24 * HOUR]);
  });

  it('stays within its bounds whatever happens, and a ban never lasts into another', () => {
    const step = fc.record({ ms: fc.nat(10 * HOUR), offence: fc.option(fc.constantFrom(...offences)) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        let score: Score = CLEAN;
        let nowMs = NOW;
        for (const { ms, offence } of steps) {
          nowMs += ms;
          score = offence === null ? afterPraise(score, nowMs) : afterOffence(score, offence, nowMs);
          expect(score.points).to.be.within(SCORE_MIN, SCORE_MAX);
          // After the shortest ban the worst score has faded enough not to ban by itself.
          expect(pointsAt(score, nowMs + (BAN_LADDER_MS[0] as number))).to.be.greaterThan(-50);
        }
      }),
    );
  });
});
