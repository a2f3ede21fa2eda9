// Preparing, signing and submitting: nothing that the node changed is signed, local keys fit their sender, and refusals
// say what to do.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { fromHex, toBase64, toHex } from '../../../../../core/base/bytes.js';
import { verifySync } from '../../../../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, prepare } from '../../../../../core/kinds/build.js';
import type { Submission } from '../../../../../core/model/transaction.js';
import { transactionOf } from '../../../../../core/transaction/encode.js';
import { folderOfAll } from '../../../../support/base/folders.js';
import { good } from '../../../../support/base/good.js';
import { called, problem, whole } from '../../../../support/program/command.js';
import { AT, actDraft, alice, bob, REGISTER_ID, submission, wallet } from '../../../../support/register/ledger.js';

const PIN = 'ab'.repeat(32);
const PREPARE = 'POST /api/v1/transactions/prepare';
const SUBMIT = `POST /api/registers/${REGISTER_ID}/transactions`;
const draft = actDraft({ actionId: '0', publicationTxId: PIN }, alice);

/** The answer of an honest node, after a change of the draft. */
function prepared(change: object = {}) {
  const {
    transactionId,
    payloadHash,
    digest,
    submission: transaction,
  } = good(prepare({ ...draft, ...change } as DraftSubmission));
  return { transactionId, payloadHash, signingDigest: digest, dataToSign: toBase64(fromHex(digest)), transaction };
}

const words = [
  'tx',
  'prepare',
  REGISTER_ID,
  '--blueprint',
  'loan',
  '--action',
  '0',
  '--sender',
  alice.address,
  '--payload',
  '-',
  '--public',
];
const stdin = '{"amount":5}';

const UNHEALTHY = {
  ...{ title: 'x', status: 'unhealthy', code: 'NOT_READY', detail: 'x' },
  services: { mesh: { status: 'unhealthy', error: 'A register cannot reach a quorum.' } },
};

