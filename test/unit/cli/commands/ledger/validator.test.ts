// The validator from the command line: orders and their answers, which fenced seats are accepted and after what
// question, settings.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';

const REGISTER = '00000000-1111-4222-8333-444444444444';
const KEY = '9a41'.padEnd(64, '0');
const seat = (state: string, registerId = REGISTER) => ({
  ...{ registerId, validatorId: KEY, state, isActive: true, transactionsInMemPool: 2 },
  ...{ docketsProposed: 0, docketsConfirmed: 7, docketsRejected: 0 },
});
const STATUS = 'GET /api/admin/validation/status';
const accept = (registerId: string) => `POST /api/admin/validators/${registerId}/accept-amnesia`;
const SETTINGS = {
  memPool: { maxSize: 10, defaultTtlMinutes: 60 },
  docketBuild: { maxTransactionsPerDocket: 5, buildWindowMs: 0 },
};

describe('cli/commands/ledger/validator', () => {
  it('gives each order to the seat and shows its state', async () => {
    for (const order of ['start', 'stop', 'pause', 'resume']) {
      const answers = { [`POST /api/admin/validation/${order}/${REGISTER}`]: seat('Paused') };
      const { exit, out } = await called(['validator', order, REGISTER], answers);
      expect([exit, out.split('\n')[0]], order).to.deep.equal([0, 'Paused']);
      expect(out, 'what --replaces takes').to.match(/^validator +9a410+$/m);
    }
  });

  it('lists the seats with their states', async () => {
    const { out } = await called(['validator', 'list'], { [STATUS]: { validators: [seat('Running')], count: 21 } });
    expect(out)
      .to.match(/^Running +2 +7 +- +00000000\S+ +9a410+$/m)
      .and.contain('Page 1 of 2');
  });

  it('accepts the loss for every fenced seat, of all pages, after one question', async () => {
    const page = (number: number, validators: unknown[]) => ({
      [`${STATUS}?page=${number}&pageSize=100`]: { validators, count: 3 },
    });
    const answers = {
      ...page(1, [seat('Fenced', 'r1'), seat('Running', 'r2')]),
      ...page(2, [seat('Fenced', 'r3')]),
      [accept('r1')]: seat('Running', 'r1'),
      [accept('r3')]: seat('Running', 'r3'),
    };
    const { exit, out } = await called(['validator', 'accept-amnesia', '--json'], answers, { answers: ['yes'] });
    expect(exit).to.equal(0);
    expect((JSON.parse(out) as { registerId: string }[]).map(({ registerId }) => registerId)).to.deep.equal([
      'r1',
      'r3',
    ]);
    const no = await called(['validator', 'accept-amnesia'], answers, { answers: ['no'] });
    expect([no.exit, no.requests.filter(({ method }) => method === 'POST')]).to.deep.equal([1, []]);
    expect((await called(['validator', 'accept-amnesia'], answers)).exit).to.equal(2);
    const none = await called(['validator', 'accept-amnesia'], { [STATUS]: { validators: [], count: 0 } });
    expect([none.exit, none.out]).to.deep.equal([0, 'No validator of yours is fenced.\n']);
    const one = await called(['validator', 'accept-amnesia', 'r1', '--yes'], answers);
    expect(one.requests).to.have.length(1);
  });

  it('builds a docket now and fails when none was sealed', async () => {
    const path = `POST /api/admin/validators/${REGISTER}/process`;
    const done = { registerId: REGISTER, transactionCount: 2, writtenToRegister: true, docketNumber: 9 };
    expect((await called(['validator', 'process', REGISTER], { [path]: done })).out).to.equal(
      'Docket 9 with 2 transactions is sealed.\n',
    );
    const late = { ...done, writtenToRegister: false, errorMessage: 'No docket was sealed in time.' };
    expect((await called(['validator', 'process', REGISTER], { [path]: late })).exit).to.equal(1);
  });

  it('shows settings, and changes those that are stated', async () => {
    const answers = { 'GET /api/admin/config': SETTINGS, 'PUT /api/admin/config': SETTINGS };
    const shown = await called(['validator', 'config'], answers);
    expect([shown.requests[0]?.method, /^build window ms +0$/m.test(shown.out)]).to.deep.equal(['GET', true]);
    const changed = await called(['validator', 'config', '--build-window', '0', '--pool-max', '10'], answers);
    expect(changed.bodies).to.deep.equal([{ memPool: { maxSize: 10 }, docketBuild: { buildWindowMs: 0 } }]);
    expect((await called(['validator', 'config', '--docket-max', '0'], answers)).exit).to.equal(2);
  });

  it('shows what waits, in the pool or kept beside it', async () => {
    const pool = {
      registerId: REGISTER,
      totalTransactions: 0,
      maxSize: 10,
      highPriorityCount: 0,
      normalPriorityCount: 0,
      lowPriorityCount: 0,
    };
    const answers = {
      [`GET /api/v1/transactions/mempool/${REGISTER}`]: pool,
      [`GET /api/validation/transactions/${REGISTER}`]: {
        registerId: REGISTER,
        page: 1,
        pageSize: 20,
        total: 4,
        transactions: [],
      },
    };
    const { out } = await called(['validator', 'pool', REGISTER], answers);
    expect(out)
      .to.match(/^waiting +4$/m)
      .and.match(/^in the pool +0 of at most 10$/m);
  });
});
