// The usage of organisations: counted in the commit that changes it, and found again after a restart.
import { expect } from 'chai';
import type { Wallet } from '../../../../../core/wallet/wallet.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { Usage } from '../../../../../storage/tables/accounts/usage.js';
import { WalletStore } from '../../../../../storage/tables/accounts/wallets.js';

function wallet(address: string, more: Partial<Wallet> = {}): Wallet {
  const owner = { kind: 'person', id: 'someone' } as const;
  const rest = {
    name: '',
    description: '',
    algorithm: 'ED25519',
    publicKey: '',
    tags: {},
    createdAt: 1,
    updatedAt: 1,
  } as const;
  return { id: `id of ${address}`, address, owner, tenant: 'a', status: 'Active', ...rest, ...more };
}

describe('storage/tables/accounts/usage', () => {
  const opened = (kv = memoryKv()) => {
    const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
    const usage = new Usage(kv, journal);
    return { kv, journal, usage, wallets: new WalletStore(kv, journal, usage) };
  };

  it('counts wallets by the organisation under which they were made, and one of the same address once', async () => {
    const { kv, journal, usage, wallets } = opened();
    await journal.commit(wallets.add(wallet('1')));
    await journal.commit(wallets.add(wallet('1', { name: 'again' })));
    const { tenant, ...shared } = wallet('2', { owner: { kind: 'organisation', id: 'b' } });
    await journal.commit(wallets.add(shared));
    await journal.commit(wallets.add(wallet('3', { owner: { kind: 'system', id: 'node' }, tenant: 'a' })));
    expect([usage.of('a').wallets, usage.of('b').wallets]).to.deep.equal([2, 1]);
    const gone = wallet('1', { status: 'Deleted' });
    await journal.commit(wallets.remove(gone, []));
    expect(usage.of('a').wallets).to.equal(1);
    await journal.commit(wallets.add(wallet('1')));
    expect(opened(kv).usage.of('a')).to.deep.equal({ wallets: 2, bytes: 0 });
  });

  it('adds up bytes, and keeps what the operator allows', async () => {
    const { kv, journal, usage } = opened();
    await journal.commit([
      usage.countSealed('a', { bytes: 10, acts: 0 }),
      usage.countSealed('b', { bytes: 1, acts: 0 }),
    ]);
    await journal.commit([usage.countSealed('a', { bytes: 5, acts: 0 }), usage.allow('a', { bytes: 100 })]);
    await journal.commit([usage.countSealed('a', { bytes: 5, acts: 3 })]);
    const again = opened(kv).usage;
    expect(again.of('a')).to.deep.equal({ wallets: 0, bytes: 20, acts: 3, quotas: { bytes: 100 } });
    expect(again.of('b')).to.deep.equal({ wallets: 0, bytes: 1 });
  });
});
