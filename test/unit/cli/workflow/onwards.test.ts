// The message about an instance that waits: for whom, and with which command it goes on. Each way of waiting has a
// sentence.
import { expect } from 'chai';
import { onwards } from '../../../../cli/workflow/onwards.js';
import { type ShownInstance, waitingWord } from '../../../../cli/workflow/place.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { called } from '../../../support/program/command.js';

const TX = 'ab'.repeat(32);
const AT = '2026-01-02T00:00:00.000Z';
const DEFINITION = {
  participants: [{ id: 'seller' }, { id: 'carrier' }, { id: 'bank' }],
  actions: [
    { id: 1, title: 'Order', sender: 'seller', isStartingAction: true, routes: [{ id: 'on', nextActionIds: [2, 3] }] },
    { id: 2, title: 'Load', sender: 'carrier', routes: [{ id: 'on', nextActionIds: [5] }] },
    { id: 3, title: 'Insure', sender: 'bank', routes: [{ id: 'on', nextActionIds: [4] }] },
    { id: 4, title: 'Settle', sender: 'seller', requiredPriorActions: [3, 5] },
    { id: 5, title: 'Deliver', sender: 'carrier', routes: [{ id: 'on', nextActionIds: [4] }] },
    { id: 6, title: 'Decide', sender: 'seller', approval: { of: [{ role: 'seller' }, { role: 'bank' }], need: 2 } },
  ],
} as unknown as Definition;

const branch = (currentActionId: number, more: object = {}) => ({
  ...{ id: `${TX}:${currentActionId}`, currentActionId, state: 'Active', lastTransactionId: TX },
  ...{ mayAct: [{ walletAddress: 'qr1x', why: 'holder' }], ...more },
});
const instance = (more: object): ShownInstance =>
  ({
    ...{ id: 'case', registerId: 'r', blueprintId: 'b', publicationTxId: TX, pinState: 'pinned', state: 'Active' },
    ...{ currentActionIds: [], activeBranches: [], participantWallets: {}, lastTransactionId: TX },
    ...{ completedActionCount: 1, createdAt: AT, updatedAt: AT, ...more },
  }) as unknown as ShownInstance;
const told = (more: object): readonly string[] => onwards(instance(more), DEFINITION);

