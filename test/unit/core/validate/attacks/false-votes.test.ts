// Sealed votes: each is a run of its action for who votes, read by those whom the definition names. A vote that is
// proven false counts no more, and opens the decision again where that does not stand without it.
import { expect } from 'chai';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { branchesAt } from '../../../../../core/blueprint/instance/branches.js';
import { runsInForceAt } from '../../../../../core/blueprint/instance/run-rows.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { alice, bob, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { readAnew } from '../../../../support/register/runs-anew.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dora] = [wallet('carol'), wallet('dora')];
const WALLETS = { buyer: owner, chair: alice, engineer: bob, lawyer: carol, treasurer: dora };
type Role = keyof typeof WALLETS;
const integers = (...names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'integer' }])),
  required: names,
});

/** Each voter states a score, of which twice as much is calculated; the buyer and the chair read both. */
function definition(approval: object = {}): JsonObject {
  return {
    language: 2,
    title: 'Award',
    participants: Object.entries(WALLETS).map(([id, { address }]) => ({ id, walletAddress: address })),
    disputes: { redoWithin: 'PT2H', resolver: 'treasurer' },
    actions: [
      {
        id: 1,
        sender: 'buyer',
        isStartingAction: true,
        dataSchemas: [integers('price')],
        disclosures: ['chair', 'engineer', 'lawyer', 'treasurer'].map((id) => ({
          participantAddress: id,
          dataPointers: ['/*'],
        })),
        routes: [{ nextActionIds: [2] }],
      },
      {
        id: 2,
        sender: 'chair',
        dataSchemas: [integers('score')],
        calculations: { worth: { '*': [{ var: 'in.score' }, { var: 'act.1.price' }] } },
        disclosures: ['buyer', 'chair'].map((id) => ({ participantAddress: id, dataPointers: ['/*'] })),
        routes: [
          { id: 'granted', nextActionIds: [3] },
          { id: 'refused', nextActionIds: [4] },
        ],
        approval: {
          of: [{ role: 'chair', weight: 2 }, { role: 'engineer' }, { role: 'lawyer' }, { role: 'treasurer' }],
          ...{ need: 3, yes: 'granted', no: 'refused', ...approval },
        },
      },
      {
        id: 3,
        sender: 'buyer',
        dataSchemas: [integers('total', 'votes')],
        calculations: {
          yes: { length: { filter: [{ var: 'votes.2' }, { '==': [{ var: 'item.vote' }, 'yes'] }] } },
          scores: { sum: { var: 'runs.2.score' } },
        },
        routes: [{ nextActionIds: [] }],
      },
      { id: 4, sender: 'buyer', dataSchemas: [integers('total')], routes: [{ nextActionIds: [] }] },
    ],
  } as unknown as JsonObject;
}

class Committee {
  readonly at: SealedLedger;
  readonly first: Transaction;
  private readonly sealed: Transaction[] = [];

  constructor(approval: object = {}) {
    this.at = new SealedLedger(definition(approval), Object.values(WALLETS));
    this.first = this.at.take({ action: 1, by: owner, data: { price: 10 }, next: [2] });
    this.sealed.push(this.first);
  }

  vote(role: Role, vote: string, more: { score?: number; worth?: number; after?: Transaction } = {}): Transaction {
    const { score = 3, worth = score * 10, after = this.first } = more;
    return this.at.run({
      ...{ action: 2, by: WALLETS[role], data: { score, worth }, next: [], previous: after.txId },
      vote: { role, vote },
    });
  }

  cast(...of: Parameters<Committee['vote']>): Transaction {
    return this.seal(this.vote(...of));
  }

  seal(tx: Transaction): Transaction {
    this.at.ledger.seal(tx);
    this.sealed.push(tx);
    return tx;
  }

  objection(run: Transaction, by: Wallet = alice): Transaction {
    const shown = [
      [run, '/score', '/worth'],
      [this.first, '/price'],
    ] as const;
    return this.at.objection({ run, by, ground: 'calculation', at: '/calculations/worth', shown: shown as never });
  }

  /** The runs in force, which the rows and a walk over all transactions say alike. */
  inForce(): readonly string[] {
    const { at } = this;
    const rowOf = rowsIn(at.ledger.view);
    const byRows = runsInForceAt(at.instance, [1, 2, 3, 4], rowOf).map(({ txId }) => txId);
    const of = { definition: at.definition, transactions: this.sealed, rowOf };
    expect(readAnew(at.ledger, of).runs).to.deep.equal(byRows);
    expect(canonical(at.instance as never)).to.equal(JSON.stringify(at.instance));
    return byRows;
  }

