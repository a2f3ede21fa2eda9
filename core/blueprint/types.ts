// The parts of a workflow definition that validators read. A published definition may say more (forms, disclosures, calculations): what is not
// named here is kept and hashed, and does not decide whether a transaction is valid.
import type { JsonObject } from '../base/json.js';

/** Someone who acts. Without a walletAddress the role is open: the first wallet that acts in it holds it for the rest of the instance. */
export interface Participant {
  readonly id: string;
  readonly name?: string;
  readonly walletAddress?: string | null;
}

/** Where a workflow can go: several nextActionIds start parallel branches, none ends the branch. */
export interface Route {
  readonly id?: string;
  readonly nextActionIds: readonly number[];
}

export interface Action {
  /** 0 or more, unique in the definition. The ActionId of its transactions is this number as decimal text. */
  readonly id: number;
  readonly title?: string;
  /** Participant id. */
  readonly sender: string;
  readonly isStartingAction?: boolean;
  readonly routes?: readonly Route[];
  readonly rejectionConfig?: { readonly targetActionId: number };
  /** JSON Schemas (draft 2020-12) that the payload satisfies, all of them. */
  readonly dataSchemas?: readonly (JsonObject | boolean)[];
}

export interface Definition {
  readonly id?: string;
  readonly title: string;
  readonly participants: readonly Participant[];
  readonly actions: readonly Action[];
}