describe('cli/workflow/onwards', () => {
  it('names for a join the branch that has to come, where it is now, and whose it is', () => {
    const activeBranches = [branch(2), branch(4, { waitsFor: [5] })];
    expect(told({ currentActionIds: [2], activeBranches })).to.deep.equal([
      'Action 2 "Load" of carrier can be done: quorate action submit case 2',
      'Action 4 "Settle" of seller waits for action 5 "Deliver" of carrier, after action 2.',
    ]);
    const confirmations = [{ actionId: 3, missing: ['seller'], until: AT, transactionId: TX }];
    expect(told({ confirmations, activeBranches: [branch(4, { waitsFor: [3] })] })).to.deep.equal([
      'Action 3 "Insure" of bank was done, and counts when seller confirmed it: quorate instance confirm case (or decline)',
      'Action 4 "Settle" of seller waits for action 3 "Insure" of bank, done and to be confirmed by seller.',
    ]);
  });

  it('says why an action waits again, and who did not confirm it', () => {
    const back = (sentBack: object) => told({ activeBranches: [branch(2, { sentBack })] })[0];
    const rest = 'can be done: quorate action submit case 2';
    const by = { transactionId: TX, wallet: 'qr1x' };
    expect(back({ ...by, type: 'Confirmation', role: 'bank' })).to.equal(
      `Action 2 "Load" of carrier, which bank did not confirm, ${rest}`,
    );
    expect(back({ transactionId: TX, type: 'Timer' })).to.contain('which was not confirmed in time,');
    expect(back({ ...by, type: 'Rejection' })).to.contain('which was sent back,');
    for (const type of ['Objection', 'Resolution']) expect(back({ ...by, type })).to.contain('which was proven false,');
  });

  it('says of votes, candidates and timers what can be done', () => {
    const voting = { need: 2, settle: 'early', yes: 1, no: 0, abstain: 0, open: 1, openRoles: ['bank'], votes: [] };
    const candidate = [{ walletAddress: 'qr1c', why: 'candidate', participantId: 'clerk' }];
    const timer = { id: 'silence', dueAt: AT, nextActionIds: [] };
    const activeBranches = [
      branch(2, { voting }),
      branch(3, { mayAct: candidate }),
      branch(5, { state: 'TimedOut', timer }),
    ];
    expect(told({ activeBranches })).to.deep.equal([
      'Action 2 "Load" of carrier waits for votes, of bank: quorate action submit case 2 --vote yes',
      'Action 3 "Insure" of bank can be done: quorate action submit case 3 (a candidate reserves it before: quorate action claim case 3)',
      'Action 5 "Deliver" of carrier was not done in time: its timer silence ends it.',
    ]);
  });

  it('says of an open role that it is reserved before it acts', () => {
    const open = branch(2, { mayAct: undefined });
    const { participants, actions } = DEFINITION;
    const two = { language: 2, participants, actions } as unknown as Definition;
    expect(onwards(instance({ currentActionIds: [2], activeBranches: [open] }), two)).to.deep.equal([
      'Action 2 "Load" of carrier can be done: quorate action submit case 2 (a wallet that takes the open role reserves it before: quorate action claim case 2)',
    ]);
  });

  it('says of a dispute, a stop and a private objection who ends it', () => {
    const dispute = {
      ...{ actionId: 2, transactionId: TX, objectionTransactionId: TX, accused: 'qr1x', since: AT },
      parties: [
        { role: 'seller', wallet: 'qr1s' },
        { role: 'bank', wallet: 'qr1b' },
      ],
    };
    const name = 'action 2 "Load" of carrier';
    const again = { dispute: { ...dispute, until: AT }, currentActionIds: [2], activeBranches: [branch(2)] };
    expect(told({ state: 'Disputed', ...again })).to.deep.equal([
      'Action 2 "Load" of carrier is done again: quorate action submit case 2',
      `The dispute about ${name} is ended by seller, bank together: quorate instance resolve case --outcome redo (or keep, or end)`,
    ]);
    const resolver = { role: 'bank', wallet: 'qr1b' };
    expect(told({ state: 'Disputed', dispute: { ...dispute, resolver } })).to.deep.equal([
      `The dispute about ${name} is ended by bank: quorate instance resolve case --outcome redo (or keep, or end)`,
    ]);
    expect(told({ state: 'Disputed', dispute: { ...dispute, resolver, isUnproven: true, until: AT } })).to.deep.equal([
      `bank says whether the objection to ${name} is proven: quorate instance resolve case`,
    ]);
    expect(waitingWord(instance({ dispute }))).to.equal('dispute about 2');
  });

  it('says who can agree to a cancellation, and who cancels what is stuck', () => {
    const consent = { need: 2, of: ['seller', 'bank'], given: [{ role: 'seller', wallet: 'qr1s', at: AT, until: AT }] };
    const cancellation = { by: ['seller', 'opener'], until: [], askedAt: AT, consent };
    expect(told({ cancellation })).to.deep.equal([
      'A cancellation was asked for, and 1 of 2 agreed; bank can: quorate instance cancel case',
    ]);
    expect(told({ isStuck: true, cancellation: { by: ['seller', 'opener'], until: [] } })).to.deep.equal([
      'It can be cancelled, by seller, the wallet that opened the instance: quorate instance cancel case',
    ]);
    expect(waitingWord(instance({ isStuck: true }))).to.equal('stuck');
  });

  it('says who delivers what, and of an instance that has ended how that is proven', () => {
    const challenges = [{ role: 'bank', wallet: 'qr1b', runTransactionId: TX, transactionId: TX, until: AT }];
    const owed = [{ role: 'bank', wallet: 'qr1b', runs: [TX] }];
    expect(told({ challenges, owed })).to.have.length(2);
    const [holder] = told({ owed, participantWallets: { bank: 'qr1b' } });
    expect(holder).to.match(/^bank is owed 1 run from before it held its role: quorate instance deliver /);
    const [cut] = told({ owed: [{ role: 'bank', wallet: 'qr1b', runs: [TX], more: 70 }] });
    expect(cut).to.match(/^bank is owed 71 runs /);
    const [deputy] = told({ owed, participantWallets: { bank: 'qr1other' } });
    expect(deputy).to.match(/^a deputy of bank is owed 1 run from before it stood in: quorate instance deliver /);
    expect(told({ challenges, owed, completedAt: AT })).to.deep.equal([
      `It has ended. Proof for anybody: quorate tx evidence r ${TX} --out evidence.json`,
    ]);
    const many = Array.from({ length: 20 }, (_, i) => branch(i + 10));
    expect(told({ activeBranches: many })).to.have.length(9);
  });

  it('is told after an action that leads to a join', async () => {
    const joining = instance({ currentActionIds: [2], activeBranches: [branch(2), branch(4, { waitsFor: [5] })] });
    const next = [
      { actionId: 4, actionTitle: 'Settle', participantId: 'seller', waitsFor: [5] },
      { actionId: 6, actionTitle: 'Decide', participantId: 'seller' },
    ];
    const made = await called(
      ['action', 'submit', 'case', '3', '--wallet', `qr1${'m'.repeat(50)}`, '--payload', '-'],
      {
        'GET /api/instances/case': joining,
        [`GET /api/blueprints/b/definitions/${TX}`]: { blueprint: DEFINITION },
        'POST /api/instances/case/actions/3/execute': {
          ...{ instanceId: 'case', transactionId: TX, status: 'sealed', nextActions: next, calculations: {} },
          isComplete: false,
        },
      },
      { stdin: '{}' },
    );
    expect(made.exit, made.err).to.equal(0);
    expect(made.out).to.match(
      /^next +4 Settle \(seller, once others come: action 5 "Deliver" of carrier, after action 2\), 6 Decide \(votes of seller, bank\)$/m,
    );
    expect(made.err).to.contain('Where it stands, and who is next: quorate instance show case');
  });
});
