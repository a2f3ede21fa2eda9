// The time of the node, as the heads of its answers tell it. The clock of this computer may be wrong by days: it
// decides nothing, and dates nothing that others see.

/** The head cuts its second off, and takes a moment to come. */
const USUAL_MS = 2000;

let aheadMs = 0;

/** `date` is the head of an answer. */
export function hearNodeTime(date: string | null): void {
  const toldMs = Date.parse(date ?? '');
  if (Math.abs(toldMs - nodeNow()) > USUAL_MS) aheadMs = toldMs - Date.now();
}

/** Before the first answer it is the time of this computer. */
export function nodeNow(): number {
  return Date.now() + aheadMs;
}

/** As operations write it. */
export function nodeTime(): string {
  return new Date(nodeNow()).toISOString();
}
