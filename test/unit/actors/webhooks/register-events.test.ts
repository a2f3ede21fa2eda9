// Dockets become events: each once, in the commit that moves the cursor, so that a node that is killed tells what it
// had not told; none of other organisations, of rehearsals, or from before there was a webhook.
import { expect } from 'chai';
import { announcementHub } from '../../../../actors/announcements.js';
import { WebhookEvents } from '../../../../actors/webhooks/events.js';
import { RegisterEvents } from '../../../../actors/webhooks/register-events.js';
import type { Log } from '../../../../core/base/ports.js';
import { progressFrom, type WebhookTarget } from '../../../../core/webhooks/target.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { WebhookCursors } from '../../../../storage/tables/webhooks/cursors.js';
import { WebhookLog } from '../../../../storage/tables/webhooks/event-log.js';
import { WebhookTargets } from '../../../../storage/tables/webhooks/targets.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const SILENT: Log = {
  ...{ debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  child: () => SILENT,
};
const DAY = 24 * 60 * 60_000;

interface Sealed {
  readonly hash: string;
  readonly timestampMs: number;
  readonly txIds: readonly string[];
}

/** A node with one register, whose chain outlives it. */
async function aNode(
  parts: { kv?: MemoryKv; chain?: Sealed[]; clock?: VirtualClock; record?: object; killedAt?: number } = {},
) {
  const { kv = memoryKv(), chain = [], clock = new VirtualClock() } = parts;
  const journal = new Journal(kv, { onFatal: () => undefined });
  const cipher = { encrypt: (_: string, text: string) => text, decrypt: (_: string, text: string) => text };
  const targets = await WebhookTargets.open(kv, cipher);
  const log = new WebhookLog(kv, journal);
  const cursors = new WebhookCursors(kv, journal);
  const announcements = announcementHub(SILENT);
  const record = { id: 'r', reg: 4, tenantId: 'org', ...parts.record } as unknown as RegisterRecord;
  const ledger = { register: (id: string) => (id === 'r' ? record : undefined), registers: () => [record] };
  let isKilled = false;
  let commits = 0;
  /** The node is killed before its commit of this number. */
  const { killedAt = Number.POSITIVE_INFINITY } = parts;
  const commit = (ops: readonly KvOp[]) => {
    if (isKilled || ++commits >= killedAt) return new Promise<void>(() => undefined);
    return journal.commit(ops);
  };
  const events = new WebhookEvents({ clock, targets, log, ledger, wake: () => undefined });
  const at = (height: number) => chain[height] && { height, ...chain[height] };
  const registers = new RegisterEvents({
    ...{ clock, log: SILENT, ledger, announcements, cursors, targets, events, commit },
    chain: {
      head: () => at(chain.length - 1) as never,
      docketAt: (_, height) => at(height),
      heightAt: (_, ms) => {
        const found = chain.findIndex(({ timestampMs }) => timestampMs >= ms);
        return found < 0 ? chain.length : found;
      },
      sealedDocket: async (_, height) => {
        const found = chain[height];
        const transactions = found?.txIds.map((txId) => ({ txId, bytes: new Uint8Array(1) }));
        return found && ({ docket: { ...found, header: found, transactions } } as never);
      },
    },
  });
  return {
    ...{ kv, chain, clock, registers },
    add: async () => {
      const nowMs = clock.now();
      const target: WebhookTarget = {
        ...{ id: 'a', organisationId: 'org', url: 'https://a.example/', description: '', registers: [] },
        ...{
          kinds: [
            'docket.sealed',
            'register.created',
            'transactions.confirmed',
            'register.status-changed',
            'register.sync-changed',
          ],
        },
        ...{ state: 'active', createdAtMs: nowMs, changedAtMs: nowMs, createdBy: 'x', secrets: [] },
      };
      const begins = registers.begin('org');
      await journal.commit([targets.put(target), ...targets.putProgress('a', progressFrom(1)), ...begins]);
    },
    seal: (txIds: readonly string[] = [], announced = true) => {
      const height = chain.length;
      chain.push({ hash: `${height} at ${clock.now()}`, timestampMs: clock.now(), txIds });
      const transactions = txIds.map((txId) => ({ txId, bytes: new Uint8Array(1) })) as never;
      if (announced)
        announcements.announce({ type: 'docket-sealed', registerId: 'r', height, ...chain[height]!, transactions });
    },
    announcements,
    kill: () => {
      isKilled = true;
    },
    told: async (organisation = 'org') =>
      (await log.from(organisation, 0, 1000)).map(({ event: { type, data } }) => [
        type,
        data.height ?? data.registerId,
      ]),
  };
}

