// The models of disputes: after a fault an instance stops, or its action is done again, with and without a resolver.
import { type Kind, startOf } from './dispute.js';
import { MOVES } from './dispute-moves.js';
import { isUrgent, PROPERTIES } from './dispute-properties.js';
import type { Model } from './moves.js';
import { DAY_MS, HOUR_MS } from './world.js';

/** None, past a pause, past the time of a helper, past a timer, past the date that ends all. */
const WAITS_MS = [0, 3 * HOUR_MS, 13 * HOUR_MS, 26 * HOUR_MS, 4 * DAY_MS];

function modelOf(kind: Kind): Model {
  const name = `${kind.onFault}, resolver: ${kind.resolver}`;
  return { name, start: startOf(kind), moves: MOVES, properties: PROPERTIES, waitsMs: WAITS_MS, isUrgent };
}

export const DISPUTES: readonly Model[] = [
  modelOf({ onFault: 'stop', resolver: 'party' }),
  modelOf({ onFault: 'stop', resolver: 'liar' }),
  modelOf({ onFault: 'stop', resolver: 'none' }),
  modelOf({ onFault: 'redo', resolver: 'party' }),
];
