// Pages of the inbox at their bounds: what would look at too much is refused at the member that narrows it, and a node
// that is behind says so.
import { expect } from 'chai';
import { Inbox } from '../../../../../actors/workflow/inbox/inbox.js';
import { instancesPage, type ListPorts } from '../../../../../actors/workflow/inbox/inbox-lists.js';
import { pendingPage } from '../../../../../actors/workflow/inbox/inbox-pending.js';
import type { InstanceScope } from '../../../../../actors/workflow/inbox/inbox-ports.js';
import { INBOX_LISTS_MAX, INBOX_WAIT_MS, INBOX_WALKED_MAX } from '../../../../../core/base/limits/node/inbox.js';
import { isFailure } from '../../../../../core/base/result.js';
import { InboxRows } from '../../../../../storage/tables/workflow/inbox.js';
import { placeOf } from '../../../../support/node/inbox.js';
import { foundedRegister, ledgerWorld, QUIET } from '../../../../support/node/ledger-world.js';

const refusal = (found: unknown) => (isFailure(found) ? [found.issue.code, found.issue.path] : found);
const scopeOf = (reg: number): InstanceScope => ({ at: { registerId: `${reg}`, reg }, of: 'register' });

/** Lists without an end, of instances that match nothing. */
function endless() {
  let looked = 0;
  let next = Number.MAX_SAFE_INTEGER;
  const rows: ListPorts['rows'] = {
    listedPlaces: async (_list, limit) =>
      Array.from({ length: limit }, () => ({ createdAtMs: next--, instanceId: `${next}` })),
    instances: async (_reg, ids) => {
      looked += ids.length;
      return ids.map(() => undefined);
    },
    pendingOf: async () => [],
    waitingRegisters: async () => [],
  };
  const ports: ListPorts = { rows, clock: { now: () => 0 }, chain: { view: () => expect.fail('nothing is shown') } };
  return { ports, looked: () => looked };
}

/** An inbox that is at the heads, with instances on the registers of these scopes. */
async function inboxOf(scopes: readonly InstanceScope[]): Promise<Inbox> {
  const { rows } = endless().ports;
  const at = { height: 1, hash: '', instances: 1, active: 0 };
  const inbox = new Inbox({
    chain: { head: () => undefined },
    clock: { now: () => 0, steady: () => 0, setTimer: () => ({ cancel: () => undefined }) },
    announcements: { listen: () => () => undefined },
    ledger: {
      registers: () => scopes.map(({ at: { registerId: id, reg } }) => ({ id, reg })),
      register: () => undefined,
    },
    rows: { ...rows, allCursors: async () => new Map(scopes.map(({ at: { reg } }) => [reg, at])) },
  } as unknown as ConstructorParameters<typeof Inbox>[0]);
  await inbox.start();
  return inbox;
}

describe('pages of the inbox', () => {
  it('look at a bounded number of rows', async () => {
    const { ports, looked } = endless();
    const found = await instancesPage(ports, { scopes: [scopeOf(1)], state: 'Active', skip: 0, top: 1 });
    expect(refusal(found)).to.deep.equal(['QUERY_INVALID', '/page']);
    expect(looked()).to.equal(INBOX_WALKED_MAX);
  });

  it('merge a bounded number of lists', async () => {
    const scopes = Array.from({ length: INBOX_LISTS_MAX / 4 + 1 }, (_, reg) => scopeOf(reg));
    const inbox = await inboxOf(scopes);
    const found = await inbox.instances({ scopes, skip: 0, top: 1 });
    expect(refusal(found)).to.deep.equal(['QUERY_INVALID', '/registerId']);
    const narrowed = { scopes, state: 'Completed', skip: 0, top: 1 } as const;
    expect(refusal(await inbox.instances(narrowed))).to.deep.equal(['QUERY_INVALID', '/page']);
  });

  it('offer no action whose definition this node has not, and count none', async () => {
    const { rows } = endless().ports;
    const instance = { blueprintId: 'lost', publicationTxId: 'ab'.repeat(32) };
    const row = { instance, pending: [{ branch: 'tx:1', sinceMs: 1 }] };
    const found = await pendingPage(
      {
        rows: {
          ...rows,
          pendingOf: async () => [{ instanceId: 'i', branch: 'tx:1', sinceMs: 1 }],
          instances: async () => [row] as never,
        },
        clock: { now: () => 0 },
        chain: { view: () => ({ state: () => undefined, transaction: () => undefined }) as never },
      },
      { at: { registerId: 'r', reg: 1 }, wallet: 'w', skip: 0, top: 10 },
    );
    expect(found).to.deep.equal({ items: [], total: 0, next: undefined });
  });

  it('read no list of a register without instances', async () => {
    const scopes = Array.from({ length: INBOX_LISTS_MAX }, (_, reg) => scopeOf(reg));
    const inbox = await inboxOf([]);
    expect(await inbox.instances({ scopes, skip: 0, top: 1 })).to.deep.equal({ items: [], hasMore: false });
  });

  it('are not kept waiting for a register that takes long to list', async () => {
    const world = await ledgerWorld();
    await foundedRegister(world);
    const { announcements, chain, clock, kv, ledger } = world;
    const ports = { announcements, chain, clock, ledger, log: QUIET, rows: new InboxRows(kv) };
    const inbox = new Inbox({ ...ports, commit: () => new Promise(() => undefined) });
    await inbox.start();
    const asked = inbox.pending(placeOf(world), 'qr1nobody', { skip: 0, top: 1 });
    await clock.advance(INBOX_WAIT_MS);
    expect(refusal(await asked)).to.deep.equal(['NODE_UNAVAILABLE', '']);
    await ledger.stop();
  });
});
