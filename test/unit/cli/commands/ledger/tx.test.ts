// The contents of the ledger, for people and programs: transactions, receipts, dockets, queries. The text of a stranger
// cannot steer the terminal.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { act, alice, publish, REGISTER_ID } from '../../../../support/register/ledger.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const PATH = `/api/registers/${REGISTER}`;
const ID = 'ab'.repeat(32);
const tx = {
  ...{
    txId: ID,
    registerId: REGISTER,
    docketNumber: 2,
    index: 0,
    timeStamp: 't',
    senderWallet: 'qr1s',
    recipientsWallets: [],
  },
  '@id': `did:quorate:${'r'}`,
  metaData: { transactionType: 'Action', blueprintId: 'loan', actionId: '0' },
  ...{ payloadHash: 'h', payloads: [{ data: { note: 'a\u001b[2Jb\u009bc' } }], signatures: [{ algorithm: 'ED25519' }] },
};
const docket = {
  ...{
    number: 2,
    registerId: REGISTER,
    hash: 'h2',
    timestamp: 't',
    transactionCount: 1,
    validatorAddress: 'v',
    merkleRoot: 'm',
  },
  certificate: { kind: 'COMMIT', round: 0 },
  consensusVotes: [{ voterIndex: 0, decision: 'Approve', validatorId: 'v' }],
};

