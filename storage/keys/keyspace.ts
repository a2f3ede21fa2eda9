// THE table of the store: every prefix, what its keys and values are, and since which store version. A prefix is never
// used again with another meaning: a retired row stays here, marked. The rows stand in a file for each area; a new one
// gets two characters, the first of which is TWO (docs/decisions/0116). Keys are built in chain-keys.ts,
// submission-keys.ts and index-keys.ts (rows of the chain) or by RowTable (families).
import { ACCOUNT_ROWS } from './account-rows.js';
import { BLUEPRINT_ROWS } from './blueprint-rows.js';
import { CHAIN_ROWS } from './chain-rows.js';
import { CREDENTIAL_ROWS } from './credential-rows.js';
import { FEDERATION_ROWS } from './federation-rows.js';
import { FILE_ROWS } from './file-rows.js';
import { INSTANCE_ROWS } from './instance-rows.js';
import { NODE_ROWS } from './node-rows.js';
import { CODES, codeOf, codeOfName, type FamilyRow, type KeyspaceRow, prefixCode } from './row.js';
import { TRUST_ROWS } from './trust-rows.js';
import { WALLET_ROWS } from './wallet-rows.js';
import { WEBHOOK_ROWS } from './webhook-rows.js';

/** Rows of the families. Each is opened by its own file below storage/ through defineTable(name). */
export const FAMILY_ROWS = {
  ...ACCOUNT_ROWS,
  ...FEDERATION_ROWS,
  ...WALLET_ROWS,
  ...NODE_ROWS,
  ...BLUEPRINT_ROWS,
  ...FILE_ROWS,
  ...INSTANCE_ROWS,
  ...WEBHOOK_ROWS,
  ...TRUST_ROWS,
  ...CREDENTIAL_ROWS,
} as const satisfies Record<string, FamilyRow>;

export type TableName = keyof typeof FAMILY_ROWS;

/** Which keys belong to rows that are read in a certain way. */
export class RowsRead {
  private readonly codes = new Uint8Array(CODES);

  constructor(rows: Iterable<KeyspaceRow>, read: KeyspaceRow['read']) {
    for (const row of rows) if (row.read === read) this.codes[prefixCode(row.prefix)] = 1;
  }

  has(key: Uint8Array): boolean {
    return this.codes[codeOf(key)] === 1;
  }

  hasNamed(name: string): boolean {
    return this.codes[codeOfName(name)] === 1;
  }
}

const ROWS: readonly KeyspaceRow[] = [...Object.values(CHAIN_ROWS), ...Object.values(FAMILY_ROWS)];

/** Rows that only pages read, from what is durable. */
export const PAGED = new RowsRead(ROWS, 'pages');
/** Rows that are seldom read before they last. */
export const SELDOM = new RowsRead(ROWS, 'seldom');
