// A ledger world with an inbox on it, and a workflow of parallel branches, a join, a deadline, a rejection and open
// roles. It is driven at random or by hand.
import { Inbox, type InboxPorts } from '../../../actors/workflow/inbox/inbox.js';
import type { InstanceScope } from '../../../actors/workflow/inbox/inbox-ports.js';
import type { Json } from '../../../core/base/json.js';
import { isFailure } from '../../../core/base/result.js';
import type { Definition } from '../../../core/blueprint/definition/types.js';
import { openBranches, waitsFor } from '../../../core/blueprint/instance/branches.js';
import { planOf } from '../../../core/blueprint/plan/plan.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { publishedDefinition } from '../../../core/instance/publications.js';
import { instanceAt } from '../../../core/instance/rows.js';
import type { Transaction, TransactionHeader } from '../../../core/model/transaction.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { FAMILY_ROWS } from '../../../storage/keys/keyspace.js';
import { InboxRows } from '../../../storage/tables/workflow/inbox.js';
import { keyOf, type LedgerWorld, QUIET, REGISTER_ID, signedTransaction } from './ledger-world.js';

export const addressNamed = (name: string): string => addressOf('ED25519', keyOf(name).publicKey);

/** The wallet that acts for each role. Carol is fixed by the definition; the others take their roles by acting. */
export const PLAYERS: Readonly<Record<string, string>> = { asker: 'ann', checker: 'carol', payer: 'paul' };

const NOTED = { dataSchemas: [{ type: 'object', properties: { note: { type: 'string' } } }] } as const;

/** Ask, then check and pay side by side within an hour, then close; the check may be sent back to the asker. */
export const FORK = {
  id: 'fork',
  language: 2,
  cancellation: { by: ['opener'] },
  title: 'Fork',
  description: 'Two branches side by side and a join.',
  participants: [
    { id: 'asker', name: 'Asker' },
    { id: 'checker', name: 'Checker', walletAddress: addressNamed('carol') },
    { id: 'payer', name: 'Payer' },
  ],
  actions: [
    {
      ...NOTED,
      id: 0,
      title: 'Ask',
      sender: 'asker',
      isStartingAction: true,
      routes: [{ id: 'both', nextActionIds: [1, 2], isDefault: true, branchDeadline: 'PT1H' }],
    },
    {
      ...NOTED,
      id: 1,
      title: 'Check',
      sender: 'checker',
      rejectionConfig: { targetActionId: 0, requireReason: false },
      routes: [{ id: 'checked', nextActionIds: [3], isDefault: true }],
    },
    { ...NOTED, id: 2, title: 'Pay', sender: 'payer', routes: [{ id: 'paid', nextActionIds: [3], isDefault: true }] },
    { ...NOTED, id: 3, title: 'Close', sender: 'asker', requiredPriorActions: [1, 2] },
  ],
} as const;

/** Publishes the workflow; gives the pin. */
export function forkPublication(nowMs: number, registerId = REGISTER_ID): Transaction {
  return signedTransaction(
    keyOf('owner'),
    {
      registerId,
      blueprintId: FORK.id,
      actionId: 'blueprint-publish',
      createdAt: new Date(nowMs).toISOString(),
      metadata: { Type: 'Control', transactionType: 'BlueprintPublish', publishedBy: 'owner' },
    },
    FORK as unknown as Json,
  );
}

export interface ForkMove {
  readonly pin: string;
  readonly actionId: string;
  readonly instanceId?: string;
  readonly previousTransactionId?: string;
  readonly type?: 'Rejection' | 'Cancellation';
  readonly registerId?: string;
  readonly nowMs: number;
}

/** A move of an instance by who plays the role of its action; a cancellation is Ann's. */
export function forkMove({ pin, type, registerId = REGISTER_ID, nowMs, ...move }: ForkMove): Transaction {
  const role = FORK.actions.find(({ id }) => String(id) === move.actionId)?.sender ?? '';
  const player = type === 'Cancellation' ? 'ann' : (PLAYERS[role] as string);
  const metadata = type === undefined ? undefined : { type };
  const header = {
    registerId,
    blueprintId: FORK.id,
    publicationTxId: pin,
    createdAt: new Date(nowMs).toISOString(),
    ...move,
    ...(metadata && { metadata: metadata as TransactionHeader['metadata'] }),
  };
  const said = type === undefined ? { note: move.actionId } : { type: type.toLowerCase() };
  return signedTransaction(keyOf(player), header as Parameters<typeof signedTransaction>[1], said as unknown as Json);
}

