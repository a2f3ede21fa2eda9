// The call that asks the node of a wallet for something: as it was given, within its budget, and with the reason of a
// refusal.
import { expect } from 'chai';
import { issue } from '../../../core/base/issue.js';
import { WALLET_ASK_BYTES_MAX } from '../../../core/base/limits/node/wallets.js';
import { fail } from '../../../core/base/result.js';
import type { WalletAsk } from '../../../core/mesh/frames.js';
import { issueOf } from '../../support/base/results.js';
import { type MemberGiven, NetworkWorld, until } from '../../support/mesh/networks.js';
import { REGISTER } from '../../support/register/a-chain.js';

const reasonOf = (error: { readonly reason?: string }) => error.reason;

describe('node/network/calls: asks of wallets', () => {
  const world = new NetworkWorld();

  async function pair(service: NonNullable<MemberGiven['service']>) {
    const asked = await world.started({ service });
    const asker = await world.started({ seeds: [asked.network.address] });
    await until(() => asker.network.link(asked.peerId).state === 'up' && asker.linked.length === 1);
    return { asked, asker };
  }

  it('asks for something of a wallet, as often as its budget has room, and is told why it gets nothing', async () => {
    const here = new Set(['qr1here']);
    const seen: WalletAsk[] = [];
    const { asked, asker } = await pair({
      askWallet: async (from, ask) => {
        expect(from.peerId).to.equal(asker.peerId);
        seen.push(ask);
        return here.has(ask.wallet) ? ask.sealed : fail(issue('WALLET_NOT_FOUND', '', 'Not here.'));
      },
    });
    const sealed = Buffer.alloc(WALLET_ASK_BYTES_MAX, 7);
    const ask: WalletAsk = { registerId: REGISTER, wallet: 'qr1here', subject: 'verify-gate', sealed };
    expect(sealed.equals((await asker.network.askWallet(asked.peerId, ask)) as Uint8Array)).to.equal(true);
    expect(seen[0]).to.deep.equal(ask);
    const none = await asker.network.askWallet(asked.peerId, { ...ask, wallet: 'qr1other', sealed: Buffer.alloc(0) });
    expect(issueOf(none)).to.deep.include({ code: 'WALLET_NOT_FOUND' });
    const long = { ...ask, sealed: Buffer.alloc(WALLET_ASK_BYTES_MAX + 1) };
    expect(await asker.network.askWallet(asked.peerId, long).catch(reasonOf)).to.be.oneOf(['malformed', 'refused']);
    asked.book.takes = (_, budget) => budget !== 'wallets';
    expect(await asker.network.askWallet(asked.peerId, ask).catch(reasonOf)).to.equal('refused');
    expect(seen).to.have.length(2);
  });
});
