// Accounts as they are opened: how many passwords are hashed at once, never all processors; that the first password is
// told of until it is changed; and that what runs out is told on the way on which all events of the audit trail are.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'chai';
import { FIRST_ADMIN_EMAIL } from '../../../../api/auth/bootstrap.js';
import { Passwords } from '../../../../api/auth/passwords.js';
import { isFailure } from '../../../../core/base/result.js';
import type { Invitation } from '../../../../core/tenant/invitation.js';
import { hashesAtOnce, openIdentity } from '../../../../node/compose/identity.js';
import { loadConfig } from '../../../../node/config/load.js';
import { Journal } from '../../../../storage/engine/journal.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import type { Store } from '../../../../storage/open.js';
import type { EncryptedTexts } from '../../../../storage/secrets/encrypted-texts.js';
import { folderOfEach } from '../../../support/base/folders.js';
import { QUIET } from '../../../support/node/ledger-world.js';

describe('node/compose/identity', () => {
  const folder = folderOfEach();
  let kv: ReturnType<typeof memoryKv>;
  let journal: Journal;
  beforeEach(() => {
    kv = memoryKv();
    journal = new Journal(kv, { onFatal: () => undefined });
  });
  afterEach(async () => {
    await journal.close();
  });

  const opened = () => {
    const config = loadConfig({ env: {}, flags: { 'node.dataDir': folder } });
    if (isFailure(config)) throw new Error(config.issue.message);
    return openIdentity({
      ...{ config, signingKey: 'k'.repeat(32), log: QUIET },
      store: { kv, journal } as unknown as Store,
      accountSecrets: {} as EncryptedTexts,
    });
  };

  it('leaves a processor to the event loop where there is more than one', () => {
    expect([1, 2, 3, 16].map(hashesAtOnce)).to.deep.equal([1, 1, 2, 2]);
  });

  it('tells of the first password at each start until it is changed, and deletes a file that opens nothing', async () => {
    const { firstAdmin, firstPassword } = await opened();
    const { file } = firstPassword;
    const password = readFileSync(file, 'utf8').trim();
    const told = { email: FIRST_ADMIN_EMAIL, password, isGenerated: true };
    expect(firstAdmin).to.deep.equal(told);
    const again = await opened();
    expect(again.firstAdmin, 'a start that failed behind it, or one before the first sign-in').to.deep.equal(told);
    expect(existsSync(file)).to.equal(true);

    const { tenants } = again.accounts;
    const user = tenants.userOfEmail(FIRST_ADMIN_EMAIL)!;
    const passwordHash = (await new Passwords().hash('seven granite bridges wait')) as string;
    await journal.commit(tenants.putUser({ ...user, passwordHash, mustChangePassword: true }));
    expect((await opened()).firstAdmin, 'it was reset on the stopped node').to.equal(undefined);
    expect(existsSync(file)).to.equal(false);
    expect((await opened()).firstAdmin, 'there is no file').to.equal(undefined);

    writeFileSync(file, `${password}\n`);
    const { mustChangePassword: _, ...changed } = user;
    await journal.commit(tenants.putUser(changed));
    expect((await opened()).firstAdmin, 'it was changed').to.equal(undefined);
    expect(existsSync(file), 'as a kill between the change and the deletion leaves it').to.equal(false);
  });

  it('tells of an invitation that expired, in the commit that says so', async () => {
    const { accounts, sweep } = await opened();
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
  });
});
