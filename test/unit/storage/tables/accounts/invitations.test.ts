// Rows of invitations: found by the hash of their code while they are kept, and no row stays behind.
import { expect } from 'chai';
import { INVITATION_KEEP_MS } from '../../../../../core/base/limits/node/accounts.js';
import type { Invitation } from '../../../../../core/tenant/invitation.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { Invitations } from '../../../../../storage/tables/accounts/invitations.js';

const one = (id: string, expiresAtMs = 0): Invitation => ({
  ...{ id, organisationId: 'org', email: `${id}@x`, displayName: id, roles: ['User'], codeHash: `hash of ${id}` },
  ...{ status: 'Pending', invitedBy: { organisationId: 'org', membershipId: 'm' }, createdAt: '', attempts: 0 },
  expiresAtMs,
});

describe('storage/tables/accounts/invitations', () => {
  const opened = () => {
    const kv = memoryKv();
    const journal = new Journal(kv, {
      onFatal: (error) => {
        throw error;
      },
    });
    return { kv, journal, invitations: new Invitations(kv, journal) };
  };

  it('are found by code as soon as they are queued, and not once they are gone', async () => {
    const { journal, invitations } = opened();
    const stored = journal.commit(invitations.put('org', [one('a'), one('b')]));
    expect(invitations.ofCode('hash of b')).to.deep.equal(one('b'));
    const next = journal.commit(invitations.put('org', [{ ...one('b'), status: 'Declined' }]));
    expect([invitations.ofCode('hash of a'), invitations.ofCode('hash of b')?.status]).to.deep.equal([
      undefined,
      'Declined',
    ]);
    await Promise.all([stored, next]);
    expect(invitations.of('org')).to.have.length(1);
    await journal.close();
  });

  it('leave no row when the last of them is forgotten, and lose none that is sent meanwhile', async () => {
    const { kv, journal, invitations } = opened();
    const commit = journal.commit.bind(journal);
    await commit(invitations.put('org', [one('a')]));
    const sent = commit(invitations.put('org', [one('a'), one('late', 5)]));
    const noted: string[] = [];
    const note = ({ id, status }: Invitation) => {
      noted.push(`${id} ${status}`);
      return [];
    };
    const sweep = (nowMs: number) => invitations.sweep(nowMs, { commit, opsOfExpired: note });
    await sweep(INVITATION_KEEP_MS);
    await sent;
    expect(invitations.of('org')).to.deep.equal([{ ...one('late', 5), status: 'Expired' }]);
    await sweep(INVITATION_KEEP_MS + 5);
    expect(noted).to.deep.equal(['a Expired', 'late Expired']);
    const rows = [];
    for await (const row of kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) })) rows.push(row);
    expect(rows.filter(([key]) => '/;'.includes(String.fromCharCode(key[0] ?? 0)))).to.deep.equal([]);
    await journal.close();
  });
});
