// The readers of a sealed move: the groups of its envelope with the roles by which each wallet is in one, and what
// was delivered later. It follows from what the register sealed, and from no key: every node that has the register
// says the same. Pure.

import { isFailure } from '../../base/result.js';
import type { Definition } from '../../blueprint/definition/types.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { ownOf, roleHolder } from '../../blueprint/state/role-holder.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { groupsOfRun, type RunGroups } from '../../envelope/cells/expecting.js';
import { readDelivery } from '../../envelope/delivery/delivery-form.js';
import type { CellClass } from '../../envelope/layout/layout.js';
import type { Transaction } from '../../model/transaction.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { layoutOfRun, rolesTakenBefore } from './owed.js';

/** By which right a wallet is in a group. */
export const READS_AS = ['sender', 'holder', 'candidate', 'deputy', 'opener', 'named'] as const;
export type ReadsAs = (typeof READS_AS)[number];

export interface WalletReading {
  readonly wallet: string;
  readonly readsAs: ReadsAs;
  /** The roles that it reads for, as far as they are known. */
  readonly roles: readonly string[];
}

export interface GroupReading {
  /** JSON Pointers of the cells; one empty text for a move that is encrypted as a whole. */
  readonly members: readonly string[];
  readonly wallets: readonly WalletReading[];
}

export interface DeliveredReading {
  readonly wallet: string;
  readonly role: string;
  readonly gate?: string;
  readonly members: readonly string[];
  readonly txId: string;
  readonly atMs: number;
}

export interface MoveReaders {
  readonly groups: readonly GroupReading[];
  readonly deliveries: readonly DeliveredReading[];
}

export interface ReadMove {
  readonly definition: Definition;
  readonly instance: Pick<Instance, 'participants' | 'since' | 'opener'>;
  /** An encrypted move of the instance. */
  readonly tx: Transaction;
  /** Its row, if it has one. */
  readonly row: RunRow | undefined;
  /** Sealed moves of the instance. */
  readonly moves: readonly { readonly transaction: Transaction; readonly timestampMs: number }[];
}

/** Groups in the order of the envelope, deliveries in that of the ledger. */
export function readersOf(of: ReadMove): MoveReaders {
  const { definition, instance, tx, row } = of;
  const taken = row ? rolesTakenBefore(instance, row) : {};
  const run = groupsOfRun(definition, tx, { taken, row });
  return {
    groups: run ? groupsRead(of, run, taken) : [wholeMove(of)],
    deliveries: of.moves.flatMap(({ transaction, timestampMs }) => listDelivered(of, transaction, timestampMs)),
  };
}

type Taken = Readonly<Record<string, string>>;

/** An envelope names whom it is for: a wallet that could not receive is in a group by its role, and not in it. */
function groupsRead(of: ReadMove, { layout, groups }: RunGroups, taken: Taken): readonly GroupReading[] {
  const named = new Set(of.tx.header.recipients);
  return groups.flatMap(({ wallets, classes }) => {
    const members = classes.flatMap((at) => layout.classes[at]?.cells.map(({ pointer }) => pointer) ?? []);
    const readers = wallets
      .filter((wallet) => named.has(wallet))
      .map((wallet) => readingOf(of, { wallet, roles: layout.roles, taken }));
    return readers.length === 0 ? [] : [{ members, wallets: readers }];
  });
}

interface Asked {
  readonly wallet: string;
  readonly roles: readonly string[];
  readonly taken: Taken;
}

function readingOf({ definition, tx, row }: ReadMove, { wallet, roles, taken }: Asked): WalletReading {
  const holderOf = (role: string): string | undefined => {
    const participant = definition.participants.find(({ id }) => id === role);
    return participant ? roleHolder(participant, { held: row?.held, taken }) : role;
  };
  const held = roles.filter((role) => holderOf(role) === wallet);
  const beside = roles.filter((role) => ownOf(row?.also, role)?.includes(wallet));
  if (tx.header.senderWallet === wallet) return { wallet, readsAs: 'sender', roles: held };
  if (held.length > 0) return { wallet, readsAs: 'holder', roles: held };
  const isHeld = beside.some((role) => holderOf(role));
  return { wallet, readsAs: isHeld ? 'deputy' : 'candidate', roles: beside };
}

/** Rejections, confirmations and their like have one group, of those that the envelope names. */
function wholeMove(of: ReadMove): GroupReading {
  const { definition, instance, tx } = of;
  const roles = definition.participants.map(({ id }) => id);
  const wallets = (tx.header.recipients ?? []).map((wallet): WalletReading => {
    const reading = readingOf(of, { wallet, roles, taken: instance.participants });
    if (reading.roles.length > 0 || reading.readsAs === 'sender') return reading;
    return { wallet, readsAs: instance.opener === wallet ? 'opener' : 'named', roles: roleDelivered(tx) };
  });
  return { members: [''], wallets };
}

/** The role of a Delivery stands in its payload. */
function roleDelivered({ header, payload }: Transaction): readonly string[] {
  const read = moveTypeOf(header) === 'Delivery' ? readDelivery(payload) : undefined;
  return read === undefined || isFailure(read) ? [] : [read.role];
}

function listDelivered({ definition, tx }: ReadMove, move: Transaction, atMs: number): readonly DeliveredReading[] {
  if (moveTypeOf(move.header) !== 'Delivery') return [];
  const read = readDelivery(move.payload);
  if (isFailure(read) || !read.runs.includes(tx.txId)) return [];
  const { role, gate, wallets } = read;
  const layout = layoutOfRun(definition, tx);
  const classes = (gate === undefined ? layout?.classesOf(role) : layout?.evidenceOf(role)) ?? [];
  const members = classes
    .map((at) => layout?.classes[at] as CellClass)
    .filter((its) => gate === undefined || its.gate === gate)
    .flatMap(({ cells }) => cells.map(({ pointer }) => pointer));
  const [{ walletAddress: wallet }] = wallets;
  return [{ wallet, role, ...(gate !== undefined && { gate }), members, txId: move.txId, atMs }];
}
