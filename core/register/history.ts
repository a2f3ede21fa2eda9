// Rows of sealed state whose earlier values stay: what is judged as of a height has the same verdict for ever, whatever
// is sealed later. A change in the docket of a height counts as of that height.
import { assert } from '../base/assert.js';
import type { Json, JsonObject } from '../base/json.js';
import type { StateChange, StateView } from '../model/register.js';

/** The row that counts the values of a history, and the row of each value by its number from 0. */
export interface HistoryKeys {
  readonly head: string;
  readonly at: (ordinal: number) => string;
}

/** The value as of the height; undefined before the first one. */
export function valueAsOf(view: Pick<StateView, 'state'>, keys: HistoryKeys, height: number): JsonObject | undefined {
  // The newest value is asked for by nearly everybody.
  let [low, high] = [0, historyLength(view, keys)];
  let middle = high - 1;
  while (low < high) {
    if (fromOf(view, keys, middle) <= height) low = middle + 1;
    else high = middle;
    middle = Math.floor((low + high) / 2);
  }
  return low === 0 ? undefined : (entryAt(view, keys, low - 1).value as JsonObject);
}

/** The newest value. */
export function newestValue(view: Pick<StateView, 'state'>, keys: HistoryKeys): JsonObject | undefined {
  const count = historyLength(view, keys);
  return count === 0 ? undefined : (entryAt(view, keys, count - 1).value as JsonObject);
}

/** The rows of a value that counts from the height on; the last value of a docket stands for it. */
export function historyChanges(
  view: Pick<StateView, 'state'>,
  keys: HistoryKeys,
  { height, value }: { readonly height: number; readonly value: object },
): StateChange[] {
  const count = historyLength(view, keys);
  const newest = count === 0 ? -1 : fromOf(view, keys, count - 1);
  assert(newest <= height, 'a history grows upwards');
  const entry = { from: height, value: value as Json };
  if (newest === height) return [{ key: keys.at(count - 1), value: entry }];
  return [
    { key: keys.head, value: { count: count + 1 } },
    { key: keys.at(count), value: entry },
  ];
}

/** How many values it has. */
export function historyLength(view: Pick<StateView, 'state'>, { head }: HistoryKeys): number {
  return Number(view.state(head)?.['count'] ?? 0);
}

function fromOf(view: Pick<StateView, 'state'>, keys: HistoryKeys, ordinal: number): number {
  return Number(entryAt(view, keys, ordinal)['from']);
}

function entryAt(view: Pick<StateView, 'state'>, keys: HistoryKeys, ordinal: number): JsonObject {
  return view.state(keys.at(ordinal)) as JsonObject;
}
