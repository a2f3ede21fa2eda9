// Value codecs of the index groups: a counter, which carries the newest entries of its group, and runs of the entries
// before them. A run a row, written when it is full and never again: an entry alone would be a row of its own for every
// wallet, blueprint and instance of every transaction.

import { checksumTail, openTail } from '../engine/value.js';
import type { Location } from './rows.js';

/** Roles of a wallet in a transaction, as bits. Entries of other groups have none. */
export const SENT = 1;
export const RECEIVED = 2;

/**
 * Entries of a run; a counter carries fewer. More of them would make the counter longer, which every docket writes for
 * each group that it moves.
 */
export const RUN_ENTRIES = 16;
/** height u48, index u32, roles u8. */
const ENTRY_BYTES = 11;
const COUNT_BYTES = 18;
const BEFORE_BYTES = 12;

/** A transaction of a group, with the entries before it, in its group, that have each role. */
export interface IndexEntry extends Location {
  readonly roles: number;
  readonly sentBefore: number;
  readonly receivedBefore: number;
}

export interface Count {
  readonly total: number;
  readonly sent: number;
  readonly received: number;
}

/** Rows that the entries of a group fill; the newest ones are in its counter. */
export function runsOf({ total }: Pick<Count, 'total'>): number {
  return Math.floor(total / RUN_ENTRIES);
}

/** Room for the entries of a group that fill no run yet, in the form in which rows hold them. */
export function emptyTail(): Buffer {
  return Buffer.allocUnsafe(RUN_ENTRIES * ENTRY_BYTES);
}

/** Writes entry `slot` (0 to 15) of a tail. */
export function writeEntry(
  tail: Buffer,
  slot: number,
  { height, index, roles }: Pick<IndexEntry, 'height' | 'index' | 'roles'>,
): void {
  const at = slot * ENTRY_BYTES;
  tail.writeUIntBE(height, at, 6);
  tail.writeUInt32BE(index, at + 6);
  tail[at + 10] = roles;
}

/** The counter of a group with the entries that follow its last run: the first `total` modulo 16 of the tail. */
export function encodeCount({ total, sent, received }: Count, tail: Buffer): Uint8Array {
  const length = (total % RUN_ENTRIES) * ENTRY_BYTES;
  const out = Buffer.allocUnsafe(COUNT_BYTES + length + 4);
  out.writeUIntBE(total, 0, 6);
  out.writeUIntBE(sent, 6, 6);
  out.writeUIntBE(received, 12, 6);
  tail.copy(out, COUNT_BYTES, 0, length);
  return checksumTail(out);
}

export function decodeCount(bytes: Uint8Array): Count {
  const view = openTail(bytes, 'a counter');
  return { total: view.readUIntBE(0, 6), sent: view.readUIntBE(6, 6), received: view.readUIntBE(12, 6) };
}

/** The tail of an encoded counter, copied, with room for a whole run. */
export function tailOf(bytes: Uint8Array): Buffer {
  const tail = emptyTail();
  openTail(bytes, 'a counter').copy(tail, 0, COUNT_BYTES);
  return tail;
}

/** The entries of an encoded counter. */
export function decodeTail(bytes: Uint8Array): IndexEntry[] {
  const { sent, received } = decodeCount(bytes);
  const entries = openTail(bytes, 'a counter').subarray(COUNT_BYTES);
  const here = rolesIn(entries);
  return entriesOf(entries, { sent: sent - here.sent, received: received - here.received });
}

/** A full tail as a run; `after` counts the roles up to its end. */
export function encodeRun(after: Pick<Count, 'sent' | 'received'>, tail: Buffer): Uint8Array {
  const here = rolesIn(tail);
  const out = Buffer.allocUnsafe(BEFORE_BYTES + tail.length + 4);
  out.writeUIntBE(after.sent - here.sent, 0, 6);
  out.writeUIntBE(after.received - here.received, 6, 6);
  tail.copy(out, BEFORE_BYTES);
  return checksumTail(out);
}

/** The 16 entries of a run. */
export function decodeRun(bytes: Uint8Array): IndexEntry[] {
  const view = openTail(bytes, 'a run of an index');
  return entriesOf(view.subarray(BEFORE_BYTES), { sent: view.readUIntBE(0, 6), received: view.readUIntBE(6, 6) });
}

function rolesIn(entries: Buffer): Pick<Count, 'sent' | 'received'> {
  let sent = 0;
  let received = 0;
  for (let at = ENTRY_BYTES - 1; at < entries.length; at += ENTRY_BYTES) {
    const roles = entries[at] as number;
    if (roles & SENT) sent++;
    if (roles & RECEIVED) received++;
  }
  return { sent, received };
}

function entriesOf(bytes: Buffer, before: Pick<Count, 'sent' | 'received'>): IndexEntry[] {
  let { sent, received } = before;
  const entries: IndexEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const roles = bytes[at + 10] as number;
    entries.push({
      height: bytes.readUIntBE(at, 6),
      index: bytes.readUInt32BE(at + 6),
      roles,
      sentBefore: sent,
      receivedBefore: received,
    });
    if (roles & SENT) sent++;
    if (roles & RECEIVED) received++;
  }
  return entries;
}
