// Sealed state with the transactions of one docket on top, so that the later ones of the docket are judged after the
// earlier ones. Lives for one docket: it is never written to and never outlives the view below it.
import { assert } from '../base/assert.js';
import type { JsonObject } from '../base/json.js';
import type { Definition } from '../blueprint/definition/types.js';
import type { FixedHolders, SealedAt, StateChange, StateView } from '../model/register.js';
import type { Transaction } from '../model/transaction.js';
import { isOfPeople, sortedChanges } from './state-keys.js';

export interface Overlay extends StateView {
  /** Takes a transaction as sealed in the docket, after those taken before, with the changes that it makes. */
  take(tx: Transaction, changes: readonly StateChange[]): void;
  /** Takes changes that no transaction makes. */
  change(changes: readonly StateChange[]): void;
  /** Everything changed so far, sorted by key, the last value of each. */
  changes(): StateChange[];
}

/**
 * An overlay for a docket of this height and time. Reads of unchanged keys are remembered: the transactions of a docket
 * share definitions and instances.
 */
export function overlay(view: StateView, at: Pick<SealedAt, 'height' | 'timestampMs'>): Overlay {
  const { height, timestampMs } = at;
  const changed = new Map<string, StateChange>();
  const read = new Map<string, JsonObject | undefined>();
  const taken = new Map<string, { readonly tx: Transaction; readonly index: number }>();
  // That of the view below for as long as nothing here differs from it.
  let people = view.people ?? new WeakMap<Definition, FixedHolders>();
  const put = (changes: readonly StateChange[]) => {
    for (const change of changes) {
      changed.set(change.key, change);
      if (isOfPeople(change.key)) people = new WeakMap();
    }
  };
  return {
    remembers: true,
    get people() {
      return people;
    },
    state(key) {
      const change = changed.get(key);
      if (change) return change.value ?? undefined;
      const known = read.get(key);
      if (known !== undefined || read.has(key)) return known;
      const value = view.state(key);
      read.set(key, value);
      return value;
    },
    sealOf(txId) {
      const here = taken.get(txId);
      return here ? { height, index: here.index, timestampMs } : view.sealOf(txId);
    },
    transaction(txId) {
      return taken.get(txId)?.tx ?? view.transaction(txId);
    },
    docketAt: (below) => view.docketAt(below),
    take(tx, changes) {
      assert(!taken.has(tx.txId), 'a docket takes a transaction once');
      taken.set(tx.txId, { tx, index: taken.size });
      put(changes);
    },
    change: put,
    changes: () => sortedChanges(changed),
  };
}
