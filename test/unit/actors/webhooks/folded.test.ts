// Facts that the inbox folds of a register, as events of the organisation that sees the register: in the commit of the
// rows that they come with, each once, and without the wallets that it is about.
import { expect } from 'chai';
import { ActionNotices } from '../../../../actors/people/action-notices.js';
import type { Announcement } from '../../../../actors/ports.js';
import { WebhookEvents } from '../../../../actors/webhooks/events.js';
import { progressFrom, type WebhookTarget } from '../../../../core/webhooks/target.js';
import type { RegisterRecord } from '../../../../storage/chain/registers.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../storage/engine/table.js';
import { WebhookLog } from '../../../../storage/tables/webhooks/event-log.js';
import { WebhookTargets } from '../../../../storage/tables/webhooks/targets.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

describe('actors/webhooks: folded facts', () => {
  it('are told in the commit of the rows that they come with, and name no wallet', async () => {
    const [kv, clock] = [memoryKv(), new VirtualClock()];
    const journal = new Journal(kv, { onFatal: () => undefined });
    const cipher = { encrypt: (_: string, text: string) => text, decrypt: (_: string, text: string) => text };
    const targets = await WebhookTargets.open(kv, cipher);
    const log = new WebhookLog(kv, journal);
    const target: WebhookTarget = {
      ...{ id: 'a', organisationId: 'org', url: 'https://a.example/', description: '', registers: [], secrets: [] },
      ...{
        kinds: ['action.available', 'action.confirmed', 'instance.state-changed', 'workflow.completed'],
        state: 'active',
        createdBy: 'x',
      },
      ...{ createdAtMs: clock.now(), changedAtMs: clock.now() },
    };
    await journal.commit([targets.put(target), ...targets.putProgress('a', progressFrom(1))]);
    const record = { id: 'r', reg: 1, tenantId: 'founder', localTenantId: 'org' } as unknown as RegisterRecord;
    const webhooks = new WebhookEvents({
      ...{ clock, targets, log, wake: () => undefined },
      ledger: { register: () => record },
    });
    const commits: (readonly KvOp[])[] = [];
    const notices = new ActionNotices({
      ...{ clock, webhooks },
      wallets: { find: () => undefined, grantsNow: () => [] },
      tenants: { user: () => undefined },
      notices: {
        commit: async (ops) => {
          commits.push(ops);
          await journal.commit(ops);
          return 0;
        },
      },
    });
    const common = { registerId: 'r', instanceId: 'i', atMs: clock.now() };
    const traces: readonly string[] = [];
    const facts = [
      { type: 'action-confirmed', ...common, wallets: ['qr1a', 'qr1b'], actionId: 1, txId: 'tx', traces },
      { type: 'action-available', ...common, wallets: ['qr1a'], actionId: 2, traces },
      { type: 'action-available', ...common, wallets: ['qr1b'], actionId: 2, traces },
      { type: 'role-claimed', ...common, wallets: ['qr1b'], role: 'buyer', traces },
      { type: 'instance-state', ...common, wallets: ['qr1a'], state: 'Completed', traces },
      { type: 'workflow-completed', ...common, wallets: ['qr1a'], traces },
    ] as unknown as readonly Announcement[];
    const row = new RowTable(kv, defineTable<string, object>('settings')).put('inbox', { folded: true });
    await notices.commit([row], facts);
    expect(commits).to.have.length(1);
    expect(commits[0]).to.include(row);
    const told = (await log.from('org', 0, 10)).map(({ event: { type, data } }) => [type, data]);
    expect(told).to.deep.equal([
      ['action.confirmed', { registerId: 'r', instanceId: 'i', actionId: 1, transactionId: 'tx' }],
      ['action.available', { registerId: 'r', instanceId: 'i', actionId: 2 }],
      ['instance.state-changed', { registerId: 'r', instanceId: 'i', state: 'Completed' }],
      ['workflow.completed', { registerId: 'r', instanceId: 'i' }],
    ]);
  });
});
