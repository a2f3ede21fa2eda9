// The loads under which two programs are compared, one row each. Data only.
import type { BenchScenario } from '../../../cli/bench/stage.js';

export interface Load {
  readonly scenario: BenchScenario;
  /** Transactions a request. */
  readonly batch: number;
  /** Requests under way at once. */
  readonly concurrency: number;
  /**
   * Transactions of a row, of one node and of several: some two seconds on two quiet processors. The same number for
   * both programs, so that the store of neither grows larger.
   */
  readonly transactions: { readonly alone: number; readonly together: number };
}

export const LOADS = {
  plain: { scenario: 'plain', batch: 1, concurrency: 64, transactions: { alone: 8000, together: 3000 } },
  batched: { scenario: 'plain', batch: 50, concurrency: 16, transactions: { alone: 8000, together: 5000 } },
  actions: { scenario: 'workflow', batch: 1, concurrency: 64, transactions: { alone: 3000, together: 1000 } },
  'language-2': { scenario: 'language-2', batch: 1, concurrency: 64, transactions: { alone: 2000, together: 800 } },
} as const satisfies Readonly<Record<string, Load>>;

export type LoadName = keyof typeof LOADS;
export const LOAD_NAMES = Object.keys(LOADS) as readonly LoadName[];
