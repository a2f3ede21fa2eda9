// Rows of the pipeline about the metadata that an action of language 2 states in the clear beside its decision: how it
// votes, due times, and by which moves it was calculated.

import { reads, seen, sees } from './data/reads.js';
import { statedDue } from './data/stated-due.js';
import { overtaking } from './instance/overtaking.js';
import { voting } from './instance/vote.js';
import type { ValidationStep } from './parts/context.js';

const ACTION: ValidationStep['kinds'] = ['action'];

/** Rows about the form, in the order in which they run. */
export const FORM_STEPS: readonly ValidationStep[] = [
  {
    name: 'voting',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_FLOW_003', 'VAL_FLOW_008'],
    stops: true,
    once: 'ever',
    check: voting,
  },
  {
    name: 'statedDue',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_FLOW_002'],
    stops: true,
    once: 'ever',
    check: statedDue,
  },
  {
    name: 'sees',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_READ_001'],
    stops: true,
    once: 'ever',
    check: sees,
  },
];

/** Rows about what it read, behind those about its place, in the order in which they run. */
export const READ_STEPS: readonly ValidationStep[] = [
  { name: 'seen', kinds: ACTION, fault: 'retry', codes: ['VAL_READ_001'], stops: true, once: false, check: seen },
  {
    name: 'reads',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_READ_001'],
    // A value that was calculated by another state cannot be judged by this one.
    stops: true,
    // Runs that it reads change until it is sealed.
    once: false,
    check: reads,
  },
  {
    name: 'overtaking',
    kinds: ACTION,
    fault: 'reject',
    codes: ['VAL_READ_002'],
    stops: false,
    // The open actions, and the time of the docket, are those where it is sealed.
    once: false,
    check: overtaking,
  },
];
