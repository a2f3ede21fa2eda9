// The closed table of transaction kinds. The first row that matches a header is its kind; `action` matches everything
// that is left.
import type { TransactionHeader, TransactionKind } from '../model/transaction.js';
import type { KindRow } from '../register/kind-row.js';
import { action } from './action.js';
import { genesis } from './genesis.js';
import { governance } from './governance.js';
import { participant } from './participant.js';
import { publication } from './publication.js';

export const KINDS: Readonly<Record<TransactionKind, KindRow>> = {
  publication,
  genesis,
  governance,
  participant,
  action,
};

const ORDER = Object.values(KINDS);

/** The row of a header. */
export function kindOf(header: TransactionHeader): KindRow {
  for (const row of ORDER) if (row.matches(header)) return row;
  return action;
}
