// Claims and delegations from the command line: what is asked of the node, and calls that name too little.
import { expect } from 'chai';
import { called } from '../../../../../support/program/command.js';
import { alice, bob, REGISTER_ID } from '../../../../../support/register/ledger.js';

const instance = {
  id: 'inst-1',
  registerId: REGISTER_ID,
  blueprintId: 'loan',
  publicationTxId: 'ab'.repeat(32),
  pinState: 'pinned',
  state: 'Active',
  currentActionIds: [2],
  participantWallets: {},
  activeBranches: [
    {
      ...{ id: 'x:2', currentActionId: 2, state: 'Active', lastTransactionId: 'ab'.repeat(32) },
      mayAct: [{ walletAddress: alice.address, why: 'candidate', participantId: 'a' }],
    },
  ],
  completedActionCount: 1,
  createdAt: '2026-01-02T03:04:05.678Z',
  updatedAt: '2026-01-02T03:04:05.678Z',
};
const definition = {
  title: 'Loan',
  participants: [{ id: 'asks' }, { id: 'clerk' }],
  actions: [{ id: 2, title: 'Answer', sender: 'clerk' }],
};
const made = { transactionId: 'cd'.repeat(32), instanceId: 'inst-1', status: 'sealed', nextActions: [] };
const wallets = [alice, bob].map(({ address }, i) => ({ address, id: `w${i}`, name: `w${i}`, status: 'Active' }));

describe('cli/commands/workflow/moves/claim', () => {
  for (const name of ['claim', 'release'])
    it(`${name}s with the wallet of the candidate that is the caller's`, async () => {
      const { out, err, bodies, requests } = await called(['action', name, 'inst-1', '2', '--json'], {
        'GET /api/instances/inst-1': instance,
        'GET /api/v1/wallets': wallets,
        [`GET /api/blueprints/loan/definitions/${'ab'.repeat(32)}`]: { definition },
        [`GET /api/registers/${REGISTER_ID}/transactions/${'ab'.repeat(32)}`]: { payload: definition },
        [`POST /api/instances/inst-1/actions/2/${name}`]: made,
      });
      expect(out, err).to.contain(made.transactionId);
      expect(bodies).to.deep.equal([{ senderWallet: alice.address }]);
      expect(requests.at(-1)?.url).to.contain(`registerId=${REGISTER_ID}`);
    });
});

describe('cli/commands/workflow/participant-delegate', () => {
  const READ = `GET /api/registers/${REGISTER_ID}/participants/planner`;
  const known = { to: 'old', from: '2026-01-01T00:00:00.000Z', until: '2026-02-01T00:00:00.000Z' };
  const answers = {
    [READ]: {
      latest: { addresses: [{ walletAddress: alice.address, primary: true }], delegations: [known] },
      history: [],
    },
    'GET /api/v1/wallets': wallets,
    'GET /api/auth/me': { organizationId: 'org' },
    'PUT /api/organizations/org/participants/planner': {
      version: 3,
      transactionId: made.transactionId,
      status: 'sealed',
    },
  };
  const run = (...words: string[]) =>
    called(['participant', 'delegate', REGISTER_ID, 'planner', '--organisation', 'org', ...words], answers);

  it('adds one to those that are there, dates as whole days', async () => {
    const { bodies, err } = await run(
      ...['--to', 'deputy', '--from', '2026-03-01', '--until', '2026-03-31', '--blueprint', 'loan'],
      ...['--action', '2', '--max', 'in.amount=10.00'],
    );
    expect(bodies, err).to.deep.equal([
      {
        registerId: REGISTER_ID,
        signerWalletAddress: alice.address,
        delegations: [
          known,
          {
            ...{ to: 'deputy', blueprints: ['loan'], actions: [2] },
            ...{ from: '2026-03-01T00:00:00.000Z', until: '2026-03-31T23:59:59.999Z' },
            max: { var: 'in.amount', upTo: '10.00' },
          },
        ],
      },
    ]);
  });

  it('tells that nothing of the blueprint could keep an amount, and delegates all the same', async () => {
    const pin = 'ab'.repeat(32);
    const dataSchemas = [{ type: 'object', properties: { fee: { type: 'string', format: 'decimal' } } }];
    const loan = { ...definition, language: 2, actions: [{ id: 2, sender: 'clerk', dataSchemas }] };
    const published = {
      ...answers,
      [`GET /api/registers/${REGISTER_ID}/blueprints/loan/publications/latest`]: { publicationTxId: pin },
      [`GET /api/blueprints/loan/definitions/${pin}`]: { blueprint: loan },
    };
    const bounded = async (max: string) => {
      const words = ['--to', 'deputy', '--until', '2099-03-31', '--blueprint', 'loan', '--action', '2', '--max', max];
      const call = ['participant', 'delegate', REGISTER_ID, 'planner', '--organisation', 'org', ...words];
      const { bodies, err } = await called(call, published);
      expect(bodies, err).to.have.length(1);
      return err;
    };
    expect(await bounded('in.fees=10.00')).to.contain('refused in loan: No run of action 2 states in.fees');
    expect(await bounded('in.fee=10.00')).to.not.contain('refused');
  });

  it('says what a second delegation to one deputy takes the place of', async () => {
    const again = await run('--to', 'old', '--from', '2026-03-01', '--until', '2026-03-31');
    expect((again.bodies[0] as { delegations: unknown[] }).delegations).to.have.length(1);
    expect(again.err)
      .to.contain('This replaces what was delegated to old:')
      .and.match(/old +2026-01-01T00:00:00.000Z +2026-02-01T00:00:00.000Z +all +all/);
    expect((await run('--to', 'deputy', '--until', '2026-03-31')).err).to.not.contain('replaces');
  });

  it('withdraws one, shows them, and refuses what says too little', async () => {
    expect((await run('--withdraw', 'old')).bodies).to.deep.equal([
      { registerId: REGISTER_ID, signerWalletAddress: alice.address, delegations: [] },
    ]);
    expect((await run()).out).to.contain('old');
    expect((await run('--withdraw', 'nobody')).err).to.contain('nothing is delegated to nobody');
    expect((await run('--to', 'deputy', '--until', 'soon')).err).to.contain('--until takes a date');
    expect((await run('--to', 'deputy', '--until', '2026-03-31', '--max', 'much')).err).to.contain('--max takes');
  });
});
