// Numbers of things in sentences for people. Pure.

/** `1 docket`, `2 dockets`. The noun takes an s. */
export function countNoun(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
