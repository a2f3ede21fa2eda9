// A register of the small ledger as steps that a store seals: each docket with its certificate, the state after it and
// what it changed.
import { foldDocket } from '../../../cli/disk/chain-rules.js';
import type { RegisterState, SealedDocket, StateChange, StateView } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import { good } from '../base/good.js';
import { Ledger } from './ledger.js';

export interface LedgerStep {
  readonly sealed: SealedDocket;
  readonly before: RegisterState | undefined;
  readonly after: RegisterState;
  readonly changes: readonly StateChange[];
}

const NOTHING: StateView = {
  state: () => undefined,
  sealOf: () => undefined,
  transaction: () => undefined,
  docketAt: () => undefined,
};

/** The genesis and one docket for each list of transactions. */
export function ledgerSteps(dockets: readonly (readonly Transaction[])[]): readonly LedgerStep[] {
  const ledger = new Ledger();
  const first = ledger.dockets[0]!;
  const founded = good(foldDocket(undefined, first.docket, NOTHING));
  const steps: LedgerStep[] = [{ sealed: first, before: undefined, after: founded.state, changes: founded.changes }];
  for (const transactions of dockets) {
    const before = ledger.state;
    const { state, changes } = good(foldDocket(before, ledger.docket(transactions), ledger.view));
    ledger.seal(...transactions);
    steps.push({ sealed: ledger.dockets.at(-1)!, before, after: state, changes });
  }
  return steps;
}
