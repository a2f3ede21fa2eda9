// An entity set as a list can be asked of it: which lists hold its rows, and what of a filter they have served already.
import type { Result } from '../../../../core/base/result.js';
import type { EntityRecord, EntityType } from '../../../../core/query/model.js';
import type { OrderItem } from '../../../../core/query/parser.js';
import type { Condition } from '../../../../core/query/plan.js';
import type { ApiCall } from '../../../define.js';
import type { LedgerDeps } from '../deps.js';
import type { RowList } from './rows.js';

export type ODataCall = ApiCall<LedgerDeps>;

/** A list, and the conditions that its rows have still to be held against. */
export interface CandidateRows {
  readonly list: RowList;
  readonly rest: readonly Condition[];
}

export type Direction = 'ascending' | 'descending';

export interface Collection {
  readonly set: string;
  readonly entity: EntityType;
  /** Rows that one request looks at where no index serves its filter or order. */
  readonly scanMax: number;
  /** Members that an index serves, for a caller whose filter none does. */
  readonly indexed: readonly string[];
  readonly candidates: (call: ODataCall, conditions: readonly Condition[]) => Promise<Result<readonly CandidateRows[]>>;
  /** The direction, where the order is that of the ledger in one list. */
  readonly ledgerOrder: (call: ODataCall, order: readonly OrderItem[], list: RowList) => Promise<Direction | undefined>;
  /** Issues: NOT_FOUND of the entity, PATH_INVALID for a key of other members. */
  readonly find: (call: ODataCall, key: ReadonlyMap<string, string>) => Promise<Result<EntityRecord>>;
  /** The key of an entity as it stands in an address. */
  readonly keyText: (record: EntityRecord) => string;
  /** Conditions that all entities behind a way from one of this set meet. */
  readonly behind: Readonly<Record<string, (record: EntityRecord) => readonly Condition[]>>;
}
