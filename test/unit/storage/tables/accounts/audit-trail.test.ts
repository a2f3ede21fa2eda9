// Pages of the audit trail over many organisations: one call reads a bounded number of rows, and the calls after it
// find the rest.
import { expect } from 'chai';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { type AuditPlace, AuditTrail } from '../../../../../storage/tables/accounts/audit-trail.js';

const ROW = { eventType: 'Login', identityId: '', address: '192.0.2.1', success: true, details: {} };

describe('a page of the audit trail', () => {
  it('reads so many rows of all organisations together, and goes on where it stopped', async () => {
    const kv = memoryKv();
    const trail = new AuditTrail(kv);
    const ids = Array.from({ length: 10 }, (_, i) => `organisation-${i}`);
    for (const [i, id] of ids.entries())
      await kv.write(
        Array.from({ length: 1200 }, (_, at) => {
          const eventType = at === 1150 ? 'Logout' : 'Login';
          return trail.put([id, 1_000_000 - at * 10 - i, `event-${at}`], { ...ROW, eventType });
        }),
      );
    const found: string[] = [];
    let calls = 0;
    let before: AuditPlace | undefined;
    do {
      const page = await trail.page(ids, { eventType: 'Logout', before }, 5);
      found.push(...page.rows.map(({ organisationId }) => organisationId));
      before = page.next;
      calls++;
    } while (before);
    expect(found).to.deep.equal(ids);
    // 12,000 rows in steps of 5,000 at the most.
    expect(calls).to.be.within(3, 10);
  });
});
