// A participant changes its primary wallet by commands: to another wallet of the node, which signs by itself; and to a
// key that no node has, whose owner signs the version in a file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64, toHex } from '../../../core/base/bytes.js';
import { encapsulationPair } from '../../../core/crypto/encryption/ml-kem.js';
import { folderOfAll } from '../../support/base/folders.js';
import { wallet } from '../../support/register/ledger.js';
import { operatorOfAll } from './operator.js';

const foreign = wallet('a key of nobody’s node');

describe('another primary wallet by command', () => {
  const folder = folderOfAll();
  const at = (name: string): string => join(folder, name);
  const wallets: Record<string, string> = {};
  const operator = operatorOfAll();
  let register = '';
  before(async () => {
    for (const name of ['old', 'new']) {
      const made = await operator.ask<{ wallet: { address: string } }>([
        'wallet',
        'create',
        name,
        '--word-count',
        '12',
      ]);
      wallets[name] = made.wallet.address;
    }
    const made = await operator.ask<{ registerId: string }>(['register', 'create', 'Permits', '--owner', 'old']);
    register = made.registerId;
    const named = ['--name', 'Planners', '--of', 'Town', '--id', 'planner', '--wallet', 'old'];
    await operator.ask(['participant', 'publish', register, ...named]);
  });

  const primary = async () => {
    const { latest } = await operator.ask<{ latest: { addresses: { primary: boolean; walletAddress: string }[] } }>([
      ...['participant', 'show', register, 'planner'],
    ]);
    return latest.addresses.find((one) => one.primary)?.walletAddress;
  };

  it('of the node signs by itself, and what it signed is in no later version', async () => {
    const publish = ['participant', 'publish', register, '--id', 'planner'];
    const moved = await operator.ask([...publish, '--wallet', 'old', '--address', wallets.new as string]);
    expect(moved).to.include({ version: 2, status: 'sealed' });
    expect(await primary()).to.equal(wallets.new);
    const renamed = await operator.ask([...publish, '--wallet', 'new', '--name', 'Planning office']);
    expect(renamed).to.include({ version: 3, status: 'sealed' });
  });

  it('elsewhere signs the version that names it, which the one before publishes, and nothing else', async () => {
    writeFileSync(at('foreign.key'), toHex(foreign.privateKey), { mode: 0o600 });
    const key = toBase64(encapsulationPair(new Uint8Array(64)).publicKey);
    const prove = (name: string) => [
      ...['participant', 'prove-primary', register, 'planner', '--encapsulation-key', key],
      ...['--as', foreign.address, '--key-file', at('foreign.key'), '--out', at(name)],
    ];
    const proven = await operator.call(prove('version.json'));
    expect(proven.exit, proven.err).to.equal(0);
    const change = (name: string) => ['participant', 'change-primary', register, at(name)];
    const version = JSON.parse(readFileSync(at('version.json'), 'utf8'));
    expect(version).to.deep.include({ version: 4, participantName: 'Planning office' });
    writeFileSync(at('other.json'), JSON.stringify({ ...version, organizationName: 'Village' }));
    expect(await operator.refused(change('other.json'))).to.include({ code: 'VAL_PARTICIPANT_006' });
    const { primaryProof: _, ...bare } = version;
    writeFileSync(at('bare.json'), JSON.stringify(bare.addresses));
    const refused = ['participant', 'publish', register, '--id', 'planner', '--wallet', 'new'];
    expect(await operator.refused([...refused, '--addresses', at('bare.json')])).to.include({
      code: 'VAL_PARTICIPANT_006',
    });
    expect(await operator.ask(change('version.json'))).to.include({ version: 4, status: 'sealed' });
    expect(await primary()).to.equal(foreign.address);
    expect((await operator.refused(change('version.json'))).error).to.contain('the register has version 4');
  });
});