  open(): readonly number[] {
    const { instance, ledger } = this.at;
    return branchesAt(instance, ledger.state.timestampMs).map(({ actionId }) => actionId);
  }

  votes(): object {
    const cast = Object.entries(this.at.instance.ballots?.[2]?.votes ?? {});
    return Object.fromEntries(cast.map(([role, { vote }]) => [role, vote]));
  }
}

describe('sealed votes', () => {
  it('are read by their voter and by those whom a disclosure names', () => {
    const of = new Committee();
    const { recipients: chair = [] } = of.vote('chair', 'yes').header;
    const { recipients: engineer = [] } = of.vote('engineer', 'yes').header;
    const addressesOf = (...roles: readonly Role[]) => roles.map((role) => WALLETS[role].address);
    expect(chair).to.have.members(addressesOf('buyer', 'chair'));
    expect(engineer).to.have.members(addressesOf('buyer', 'chair', 'engineer'));
    // Sealed as if another role voted, it has other groups.
    const other = of.at.run({
      ...{ action: 2, by: bob, data: { score: 3, worth: 30 }, next: [], previous: of.first.txId },
      vote: { role: 'lawyer', vote: 'yes' },
    });
    expect(of.at.judge(other)).to.contain('VAL_BP_002');
  });

  it('are runs of their action, whose decision counts once', () => {
    const of = new Committee();
    const chair = of.cast('chair', 'yes', { score: 5 });
    const last = of.cast('treasurer', 'yes', { score: 2 });
    expect(of.inForce()).to.deep.equal([of.first.txId, chair.txId, last.txId]);
    const data = { total: 1, votes: 2, yes: 2, scores: 7 };
    const run = of.at.run({ action: 3, by: owner, data, next: [], previous: last.txId, isPlain: true });
    expect(of.at.judge(run)).to.equal('ok');
    const lie = of.at.run({
      ...{ action: 3, by: owner, next: [], previous: last.txId, isPlain: true },
      data: { ...data, yes: 3 },
    });
    // The votes are public: every validator counts them.
    expect(of.at.judge(lie)).to.equal('VAL_CALC_001');
  });
});

describe('a rule that reads votes', () => {
  it('is judged on the votes that its sender could know, which need not be shown', () => {
    const of = new Committee();
    of.cast('chair', 'yes', { score: 5 });
    const last = of.cast('treasurer', 'yes', { score: 2 });
    const stated = (yes: number) => ({
      ...{ action: 3, by: owner, data: { total: 1, votes: 2, yes, scores: 7 }, next: [], previous: last.txId },
    });
    const at = '/calculations/yes';
    const lie = of.seal(of.at.run(stated(3)));
    const claim = of.at.objection({ run: lie, by: owner, ground: 'calculation', at, shown: [[lie, '/yes']] as never });
    expect(of.at.judge(claim)).to.equal('ok');
    const honest = new Committee();
    honest.cast('chair', 'yes', { score: 5 });
    const decided = honest.cast('treasurer', 'yes', { score: 2 });
    const run = honest.seal(honest.at.run({ ...stated(2), previous: decided.txId }));
    const false_ = honest.at.objection({ run, by: owner, ground: 'calculation', at, shown: [[run, '/yes']] as never });
    expect(honest.at.judge(false_)).to.equal('VAL_OBJ_004');
  });
});

