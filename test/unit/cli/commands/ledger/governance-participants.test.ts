// A lost key from the command line: the new wallet signs here or at its node, and a proof that was changed on its way
// is proposed by no one.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromBase64, toBase64, toHex } from '../../../../../core/base/bytes.js';
import { sign, verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { replacementDigest } from '../../../../../core/register/governance/replacement.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { called } from '../../../../support/program/command.js';
import { alice, bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const record = {
  registerId: REGISTER_ID,
  participantId: 'planner',
  addresses: [{ walletAddress: bob.address, publicKey: '', algorithm: 'ED25519', primary: true }],
};
const READ = { [`GET /api/registers/${REGISTER_ID}/participants/planner`]: { latest: record, history: [] } };
const said = {
  participantId: 'planner',
  replaces: bob.address,
  publicKey: toBase64(alice.publicKey),
  algorithm: alice.algorithm,
};
const digest = replacementDigest({ ...said, registerId: REGISTER_ID });
const proof = { ...said, walletProof: toBase64(sign(alice.algorithm, alice.privateKey, digest)) };
const outcome = { state: 'Sealed', proposalId: 'ab'.repeat(32), operation: {}, statementVersion: 2 };

describe('cli/commands/ledger/governance-participants', () => {
  const folder = folderOfAll();
  const file = (name: string, content: unknown): string => {
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };

  it('proves a new wallet with a key of the person, and with a wallet of the node', async () => {
    const words = ['participant', 'prove-wallet', REGISTER_ID, 'planner', '--json'];
    const key = file('alice.key', toHex(alice.privateKey));
    const here = await called([...words, '--as', alice.address, '--key-file', key], READ);
    expect(JSON.parse(here.out), here.err).to.deep.equal(proof);
    const wallet = { address: alice.address, publicKey: said.publicKey, status: 'Active', name: 'new', id: 'x' };
    const there = await called([...words, '--wallet', alice.address], {
      ...READ,
      'GET /api/v1/wallets': [wallet],
      [`POST /api/v1/wallets/${alice.address}/sign`]: { signature: proof.walletProof, publicKey: said.publicKey },
    });
    expect(JSON.parse(there.out), there.err).to.deep.equal(proof);
    const { data } = there.bodies[0] as { readonly data: string };
    const signature = fromBase64(proof.walletProof) as Uint8Array;
    expect(verifySync(alice.algorithm, alice.publicKey, fromBase64(data) as Uint8Array, signature)).to.equal(true);
    const foreign = await called([...words, '--wallet', bob.address], { ...READ, 'GET /api/v1/wallets': [wallet] });
    expect(foreign.err).to.contain('not one of your wallets');
  });

  it('proposes what the new wallet signed, and nothing else', async () => {
    const answers = { [`POST /api/registers/${REGISTER_ID}/governance/propose`]: outcome };
    const words = (given: unknown) => [
      ...['governance', 'replace-wallet', REGISTER_ID, '--wallet', bob.address],
      ...['--proof', file('proof.json', given), '--justification', 'The laptop was stolen.'],
    ];
    const { bodies } = await called(words(proof), answers);
    const members = { operationType: 'replace-wallet', justification: 'The laptop was stolen.', wallet: bob.address };
    expect(bodies).to.deep.equal([{ ...proof, ...members }]);
    const changed = await called(words({ ...proof, participantId: 'other' }), answers);
    expect(changed.err).to.contain('not signed by the new wallet');
    expect(changed.requests).to.have.length(0);
    const ended = ['governance', 'revoke-participant', REGISTER_ID, 'planner', '--wallet', bob.address];
    const asked = (await called(ended, answers)).bodies;
    expect(asked[0]).to.include({ operationType: 'revoke-participant', participantId: 'planner' });
  });
});
