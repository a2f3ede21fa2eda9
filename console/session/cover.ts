// Whether the sheet of an ended session covers the page, and who waits until it is lifted.

let covered = false;
let waiting: (() => void)[] = [];
const listeners = new Set<() => void>();

export function isCovered(): boolean {
  return covered;
}

export function takeCover(): void {
  change(true);
}

export function uncover(): void {
  change(false);
  const all = waiting;
  waiting = [];
  for (const goOn of all) goOn();
}

/** Resolves once it is lifted. As many wait as the page has calls under way. */
export function waitForSignIn(): Promise<void> {
  return new Promise((resolve) => waiting.push(resolve));
}

/** For React: tells of each change. Gives the function that ends it. */
export function onCover(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(to: boolean): void {
  if (covered === to) return;
  covered = to;
  for (const tell of listeners) tell();
}
