// Uses of a credential: a run that is taken back gives its use back, one that is kept takes it again, and none counts
// more often than it may.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { usesOf } from '../../../../../core/moves/parts/stated-gates.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { validate } from '../../../../../core/validate/validate.js';
import { carol, GatedLedger, type Requires, SEALED_MS } from '../../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../../support/credentials/shown.js';
import { bob } from '../../../../support/register/ledger.js';

const ONCE: Requires = { uses: { max: 1, per: 'register' } };
const USE = 'ab'.repeat(32);
const AGAIN: JsonObject = { rejectionConfig: { targetActionId: 1 } };

/** A run that uses the credential, and whose signature is false. */
function used(): { readonly gated: GatedLedger; readonly run: Transaction } {
  const gated = new GatedLedger([ONCE], 'sd-jwt-vc', { next: AGAIN });
  const run = gated.take({ showing: { key: STRANGER }, statement: { use: USE } });
  return { gated, run };
}

const countIn = ({ at }: GatedLedger): number => usesOf(at.ledger.view, USE);

/** The objection of y to it, sealed. */
function objected({ gated, run }: ReturnType<typeof used>): Transaction {
  const shown = [[run, '/@gate/licence', '/@gate/licence/issued'] as unknown as Json];
  const at = '/gates/licence/signature';
  const objection = gated.at.objection({ run, by: bob, ground: 'credential', at, shown });
  gated.at.ledger.sealAt(SEALED_MS + 1000, objection);
  return objection;
}

const keeping = (gated: GatedLedger, objection: Transaction) =>
  [bob, carol].map((by, i) => gated.at.resolution({ objection, by, role: i === 0 ? 'y' : 'z', outcome: 'keep' }));

describe('core/moves: uses of credentials', () => {
  it('count a run that is sealed, which then uses the credential once', () => {
    const { gated } = used();
    expect(countIn(gated)).to.equal(1);
  });

  it('are given back where the run is proven false, and its row goes', () => {
    const at = used();
    objected(at);
    expect(countIn(at.gated)).to.equal(0);
    expect(at.gated.at.ledger.view.state(STATE_KEY.gateUse(USE))).to.equal(undefined);
  });

  it('are given back where a rejection takes the run back', () => {
    const { gated, run } = used();
    const rejection = gated.at.move('Rejection', {
      ...{ action: 2, by: bob, previous: run.txId },
      payload: { type: 'rejection', reason: 'Show it again.' },
    });
    gated.at.ledger.sealAt(SEALED_MS + 1000, rejection);
    expect(countIn(gated)).to.equal(0);
  });

  it('count again where the parties keep the run, with the same state on every validator', () => {
    const at = used();
    const objection = objected(at);
    const words = keeping(at.gated, objection);
    const sealed = (gated: GatedLedger): number[] =>
      words.map((word, i) => {
        gated.at.ledger.sealAt(SEALED_MS + 2000 + i, word);
        return countIn(gated);
      });
    expect(sealed(at.gated)).to.deep.equal([0, 1]);
    const other = used().gated;
    other.at.ledger.sealAt(SEALED_MS + 1000, objection);
    sealed(other);
    expect(other.at.ledger.state.stateHash).to.equal(at.gated.at.ledger.state.stateHash);
  });

  it('VAL_GATE_005: keep no run whose credential was used elsewhere meanwhile', () => {
    const { gated, run } = used();
    const [first] = keeping(gated, objected({ gated, run }));
    const { state, view } = gated.at.ledger;
    const judged = (count: number): readonly string[] => {
      const elsewhere = (key: string) => (key === STATE_KEY.gateUse(USE) ? { count } : view.state(key));
      const of = { state, view: { ...view, state: elsewhere }, signaturesOk: true, docketMs: SEALED_MS + 2000 };
      const verdict = validate(first as Transaction, of as never);
      return verdict.ok ? [] : verdict.issues.map(({ code, path }) => `${code} ${path}`);
    };
    expect(judged(0)).to.deep.equal([]);
    expect(judged(1)).to.deep.equal(['VAL_GATE_005 /payload/outcome']);
  });

  it('VAL_GATE_005: are taken from nobody by a statement of another, once that is void', () => {
    const at = used();
    objected(at);
    const { gated } = at;
    const again = gated.at.run(gated.sent({ statement: { use: USE } }));
    const codes = gated.at.judge(again, SEALED_MS + 2000);
    expect(codes).not.to.contain('VAL_GATE_005');
  });
});
