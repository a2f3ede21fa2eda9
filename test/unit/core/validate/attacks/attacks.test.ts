// The letter of credit of the review, in language 2: a carrier whose node is patched, beside honest ones, as three
// validators see it. One of them proposes, one judges each docket, and one follows from the genesis on: each attack
// ends in a refusal or in a fault that names the wallet, in the same state everywhere.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { canonical } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Action } from '../../../../../core/blueprint/definition/types.js';
import { encapsulationPair } from '../../../../../core/crypto/encryption/ml-kem.js';
import { contentOf } from '../../../../../core/envelope/cells/encrypt.js';
import { readEnvelope } from '../../../../../core/envelope/cells/envelope.js';
import { openCells } from '../../../../../core/envelope/cells/open.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { Given } from '../../../../../core/instance/runs/delivered.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { suspicionsIn } from '../../../../../core/reading/cells/findings.js';
import { flatOf, RunFold } from '../../../../../core/reading/cells/run-fold.js';
import { good } from '../../../../support/base/good.js';
import { asks, definitionOf, findingsOf, read, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, Ledger, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carrier = wallet('carrier');
const WALLETS: Readonly<Record<string, Wallet>> = { bank: alice, exporter: bob, carrier };
const NO_KEY = encapsulationPair(new Uint8Array(64).fill(7));
const num = { type: 'integer' };
const all = shows({ bank: ['*'], exporter: ['*'], carrier: ['*'] });

/**
 * The bank opens a credit, the exporter ships, the carrier states weight and freight, the exporter draws, the bank
 * pays.
 */
const CREDIT = definitionOf(
  [
    {
      sender: 'bank',
      ...asks({ creditAmount: num, rate: num }),
      ...shows({ exporter: ['*'], carrier: ['rate'] }),
      ...to(2),
    },
    { sender: 'exporter', ...asks({ invoiceAmount: num }), ...shows({ bank: ['*'] }), ...to(3) },
    {
      sender: 'carrier',
      ...asks({ weight: num, hold: { type: 'object', properties: { deck: num } } }, ['hold']),
      calculations: { freight: { '*': [read('in.weight'), read('act.1.rate')] } },
      ...all,
      ...to(4),
    },
    {
      sender: 'exporter',
      ...asks({}),
      calculations: {
        draft: { '+': [read('act.2.invoiceAmount'), read('act.3.freight')] },
        overdrawn: { '>': [read('calc.draft'), read('act.1.creditAmount')] },
      },
      ...shows({ bank: ['*'] }),
      ...to(5),
    },
    {
      sender: 'bank',
      ...asks({}),
      calculations: { paid: read('act.4.draft') },
      ...shows({ exporter: ['*'] }),
      ...to(),
    },
  ],
  {
    participants: Object.entries(WALLETS).map(([id, { address }]) => ({ id, walletAddress: address })),
    disputes: { redoWithin: 'PT2H' },
  },
);

class Credit {
  readonly at = new SealedLedger(CREDIT, Object.values(WALLETS));
  readonly moves: { transaction: Transaction; timestampMs: number }[] = [];

  take(sent: Parameters<SealedLedger['take']>[0]): Transaction {
    return this.seal(this.at.run(sent))[0] as Transaction;
  }

  seal(...transactions: Transaction[]): readonly Transaction[] {
    const { header } = this.at.ledger.seal(...transactions);
    for (const transaction of transactions) this.moves.push({ transaction, timestampMs: header.timestampMs });
    return transactions;
  }

  /** Up to the turn of the carrier. */
  shipped() {
    const credit = this.take({ action: 1, by: alice, data: { creditAmount: 1500, rate: 2 }, next: [2] });
    const invoice = this.take({ action: 2, by: bob, data: { invoiceAmount: 1000 }, next: [3], previous: credit.txId });
    return { credit, invoice };
  }

  /** The reading of a party, run by run. */
  seenBy(role: string) {
    const { definition, ledger } = this.at;
    const by = WALLETS[role] as Wallet;
    const fold = new RunFold({ definition, wallet: by.address, moves: this.moves, rowOf: rowsIn(ledger.view) });
    for (const [place, { transaction }] of this.moves.entries()) {
      const expected = fold.expectedGroup(place);
      const envelope = readEnvelope(transaction.payload);
      const opener = { walletAddress: by.address, keys: { ...by, encapsulation: NO_KEY }, carrying: () => undefined };
      const given: Given = !expected || isFailure(envelope) ? 'nothing' : openCells(envelope, opener, expected);
      fold.take(place, { given });
    }
    const flat = flatOf(definition, fold.runs);
    const named = (name: string) => flat.get(name)?.data[name];
    return {
      runs: fold.runs,
      named,
      suspect: suspicionsIn(fold.runs).map(({ member, reason }) => `${member} ${reason}`),
    };
  }

  /** The instance as a second validator and a follower have it, who judged every docket themselves. */
  everywhere(): void {
    const own = this.at.ledger;
    for (const kind of ['judges each docket', 'follows from the genesis on']) {
      const other = new Ledger();
      for (const { docket } of own.dockets.slice(1))
        expect(other.sealAt(docket.header.timestampMs, ...docket.transactions).hash, kind).to.equal(docket.hash);
      expect(other.state.stateHash).to.equal(own.state.stateHash);
      const [mine, theirs] = [own, other].map(({ view }) => canonical(view.state('inst/inst-1') as JsonObject));
      expect(theirs).to.equal(mine);
    }
  }

  objection(
    run: Transaction,
    shown: readonly (readonly [Transaction, ...string[]])[],
    of: { ground: string; at: string },
  ) {
    return this.at.objection({ run, by: alice, ...of, shown });
  }
}

const FREIGHT = { ground: 'calculation', at: '/calculations/freight' } as const;
const lading = { action: 3, by: carrier, next: [4] } as const;

describe('attacks on a letter of credit', () => {
  it('are made on a definition that may be published', () => {
    expect(findingsOf(CREDIT).filter(({ severity }) => severity === 'error')).to.deep.equal([]);
  });

  it('by members of others find no cell, and change no amount', () => {
    const at = new Credit();
    const { invoice } = at.shipped();
    const forged = { weight: 5, freight: 10, invoiceAmount: 999_999, creditAmount: 5_000_000, draft: 1 };
    const layout = layoutOf(at.at.definition, at.at.definition.actions[2] as Action);
    // Nothing commits them, and a readable payload with them is refused.
    expect(() => contentOf(layout, forged, [])).to.throw('the root of an action is closed');
    const plain = at.at.run({ ...lading, data: forged, previous: invoice.txId, isPlain: true });
    expect(at.at.judge(plain)).to.contain('VAL_SCHEMA_007');
    at.take({ ...lading, data: { weight: 5, freight: 10 }, previous: invoice.txId });
    for (const role of ['bank', 'exporter']) {
      const seen = at.seenBy(role);
      expect([seen.named('invoiceAmount'), seen.named('creditAmount'), seen.named('freight')]).to.deep.equal([
        1000, 1500, 10,
      ]);
      expect(seen.suspect).to.deep.equal([]);
    }
    at.everywhere();
  });

  for (const [name, data, commits, suspect, of] of [
    ['a false calculated member', { weight: 5, freight: 9999 }, {}, '/freight calculation', FREIGHT],
    ['a calculated member that is absent', { weight: 5 }, {}, '/freight calculation', FREIGHT],
    [
      'a member of another type',
      { weight: 5, freight: 10 },
      { '/weight': '"heavy"' },
      '/weight schema',
      { ground: 'schema', at: '/weight' },
    ],
    ['a required member that is absent', { freight: 10 }, {}, '/weight missing', { ground: 'schema', at: '/weight' }],
  ] as const) {
    it(`by ${name} are found by who sees it, and end with the wallet named on every validator`, () => {
      const at = new Credit();
      const { credit, invoice } = at.shipped();
      const lie = at.take({ ...lading, data, commits, previous: invoice.txId });
      expect(at.seenBy('bank').suspect).to.include(suspect);
      const isCalculation = of.ground === 'calculation';
      const shown = isCalculation
        ? ([
            [lie, '/weight', '/freight'],
            [credit, '/rate'],
          ] as const)
        : ([[lie, of.at]] as const);
      at.seal(at.objection(lie, shown, of));
      const { faults, state } = at.at.instance;
      expect(faults?.map(({ wallet, txId, at: place }) => [wallet, txId, place])).to.deep.equal([
        [carrier.address, lie.txId, of.at],
      ]);
      expect(state).to.equal('Disputed');
      // Done again in its place, with the right values.
      const objection = at.moves.at(-1)?.transaction.txId as string;
      at.take({ ...lading, data: { weight: 5, freight: 10 }, previous: objection });
      expect(at.at.instance.state).to.equal('Active');
      expect(at.seenBy('exporter').named('freight')).to.equal(10);
      at.everywhere();
    });
  }

  it('meet what is built on them in one docket, in either order, alike on every validator', () => {
    for (const isFirst of [true, false]) {
      const at = new Credit();
      const { credit, invoice } = at.shipped();
      const lie = at.take({ ...lading, data: { weight: 5, freight: 9999 }, previous: invoice.txId });
      const objection = at.objection(
        lie,
        [
          [lie, '/weight', '/freight'],
          [credit, '/rate'],
        ],
        FREIGHT,
      );
      const draft = at.at.run({
        action: 4,
        by: bob,
        data: { draft: 10_999, overdrawn: true },
        next: [5],
        previous: lie.txId,
      });
      if (isFirst) {
        expect(() => at.seal(objection, draft)).to.throw('VAL_BP_017');
        at.seal(objection);
      } else at.seal(draft, objection);
      // Work that was built on the lie is void with it, and names no honest party.
      const { faults, runs } = at.at.instance;
      expect(faults?.map(({ wallet }) => wallet)).to.deep.equal([carrier.address]);
      expect([runs[3]?.count, runs[4]?.count ?? 0]).to.deep.equal([0, 0]);
      at.everywhere();
    }
  });

  it('by what was sealed elsewhere fit nowhere', () => {
    const at = new Credit();
    const { credit, invoice } = at.shipped();
    const honest = at.at.run({ ...lading, data: { weight: 5, freight: 10 }, previous: invoice.txId });
    const { root } = at.at.run({
      action: 3,
      by: carrier,
      data: { weight: 6, freight: 12 },
      next: [4],
      previous: credit.txId,
    }).payload as JsonObject;
    const [copied] = at.seal(at.at.forged(honest, carrier, (payload) => ({ ...payload, root: root as string }))) as [
      Transaction,
    ];
    expect(at.seenBy('bank').suspect).to.deep.equal([' undelivered']);
    // An opening of it gives no root, so no party is named by it.
    const claim = at.at.objection({
      run: copied,
      by: alice,
      ...FREIGHT,
      shown: [good(at.at.show(honest, ['/weight', '/freight']) as never)],
    });
    expect(at.at.judge(claim)).to.equal('VAL_OBJ_003');
    at.everywhere();
  });

  it('by another route than the data gives are closed: the only way on is to the exporter', () => {
    const at = new Credit();
    const { invoice } = at.shipped();
    const astray = at.at.run({ ...lading, next: [5], data: { weight: 5, freight: 10 }, previous: invoice.txId });
    expect(at.at.judge(astray)).to.contain('VAL_ROUTING');
  });
});
