// Rows of the pipeline about time: what a clock or a docket says of a transaction, and how far back it may be dated.
import type { ValidationStep } from './parts/context.js';
import { longSigned, madeBefore, timing } from './timing.js';

export const TIMING: ValidationStep = {
  name: 'timing',
  kinds: ['genesis', 'publication', 'governance', 'participant', 'action'],
  fault: 'reject',
  codes: ['VAL_TIME_001', 'VAL_TIME_002', 'VAL_TIME_003'],
  stops: false,
  once: false,
  check: timing,
};

/** Rows in the order in which they run, behind the one that finds what is followed. */
export const TIME_STEPS: readonly ValidationStep[] = [
  {
    name: 'madeBefore',
    kinds: ['action', 'participant'],
    fault: 'reject',
    codes: ['VAL_TIME_004'],
    stops: false,
    // The transaction that it names is sealed by then, perhaps in the same docket.
    once: false,
    check: madeBefore,
  },
  {
    name: 'longSigned',
    kinds: ['action'],
    fault: 'reject',
    codes: ['VAL_TIME_005'],
    stops: false,
    // The docket's time decides.
    once: false,
    check: longSigned,
  },
];
