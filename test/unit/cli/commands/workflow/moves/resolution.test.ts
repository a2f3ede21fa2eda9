// The end of a dispute from the command line: it shows what a word would do, and sends it with --yes alone.
import { expect } from 'chai';
import { called } from '../../../../../support/program/command.js';
import { alice, bob } from '../../../../../support/register/ledger.js';

const txId = 'ab'.repeat(32);
const dispute = {
  ...{ actionId: 2, transactionId: txId, objectionTransactionId: txId, accused: bob.address },
  ...{ since: '2026-01-02T03:04:05.678Z', parties: [{ role: 'x', wallet: alice.address }] },
};
const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];

const resolve = (args: readonly string[], instance: object, status = 'preview') =>
  called(['instance', 'resolve', 'inst-1', ...args], {
    'GET /api/v1/wallets': wallets,
    'GET /api/instances/inst-1': { id: 'inst-1', participantWallets: { x: alice.address }, ...instance },
    'POST /api/instances/inst-1/resolutions': {
      ...{ instanceId: 'inst-1', objectionTransactionId: txId, outcome: 'keep', role: 'x', decides: false },
      ...{ missing: ['z'], status },
    },
  });

describe('cli/commands/workflow/moves/resolution', () => {
  it('says who has to agree, and that nothing was sent', async () => {
    const { exit, out, err } = await resolve(['--outcome', 'keep'], { dispute });
    expect(exit, err).to.equal(0);
    expect(out).to.match(/have to agree +z/);
    expect(err).to.contain('Nothing was sent');
    const sent = await resolve(['--outcome', 'keep', '--yes'], { dispute }, 'sealed');
    expect(sent.err).to.not.contain('Nothing was sent');
  });

  it('asks for an outcome where the dispute has one, and for none where the resolver judges', async () => {
    expect((await resolve([], { dispute })).err).to.contain('Say --outcome');
    expect((await resolve(['--outcome', 'end'], { dispute: { ...dispute, isUnproven: true } })).err).to.contain(
      'Leave --outcome out',
    );
    expect((await resolve(['--outcome', 'end'], {})).err).to.contain('No dispute pauses or stops');
  });
});
