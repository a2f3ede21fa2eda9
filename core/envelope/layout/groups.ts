// Which wallets share a group of an envelope: it follows from the cells of the action and from who holds each role, and
// from no data. Validators find the same without any key.

import { GROUPS_KNOWN_MAX } from '../../base/limits/ledger/cells.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { roleHolder } from '../../blueprint/state/role-holder.js';
import { isAddress } from '../../crypto/keys/address.js';
import type { Layout } from './layout.js';

/**
 * The wallets that read for each role and can receive: its holder, candidates, deputies. A role without any is not in
 * it.
 */
export type Holders = ReadonlyMap<string, readonly string[]>;

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
  /** Wallets that read what a role does beside its holder: candidates of one that is not held, deputies. */
  readonly also?: Readonly<Record<string, readonly string[]>> | undefined;
  /** True for a wallet to which nothing can be sealed: its record was revoked, or its key only signs. */
  readonly cannotReceive: (wallet: string) => boolean;
}

/**
 * The wallets that read for the roles that read something of an action. A bare address is a role of its own, which it
 * holds.
 */
export function holdersOf({ participants }: Definition, layout: Layout, holding: Holding): Holders {
  const { sender, cannotReceive, also = {} } = holding;
  const holders = new Map<string, readonly string[]>();
  for (const role of layout.roles) {
    const participant = participants.find(({ id }) => id === role);
    const holder = participant ? roleHolder(participant, holding) : role;
    const others = Object.hasOwn(also, role) ? (also[role] as readonly string[]) : [];
    // A wallet that takes an open role by this action, or one whose holder left, leaves the other candidates of the
    // role out. Any other sender leaves no holder out: a deputy that was named in the slot is not among the readers
    // yet.
    const isHeld = holder !== undefined && holder !== '';
    const wallets: string[] = role === layout.sender ? [sender] : [];
    const add = (wallet: string | undefined): void => {
      // No key is that of a text that is not an address.
      const isAble = wallet !== undefined && isAddress(wallet) && !cannotReceive(wallet);
      if (isAble && !wallets.includes(wallet)) wallets.push(wallet);
    };
    if (role !== layout.sender || isHeld) {
      add(holder);
      for (const other of others) add(other);
    }
    if (wallets.length > 0) holders.set(role, wallets);
  }
  return holders;
}

/**
 * The groups, in the order of the smallest address in each: one for each set of classes that some wallet reads. A
 * wallet with several roles reads what all of them do; a role that is not held, that reads nothing, or for which
 * the action is sealed at first, brings none. The sender of the layout is held.
 */
export function groupsOf(layout: Layout, holders: Holders): readonly CellGroup[] {
  let name = '';
  for (const role of layout.roles) name += `${holders.get(role)?.join(' ') ?? ''},`;
  const known = groupsKnown.get(layout) ?? new Map<string, readonly CellGroup[]>();
  const value = known.get(name);
  if (value) return value;
  const groups = groupsFrom(layout, holders);
  if (known.size >= GROUPS_KNOWN_MAX) known.clear();
  groupsKnown.set(layout, known.set(name, groups));
  return groups;
}

/** By who holds each role: validators, sender and each reader of a run ask for the same ones. */
const groupsKnown = new WeakMap<Layout, Map<string, readonly CellGroup[]>>();

function groupsFrom(layout: Layout, holders: Holders): readonly CellGroup[] {
  const reads = new Map<string, Set<number>>();
  for (const role of layout.roles) {
    // It is delivered to them when it opens.
    if (layout.seals.has(role)) continue;
    const classes = layout.classesOf(role);
    // A wallet that reads kept evidence alone needs the hashes: they show that it gets the sealed one.
    if (classes.length === 0 && role !== layout.sender && layout.evidenceOf(role).length === 0) continue;
    for (const wallet of holders.get(role) ?? []) {
      const known = reads.get(wallet) ?? new Set<number>();
      for (const place of classes) known.add(place);
      reads.set(wallet, known);
    }
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

/** Places of the classes that the wallet gets from node to node, ascending. */
export function evidenceFor(layout: Layout, holders: Holders, wallet: string): readonly number[] {
  const roles = layout.roles.filter((role) => holders.get(role)?.includes(wallet) === true);
  return [...new Set(roles.flatMap((role) => layout.evidenceOf(role)))].sort((a, b) => a - b);
}

/** The one group of a move that is not an action (`WHOLE_MOVE`): everybody who reads it. */
export function groupsOfMove(wallets: Iterable<string>): readonly CellGroup[] {
  return [{ wallets: [...new Set(wallets)].sort(), classes: [0] }];
}
