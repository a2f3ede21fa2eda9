// Which wallets share a group of an envelope: it follows from the cells of the action and from who holds each role, and
// from no data. Validators find the same without any key.

import type { Definition } from '../blueprint/types.js';
import { isAddress } from '../crypto/address.js';
import type { Layout } from './layout.js';

/** The wallet of each role that somebody holds who can receive. A role that is open, or vacant, is not in it. */
export type Holders = ReadonlyMap<string, string>;

/** Wallets that read the same classes. */
export interface CellGroup {
  /** By address, each once. */
  readonly wallets: readonly string[];
  /** Places of the classes, ascending. */
  readonly classes: readonly number[];
}

export interface Holding {
  /** The wallet that sends. It reads all, and holds the sender's role from this action on. */
  readonly sender: string;
  /** Wallets that took an open role before, by participant id. */
  readonly taken: Readonly<Record<string, string>>;
  /** Wallets that hold a role instead of the one that the instance names; an empty text where none does. */
  readonly held?: Readonly<Record<string, string>> | undefined;
  /** True for a wallet that cannot receive: its record was revoked. Its roles are vacant. */
  readonly isVacant: (wallet: string) => boolean;
}

/** Holders of the roles that read something of an action. A bare address is a role of its own, which it holds. */
export function holdersOf({ participants }: Definition, layout: Layout, holding: Holding): Holders {
  const { sender, isVacant } = holding;
  const holders = new Map([[layout.sender, sender]]);
  for (const role of layout.roles) {
    if (role === layout.sender) continue;
    const participant = participants.find(({ id }) => id === role);
    const wallet = participant ? walletOf(participant, holding) : role;
    // No key is that of a text that is no address.
    if (wallet !== undefined && isAddress(wallet) && !isVacant(wallet)) holders.set(role, wallet);
  }
  return holders;
}

/** The wallet that holds a role; undefined for an open one that was not taken. */
export function walletOf(
  { id, walletAddress }: Pick<Definition['participants'][number], 'id' | 'walletAddress'>,
  { taken, held }: Pick<Holding, 'taken' | 'held'>,
): string | undefined {
  if (held && Object.hasOwn(held, id)) return held[id];
  return walletAddress ?? (Object.hasOwn(taken, id) ? taken[id] : undefined);
}

/**
 * The groups, in the order of the smallest address in each: one for each set of classes that some wallet reads. A
 * wallet with several roles reads what all of them do; a role that is not held, or that reads nothing, brings none.
 * The sender of the layout is held.
 */
export function groupsOf(layout: Layout, holders: Holders): readonly CellGroup[] {
  const reads = new Map<string, Set<number>>();
  for (const role of layout.roles) {
    const wallet = holders.get(role);
    const classes = layout.classesOf(role);
    if (wallet === undefined || (classes.length === 0 && role !== layout.sender)) continue;
    const known = reads.get(wallet) ?? new Set<number>();
    for (const place of classes) known.add(place);
    reads.set(wallet, known);
  }
  const groups = new Map<string, { readonly wallets: string[]; readonly classes: readonly number[] }>();
  for (const wallet of [...reads.keys()].sort()) {
    const classes = [...(reads.get(wallet) as Set<number>)].sort((a, b) => a - b);
    const key = classes.join();
    const group = groups.get(key) ?? { wallets: [], classes };
    group.wallets.push(wallet);
    groups.set(key, group);
  }
  // Wallets came in the order of their addresses, so groups do by their smallest.
  return [...groups.values()];
}

/** The one group of a move that is no action (`WHOLE_MOVE`): everybody who reads it. */
export function groupsOfMove(wallets: Iterable<string>): readonly CellGroup[] {
  return [{ wallets: [...new Set(wallets)].sort(), classes: [0] }];
}
