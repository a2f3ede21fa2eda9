// Sets of small numbers as one bigint: the checks compare and unite thousands of them. Pure.

export function hasBit(bits: bigint, n: number): boolean {
  return ((bits >> BigInt(n)) & 1n) === 1n;
}

export function bit(n: number): bigint {
  return 1n << BigInt(n);
}

/** The set of the places that are marked. */
export function bitsOf(marks: readonly boolean[]): bigint {
  return BigInt(
    `0b0${marks
      .map((mark) => (mark ? '1' : '0'))
      .reverse()
      .join('')}`,
  );
}

/** The numbers of a set, ascending. */
export function numbersIn(bits: bigint): readonly number[] {
  const numbers: number[] = [];
  const digits = bits.toString(2);
  for (let at = digits.length - 1; at >= 0; at--) if (digits[at] === '1') numbers.push(digits.length - 1 - at);
  return numbers;
}
