// How long the audit trail is kept: by age and by rows an organisation, in bounded steps.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { AuditRetention } from '../../../../../storage/tables/accounts/audit-retention.js';
import { AuditTrail } from '../../../../../storage/tables/accounts/audit-trail.js';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-23T00:00:00Z');
const ROW = { eventType: 'Login', identityId: '', address: '192.0.2.1', success: true, details: {} };

describe('the retention of the audit trail', () => {
  async function trailOf(counts: Readonly<Record<string, number>>, stepMs: number) {
    const kv = memoryKv();
    const trail = new AuditTrail(kv);
    for (const [organisationId, count] of Object.entries(counts))
      for (let i = 0; i < count; i++)
        await kv.write([trail.put([organisationId, NOW - i * stepMs, `event-${i}`], ROW)]);
    const left = async (organisationId: string) =>
      (await trail.latest(organisationId, 1000)).map(([[, , eventId]]) => Number(eventId.slice(6)));
    return { kv, left };
  }

  it('deletes what is older than its days, and keeps the rest', async () => {
    const { kv, left } = await trailOf({ '': 5, one: 10 }, DAY_MS);
    const retention = new AuditRetention(kv, { days: 3, rowsMax: 100 });
    await kv.write(await retention.sweep(NOW));
    expect(await left('one')).to.deep.equal([0, 1, 2, 3]);
    expect(await left('')).to.deep.equal([0, 1, 2, 3]);
  });

  it('keeps the newest rows of each organisation, and permanently the rows that no setting bounds', async () => {
    const { kv, left } = await trailOf({ one: 10, two: 3 }, DAY_MS);
    const retention = new AuditRetention(kv, { days: 0, rowsMax: 4 });
    await kv.write(await retention.sweep(NOW));
    expect(await left('one')).to.deep.equal([0, 1, 2, 3]);
    expect(await left('two')).to.deep.equal([0, 1, 2]);
    const unbounded = new AuditRetention(kv, { days: 0, rowsMax: 0 });
    expect(await unbounded.sweep(NOW * 2)).to.deep.equal([]);
  });

  it('keeps the rows of an organisation as long as that set, shorter and longer than the node', async () => {
    const { kv, left } = await trailOf({ long: 100, none: 100, short: 100 }, DAY_MS);
    const monthsOf = (id: string) => ({ long: 3, short: 1 })[id] ?? null;
    // Steps of seven rows: what an organisation set is asked again where one begins within its rows.
    const retention = new AuditRetention(kv, { days: 60, rowsMax: 0, monthsOf }, { reads: 7, deletions: 7 });
    for (let step = 0; step < 50; step++) await kv.write(await retention.sweep(NOW));
    expect([(await left('long')).length, (await left('none')).length, (await left('short')).length]).to.deep.equal([
      ...[94, 61, 32],
    ]);
    const alone = new AuditRetention(kv, { days: 0, rowsMax: 0, monthsOf: () => 1 });
    await kv.write(await alone.sweep(NOW));
    expect((await left('none')).length).to.equal(32);
  });

  it('lets failed logins push out each other, and nothing else', async () => {
    const kv = memoryKv();
    const trail = new AuditTrail(kv);
    for (const [organisationId, from] of [
      ['one', 0],
      ['two', 5],
    ] as const)
      for (let i = 0; i < 60; i++) {
        const isReal = i >= 50;
        const eventType = isReal
          ? 'PasswordChanged'
          : (['LoginFailed', 'AccountLockedOut', 'ServiceTokenRefused'] as const)[i % 3]!;
        const row = { ...ROW, eventType, success: isReal };
        await kv.write([trail.put([organisationId, NOW - from - i, `event-${i}`], row)]);
      }
    const retention = new AuditRetention(kv, { days: 0, rowsMax: 12 }, { reads: 7, deletions: 5 });
    for (let step = 0; step < 40; step++) await kv.write(await retention.sweep(NOW));
    for (const organisationId of ['one', 'two']) {
      const left = await trail.latest(organisationId, 1000);
      expect(left.map(([[, , eventId]]) => Number(eventId.slice(6)))).to.deep.equal([
        ...[0, 1, 2],
        ...[50, 51, 52, 53, 54, 55, 56, 57, 58],
      ]);
    }
  });

  it('goes on in the next step where one step was full, and begins a new pass after a rest', async () => {
    const { kv, left } = await trailOf({ one: 10, two: 10 }, 1000);
    const retention = new AuditRetention(kv, { days: 0, rowsMax: 3 }, { reads: 4, deletions: 2 });
    let most = 0;
    for (let step = 0; step < 12; step++) {
      const ops = await retention.sweep(NOW);
      most = Math.max(most, ops.length);
      await kv.write(ops);
    }
    expect(most).to.equal(2);
    expect(await left('one')).to.deep.equal([0, 1, 2]);
    expect(await left('two')).to.deep.equal([0, 1, 2]);
    await kv.write([new AuditTrail(kv).put(['one', NOW + 1, 'event-99'], ROW)]);
    expect(await retention.sweep(NOW + 1000)).to.deep.equal([]);
    for (let step = 0; step < 3; step++) await kv.write(await retention.sweep(NOW + 600_000));
    expect(await left('one')).to.deep.equal([99, 0, 1]);
  });
});