describe('cli/commands/ledger/tx, docket and query', () => {
  it('shows a transaction and makes control characters of its payload visible', async () => {
    const answers = { [`GET ${PATH}/transactions/${ID}`]: tx };
    const { out } = await called(['tx', 'show', REGISTER, ID], answers);
    expect(out)
      .to.match(/^docket +2, index 0$/m)
      .and.contain('"a\\u001b[2Jb\\u009bc"');
    expect(JSON.parse((await called(['tx', 'show', REGISTER, ID, '--json'], answers)).out)).to.deep.equal(tx);
  });

  it('lists by pages', async () => {
    const answers = { [`GET ${PATH}/transactions?%24skip=10&%24top=5`]: { total: 21, transactions: [tx] } };
    const { out } = await called(['tx', 'list', REGISTER, '--page', '3', '--page-size', '5'], answers);
    expect(out).to.contain(ID).and.contain('Page 3 of 5, 21 in all. Next: --page 4.');
    const none = { [`GET ${PATH}/transactions`]: { total: 0, transactions: [] } };
    expect((await called(['tx', 'list', REGISTER], none)).out).to.equal('(none)\n');
  });

  it('ends with 1 for the receipt of a refused transaction', async () => {
    const refused = {
      transactionId: ID,
      registerId: REGISTER,
      status: 'refused',
      code: 'VAL_TIME_003',
      message: 'Late.',
      path: '/x',
    };
    const { exit, out, err } = await called(['tx', 'receipt', REGISTER, ID], {
      [`GET ${PATH}/transactions/${ID}/receipt`]: refused,
    });
    expect(exit).to.equal(1);
    expect(out)
      .to.match(/^reason +Late\.$/m)
      .and.match(/^at +\/x$/m);
    expect(err).to.contain('VAL_TIME_003');
  });

  it('asks for evidence that ends in a head which the caller knows', async () => {
    const answers = { [`GET ${PATH}/transactions/${ID}/evidence?head=12`]: { format: 'quorate-evidence' } };
    for (const head of ['12', `${'a'.repeat(64)}@12`]) {
      const { exit, err } = await called(['tx', 'evidence', REGISTER, ID, '--head', head], answers);
      expect(exit, err).to.equal(0);
    }
    expect((await called(['tx', 'evidence', REGISTER, ID, '--head', 'a@12'], answers)).exit).to.equal(2);
  });

  it('gives evidence to standard output or a new file', async () => {
    const { out, err } = await called(['tx', 'evidence', REGISTER, ID], {
      [`GET ${PATH}/transactions/${ID}/evidence`]: { format: 'quorate-evidence' },
    });
    expect(JSON.parse(out)).to.deep.equal({ format: 'quorate-evidence' });
    expect(err).to.contain('quorate verify');
  });

  it('shows dockets newest first, one with its votes, and what is in one', async () => {
    const answers = {
      [`GET ${PATH}/dockets?page=1&pageSize=20&order=desc`]: [docket],
      [`GET ${PATH}/dockets?page=1&pageSize=20&order=asc`]: [],
      [`GET ${PATH}/dockets/latest`]: docket,
      [`GET ${PATH}/dockets/2`]: docket,
      [`GET ${PATH}/dockets/2/transactions`]: [tx],
    };
    expect((await called(['docket', 'list', REGISTER], answers)).out).to.match(/^2 +t +1 +h2$/m);
    expect((await called(['docket', 'list', REGISTER, '--oldest-first'], answers)).out).to.equal('(none)\n');
    for (const words of [
      ['latest', REGISTER],
      ['show', REGISTER, '2'],
    ])
      expect((await called(['docket', ...words], answers)).out).to.match(/^0 +Approve +v$/m);
    expect((await called(['docket', 'transactions', REGISTER, '2'], answers)).out).to.contain(ID);
  });

  it('asks each query with its page', async () => {
    const page = { items: [tx], totalCount: 1 };
    const cases: readonly (readonly [readonly string[], string])[] = [
      [
        ['sender', 'qr1s', '--register', REGISTER],
        `/api/query/senders/qr1s/transactions?page=1&pageSize=20&registerId=${REGISTER}`,
      ],
      [
        ['next', ID, '--register', REGISTER],
        `/api/query/previous/${ID}/transactions?page=1&pageSize=20&registerId=${REGISTER}`,
      ],
      [
        ['blueprint', 'loan', '--register', REGISTER, '--instance', 'i'],
        `/api/query/blueprints/loan/transactions?page=1&pageSize=20&registerId=${REGISTER}&instanceId=i`,
      ],
    ];
    for (const [words, path] of cases)
      expect((await called(['query', ...words], { [`GET ${path}`]: page })).out, words[0]).to.contain(ID);
    const found = { items: [{ transaction: tx, registerId: REGISTER }], totalCount: 1 };
    const wallet = await called(['query', 'wallet', 'qr1s'], {
      'GET /api/query/wallets/qr1s/transactions?page=1&pageSize=20': found,
    });
    expect(wallet.out).to.contain(REGISTER);
    expect((await called(['query', 'sender', 'qr1s'])).exit).to.equal(2);
  });

  it('asks for short rows by what they are, and says where to go on', async () => {
    const row = { txId: ID, docketNumber: 4, sealedAt: 't', kind: 'action', actionId: '0', senderWallet: 'qr1s' };
    const path = `GET ${PATH}/transaction-summaries?order=asc&pageSize=20&kind=action&sender=qr1s&fromDocket=2`;
    const words = ['query', 'transactions', REGISTER, '--kind', 'action', '--sender', 'qr1s', '--from', '2'];
    const answers = { [path]: { transactions: [row], lookedTo: 3, nextCursor: 'c' } };
    const { out } = await called([...words, '--oldest-first'], answers);
    expect(out).to.contain(ID).and.contain('Looked as far as docket 3. Next: --cursor c');
    const known = { [path]: { transactions: [{ ...row, title: 'Order' }], total: 7, nextCursor: 'c' } };
    const counted = (await called([...words, '--oldest-first'], known)).out;
    expect(counted).to.contain('Order').and.contain('7 in all. Next: --cursor c');
    expect((await called(['query', 'transactions', REGISTER, '--kind', 'weather'])).exit).to.equal(2);
  });

  it('writes evidence with the parts that are to be shown, and says so before', async () => {
    const publication = publish();
    const action = act({ actionId: '0', instanceId: 'i', publicationTxId: publication.txId }, alice);
    const { header, payload, signatures } = action;
    const evidence = { format: 'quorate-evidence', transaction: { header, payload, signatures } };
    const opening = { v: 1, txId: action.txId, groups: [] };
    const statement = { wallet: 'qr1', instanceId: 'i', actionId: '0', parts: [{ pointer: '/total', value: 1 }] };
    const answers = {
      [`GET /api/registers/${REGISTER_ID}/transactions/${action.txId}/evidence`]: evidence,
      [`POST /api/instances/i/openings?registerId=${REGISTER_ID}`]: { opening, statement },
    };
    const words = ['tx', 'evidence', REGISTER_ID, action.txId];
    const said = await called([...words, '--open', '/total', '--wallet', alice.address], answers);
    expect(JSON.parse(said.out)).to.deep.equal({ ...evidence, opening });
    expect(said.err, said.out).to.contain('It shows to everybody who has it: /total.');
    const body = { txId: action.txId, pointers: ['/total'], wallet: alice.address };
    expect(said.bodies).to.deep.equal([body]);
    expect((await called([...words, '--wallet', alice.address], answers)).exit).to.equal(2);
    const publishing = { ...evidence, transaction: { ...publication, txId: undefined, bytes: undefined } };
    const none = { [`GET /api/registers/${REGISTER_ID}/transactions/${action.txId}/evidence`]: publishing };
    expect((await called([...words, '--open', '/total'], none)).err).to.contain('only actions');
  });
});