/** A number from 0 up to `sides`, that one left out. */
export type Dice = (sides: number) => number;

/** A move that the ledger would seal now, chosen by the dice; an opening one where no instance can go on. */
export function anyMove(
  world: LedgerWorld,
  { pin, dice, ids }: { pin: string; dice: Dice; ids: string[] },
): Transaction {
  const reg = world.registers.byId(REGISTER_ID)!.reg;
  const view = world.chain.view(reg);
  const nowMs = world.clock.now();
  const instanceId = ids[dice(ids.length)];
  const row = instanceId === undefined ? undefined : instanceAt(view, instanceId);
  const plan = planOf(publishedDefinition(view, FORK.id, pin) as Definition);
  const open = (row ? openBranches(row) : [])
    .filter((branch) => branch.dueMs === undefined || branch.dueMs >= nowMs)
    .filter((branch) => row && waitsFor(row, plan, branch).length === 0)
    .map(({ txId, actionId }) => [txId, actionId] as const);
  const chosen = open[dice(open.length)];
  if (!instanceId || !chosen || dice(5) === 0) {
    const id = `instance ${ids.length}`;
    ids.push(id);
    return forkMove({ pin, actionId: '0', instanceId: id, nowMs });
  }
  const [previousTransactionId, action] = chosen;
  const fate = dice(12);
  const type = fate === 0 && action !== 0 ? 'Cancellation' : fate < 3 && action === 1 ? 'Rejection' : undefined;
  return forkMove({ pin, actionId: String(action), instanceId, previousTransactionId, nowMs, ...(type && { type }) });
}

export async function inboxOn(
  world: LedgerWorld,
  { chain = world.chain, onDamaged: damaged }: Partial<Pick<InboxPorts, 'chain' | 'onDamaged'>> = {},
): Promise<Inbox> {
  const { announcements, clock, kv, ledger, store } = world;
  const inbox = new Inbox({
    ...{ announcements, chain, clock, ledger, log: QUIET },
    rows: new InboxRows(kv),
    commit: (ops) => store.journal.commit(ops),
    ...(damaged && { onDamaged: damaged }),
  });
  await inbox.start();
  return inbox;
}

export function placeOf(world: LedgerWorld, registerId = REGISTER_ID) {
  return { registerId, reg: world.registers.byId(registerId)!.reg };
}

const TABLES = ['inbox-cursors', 'inbox-instances', 'inbox-lists', 'inbox-pending', 'inbox-reminders'] as const;
const rangeOf = (name: (typeof TABLES)[number]) => {
  const byte = FAMILY_ROWS[name].prefix.charCodeAt(0);
  return { gte: Uint8Array.of(byte), lt: Uint8Array.of(byte + 1) };
};

export async function keysOf(kv: Kv, name: (typeof TABLES)[number]): Promise<readonly Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const [key] of kv.range(rangeOf(name))) found.push(key);
  return found;
}

/** Every row of the inbox as the disk has it, in hex. */
export async function rowsOf(kv: Kv): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of TABLES)
    for await (const [key, value] of kv.range(rangeOf(name)))
      found.push(`${Buffer.from(key).toString('hex')} ${Buffer.from(value).toString('hex')}`);
  return found;
}

export async function deleteRows(world: LedgerWorld): Promise<void> {
  for (const name of TABLES)
    await world.store.journal.commit((await keysOf(world.kv, name)).map((key) => ({ key, value: undefined })));
}

const PLAYER_NAMES = Object.values(PLAYERS);

/** The answers of a node about the register: pending actions of each player, and all instances. */
export async function answersOf(inbox: Inbox, world: LedgerWorld) {
  const at = placeOf(world);
  const scope: InstanceScope = { at, of: 'register' };
  const instances = await inbox.instances({ scopes: [scope], skip: 0, top: 1000 });
  if (isFailure(instances)) throw new Error(instances.issue.message);
  const pending = [];
  for (const name of PLAYER_NAMES) {
    const page = await inbox.pending(at, addressNamed(name), { skip: 0, top: 1000 });
    if (isFailure(page)) throw new Error(page.issue.message);
    pending.push({ name, ...page });
  }
  return { instances: instances.items, pending };
}
