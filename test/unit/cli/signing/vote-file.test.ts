// A vote that is signed as a file: no node is asked, and the member signs the vote and the transaction that carries it.
// Nothing is signed of a file that shows another act than it names.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { EXIT } from '../../../../cli/command/command.js';
import { fromBase64, toHex } from '../../../../core/base/bytes.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import {
  checkGovernancePayload,
  type GovernancePayload,
  proposalIdOf,
  statementDigest,
} from '../../../../core/register/governance/operation.js';
import { walletDid } from '../../../../core/register/people/did.js';
import { transactionOf } from '../../../../core/transaction/encode.js';
import { folderOfAll } from '../../../support/base/folders.js';
import { good } from '../../../support/base/good.js';
import { called } from '../../../support/program/command.js';
import { operation } from '../../../support/register/governance.js';
import { AT, alice, bob, REGISTER_ID, verified } from '../../../support/register/ledger.js';

const act = operation('remove-member', { targetDid: walletDid(bob.address) });
const request = {
  ...{ requestId: proposalIdOf(REGISTER_ID, act), registerId: REGISTER_ID, operation: act, statementVersion: 2 },
  ...{ approverDid: walletDid(alice.address), expiresAt: AT },
};

/** What is said in a signed file, whose two signatures verify. */
function saidIn(file: string) {
  const tx = good(transactionOf(JSON.parse(readFileSync(file, 'utf8'))));
  expect(verified(tx), 'the transaction').to.equal(true);
  expect(tx.header.senderWallet).to.equal(alice.address);
  expect(checkGovernancePayload(tx.header.actionId, tx.payload)).to.deep.equal([]);
  const { operation: its, approvals } = tx.payload as unknown as GovernancePayload;
  const { publicKey, algorithm, signature, ...said } = approvals[0]!;
  const digest = statementDigest({ ...said, registerId: tx.header.registerId, operation: its });
  expect(verifySync(algorithm, fromBase64(publicKey)!, digest, fromBase64(signature)!), 'the vote').to.equal(true);
  return { ...said, actionId: tx.header.actionId, proposalId: proposalIdOf(REGISTER_ID, its) };
}

describe('cli/signing/vote-file', () => {
  const folder = folderOfAll();
  const file = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return join(folder, name);
  };
  const sign = (content: unknown, ...more: string[]) =>
    called(['governance', 'sign', file('vote.tx', JSON.stringify(content)), ...more], {});
  const key = (of = alice) => ['--key-file', file('a.key', toHex(of.privateKey))];

  it('signs for and against, with a comment, and asks no node', async () => {
    const [yes, no] = [join(folder, 'yes.tx'), join(folder, 'no.tx')];
    const approved = await sign(request, ...key(), '--out', yes);
    expect(approved.exit, approved.err).to.equal(EXIT.ok);
    expect(approved.requests).to.deep.equal([]);
    expect(approved.err).to.include('Approving on register').and.include(bob.address);
    const whole = { actionId: 'approve', proposalId: request.requestId, approverDid: request.approverDid };
    expect(saidIn(yes)).to.deep.equal({ ...whole, isApproval: true });
    const refused = await sign(request, ...key(), '--reject', '--comment', 'Too early.', '--out', no);
    expect(refused.exit, refused.err).to.equal(EXIT.ok);
    expect(saidIn(no)).to.deep.equal({ ...whole, isApproval: false, comment: 'Too early.' });
  });

  const refused: readonly [string, string, unknown][] = [
    ['another act than the proposal', 'shows another act', { ...request, requestId: 'ab'.repeat(32) }],
    ['another register', 'shows another act', { ...request, registerId: '00000000-1111-4222-8333-444444444445' }],
    ['a member that is no wallet', 'not a request to vote', { ...request, approverDid: 'did:web:a.example' }],
    ['no register', 'not a request to vote', { ...request, registerId: undefined }],
    ['an act of another form', 'not a request to vote', { ...request, operation: { ...act, further: 1 } }],
  ];
  for (const [what, said, content] of refused)
    it(`signs nothing of ${what}`, async () => {
      const { exit, err, out } = await sign(content, ...key());
      expect(exit).not.to.equal(EXIT.ok);
      expect(err).to.include(said);
      expect(out).to.equal('');
    });

  it('signs by the key of the member alone', async () => {
    const other = await sign(request, ...key(bob));
    expect(other.exit).not.to.equal(EXIT.ok);
    expect(other.err).to.include(`this is the key of ${bob.address}`);
    const none = await sign(request);
    expect([none.exit, none.out]).to.deep.equal([EXIT.usage, '']);
  });
});
