// Grants of wallets as a docket asks for them: those of now, queued ones included, by a row of names.
import { expect } from 'chai';
import type { Grant } from '../../../../../core/wallet/grants.js';
import type { Wallet } from '../../../../../core/wallet/wallet.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { defineTable, RowTable } from '../../../../../storage/engine/table.js';
import { WalletStore } from '../../../../../storage/tables/accounts/wallets.js';

const wallet = { id: 'id', address: 'address', createdAt: 1, owner: { kind: 'person', id: 'owner' } } as Wallet;
const aGrant = (subject: string, more: Partial<Grant> = {}): Grant => ({
  ...{ id: subject, walletId: wallet.id, subject, accessRight: 'ReadWrite', grantedBy: 'owner', grantedAt: 1 },
  ...{ allowedDerivationContexts: [], ...more },
});

describe('WalletStore', () => {
  it('tells the grants of now, those that ended and not those that were forgotten', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const wallets = new WalletStore(kv, journal);
    const now = (of = wallet) => wallets.grantsNow(of).map(({ subject, revokedAt }) => [subject, revokedAt]);
    expect(now()).to.deep.equal([]);
    const first = journal.commit(wallets.putGrant(wallet, aGrant('a')));
    void journal.commit(wallets.putGrant(wallet, aGrant('b')));
    expect(now(), 'before any of it lasts').to.deep.equal([
      ['a', undefined],
      ['b', undefined],
    ]);
    await first;
    await journal.commit(wallets.endGrant(wallet, aGrant('a', { revokedAt: 5 })));
    expect(now()).to.deep.equal([
      ['a', 5],
      ['b', undefined],
    ]);
    // Room is made and taken in one commit; the name of the forgotten one goes with the next grant.
    await journal.commit([...wallets.dropGrants(wallet, [aGrant('a')]), ...wallets.putGrant(wallet, aGrant('c'))]);
    expect(now().map(([subject]) => subject)).to.deep.equal(['b', 'c']);
    await journal.commit(wallets.putGrant(wallet, aGrant('b')));
    const names = new RowTable<string, readonly string[]>(kv, defineTable('wallet-subjects'));
    expect(names.get(wallet.address)).to.deep.equal(['c', 'b']);
    expect(now({ ...wallet, id: 'of before' }), 'of another wallet of the address').to.deep.equal([]);
    expect(wallets.grantsNow(wallet)).to.have.deep.members(await wallets.grantsOf(wallet));
  });
});
