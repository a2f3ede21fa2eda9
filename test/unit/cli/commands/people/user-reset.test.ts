// A new password for an account of a stopped node, on the real engine.
import { expect } from 'chai';
import { bootstrapTenants, FIRST_ADMIN_EMAIL } from '../../../../../api/auth/bootstrap.js';
import { Passwords } from '../../../../../api/auth/passwords.js';
import { NO_FACTORS } from '../../../../../core/tenant/factors/factors.js';
import { openStore, type Store } from '../../../../../storage/open.js';
import { AuditTrail } from '../../../../../storage/tables/accounts/audit-trail.js';
import { ExternalIdentities } from '../../../../../storage/tables/accounts/external-identities.js';
import { FactorStore } from '../../../../../storage/tables/accounts/factors.js';
import { Sessions } from '../../../../../storage/tables/accounts/sessions.js';
import { Tenants } from '../../../../../storage/tables/accounts/tenants.js';
import { folderOfEach } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';

describe('cli user reset', () => {
  const root = folderOfEach();

  async function opened<V>(work: (store: Store) => Promise<V>): Promise<V> {
    const store = await openStore(root, { nowMs: 1, onFatal: () => undefined });
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  it('gives a password that works, ends the sessions and leaves a row', async () => {
    const passwords = new Passwords({ memoryKib: 64 });
    await opened(async ({ kv, journal }) => {
      const clock = { now: () => 1, steady: () => 1, setTimer: () => ({ cancel: () => undefined }) };
      let drawn = 0;
      const random = { bytes: (n: number) => new Uint8Array(n).fill(++drawn), number: () => 0 };
      const tenants = new Tenants(kv, journal);
      const commit: typeof journal.commit = (ops) => journal.commit(ops);
      await bootstrapTenants({ clock, random, tenants, passwords, commit });
      const totp = { secret: '', verifiedAt: '', lastStep: 0, backupCodes: [] };
      const { id, memberships } = tenants.userOfEmail(FIRST_ADMIN_EMAIL)!;
      const identity = {
        id,
        organisationId: memberships[0]!.organisationId,
        issuer: 'https://idp.example',
        subject: 'x',
      };
      await commit([
        new FactorStore(kv, journal).put(id, { totp, passkeys: [] }),
        ...new ExternalIdentities(kv, journal).put(id, [
          { ...identity, slot: 'idp', preset: 'GenericOidc', createdAt: '' },
        ]),
      ]);
    });
    const { exit, out, err } = await called(['user', 'reset', FIRST_ADMIN_EMAIL, '--data-dir', root, '--json']);
    expect(exit, err).to.equal(0);
    const { password } = JSON.parse(out) as { password: string };
    await opened(async ({ kv, journal }) => {
      const user = new Tenants(kv, journal).userOfEmail(FIRST_ADMIN_EMAIL)!;
      expect(await passwords.verify(user.passwordHash, password)).to.equal(true);
      expect(new FactorStore(kv, journal).of(user.id), 'no second factor is left').to.deep.equal(NO_FACTORS);
      expect(new ExternalIdentities(kv, journal).of(user.id), 'and no other way in').to.deep.equal([]);
      const { organisationId, membershipId: subject } = user.memberships[0]!;
      const sessions = await Sessions.open(kv, journal);
      const issued = { platformUserId: user.id, subject, organisationId, issuedAtMs: 0, tokenId: '', sessionId: '' };
      expect(sessions.isRevoked(issued)).to.equal(true);
      const rows = await new AuditTrail(kv).latest(organisationId, 1);
      expect(rows.map(([, row]) => row.eventType)).to.deep.equal(['PasswordReset']);
    });
    const unknown = await called(['user', 'reset', 'nobody@a.example', '--data-dir', root]);
    expect([unknown.exit, unknown.err.includes('USER_NOT_FOUND')]).to.deep.equal([1, true]);
  });
});
