// The place of a command where the definition may not be read: the list of what waits for the caller's wallets says
// which action is meant, and what it takes.
import { expect } from 'chai';
import { called, problem, whole } from '../../../support/program/command.js';
import type { FakeOptions } from '../../../support/program/terminal.js';

const REGISTER = 'ab'.repeat(16);
const INSTANCE = {
  id: 'i1',
  registerId: REGISTER,
  blueprintId: 'permit',
  publicationTxId: 'cd'.repeat(32),
  state: 'Active',
  currentActionIds: [2, 3],
  activeBranches: [],
  participantWallets: { engineer: 'qr1eng', planner: 'qr1other' },
};
const WALLETS = [
  { id: 'w1', address: 'qr1mine', name: 'Mine', status: 'Active' },
  { id: 'w2', address: 'qr1eng', name: 'Engineer', status: 'Active' },
];
const SCHEMA = { type: 'object', required: ['notes'], properties: { notes: { type: 'string', minLength: 1 } } };
const pending = (change: object = {}) => ({
  ...{ instanceId: 'i1', actionId: '2', title: 'Assess', description: '', walletAddress: 'qr1eng' },
  ...{ since: '2026-11-21T10:00:00.000Z', dataSchema: JSON.stringify([SCHEMA]), ...change },
});
const page = (items: readonly object[], hasMore = false) => ({ items, page: 1, pageSize: 100, hasMore });
const DONE = {
  ...{ instanceId: 'i1', transactionId: 'ef'.repeat(32), status: 'sealed', nextActions: [], calculations: {} },
  ...{ isComplete: false },
};

describe('cli/workflow/place', () => {
  const submit = (
    lists: Readonly<Record<string, unknown>>,
    words: readonly string[] = [],
    options: FakeOptions = { answers: ['sound', 'yes'] },
  ) =>
    called(
      ['action', 'submit', 'i1', ...words],
      {
        'GET /api/instances/i1': INSTANCE,
        [`GET /api/blueprints/permit/definitions/${INSTANCE.publicationTxId}`]: problem(
          404,
          'DEFINITION_NOT_FOUND',
          '',
        ),
        'GET /api/v1/wallets': WALLETS,
        'POST /api/instances/i1/actions/2/execute': DONE,
        ...lists,
      },
      options,
    );
  const list = (wallet: string, at: string) => `GET /api/actions/${wallet}/${REGISTER}?page=${at}&pageSize=100`;

  it('asks by the schema of what waits, and acts with the wallet for which it waits', async () => {
    const made = await submit({
      [list('qr1eng', '1')]: page([pending({ instanceId: 'another' })], true),
      [list('qr1eng', '2')]: page([pending()]),
    });
    expect(made.exit, made.err).to.equal(0);
    expect(made.bodies).to.deep.equal([{ senderWallet: 'qr1eng', payloadData: { notes: 'sound' } }]);
    expect(made.err).to.contain('Assess.');
  });

  it('asks again for a payload that is refused, and takes by Enter what was typed', async () => {
    let sent = 0;
    const lists = {
      [list('qr1eng', '1')]: page([pending()]),
      'POST /api/instances/i1/actions/2/execute': () =>
        ++sent === 1
          ? whole(422, {
              ...{ code: 'VAL_SCHEMA_004', detail: 'It is too little.', path: '/payloadData/left' },
              errors: [{ code: 'VAL_SCHEMA_004', path: '/payloadData/left', message: 'It is too little.' }],
            })
          : DONE,
    };
    const answered = (...answers: readonly string[]) => {
      sent = 0;
      return submit(lists, [], { answers: [...answers] });
    };
    const made = await answered('sound', 'yes', '', '', 'yes');
    expect(made.exit, made.err).to.equal(0);
    expect(made.err).to.contain('It is refused: It is too little at /payloadData/left');
    expect(made.bodies.map((body) => (body as { payloadData: object }).payloadData)).to.deep.equal([
      { notes: 'sound' },
      { notes: 'sound' },
    ]);
    const ended = await answered('sound', 'yes', 'n');
    expect([ended.exit, ended.bodies.length]).to.deep.equal([1, 1]);
  });

  it('sends what is voted, as the wallet that is asked, and as a role that is stated', async () => {
    const lists = { [list('qr1eng', '1')]: page([pending()]) };
    const made = await submit(lists, ['2', '--vote', 'abstain', '--role', 'engineer']);
    expect(made.exit, made.err).to.equal(0);
    const body = { senderWallet: 'qr1eng', payloadData: { notes: 'sound' }, vote: 'abstain', role: 'engineer' };
    expect(made.bodies).to.deep.equal([body]);
    expect((await submit(lists, ['2', '--vote', 'maybe'])).exit).to.equal(2);
  });

  it('takes the action that is stated of several', async () => {
    const both = { [list('qr1eng', '1')]: page([pending(), pending({ actionId: '3' })]) };
    expect((await submit(both, ['2'])).bodies).to.have.length(1);
    const either = await submit(both);
    expect([either.exit, either.err.includes('several actions wait')]).to.deep.equal([2, true]);
  });

  it('says how to state the payload where the list shows no schema either', async () => {
    const made = await submit({ [list('qr1eng', '1')]: page([pending({ dataSchema: undefined })]) });
    expect([made.exit, made.err.includes('--payload FILE')]).to.deep.equal([2, true]);
  });

  it('does nothing where the node has not the definition, and says so', async () => {
    const instance = { ...INSTANCE, currentActionIds: [], pinState: 'unresolvable' };
    const made = await submit({ 'GET /api/instances/i1': instance });
    expect(made.exit).to.equal(1);
    expect(made.err).to.contain('this node does not have the definition of the instance');
    expect(made.bodies).to.deep.equal([]);
  });
});
