// How names of organisations are compared: by their text, since a register knows nothing else of them. Never look at a
// register here.

/** An organisation as it is compared: without differences of spaces and of the letters A to Z. */
export function comparedName(name: string): string {
  return name
    .replace(/^ +| +$/g, '')
    .replace(/ +/g, ' ')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
