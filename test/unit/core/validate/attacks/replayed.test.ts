// The rows that a register keeps of instances are compared with a replay from the ledger. A node makes one when it
// starts again, or joins late: each row is read from its text. The test also has roles with the names that every object
// has.
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { foldDocket } from '../../../../../cli/disk/chain-rules.js';
import { canonical, type JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { RegisterState, SealedAt, StateView } from '../../../../../core/model/register.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { Dice } from '../../../../support/base/dice.js';
import { definitionFor, ENDS, type Kinds, OUTCOMES, ROLES, Walk } from '../../../../support/register/dispute-walk.js';
import { alice, bob, type Ledger, wallet } from '../../../../support/register/ledger.js';
import { People, step } from '../../../../support/register/people.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave'), wallet('erin')];

/** Rows of the replay, each of which is what the ledger holds. */
function replayed(ledger: Ledger): number {
  const texts = new Map<string, string>();
  const txs = new Map<string, SealedAt & { readonly tx: Transaction }>();
  let state: RegisterState | undefined;
  const view: StateView = {
    state: (key) => (texts.has(key) ? (JSON.parse(texts.get(key) as string) as JsonObject) : undefined),
    sealOf: (txId) => txs.get(txId),
    transaction: (txId) => txs.get(txId)?.tx,
    docketAt: () => undefined,
  };
  for (const { docket } of ledger.dockets) {
    const { height, stateHash, timestampMs } = docket.header;
    const folded = foldDocket(state, docket, view);
    if (isFailure(folded)) throw new Error(`docket ${height}: ${JSON.stringify(folded)}`);
    expect(folded.state.stateHash, `docket ${height}`).to.equal(stateHash);
    for (const { key, value } of folded.changes) {
      if (value === null) texts.delete(key);
      else texts.set(key, canonical(value));
    }
    for (const [index, tx] of docket.transactions.entries()) txs.set(tx.txId, { tx, height, index, timestampMs });
    state = folded.state;
  }
  for (const [key, text] of texts) {
    const isSame = isDeepStrictEqual(ledger.view.state(key), JSON.parse(text));
    expect(isSame, `${key}: ${text}`).to.equal(true);
  }
  return texts.size;
}

const KINDS: Kinds = {
  act: (w) => w.act(false),
  lie: (w) => w.act(true),
  object: (w) => {
    const runs = w.moves.filter(({ txId }) => w.lies.has(txId));
    return runs.length === 0 ? undefined : w.object(w.dice.pick(runs), w.holder('x'));
  },
  resolve: (w) => {
    const { dispute } = w.at.instance;
    const objection = dispute && w.at.ledger.view.transaction(dispute.objection);
    const role = w.dice.pick(Object.keys(ROLES));
    return objection && w.at.resolution({ objection, by: w.holder(role), role, outcome: w.dice.pick(OUTCOMES) });
  },
  confirm: () => undefined,
};

describe('the state that a register keeps of instances', () => {
  it('is what a replay from the ledger gives, row by row and docket by docket', () => {
    for (const onFault of ['redo', 'stop']) {
      const walk = new Walk(new Dice(`replayed ${onFault}`), definitionFor(onFault, true), KINDS);
      for (let i = 0; i < 40 && !ENDS.includes(walk.at.instance.state); i++) walk.step();
      expect(walk.moves.length, onFault).to.be.above(5);
      expect(replayed(walk.at.ledger), onFault).to.be.above(15);
    }
  });

  it('knows roles by any name, also by those of members that every object has', () => {
    const [x, clerk, z, open] = ['__proto__', 'constructor', 'toString', 'valueOf'] as const;
    const definition = {
      language: 2,
      title: 'Names',
      participants: [
        { id: x, walletAddress: alice.address },
        { id: clerk, candidates: ['b', 'c'], claimFor: 'P1D' },
        { id: z, walletAddress: dave.address },
        { id: open },
      ],
      cancellation: { by: ['opener'], consent: { need: 2, of: [x, z] } },
      actions: [
        step(1, x, [2], { isStartingAction: true }),
        step(2, clerk, [3]),
        step(3, x, [], {
          approval: { of: [{ role: x }, { role: z }, { role: open }], need: 3, yes: 'y', no: 'n' },
          routes: ['y', 'n'].map((id) => ({ id, nextActionIds: [] })),
        }),
      ],
    } as unknown as JsonObject;
    const at = new People(definition, { a: alice, b: bob, c: carol, d: dave, e: erin });
    const first = at.seal(1, alice);
    const claim = { after: first, type: 'Claim', payload: { type: 'claim', v: 1 } };
    at.seal(2, bob, claim);
    expect(at.judge(at.move(2, carol, claim))).to.equal('VAL_FLOW_006');
    const two = at.seal(2, bob, { after: first });
    const from = { type: 'handover', v: 1, role: z, from: dave.address, to: erin.address };
    at.seal(1, dave, { after: first, type: 'Handover', payload: from, with: [erin] });
    expect(at.judge(at.vote(3, dave, [z, 'yes'], two))).to.equal('VAL_BP_002');
    at.cast(3, alice, [x, 'yes'], two);
    expect(at.judge(at.vote(3, alice, [x, 'yes'], two))).to.equal('VAL_FLOW_003');
    at.cast(3, erin, [z, 'yes'], two);
    at.seal(1, alice, { after: first, type: 'Cancellation', roles: ['opener', x] });
    expect(at.instance.state).to.equal('Active');
    at.cast(3, carol, [open, 'yes'], two);
    expect(at.instance.state).to.equal('Completed');
    expect(Object.keys(at.instance.participants).sort()).to.deep.equal([clerk, open]);
    expect(replayed(at.ledger)).to.be.above(20);
  });
});
