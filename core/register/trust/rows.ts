// The lists that a register has pinned, as rows of its sealed state. Gates are judged as of the height that they
// state, so each act stays there for ever.
import type { JsonObject } from '../../base/json.js';
import type { Hash, StateView } from '../../model/register.js';
import type { HistoryKeys } from '../history.js';
import { newestValue, valueAsOf } from '../history.js';
import { STATE_KEY } from '../state-keys.js';
import type { TrustPin } from './pin.js';
import { EMPTY_TRUST_ROOT } from './root.js';

/** A list that is pinned: which of its acts counts, and its leaf under the root. */
export interface PinnedList {
  readonly listId: string;
  /** Number of the act on the list, from 0. */
  readonly ordinal: number;
  readonly leaf: Hash;
}

/** All that is pinned from a height on. */
export interface PinnedTrust {
  readonly root: Hash;
  /** In order of their ids. */
  readonly lists: readonly PinnedList[];
}

/** Value of the key `pin/{listId}`; it stays when the list is removed. */
export interface PinCount {
  readonly count: number;
  readonly sequence: number;
}

const NOTHING: PinnedTrust = { root: EMPTY_TRUST_ROOT, lists: [] };

export const TRUST_KEYS: HistoryKeys = { head: STATE_KEY.trust, at: STATE_KEY.trustAt };

export function readPinned(view: Pick<StateView, 'state'>, height: number): PinnedTrust {
  return trustIn(valueAsOf(view, TRUST_KEYS, height));
}

export function readPinnedNow(view: Pick<StateView, 'state'>): PinnedTrust {
  return trustIn(newestValue(view, TRUST_KEYS));
}

export function pinCount(view: Pick<StateView, 'state'>, listId: string): PinCount {
  return (view.state(STATE_KEY.pin(listId)) as unknown as PinCount | undefined) ?? { count: 0, sequence: 0 };
}

/** The pin of an act on the list, by its number. */
export function pinAt(view: Pick<StateView, 'state'>, { listId, ordinal }: Pick<PinnedList, 'listId' | 'ordinal'>) {
  return view.state(STATE_KEY.pinAt(ordinal, listId)) as unknown as TrustPin;
}

/** Whether an anchor or key counts no more as of a height. */
export function isDistrustedAsOf(view: Pick<StateView, 'state'>, hash: Hash, height: number): boolean {
  const from = view.state(STATE_KEY.distrust(hash))?.['from'];
  return typeof from === 'number' && from <= height;
}

const trustIn = (value: JsonObject | undefined) => (value as unknown as PinnedTrust | undefined) ?? NOTHING;
