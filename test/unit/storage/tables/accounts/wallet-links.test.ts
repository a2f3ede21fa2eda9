// Rows of linked wallets: found by participant and by wallet, apart in each organisation, and none stays behind.
import { expect } from 'chai';
import type { LinkedWallet } from '../../../../../core/tenant/participants/wallet-links.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { WalletLinks } from '../../../../../storage/tables/accounts/wallet-links.js';

const link = (walletAddress: string): LinkedWallet => ({
  ...{ walletAddress, algorithm: 'ED25519', publicKey: 'key', linkedAt: '2026-11-21T10:00:00.000Z' },
});

describe('storage/tables/accounts/wallet-links', () => {
  it('are found as soon as they are queued, in their own organisation, until they go', async () => {
    const kv = memoryKv();
    const journal = new Journal(kv, {
      onFatal: (error) => {
        throw error;
      },
    });
    const links = new WalletLinks(kv, journal);
    const stored = journal.commit(links.put('org', 'ada', [link('a'), link('b')]));
    expect([links.holder('org', 'a'), links.holder('else', 'a')]).to.deep.equal(['ada', undefined]);
    expect(links.of('org', 'ada')).to.deep.equal([link('a'), link('b')]);
    await stored;
    expect([...(await links.all('org'))]).to.deep.equal([['ada', [link('a'), link('b')]]]);
    await journal.commit(links.put('org', 'ada', [link('b')]));
    expect([links.holder('org', 'a'), links.holder('org', 'b')]).to.deep.equal([undefined, 'ada']);
    await journal.commit(links.put('org', 'ada', []));
    expect(links.holder('org', 'b')).to.equal(undefined);
    const rows = [];
    for await (const [key] of kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(255) })) rows.push(key);
    expect(rows.filter((key) => key[0] === '~'.charCodeAt(0))).to.deep.equal([]);
    await journal.close();
  });
});
