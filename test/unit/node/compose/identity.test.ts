// Accounts as they are opened: how many passwords are hashed at once, never all processors; and that what runs out is
// told on the way on which all events of the audit trail are.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import type { Invitation } from '../../../../core/tenant/invitation.js';
import { hashesAtOnce, openIdentity } from '../../../../node/compose/identity.js';
import { loadConfig } from '../../../../node/config/load.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import type { Store } from '../../../../storage/open.js';
import type { SealedTexts } from '../../../../storage/secrets/sealed-texts.js';
import { QUIET } from '../../../support/ledger-world.js';

describe('node/compose/identity', () => {
  it('leaves a processor to the event loop where there is more than one', () => {
    expect([1, 2, 3, 16].map(hashesAtOnce)).to.deep.equal([1, 1, 2, 2]);
  });

  it('tells of an invitation that expired, in the commit that says so', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quorate-identity-'));
    const config = loadConfig({ env: {}, flags: { 'node.dataDir': folder } });
    if (isFailure(config)) throw new Error(config.issue.message);
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: () => undefined });
    const { accounts, sweep } = await openIdentity({
      ...{ config, signingKey: 'k'.repeat(32), log: QUIET },
      store: { kv, journal } as unknown as Store,
      accountSecrets: {} as SealedTexts,
    });
    const one: Invitation = {
      ...{ id: 'a', organisationId: 'org', email: 'a@x', displayName: 'A', roles: ['User'], codeHash: 'hash' },
      ...{ status: 'Pending', invitedBy: { organisationId: 'org', membershipId: 'm' }, createdAt: '', attempts: 0 },
      expiresAtMs: 1000,
    };
    await journal.commit(accounts.invitations.put('org', [one]));
    const commits: (readonly KvOp[])[] = [];
    const telling = async (ops: readonly KvOp[]): Promise<void> => {
      commits.push(ops);
      await journal.commit(ops);
    };
    await sweep(999, telling);
    expect(commits).to.deep.equal([]);
    await sweep(1000, telling);
    const events = commits.map((ops) => ops.flatMap((op) => accounts.audit.eventOf(op) ?? []));
    expect(events.map((told) => told.map(({ eventType, details }) => [eventType, details]))).to.deep.equal([
      [['InvitationExpired', { invitationId: 'a', email: 'a@x' }]],
    ]);
    expect(accounts.invitations.of('org')[0]?.status).to.equal('Expired');
    await journal.close();
    rmSync(folder, { recursive: true, force: true });
  });
});
