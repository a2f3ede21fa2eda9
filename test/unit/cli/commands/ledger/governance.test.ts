// Governance from the command line: acts of a node's wallet, acts signed here, and nodes that show one thing and would
// have another signed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromBase64, toBase64, toHex } from '../../../../../core/base/bytes.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { prepare } from '../../../../../core/kinds/build.js';
import type { Submission } from '../../../../../core/model/transaction.js';
import {
  type GovernanceApproval,
  type GovernanceOperation,
  proposalIdOf,
  statementDigest,
} from '../../../../../core/register/governance/operation.js';
import { approvalTask } from '../../../../../core/register/governance/tasks.js';
import { walletDid } from '../../../../../core/register/people/did.js';
import { transactionOf } from '../../../../../core/transaction/encode.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { good } from '../../../../support/base/good.js';
import { type Answers, called, problem } from '../../../../support/program/command.js';
import { operation } from '../../../../support/register/governance.js';
import { AT, alice, bob, REGISTER_ID, verified } from '../../../../support/register/ledger.js';

const base = `/api/registers/${REGISTER_ID}/governance`;
const did = walletDid(alice.address);
const said = operation('set-governance-policy', { policy: { proposalTtlDays: 3 } }, bob);
const proposalId = proposalIdOf(REGISTER_ID, said);
const proposal = {
  proposalId,
  registerId: REGISTER_ID,
  status: 'Pending',
  operation: said,
  txId: 'ab'.repeat(32),
  openedAt: AT,
  expiresAt: AT,
  quorum: { voters: 3, needed: 2, approvals: 1, refusals: 0 },
  votes: [{ approverDid: did, isApproval: true, txId: 'ab'.repeat(32), sealedAt: AT }],
};
const outcome = (given: object = {}) => ({
  state: 'Sealed',
  proposalId,
  operation: said,
  statementVersion: 2,
  transactionId: 'ab'.repeat(32),
  proposal,
  ...given,
});

