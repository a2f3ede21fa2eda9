// Totals of this node since its start, for the metrics endpoints. Bounded: refusals are counted by code, and codes are
// a closed list.
import type { PoolFigures } from '../../core/pool/pool.js';
import type { LedgerFigures, SubmitOutcome } from '../ledger-port.js';
import type { Announcement } from '../ports.js';
import type { Hot } from './registry.js';

export class LedgerCounts {
  submitted = 0;
  private accepted = 0;
  private refused = 0;
  private sealedDockets = 0;
  private sealedTransactions = 0;
  private readonly byCode = new Map<string, number>();

  outcome(outcome: SubmitOutcome): SubmitOutcome {
    if (outcome.status === 'refused') this.refuse(outcome.issues[0]?.code ?? 'VAL_INTERNAL');
    else this.accepted++;
    return outcome;
  }

  note(fact: Announcement): void {
    if (fact.type === 'docket-sealed') {
      this.sealedDockets++;
      this.sealedTransactions += fact.transactions.length;
    } else if (fact.type === 'transaction-refused') this.refuse(fact.code);
  }

  /** `hot` are the registers that the figures are about; counts of submissions are of the whole node. */
  figures(hot: readonly Hot[], supervisor: { readonly restarts: number; readonly halted: number }): LedgerFigures {
    let proposed = 0;
    let rejected = 0;
    let pending = 0;
    for (const { driver } of hot) {
      proposed += driver?.docket.figures.proposed ?? 0;
      rejected += driver?.docket.figures.rejected ?? 0;
      pending += driver?.pool.unsettled ?? 0;
    }
    return {
      submitted: this.submitted,
      accepted: this.accepted,
      refused: this.refused,
      refusedByCode: Object.fromEntries(this.byCode),
      docketsProposed: proposed,
      docketsSealed: this.sealedDockets,
      docketsRejected: rejected,
      transactionsSealed: this.sealedTransactions,
      pendingTransactions: pending,
      activeRegisters: hot.length,
      restarts: supervisor.restarts,
      halted: supervisor.halted,
    };
  }

  private refuse(code: string): void {
    this.refused++;
    this.byCode.set(code, (this.byCode.get(code) ?? 0) + 1);
  }
}

const EMPTY_POOL = {
  totalTransactions: 0,
  highPriorityCount: 0,
  normalPriorityCount: 0,
  lowPriorityCount: 0,
  fillPercentage: 0,
  bytes: 0,
  orphans: 0,
  totalEvictions: 0,
  totalExpired: 0,
};

/** Figures of a pool; a register that is closed has an empty one. */
export function poolFigures(pooled: PoolFigures | undefined, maxSize: number): PoolFigures {
  return pooled ?? { ...EMPTY_POOL, maxSize };
}
