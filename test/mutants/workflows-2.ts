// Broken versions about language 2, by what they break: runs, disputes, timers, people.
import { ACTING } from './acting.js';
import { BOUNDED } from './bounds.js';
import { CANCELLATIONS } from './cancellations.js';
import { CLAIMS } from './claims.js';
import { CONFIRMATIONS } from './confirmations.js';
import { DELIVERIES } from './deliveries.js';
import { DEPUTISED } from './deputies.js';
import { DISPUTED } from './disputes.js';
import { INSTANCES } from './instances.js';
import { MODELS } from './models.js';
import type { Mutant } from './mutant.js';
import { PEOPLE } from './people.js';
import { READERS } from './readers.js';
import { RECORDS } from './records.js';
import { RESOLVED } from './resolutions.js';
import { RULES } from './rules.js';
import { RUNS } from './runs.js';
import { TIMERS } from './timers.js';
import { VOTED } from './votes.js';

export const WORKFLOWS_2: readonly Mutant[] = [
  ...RUNS,
  ...DISPUTED,
  ...RESOLVED,
  ...INSTANCES,
  ...MODELS,
  ...TIMERS,
  ...CANCELLATIONS,
  ...BOUNDED,
  ...ACTING,
  ...CONFIRMATIONS,
  ...VOTED,
  ...DEPUTISED,
  ...DELIVERIES,
  ...PEOPLE,
  ...RECORDS,
  ...CLAIMS,
  ...READERS,
  ...RULES,
];
