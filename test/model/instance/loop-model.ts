// The model of an instance with a loop and a join.
import { START } from './loop.js';
import { MOVES } from './loop-moves.js';
import { PROPERTIES } from './loop-properties.js';
import type { Model } from './moves.js';
import { DAY_MS, HOUR_MS } from './world.js';

export const LOOP: Model = {
  name: 'loop',
  start: START,
  moves: MOVES,
  properties: PROPERTIES,
  // None, past a pause, past a timer, past a window.
  waitsMs: [0, 3 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS],
};
