// Runs that are owed: which of them a command lists, and how many it says there are.
import { expect } from 'chai';
import { called } from '../../../../../support/program/command.js';
import { alice, bob } from '../../../../../support/register/ledger.js';

const [TX, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)];
const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];

interface Owed {
  readonly role: string;
  readonly wallet: string;
  readonly runs: readonly string[];
  readonly more?: number;
}

async function told(command: 'data' | 'owed', owed: readonly Owed[], args: readonly string[] = []): Promise<string> {
  const { exit, out, err } = await called(['instance', command, 'inst-1', ...args], {
    'GET /api/v1/wallets': wallets,
    'GET /api/instances/inst-1': { id: 'inst-1', participantWallets: { mayor: alice.address }, owed },
    'GET /api/instances/inst-1/state': { instanceId: 'inst-1', actionCount: 3, data: {}, suspect: [] },
  });
  expect(exit, err).to.equal(0);
  return out + err;
}

const mayor = { role: 'mayor', wallet: alice.address };

describe('cli/commands/workflow/moves/delivery', () => {
  it('lists the runs, and says how many more there are than the node lists', async () => {
    const all = await told('owed', [{ ...mayor, runs: [TX, OTHER] }]);
    for (const txId of [TX, OTHER]) expect(all).to.match(new RegExp(`^mayor +${alice.address} +${txId}$`, 'm'));
    expect(all).to.not.contain('more');
    expect(await told('owed', [{ ...mayor, runs: [TX], more: 70 }])).to.match(
      new RegExp(`^mayor +${alice.address} +and 70 more$`, 'm'),
    );
  });

  it('lists what is still sealed, until when and how large, also beside the data of a wallet', async () => {
    const until = '2027-03-01T12:00:00.000Z';
    const closed = [
      { transactionId: TX, actionId: '10', roles: ['officer', 'chair'], untilActionId: '2', bytes: 512 },
      { transactionId: OTHER, actionId: '11', roles: ['officer'], until, bytes: 256 },
    ];
    const runs = closed.map(({ transactionId, actionId, ...sealed }) => ({
      ...{ source: { actionId, transactionHash: transactionId, senderWallet: bob.address }, members: [] },
      ...{ isInForce: true, isDelivered: true, sealed: [sealed] },
    }));
    const answers = {
      'GET /api/v1/wallets': wallets,
      'GET /api/instances/inst-1': { id: 'inst-1', participantWallets: { mayor: alice.address }, sealed: closed },
      'GET /api/instances/inst-1/state': {
        ...{ instanceId: 'inst-1', actionCount: 3, data: {}, suspect: [] },
        facts: runs.map((run) => ({ actionId: run.source.actionId, runs: [run] })),
      },
    };
    for (const args of [['owed'], ['data', '--wallet', alice.address]]) {
      const { exit, out, err } = await called(['instance', args[0] as string, 'inst-1', ...args.slice(1)], answers);
      expect(exit, err).to.equal(0);
      expect(out).to.match(new RegExp(`^10 +officer chair +action 2 is done \\(512 bytes\\) +${TX}$`, 'm'));
      expect(out).to.match(new RegExp(`^11 +officer +${until} \\(256 bytes\\) +${OTHER}$`, 'm'));
    }
  });

  it('says beside the data of a wallet how many are owed to it, and where they are listed', async () => {
    const data = (owed: readonly Owed[], by = alice.address) => told('data', owed, ['--wallet', by]);
    const two = [{ ...mayor, runs: [TX, OTHER] }];
    expect(await data(two)).to.contain('2 runs are owed to this wallet: quorate instance owed inst-1');
    expect(await data(two, bob.address)).to.not.contain('owed');
    const cut = { ...mayor, runs: [TX], more: 70 };
    expect(await data([cut])).to.match(/^71 runs are owed to this wallet/m);
    // Of two roles some may be the same.
    const clerk = { ...mayor, role: 'clerk', runs: [TX], more: 9 };
    expect(await data([cut, clerk])).to.match(/^At least 71 runs are owed to this wallet/m);
  });
});
