// Which registers an index has rows of, where the local number of the register comes first in the key.

/** Ascending, at most `limit`. Each register is one seek: what lies between two of them is not read. */
export async function registersFrom(
  limit: number,
  firstFrom: (reg: number) => Promise<number | undefined>,
): Promise<number[]> {
  const numbers: number[] = [];
  for (let next = 0; numbers.length < limit; ) {
    const reg = await firstFrom(next);
    if (reg === undefined) break;
    numbers.push(reg);
    next = reg + 1;
  }
  return numbers;
}
