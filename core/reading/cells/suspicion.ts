// A fault that a reader found in the encrypted action of another party: which member of which action, and why. Codes
// and sentences only.
/**
 * `schema`, `missing`: the member breaks the schema of its action. `calculation`, `route`: it is not the value, or the
 * way, that the data gives. `credential`: what was shown at a gate does not pass it. `shape`: a part of a value that is
 * not an object; `delegation`: a deputy did more than it may; `undelivered`: a part that names this reader does not
 * open, or is not the one that was committed.
 */
export const SUSPICION_REASONS = [
  'schema',
  'missing',
  'calculation',
  'route',
  'shape',
  'delegation',
  'credential',
  'undelivered',
] as const;
export type SuspicionReason = (typeof SUSPICION_REASONS)[number];

export interface Suspicion {
  readonly txId: string;
  /** The decimal spelling. */
  readonly actionId: string;
  /** The wallet that signed it. */
  readonly sender: string;
  /**
   * JSON Pointer into the data of the action, shortened where it is long; '' for all of it, `/@route` for the way that
   * was taken, `/@gate/NAME` for what was shown at a gate.
   */
  readonly member: string;
  readonly reason: SuspicionReason;
  /** A rejection took the action back later: it stops no party any more. */
  readonly undone?: true;
}

/** In how many transactions something is suspect that no rejection took back. */
export function suspectCount(suspect: readonly Suspicion[]): number {
  return new Set(suspect.flatMap(({ undone, txId }) => (undone === true ? [] : [txId]))).size;
}