describe('cli/commands/ledger/tx-making', () => {
  const folder = folderOfAll();
  const file = (name: string, content: unknown, mode = 0o600): string => {
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return join(folder, name);
  };

  it('prepares with publication and time from the node', async () => {
    const { exit, out, bodies } = await called(words, { [PREPARE]: prepared() }, { stdin });
    expect(exit).to.equal(0);
    expect(bodies).to.deep.equal([
      {
        registerId: REGISTER_ID,
        blueprintId: 'loan',
        actionId: '0',
        senderWallet: alice.address,
        payload: { amount: 5 },
      },
    ]);
    expect(JSON.parse(out)).to.deep.equal(JSON.parse(JSON.stringify(prepared())));
  });

  it('names the file of what comes next, where it wrote one', async () => {
    const to = join(folder, 'next.tx');
    const { out } = await called([...words, '--out', to], { [PREPARE]: prepared() }, { stdin });
    expect(out).to.contain(`Next: quorate tx sign ${to}\n`);
    expect((await called(words, { [PREPARE]: prepared() }, { stdin })).err).to.match(/Next: quorate tx sign\n/);
  });

  it('prepares nothing that all would read, unless that is said', async () => {
    const { exit, out, err, bodies } = await called(words.slice(0, -1), {}, { stdin });
    expect([exit, out, bodies]).to.deep.equal([2, '', []]);
    expect(err).to.contain('not encrypted').and.to.contain('--public');
  });

  it('states the times of timers and the weights of votes beside the texts', async () => {
    const metadata = { note: 'a=b', due: { '0.late': '2027-03-01T22:59:59.999Z', '0.@weight.board': '40' } };
    const more = ['--metadata', 'note=a=b', '--due', '0.late=2027-03-01T22:59:59.999Z', '--due', '0.@weight.board=40'];
    const { exit, err, bodies } = await called([...words, ...more], { [PREPARE]: prepared({ metadata }) }, { stdin });
    expect(exit, err).to.equal(0);
    expect(bodies[0]).to.have.deep.property('metadata', metadata);
    expect((await called([...words, '--due', 'late'], {}, { stdin })).exit).to.equal(2);
  });

  it('states by how many moves it was calculated, or takes that from the node', async () => {
    const told = await called([...words, '--sees', '3'], { [PREPARE]: prepared({ metadata: { sees: 3 } }) }, { stdin });
    expect(told.exit, told.err).to.equal(0);
    expect(told.bodies[0]).to.have.deep.property('metadata', { sees: 3 });
    const out = join(folder, 'seen.tx');
    const filled = await called(
      [...words, '--out', out],
      { [PREPARE]: prepared({ metadata: { sees: 1 } }) },
      { stdin },
    );
    expect(filled.exit, filled.err).to.equal(0);
    expect(filled.out + filled.err).to.contain('calculated by 1 move of its instance');
    // No other number than was asked for, and nothing else in its place.
    for (const sees of [4, 'all']) {
      const asked = sees === 4 ? [...words, '--sees', '3'] : words;
      const { exit, err } = await called(asked, { [PREPARE]: prepared({ metadata: { sees } }) }, { stdin });
      expect([exit, err.includes('another transaction than was asked for')], `${sees}`).to.deep.equal([1, true]);
    }
    expect((await called([...words, '--sees', 'all'], {}, { stdin })).exit).to.equal(2);
  });

  it('says how what others made old is prepared anew', async () => {
    const place = { instanceId: 'inst-1', previousTransactionId: 'ef'.repeat(32), metadata: { sees: 1 } };
    const old = submission({ ...draft, ...place, actionId: '3' }, [alice]);
    const refusal = problem(409, 'VAL_READ_001', 'Runs of action 2 changed.');
    const { exit, err } = await called(['tx', 'submit', file('old.signed', old)], { [SUBMIT]: refusal });
    expect(exit).to.equal(1);
    expect(err).to.contain(
      `quorate tx prepare ${REGISTER_ID} --blueprint loan --action 3 --instance inst-1 --previous ${'ef'.repeat(32)} --sender ${alice.address} --payload FILE --public`,
    );
  });

  it('refuses what a node prepared otherwise than asked', async () => {
    const changes = [
      { payload: { amount: 6 } },
      { senderWallet: bob.address },
      { actionId: '1' },
      { recipients: [bob.address] },
      { metadata: { added: 'x' } },
    ];
    for (const change of changes) {
      const { exit, out, err } = await called(words, { [PREPARE]: prepared(change) }, { stdin });
      expect([exit, out], JSON.stringify(change)).to.deep.equal([1, '']);
      expect(err).to.contain('another transaction than was asked for').and.contain(Object.keys(change)[0]);
    }
    const wrongId = { ...prepared(), transactionId: 'cd'.repeat(32) };
    expect((await called(words, { [PREPARE]: wrongId }, { stdin })).err).to.contain('another transaction');
  });

  it('prepares offline without any request', async () => {
    const nowMs = Date.parse(AT);
    const offline = await called([...words, '--offline', '--publication', PIN], {}, { stdin, nowMs });
    expect([offline.exit, offline.requests.length]).to.deep.equal([0, 0]);
    expect(JSON.parse(offline.out)).to.deep.equal(JSON.parse(JSON.stringify(prepared())));
    const bad = await called([...words, '--offline', '--expires', 'tomorrow'], {}, { stdin, nowMs });
    expect(bad.exit).to.equal(1);
    expect(bad.err).to.contain('VAL_STRUCT_011').and.contain('/expiresAt');
  });

  it('says nothing of a file that it wrote where no remarks are wanted', async () => {
    const out = join(folder, 'quiet.tx');
    const quiet = await called([...words, '--quiet', '--out', out], { [PREPARE]: prepared() }, { stdin });
    expect([quiet.exit, quiet.out, quiet.err]).to.deep.equal([0, '', '']);
    const loud = await called([...words, '--out', `${out}2`], { [PREPARE]: prepared() }, { stdin });
    expect(loud.out).to.contain('Written to');
  });

  it('refuses a payload that is no strict JSON, and a sender that is no address', async () => {
    const twice = await called(words, {}, { stdin: '{"a":1,"a":2}' });
    expect([twice.exit, twice.err.includes('BODY_DUPLICATE_KEY')]).to.deep.equal([1, true]);
    const other = words.map((word) => (word === alice.address ? 'qr1nonsense' : word));
    expect((await called(other, {}, { stdin })).exit).to.equal(2);
  });

  it('signs with a wallet of the node', async () => {
    const signed = submission(draft, [alice]).signatures[0]!;
    const answer = {
      signature: signed.signatureValue,
      publicKey: signed.publicKey,
      algorithm: 'ED25519',
      keyAddress: alice.address,
    };
    const sign = `POST /api/v1/wallets/${alice.address}/sign`;
    const { exit, out, bodies } = await called(
      ['tx', 'sign'],
      { [sign]: answer },
      { stdin: JSON.stringify(prepared()) },
    );
    expect(exit).to.equal(0);
    expect(bodies).to.deep.equal([{ data: prepared().dataToSign, isPreHashed: true }]);
    expect(good(transactionOf(JSON.parse(out) as Submission)).txId).to.equal(prepared().transactionId);
    const foreign = await called(
      ['tx', 'sign'],
      { [sign]: { ...answer, keyAddress: bob.address } },
      { stdin: JSON.stringify(prepared()) },
    );
    expect([foreign.exit, foreign.out]).to.deep.equal([1, '']);
    expect(foreign.err).to.contain(bob.address);
  });

  it('signs with a key file of its owner, of every algorithm, and only the key of the sender', async () => {
    for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65', 'ED25519+ML-DSA-65'] as const) {
      const key = wallet('carol', algorithm);
      const own = file(`key-${algorithm}`, toHex(key.privateKey));
      const tx = prepared({ senderWallet: key.address });
      const path = file('own.tx', tx);
      const { exit, out, err, requests } = await called(['tx', 'sign', path, '--key-file', own]);
      expect([exit, requests.length], err).to.deep.equal([0, 0]);
      const [entry] = (JSON.parse(out) as Submission).signatures;
      const signature = Buffer.from(entry?.signatureValue ?? '', 'base64');
      expect(verifySync(algorithm, key.publicKey, fromHex(tx.signingDigest), signature)).to.equal(true);
      expect(out + err).to.not.contain(toHex(key.privateKey).slice(0, 16));
    }
    const path = file('alice.tx', prepared());
    const foreign = await called(['tx', 'sign', path, '--key-file', file('bob.key', toHex(bob.privateKey))]);
    expect([foreign.exit, foreign.out]).to.deep.equal([1, '']);
    expect(foreign.err).to.contain(`the key of ${bob.address}, not of ${alice.address}`);
    const open = await called(['tx', 'sign', path, '--key-file', file('open.key', toHex(alice.privateKey), 0o644)]);
    expect([open.exit, open.err.includes('chmod 600')]).to.deep.equal([1, true]);
    expect((await called(['tx', 'sign', '--words'], {}, { stdin: 'x' })).exit).to.equal(2);
  });

  it('adds a further signature when its algorithm is stated', async () => {
    const path = file('signed.tx', submission(draft, [alice]));
    const key = file('bob2.key', toHex(bob.privateKey));
    expect((await called(['tx', 'sign', path, '--key-file', key])).exit).to.equal(2);
    const { out } = await called(['tx', 'sign', path, '--key-file', key, '--algorithm', 'ED25519']);
    expect(JSON.parse(out)).to.deep.equal(JSON.parse(JSON.stringify(submission(draft, [alice, bob]))));
  });

  it('signs nothing that was changed after it was prepared', async () => {
    const tx = prepared();
    for (const changed of [
      { ...tx, transaction: { ...tx.transaction, payload: { amount: 6 } } },
      { ...tx, transaction: { ...tx.transaction, actionId: '1' } },
    ]) {
      const { exit, err } = await called(['tx', 'sign'], {}, { stdin: JSON.stringify(changed) });
      expect([exit, err.includes('changed after it was prepared')]).to.deep.equal([1, true]);
    }
  });

  it('submits, waits as long as is stated, and says how to follow what is pending', async () => {
    const signed = submission(draft, [alice]);
    const answer = { transactionId: signed.transactionId, registerId: REGISTER_ID, status: 'pending' };
    const path = file('to-submit', signed);
    const { exit, err, requests } = await called(['tx', 'submit', path, '--wait', '3'], {
      [SUBMIT]: whole(202, answer),
      'GET /api/health': whole(503, UNHEALTHY),
    });
    expect([exit, requests[0]?.headers.get('prefer')]).to.deep.equal([5, 'wait=3']);
    expect(err).to.contain('not sealed within 3 s').and.contain('cannot reach a quorum');
    const patient = await called(['tx', 'submit', path], { [SUBMIT]: whole(202, answer), 'GET /api/health': {} });
    expect([patient.exit, patient.err.includes('not sealed yet')]).to.deep.equal([0, true]);
    expect(err).to.contain(`quorate tx watch ${REGISTER_ID} ${signed.transactionId}`);
    const refusal = problem(422, 'VAL_SIG_002', 'A signature does not verify.');
    expect((await called(['tx', 'submit', path], { [SUBMIT]: refusal })).err).to.contain('(VAL_SIG_002)');
    const unsigned = await called(['tx', 'submit'], {}, { stdin: JSON.stringify(prepared()) });
    expect([unsigned.exit, unsigned.err.includes('quorate tx sign')]).to.deep.equal([1, true]);
    expect((await called(['tx', 'submit'])).exit).to.equal(2);
  });

  it('submits many, 500 a request, and fails when one is refused', async () => {
    const many = Array.from({ length: 501 }, () => submission(draft, [alice]));
    const result = (status: string) => ({
      transactionId: 't',
      status,
      ...(status === 'refused' ? { code: 'C', message: 'm' } : {}),
    });
    const sizes: number[] = [];
    const batch = ({ body }: { readonly body: string }) => {
      const { transactions } = JSON.parse(body) as { transactions: unknown[] };
      sizes.push(transactions.length);
      return {
        results: transactions.map((_, i) => result(transactions.length === 1 && i === 0 ? 'refused' : 'sealed')),
      };
    };
    const { exit, err, out } = await called(
      ['tx', 'submit'],
      { 'POST /api/v1/transactions/batch': batch },
      { stdin: JSON.stringify(many) },
    );
    expect([exit, sizes]).to.deep.equal([1, [500, 1]]);
    expect(err).to.contain('1 of 501 transactions were refused');
    expect(out).to.match(/^refused .* C m$/m);
  });
});
