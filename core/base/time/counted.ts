// Events of one kind, counted in a span of time that begins with the first of them; the first after its end begins
// another one. Pure.

export interface Counted {
  /** Of the first. */
  readonly sinceMs: number;
  readonly count: number;
}

/** The count with one event more. */
export function oneMore(before: Counted | undefined, nowMs: number, spanMs: number): Counted {
  const isOver = before === undefined || nowMs >= before.sinceMs + spanMs;
  return isOver ? { sinceMs: nowMs, count: 1 } : { ...before, count: before.count + 1 };
}

/** Seconds until the span ends that has as many as `max`; 0 where it ended, or has fewer. */
export function limitSeconds(
  counted: Counted | undefined,
  { max, spanMs }: { readonly max: number; readonly spanMs: number },
  nowMs: number,
): number {
  if (counted === undefined || counted.count < max) return 0;
  return Math.max(0, Math.ceil((counted.sinceMs + spanMs - nowMs) / 1000));
}
