// How many wrong codes a day has, and when it is over.
import { expect } from 'chai';
import {
  codeLimitSeconds,
  WRONG_CODES_MAX,
  WRONG_CODES_MS,
  type WrongCodes,
  withWrongCode,
} from '../../../../../core/tenant/factors/wrong-codes.js';

describe('core/tenant/factors/wrong-codes', () => {
  const following = (count: number, atMs: (i: number) => number) => {
    let wrong: WrongCodes | undefined;
    for (let i = 0; i < count; i++) wrong = withWrongCode(wrong, atMs(i));
    return wrong;
  };

  it('are so many a day, counted from the first', () => {
    expect(codeLimitSeconds(undefined, 0)).to.equal(0);
    expect(
      codeLimitSeconds(
        following(WRONG_CODES_MAX - 1, (i) => i),
        WRONG_CODES_MAX,
      ),
    ).to.equal(0);
    const full = following(WRONG_CODES_MAX, (i) => i * 1000);
    expect(codeLimitSeconds(full, 60_000)).to.equal(WRONG_CODES_MS / 1000 - 60);
    expect(codeLimitSeconds(full, WRONG_CODES_MS - 1)).to.equal(1);
    expect(codeLimitSeconds(full, WRONG_CODES_MS)).to.equal(0);
    expect(withWrongCode(full, WRONG_CODES_MS)).to.deep.equal({ sinceMs: WRONG_CODES_MS, count: 1 });
    expect(codeLimitSeconds(full, -60_000), 'a clock that was set back').to.be.greaterThan(WRONG_CODES_MS / 1000);
  });
});
