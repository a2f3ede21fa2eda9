// An action that waits for its credentials: what is fixed of it before its holders sign for it, and what they showed.
// Types only, of JSON alone: it is kept encrypted, and an operation keeps it with its ask.
import type { GateParts } from '../../../core/credentials/gate/parts.js';

/** All that the nonces of its gates follow from. The seal fits no other place and no other content. */
export interface PreparedAction {
  readonly instanceId: string;
  readonly publicationTxId: string;
  /** Absent for an opening action. */
  readonly previousTransactionId?: string;
  /** The time of its header: rules read it. */
  readonly createdAtMs: number;
  /** Of the classes of its cells that hold data (core/envelope/cells/seeds.ts). */
  readonly seeds: readonly string[];
  /** 32 bytes each, in base64url. */
  readonly place: string;
  readonly dataRoot: string;
  readonly challenge: string;
}

/** A prepared action with the evidence of its gates, by their names. */
export interface ShownAction extends PreparedAction {
  readonly shown: Readonly<Record<string, GateParts>>;
}