describe('cli/commands/ledger/governance', () => {
  const folder = folderOfAll();
  const file = (name: string, content: unknown): string => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
    return join(folder, name);
  };
  const keyFile = file('alice.key', toHex(alice.privateKey));
  const asAlice = ['--as', alice.address, '--key-file', keyFile];
  const run = (words: readonly string[], answers: Answers) => called(['governance', ...words], answers);

  it('shows roster, proposals, one proposal and history', async () => {
    const roster = {
      registerId: REGISTER_ID,
      members: [{ subject: did, role: 'Owner', publicKey: 'a', algorithm: 'ED25519', grantedAt: AT }],
      memberCount: 1,
      controlTransactionCount: 1,
      lastControlTxId: 'ab'.repeat(32),
      validators: [{ validatorId: 'aa', orgId: 'org', consensusKey: 'k', peerId: '' }],
      candidates: [{ validatorId: 'bb', orgId: '', consensusKey: 'k', peerId: '' }],
      policy: {
        consensus: { mode: 'majority', leader: 'sticky' },
        governance: { quorumFormula: 'Unanimous', proposalTtlDays: 7 },
        crypto: { acceptedSignatureAlgorithms: [] },
      },
    };
    const shown = await run(['roster', REGISTER_ID], { [`GET ${base}/roster`]: roster });
    expect(shown.exit).to.equal(0);
    expect(shown.out)
      .to.match(/Owner.*ED25519/)
      .and.match(/candidate +- +- +bb/)
      .and.contain('Seat aa of register')
      .and.contain(`quorate validator candidacy ${REGISTER_ID} --replaces aa --out rekey.json`)
      .and.contain(`quorate validator rekey ${REGISTER_ID} aa --candidacy rekey.json`)
      .and.match(/quorum +Unanimous/);
    const validators = [{ ...roster.validators[0]!, peerId: 'somebody' }];
    const whole = await run(['roster', REGISTER_ID], { [`GET ${base}/roster`]: { ...roster, validators } });
    expect(whole.out)
      .to.match(/seat +org +somebody +aa/)
      .and.not.contain('no peer id');
    const page = { totalCount: 41, page: 1, pageSize: 20 };
    const listed = await run(['proposals', REGISTER_ID, '--status', 'Pending'], {
      [`GET ${base}/proposals`]: { items: [proposal], ...page },
    });
    expect(listed.requests[0]!.url).to.contain('status=Pending');
    expect(listed.out)
      .to.match(/Pending +1\/2 +set-governance-policy/)
      .and.contain('Page 1 of 3');
    const one = await run(['show', REGISTER_ID, proposalId], { [`GET ${base}/proposals/${proposalId}`]: proposal });
    expect(one.out)
      .to.contain('1 of 2 needed')
      .and.match(/approve +.*did:quorate:w:/)
      .and.contain('proposalTtlDays');
    const change = {
      ordinal: 0,
      proposalId,
      operationType: 'add-member',
      txId: 'x',
      docketNumber: 7,
      sealedAt: AT,
      rosterChanged: false,
    };
    const history = await run(['history', REGISTER_ID], {
      [`GET ${base}/history`]: { items: [change], ...page, totalCount: 1 },
    });
    expect(history.out).to.match(/7 .*add-member/);
  });

  it('resets the time of a register: to the present of who signs, or to a time that is said', async () => {
    const answers = { [`POST ${base}/propose`]: outcome() };
    const reset = (...more: string[]) => called(['register', 'reset-time', REGISTER_ID, ...more], answers);
    const plain = await reset('--wallet', 'main');
    expect(plain.bodies).to.deep.equal([{ operationType: 'reset-time', justification: '', wallet: 'main' }]);
    expect((await reset('--wallet', 'main', '--to', AT)).bodies).to.have.nested.property('0.timeFloor', AT);
    const here = await reset(...asAlice);
    const [body] = here.bodies as { proposedAt: string; timeFloor: string }[];
    expect(body?.timeFloor).to.be.a('string').and.equal(body?.proposedAt);
    const wrong = await reset('--wallet', 'main', '--to', 'yesterday');
    expect([wrong.exit, wrong.bodies]).to.deep.equal([2, []]);
  });

  it('proposes with a wallet of the node', async () => {
    const words = [
      'propose',
      REGISTER_ID,
      'add-member',
      '--target',
      bob.address,
      '--role',
      'Admin',
      '--public-key',
      'cGs=',
      '--algorithm',
      'ED25519',
      '--wallet',
      'main',
      '--justification',
      'more hands',
    ];
    const { exit, out, err, bodies } = await run(words, { [`POST ${base}/propose`]: outcome() });
    expect(exit).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        operationType: 'add-member',
        targetDid: walletDid(bob.address),
        targetRole: 'Admin',
        publicKey: 'cGs=',
        algorithm: 'ED25519',
        justification: 'more hands',
        wallet: 'main',
      },
    ]);
    expect(out).to.contain('Pending');
    expect(err).to.contain('quorate governance approve');
  });

  it('proposes with a key that stays here', async () => {
    const policy = file('policy.json', { proposalTtlDays: 3 });
    const words = ['propose', REGISTER_ID, 'set-governance-policy', '--file', policy, ...asAlice];
    const { exit, bodies } = await run(words, { [`POST ${base}/propose`]: outcome() });
    expect(exit).to.equal(0);
    const { approvalSignatures, ...made } = bodies[0] as GovernanceOperation & {
      approvalSignatures: GovernanceApproval[];
    };
    expect(made).to.deep.include({
      operationType: 'set-governance-policy',
      proposerDid: did,
      policy: { proposalTtlDays: 3 },
    });
    const { algorithm, publicKey, digest, signature } = approvalTask(REGISTER_ID, made, approvalSignatures[0]!);
    expect(verifySync(algorithm, publicKey, digest, signature)).to.equal(true);
  });

  it('signs the transaction too where the node cannot carry it, and only for the same act', async () => {
    const policy = file('policy2.json', { proposalTtlDays: 3 });
    const words = ['propose', REGISTER_ID, 'set-governance-policy', '--file', policy, ...asAlice];
    const prepared = (body: string, change: object = {}) => {
      const { approvalSignatures, ...act } = JSON.parse(body) as { approvalSignatures: unknown };
      const draft = {
        registerId: REGISTER_ID,
        blueprintId: 'register-governance-v1',
        actionId: 'set-governance-policy',
        senderWallet: alice.address,
        createdAt: AT,
        payload: { operation: { ...act, ...change }, approvals: approvalSignatures },
      };
      const { submission, transactionId } = good(prepare(draft as never));
      return outcome({ state: 'Prepared', transaction: submission, transactionId, proposal: undefined });
    };
    const SUBMIT = `POST /api/registers/${REGISTER_ID}/transactions`;
    const answered = await run(words, {
      [`POST ${base}/propose`]: ({ body }: { body: string }) => prepared(body),
      [SUBMIT]: { transactionId: 'x', registerId: REGISTER_ID, status: 'sealed' },
      [`GET ${base}/proposals/${proposalId}`]: proposal,
    });
    expect(answered.exit, answered.err).to.equal(0);
    const tx = good(transactionOf(answered.bodies[1] as unknown as Submission));
    expect(verified(tx)).to.equal(true);
    const bad = await run(words, {
      [`POST ${base}/propose`]: ({ body }: { body: string }) => prepared(body, { justification: 'something else' }),
    });
    expect([bad.exit, bad.requests.length]).to.deep.equal([1, 1]);
    expect(bad.err).to.contain('another transaction than was asked for');
  });

  it('votes with a key that stays here, on the proposal that was named', async () => {
    const request = {
      requestId: proposalId,
      registerId: REGISTER_ID,
      operation: said,
      statementVersion: 2,
      approverDid: did,
      expiresAt: AT,
    };
    const answers = (operationShown: GovernanceOperation) => ({
      [`GET ${base}/proposals/${proposalId}/signing-request`]: { ...request, operation: operationShown },
      [`POST ${base}/proposals/${proposalId}/approve`]: outcome(),
    });
    const { exit, bodies, err } = await run(
      ['reject', REGISTER_ID, proposalId, '--comment', 'too short', ...asAlice],
      answers(said),
    );
    expect(exit).to.equal(0);
    const { signature, ...vote } = bodies[0] as { signature: string };
    expect(vote).to.deep.equal({
      isApproval: false,
      comment: 'too short',
      approverDid: did,
      publicKey: toBase64(alice.publicKey),
    });
    const digest = statementDigest({
      registerId: REGISTER_ID,
      approverDid: did,
      isApproval: false,
      operation: said,
      comment: 'too short',
    });
    expect(verifySync('ED25519', alice.publicKey, digest, fromBase64(signature)!)).to.equal(true);
    expect(err).to.contain('Rejecting');
    const lied = await run(
      ['approve', REGISTER_ID, proposalId, ...asAlice],
      answers({ ...said, policy: { proposalTtlDays: 90 } }),
    );
    expect([lied.exit, lied.requests.length]).to.deep.equal([1, 1]);
    expect(lied.err).to.contain('another act');
  });

  it('votes with a wallet of the node', async () => {
    const { exit, bodies } = await run(['approve', REGISTER_ID, proposalId, '--wallet', 'main'], {
      [`POST ${base}/proposals/${proposalId}/approve`]: outcome({ proposal: { ...proposal, status: 'Approved' } }),
    });
    expect([exit, bodies]).to.deep.equal([0, [{ isApproval: true, wallet: 'main' }]]);
  });

  it('signs with the only wallet of the caller where none is stated, and with none of several', async () => {
    const wallet = (address: string) => ({ address, id: address, name: 'main', status: 'Active' });
    const vote = (...addresses: readonly string[]) =>
      run(['approve', REGISTER_ID, proposalId], {
        'GET /api/v1/wallets': addresses.map(wallet),
        [`POST ${base}/proposals/${proposalId}/approve`]: outcome(),
      });
    expect((await vote(alice.address)).bodies).to.deep.equal([{ isApproval: true, wallet: alice.address }]);
    const several = await vote(alice.address, bob.address);
    expect([several.exit, several.bodies]).to.deep.equal([2, []]);
    expect(several.err).to.contain('--wallet');
  });

  it('refuses calls that name no signer, two signers, a foreign key or no act', async () => {
    const exits = async (...words: string[]) => {
      const { exit, err } = await run(words, {});
      return [exit, err.split('\n')[0]];
    };
    const vote = ['approve', REGISTER_ID, proposalId];
    expect((await exits(...vote, '--as', alice.address))[0]).to.equal(2);
    expect((await exits(...vote, '--wallet', 'w', ...asAlice))[0]).to.equal(2);
    expect((await exits(...vote, '--as', bob.address, '--key-file', keyFile))[1]).to.contain(alice.address);
    expect((await exits('propose', REGISTER_ID, 'crown', '--wallet', 'w'))[0]).to.equal(2);
    const refused = await run([...vote, '--wallet', 'w'], {
      [`POST ${base}/proposals/${proposalId}/approve`]: problem(
        409,
        'GOVERNANCE_PROPOSAL_CLOSED',
        'The proposal is closed.',
      ),
    });
    expect(refused.exit).to.not.equal(0);
    expect(refused.err).to.contain('The proposal is closed');
  });
});
