// A text that costs time to make, made once for all who ask in the same moment.

/** So old may the metrics be that are told. */
export const METRICS_HELD_MS = 1000;

/**
 * At most one text in `ms`, however many ask: an earlier caller gets the last one. A failure is told and not kept.
 * `steady` never goes back.
 */
export function heldText(make: () => Promise<string>, ms: number, steady: () => number): () => Promise<string> {
  let held: Promise<string> | undefined;
  let madeAt = 0;
  return () => {
    if (held !== undefined && steady() - madeAt < ms) return held;
    const made = make();
    held = made;
    madeAt = steady();
    made.catch(() => {
      if (held === made) held = undefined;
    });
    return made;
  };
}
