// Reads of an instance with the keys of a wallet that the surface may ask for: parts to show, and how many of its runs
// are suspect. Types only.
import type { Result } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import type { Statement } from '../../../core/chain/evidence/opening.js';
import type { Opening } from '../../../core/envelope/cells/opening.js';
import type { Acting } from '../encryption/acting.js';

export interface SuspectsAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** The newest transaction of the instance, as the asker read it. */
  readonly lastTransactionId: string;
  readonly reader: Acting;
}

export interface Suspects {
  readonly known: number | undefined;
  readonly count: () => Promise<Result<number>>;
}

export interface SubjectAsk {
  readonly registerId: string;
  /** The transaction that opened the instance, under this definition. */
  readonly firstTransactionId: string;
  readonly definition: Definition;
  readonly reader: Acting;
  /** Words for values come in the language that serves best. */
  readonly languages: readonly string[];
}

export interface ShowingAsk {
  readonly registerId: string;
  readonly instanceId: string;
  /** A move of the instance. */
  readonly txId: string;
  /** JSON Pointers of what is shown; at least one. */
  readonly pointers: readonly string[];
  readonly reader: Acting;
}

export interface ShowingOutcome {
  readonly opening: Opening;
  /** The statement that anybody who has the opening learns of. */
  readonly statement: Statement;
}
