// Chance that repeats itself, for tests.

/** A repeatable source of bytes (xorshift32); nothing here is secret. */
export function seeded(seed: number) {
  let state = seed;
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return {
    bytes: (length: number) => Uint8Array.from({ length }, () => next() & 0xff),
    number: () => next() / 0x1_0000_0000,
  };
}
