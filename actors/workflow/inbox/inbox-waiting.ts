// All that waits for several wallets on all registers, from rows that are folded already: entries by what their rows
// say alone, and items of those that are shown. It decides nothing.
import { INBOX_ASKED_MAX, INBOX_WALKED_MAX } from '../../../core/base/limits/node/inbox.js';
import type { PendingEntry } from '../../../storage/tables/workflow/inbox.js';
import type { RegisterPlace } from '../instance/instance-record.js';
import type { ListPorts } from './inbox-lists.js';
import { isDoubtful, isOpenAt, pendingItems } from './inbox-pending.js';
import type { PendingAction, WaitingEntry, WaitingKind } from './inbox-ports.js';
import { branchParts } from './inbox-row.js';

interface Waited {
  readonly wallets: readonly string[];
  /** Registers that are looked at, by their local number. */
  readonly places: ReadonlyMap<number, RegisterPlace>;
}

/**
 * It takes one seek for each register on which something waits for a wallet, and one read for each entry. Of those that
 * may never wait, the newest INBOX_ASKED_MAX are looked at, and left out where they do not wait.
 */
export async function waitingEntries(ports: ListPorts, { wallets, places }: Waited): Promise<readonly WaitingEntry[]> {
  const nowMs = ports.clock.now();
  const entries: WaitingEntry[] = [];
  for (const wallet of wallets)
    for (const reg of await ports.rows.waitingRegisters(wallet, INBOX_WALKED_MAX)) {
      const at = places.get(reg);
      const room = INBOX_WALKED_MAX - entries.length;
      if (at === undefined || room <= 0) continue;
      const open = (await ports.rows.pendingOf(wallet, reg, room)).filter((entry) => isOpenAt(entry, nowMs));
      entries.push(...open.map((entry) => ({ ...entry, at, wallet, kind: kindOf(entry) })));
    }
  const doubtful = entries
    .filter(isDoubtful)
    .sort((a, b) => b.sinceMs - a.sinceMs)
    .slice(0, INBOX_ASKED_MAX);
  const items = await waitingItems(ports, doubtful);
  const waiting = new Set(doubtful.filter((_, i) => items[i] !== undefined));
  return entries.filter((entry) => !isDoubtful(entry) || waiting.has(entry));
}

/** In the order of the entries; those of a wallet on a register are read together. */
export async function waitingItems(
  ports: ListPorts,
  entries: readonly WaitingEntry[],
): Promise<readonly (PendingAction | undefined)[]> {
  const nowMs = ports.clock.now();
  const groups = new Map<string, WaitingEntry[]>();
  for (const entry of entries) {
    const key = `${entry.at.reg} ${entry.wallet}`;
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  const byEntry = new Map<WaitingEntry, PendingAction | undefined>();
  for (const group of groups.values()) {
    const [{ at, wallet }] = group as [WaitingEntry, ...WaitingEntry[]];
    const items = await pendingItems(ports, { at, wallet, nowMs }, group);
    for (const [i, entry] of group.entries()) byEntry.set(entry, items[i]);
  }
  return entries.map((entry) => byEntry.get(entry));
}

function kindOf({ branch }: PendingEntry): WaitingKind {
  const { cancels, confirms, delivers, objects, reminds, resolves, votesAgain } = branchParts(branch);
  if (reminds !== undefined) return 'reminder';
  if (delivers) return 'delivery';
  if (objects) return 'objection';
  if (votesAgain !== undefined) return 'vote-again';
  if (cancels !== undefined) return 'cancellation';
  if (resolves !== undefined) return 'resolution';
  return confirms === undefined ? 'action' : 'confirmation';
}
