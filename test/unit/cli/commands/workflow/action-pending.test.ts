// The list of tasks from the command line: a delivery that is asked for says to whom, until when, and how to give it.
import { expect } from 'chai';
import { called } from '../../../../support/program/command.js';
import { alice, bob, REGISTER_ID } from '../../../../support/register/ledger.js';

const wallets = [{ address: alice.address, id: 'w', name: 'Office', status: 'Active' }];
const task = {
  ...{ instanceId: 'inst-1', registerAddress: REGISTER_ID, walletAddress: alice.address, blueprintId: 'loan' },
  ...{ publicationTxId: 'ab'.repeat(32), blueprintTitle: 'Loan', actionId: '1', title: 'Ask', description: '' },
  ...{ participantId: 'asks', branchId: 'x', previousTransactionHash: 'cd'.repeat(32), isRejectable: false },
  ...{ since: '2026-01-02T03:04:05.678Z', deadline: '2026-01-05T03:04:05.678Z', details: '/x' },
};
const COUNTS = { total: 1, dueWithinDay: 0, byKind: { action: 1 } };
const delivers = { role: 'bank', wallet: bob.address, isChallenged: true };

const pending = (items: readonly unknown[]) =>
  called(['action', 'pending', '--register', REGISTER_ID], {
    'GET /api/v1/wallets': wallets,
    'GET /api/me/work': { items, counts: COUNTS, hasMore: false, page: 1, pageSize: 20 },
    'GET /api/instances': { items: [{ id: 'inst-9' }], hasMore: false, page: 1, pageSize: 1 },
  });

describe('cli/commands/workflow/action-pending', () => {
  it('says what has to be delivered, and how', async () => {
    const { out, err } = await pending([{ ...task, delivers }]);
    expect(out, err).to.contain('deliver to bank: Ask').and.contain('2026-01-05');
    expect(err).to.contain(`quorate instance deliver inst-1 --wallet ${alice.address}`);
    expect(err).to.not.contain('quorate action submit');
  });

  it('says which evidence was not given, and how to object', async () => {
    const { out, err } = await pending([{ ...task, objects: { role: 'bank', gate: 'licence' } }]);
    expect(out, err).to.contain('object, as the evidence of licence was not given: Ask');
    expect(err).to.contain(`object inst-1 --tx ${'cd'.repeat(32)} --ground undelivered --wallet ${alice.address}`);
    expect(err).to.not.contain('quorate action submit');
  });

  it('says of an action how to do it, and nothing of deliveries', async () => {
    const { out, err } = await pending([task]);
    expect(out, err).to.contain('Ask').and.not.contain('deliver');
    expect(err).to.contain('Do the first: quorate action submit inst-1 1').and.not.contain('deliver');
  });

  it('has a column for what instances are about, where one says so', async () => {
    const { out, err } = await pending([{ ...task, subject: 'Dock Street 14' }, task]);
    expect(out, err).to.contain('SUBJECT').and.contain('Dock Street 14');
    expect((await pending([task])).out).to.not.contain('SUBJECT');
  });

  it('names the time after which a task can be done, and proposes one that can be', async () => {
    const closed = { ...task, notBefore: '2026-01-04T00:00:00.000Z' };
    const { out, err } = await pending([closed, { ...task, instanceId: 'inst-2' }]);
    expect(out, err).to.contain('OPENS AFTER').and.contain(closed.notBefore);
    expect(err).to.contain('Do the first: quorate action submit inst-2 1').and.contain('Not to be done yet: 1.');
    expect((await pending([closed])).err).to.not.contain('quorate action submit');
    expect((await pending([task])).out).to.not.contain('OPENS AFTER');
  });

  it('says where nothing waits whether others are waited for', async () => {
    const { err } = await pending([]);
    expect(err)
      .to.contain('To see the others that are waited for: quorate instance list')
      .and.contain('quorate action submit INSTANCE');
    const none = await called(['action', 'pending'], {
      'GET /api/v1/wallets': wallets,
      'GET /api/me/work': { items: [], counts: COUNTS, hasMore: false, page: 1, pageSize: 20 },
      'GET /api/instances': { items: [], hasMore: false, page: 1, pageSize: 1 },
    });
    expect(none.err).to.contain('quorate action submit INSTANCE').and.not.contain('the others');
  });
});

describe('action suspects', () => {
  const run = {
    ...{ instanceId: 'inst-1', registerAddress: REGISTER_ID, walletAddress: alice.address, actionId: '1' },
    ...{ actionTitle: 'Ask', transactionHash: 'ab'.repeat(32), senderWallet: bob.address, verdict: 'violated' },
    ...{ faults: [{ ground: 'schema', at: '/price' }], sealedAt: task.since, foundAt: task.since },
  };
  const listed = (of: object) =>
    called(['action', 'suspects', '--register', REGISTER_ID], {
      'GET /api/v1/wallets': wallets,
      [`GET /api/actions/${alice.address}/${REGISTER_ID}/suspects`]: {
        ...{ items: [{ ...run, ...of }], hasMore: false, page: 1, pageSize: 20, totalCount: 1 },
      },
    });

  it('says until when an objection is taken, and how it is made', async () => {
    const { out, err } = await listed({ canObject: true, objectUntil: task.deadline });
    expect(out, err).to.contain(task.deadline).and.not.contain('dispute');
    expect(err).to.contain('Prove it: quorate instance object inst-1').and.not.contain('dispute');
    expect((await listed({ canObject: true })).out).to.contain(' no end ');
  });

  it('says that it is taken after a dispute, of which no end may be known', async () => {
    const { out, err } = await listed({ canObject: false, isDisputed: true });
    expect(out, err).to.contain(' after the dispute ').and.not.contain('no end');
    expect(err).to.contain('quorate instance show inst-1').and.not.contain('quorate instance object');
    const paused = await listed({ canObject: false, isDisputed: true, objectUntil: task.deadline });
    expect(paused.out).to.contain(` after the dispute, to ${task.deadline} `);
    const over = await listed({ canObject: false, objectUntil: task.deadline });
    expect(over.out).to.not.contain(task.deadline).and.not.contain('dispute');
  });
});