describe('a false vote', () => {
  it('counts no more where nothing is decided, and its voter votes again', () => {
    const of = new Committee();
    const lie = of.cast('engineer', 'yes', { worth: 999 });
    of.seal(of.objection(lie));
    expect(of.votes()).to.deep.equal({});
    expect(of.inForce()).to.deep.equal([of.first.txId]);
    expect(of.at.instance).to.include({ state: 'Active' });
    expect(of.at.instance.faults).to.have.length(1);
    expect(of.at.instance.faults?.[0]).to.include({ txId: lie.txId, wallet: bob.address });
    of.cast('chair', 'yes');
    of.cast('engineer', 'yes');
    expect(of.open()).to.deep.equal([3]);
  });

  it('opens the decision that it made again, with the votes of the others', () => {
    const of = new Committee();
    const chair = of.cast('chair', 'yes');
    const lie = of.cast('engineer', 'yes', { worth: 999 });
    expect(of.open()).to.deep.equal([3]);
    const claim = of.seal(of.objection(lie));
    expect(of.at.instance).to.include({ state: 'Disputed' });
    expect(of.open()).to.deep.equal([2]);
    expect(of.votes()).to.deep.equal({ chair: 'yes' });
    expect(of.inForce()).to.deep.equal([of.first.txId, chair.txId]);
    // The others have voted, and the one whose vote was void votes on the objection.
    expect(of.at.judge(of.vote('chair', 'no', { after: claim }))).to.equal('VAL_FLOW_003');
    expect(of.at.judge(of.vote('engineer', 'yes'))).to.equal('VAL_BP_017');
    const again = of.cast('engineer', 'yes', { after: claim });
    expect(of.open()).to.deep.equal([3]);
    expect(of.inForce()).to.deep.equal([of.first.txId, chair.txId, again.txId]);
    expect(of.at.ledger.view.state(`run/${again.txId}`)?.vote).to.include({ round: 1, led: 'yes' });
  });

  it('takes a decision of others with it that does not stand without it, and all that came of that', () => {
    const of = new Committee();
    const lie = of.cast('engineer', 'yes', { worth: 999 });
    const last = of.cast('chair', 'yes');
    of.seal(
      of.at.run({
        action: 3,
        by: owner,
        data: { total: 1, votes: 2, yes: 2, scores: 6 },
        next: [],
        previous: last.txId,
        isPlain: true,
      }),
    );
    expect(of.at.instance).to.include({ state: 'Completed' });
    const ended = of.seal(of.objection(lie));
    // An instance that has ended keeps its state, and the fault.
    expect(of.at.instance).to.include({ state: 'Completed' });
    expect(of.at.instance.faults?.[0]).to.include({ objectionTxId: ended.txId });

    const open = new Committee();
    const early = open.cast('engineer', 'yes', { worth: 999 });
    open.cast('chair', 'yes');
    const claim = open.seal(open.objection(early));
    expect(open.votes()).to.deep.equal({ chair: 'yes' });
    expect(open.open()).to.deep.equal([2]);
    // The vote of the chair stands as a vote, and its decision is void.
    const vote = open.at.ledger.view.state(`run/${claim.txId}`);
    expect(vote).to.include({ kind: 'back' });
    open.cast('lawyer', 'yes', { after: claim });
    expect(open.open()).to.deep.equal([3]);
  });

  it('leaves a decision that stands without it', () => {
    const of = new Committee({ need: 2 });
    const lie = of.cast('engineer', 'yes', { worth: 999 });
    const last = of.cast('chair', 'yes');
    expect(of.open()).to.deep.equal([3]);
    of.seal(of.objection(lie));
    expect(of.at.instance).to.include({ state: 'Active' });
    expect(of.open()).to.deep.equal([3]);
    expect(of.votes()).to.deep.equal({ chair: 'yes' });
    expect(of.inForce()).to.deep.equal([of.first.txId, last.txId]);
  });

  it('that the resolver keeps counts as before, with the decision and the votes of the others', () => {
    for (const order of [
      ['chair', 'engineer'],
      ['engineer', 'chair'],
    ] as const) {
      const of = new Committee();
      const [lie] = order
        .map((role) => of.cast(role, 'yes', role === 'engineer' ? { worth: 999 } : {}))
        .filter(({ header }) => header.senderWallet === bob.address) as [Transaction];
      const { ballots, runs, flow } = of.at.instance;
      const before = of.inForce();
      const claim = of.seal(of.objection(lie));
      expect(of.open()).to.deep.equal([2]);
      of.seal(of.at.resolution({ objection: claim, by: dora, role: 'treasurer', outcome: 'keep' }));
      // What was taken back counts again since this move.
      const kept = { ...runs, 2: { ...runs[2], changed: of.at.instance.moves } };
      expect(of.at.instance).to.deep.include({ state: 'Active', ballots, runs: kept, flow });
      expect(of.inForce()).to.deep.equal(before);
      expect(of.open()).to.deep.equal([3]);
    }
  });

  it('is the one of its voter, whichever wallet is named as the sender of the action', () => {
    const of = new Committee();
    const lie = of.cast('lawyer', 'abstain', { worth: 1 });
    of.seal(of.objection(lie, owner));
    expect(of.at.instance.faults?.[0]).to.include({ wallet: carol.address, by: owner.address });
    expect(of.at.judge(of.objection(of.cast('treasurer', 'yes')))).to.equal('VAL_OBJ_004');
  });
});
