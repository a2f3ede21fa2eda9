// The cell of the status in the form of a link: a disclosure, or an element of an mdoc, as its holder shows it. It
// reads no content.
import { hasOnly, type Json } from '../../base/json.js';
import { GATE_LINK_MAX } from '../../base/limits/ledger/credentials.js';

export interface LinkCell {
  readonly link: string;
}

export function isLinkCell(cell: Json | undefined): cell is Json & LinkCell {
  return hasOnly(cell, ['link']) && typeof cell.link === 'string' && cell.link.length <= GATE_LINK_MAX;
}
