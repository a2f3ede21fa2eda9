// Where the reading of a text stands: the parties that it knows, and of whom it spoke last.
import type { Spoken } from './clause.js';
import type { PartyNames } from './mentions.js';
import type { NamedParty } from './statement.js';

export interface ReadingNow {
  readonly parties: PartyNames;
  readonly spoken: Spoken;
  /** The party whose time was said last. */
  timed?: NamedParty;
}
