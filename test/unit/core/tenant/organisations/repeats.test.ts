// Which of many equal events are kept.
import { expect } from 'chai';
import {
  type EventRepeats,
  isKept,
  REPEATS_KEPT,
  REPEATS_MS,
  withRepeat,
} from '../../../../../core/tenant/organisations/repeats.js';

describe('core/tenant/organisations/repeats', () => {
  const kept = (times: number, everyMs: number) => {
    const found: number[] = [];
    let repeats: EventRepeats | undefined;
    for (let i = 0; i < times; i++) {
      repeats = withRepeat(repeats, i * everyMs);
      if (isKept(repeats)) found.push(repeats.count);
    }
    return found;
  };

  it('keeps the first of an hour, and then each that doubles their number', () => {
    const first = Array.from({ length: REPEATS_KEPT }, (_, i) => i + 1);
    expect(kept(1000, 1)).to.deep.equal([...first, 32, 64, 128, 256, 512]);
    expect(kept(100_000, 0)).to.have.length(REPEATS_KEPT + 12);
  });

  it('keeps all that are seldom', () => {
    expect(kept(100, REPEATS_MS / REPEATS_KEPT)).to.have.length(100);
  });
});
