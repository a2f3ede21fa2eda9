// Objects whose members are names: in one order, whatever order they came in.

/** Members by UTF-16 code units: any order of the same moves leaves the same value. */
export function inOrder<T>(members: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  const keys = Object.keys(members);
  if (keys.every((key, i) => i === 0 || (keys[i - 1] as string) < key)) return members;
  return Object.fromEntries(keys.sort().map((key) => [key, members[key] as T]));
}

/** Counts by name, with one more of a name. */
export function oneMore(counts: Readonly<Record<string, number>> | undefined, name: string) {
  return inOrder({ ...counts, [name]: countOf(counts, name) + 1 });
}

/** The count of a name; 0 for one that has none. */
export function countOf(counts: Readonly<Record<string, number>> | undefined, name: string): number {
  return counts && Object.hasOwn(counts, name) ? (counts[name] as number) : 0;
}