describe('actors/webhooks: register events', () => {
  it('tells what is sealed after the first webhook was made, and nothing from before', async () => {
    const node = await aNode();
    node.registers.start();
    node.seal();
    node.seal();
    await node.clock.advance(100);
    await node.add();
    node.seal(['x', 'y']);
    await node.clock.advance(100);
    expect(await node.told()).to.deep.equal([
      ['docket.sealed', 2],
      ['transactions.confirmed', 2],
    ]);
  });

  it('tells every docket once over kills at any moment, those among them that nothing announced', async () => {
    let node = await aNode();
    await node.add();
    node.registers.start();
    for (let height = 0; height < 40; height++) {
      node.seal([], height % 5 !== 0);
      if (height % 3 === 0) await node.clock.advance(30);
      if (height % 7 !== 6) continue;
      node.kill();
      await node.clock.advance(10);
      void node.registers.stop();
      node = await aNode({ kv: node.kv, chain: node.chain, clock: node.clock, killedAt: 1 + (height % 4) });
      node.registers.start();
      await node.clock.advance(height % 2 === 0 ? 0 : 40);
    }
    await node.clock.advance(100);
    void node.registers.stop();
    node = await aNode({ kv: node.kv, chain: node.chain, clock: node.clock });
    node.registers.start();
    await node.clock.advance(100);
    const dockets = (await node.told()).filter(([type]) => type === 'docket.sealed').map(([, height]) => height);
    expect(dockets).to.deep.equal(Array.from({ length: 40 }, (_, i) => i));
    expect((await node.told()).filter(([type]) => type === 'register.created')).to.deep.equal([
      ['register.created', 'r'],
    ]);
  });

  it('names the transactions of a docket, fifty an event', async () => {
    const node = await aNode();
    await node.add();
    node.registers.start();
    node.seal(Array.from({ length: 120 }, (_, i) => `tx${i}`));
    await node.clock.advance(100);
    expect((await node.told()).map(([type]) => type)).to.deep.equal([
      ...['register.created', 'docket.sealed'],
      ...Array(3).fill('transactions.confirmed'),
    ]);
  });

  it('begins with what is news where a register comes with a long history', async () => {
    const clock = new VirtualClock();
    const chain = Array.from({ length: 500 }, (_, i) => ({ hash: `h${i}`, timestampMs: clock.now() + i, txIds: [] }));
    await clock.advance(10 * DAY);
    const node = await aNode({ clock });
    await node.add();
    node.registers.start();
    node.chain.push(...chain);
    node.seal();
    await node.clock.advance(100);
    expect(await node.told()).to.deep.equal([['docket.sealed', 500]]);
  });

  it('tells again what is sealed in place of what was told', async () => {
    const node = await aNode();
    await node.add();
    node.registers.start();
    for (let height = 0; height < 3; height++) node.seal();
    await node.clock.advance(100);
    node.chain.splice(1, 2);
    await node.clock.advance(1000);
    node.seal();
    node.seal();
    await node.clock.advance(100);
    const heights = (await node.told()).filter(([type]) => type === 'docket.sealed').map(([, height]) => height);
    expect(heights).to.deep.equal([0, 1, 2, 0, 1, 2]);
  });

  it('tells nothing of rehearsals, and nothing of the register of another organisation', async () => {
    for (const record of [{ metadata: { sandbox: 'true' } }, { localTenantId: 'other' }]) {
      const node = await aNode({ record });
      await node.add();
      node.registers.start();
      node.seal(['x']);
      node.announcements.announce({ type: 'register-status', registerId: 'r', status: 'OFFLINE' });
      await node.clock.advance(100);
      expect([await node.told(), await node.told('other')]).to.deep.equal([[], []]);
    }
  });

  it('tells of a status, and how far the node is behind, as these change', async () => {
    const node = await aNode();
    await node.add();
    node.registers.start();
    node.announcements.announce({ type: 'register-status', registerId: 'r', status: 'OFFLINE' });
    node.announcements.announce({ type: 'register-sync', registerId: 'r', syncState: 'stalled' });
    await node.clock.advance(100);
    expect(await node.told()).to.deep.equal([
      ['register.status-changed', 'r'],
      ['register.sync-changed', 'r'],
    ]);
  });
});
