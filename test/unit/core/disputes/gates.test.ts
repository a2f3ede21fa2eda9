// Gates of sealed runs: what their readers find, and that an objection shows the cells of one ground and proves it.
import { expect } from 'chai';
import type { Json } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import type { RunRow } from '../../../../core/blueprint/state/run-row.js';
import { gatePointer } from '../../../../core/credentials/gate/cells.js';
import { GROUNDS_OF_GATES, gateFaultAt, gateFaultPlace } from '../../../../core/credentials/gate/fault-place.js';
import { gateCellsOf } from '../../../../core/credentials/gate/judge.js';
import { GATE_FORMATS, type GateFormat } from '../../../../core/credentials/gate/rule.js';
import type { Disputed } from '../../../../core/disputes/disputed.js';
import { proofOf } from '../../../../core/disputes/proof.js';
import type { KeptGates } from '../../../../core/envelope/cells/kept.js';
import { openingOf } from '../../../../core/envelope/cells/opening.js';
import { layoutOf } from '../../../../core/envelope/layout/layout.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { refusedConfirming, suspicionsIn } from '../../../../core/reading/cells/findings.js';
import { type ReadRun, RunFold } from '../../../../core/reading/cells/run-fold.js';
import { gateViewOf } from '../../../../core/register/trust/gate-view.js';
import type { Showing } from '../../../support/credentials/gate.js';
import { carol, GatedLedger, type Requires, SEALED_MS, type Shown } from '../../../support/credentials/gated-ledger.js';
import { STRANGER } from '../../../support/credentials/shown.js';
import { bob, type Wallet } from '../../../support/register/ledger.js';

function readBy(gated: GatedLedger, run: Transaction, wallet: Wallet, kept?: KeptGates): ReadRun {
  const { view } = gated.at.ledger;
  const moves = [{ transaction: run, timestampMs: SEALED_MS }];
  const gateViewAt = (asOf: number) => gateViewOf(view, asOf);
  const { definition } = gated.at;
  const fold = new RunFold({ definition, wallet: wallet.address, moves, rowOf: rowsIn(view), gateViewAt });
  fold.take(0, { given: gated.at.given(run, wallet, kept) });
  return fold.runs[0] as ReadRun;
}

const ofGates = ({ verdicts }: ReadRun) => verdicts.filter(({ rule }) => rule.startsWith('/gates/'));

function disputed(gated: GatedLedger, run: Transaction): Disputed {
  const { view } = gated.at.ledger;
  const rowOf = rowsIn(view);
  return {
    ...{ definition: gated.at.definition, instance: gated.at.instance, run, row: rowOf(run.txId) as RunRow, rowOf },
    ...{ transactionOf: (txId) => view.transaction(txId), deliveredTo: () => undefined },
    gateViewAt: (asOf) => gateViewOf(view, asOf),
  };
}

/** Pointers of the cells that the smallest proof by y shows, or the code of its refusal. */
function proven(gated: GatedLedger, run: Transaction, at: string, kept?: KeptGates): readonly string[] | string {
  const { definition } = gated.at;
  const layout = layoutOf(definition, definition.actions[0] as never);
  const given = gated.at.given(run, bob, kept);
  const made = proofOf(
    disputed(gated, run),
    { ground: 'credential', at },
    (txId, pointers) => openingOf({ txId, run: run.header, layout, opened: given as never }, pointers) as never,
  );
  if (isFailure(made)) return made.issue.code;
  const [shown] = made.shown as unknown as readonly [{ classes: readonly { open?: readonly { pointer: string }[] }[] }];
  return shown.classes.flatMap(({ open = [] }) => open.map(({ pointer }) => pointer));
}

const objected = (gated: GatedLedger, run: Transaction, at: string, pointers: readonly string[]) =>
  gated.at.objection({ run, by: bob, ground: 'credential', at, shown: [[run, ...pointers] as Json as never] });

const USES: Requires = { uses: { max: 3, per: 'register' } };
const OTHER_CLAIMS = { number: 'L-18', classes: ['B', 'C'], holder: { name: 'Ada', born: '1990-01-01' } };
const showing = (of: Showing): Shown => ({ showing: of });

interface Lie {
  readonly at: string;
  readonly shown: Shown;
  readonly requires?: Requires;
  readonly holderKey?: Uint8Array;
}

/** Each ground once false. */
const LIES: readonly Lie[] = [
  { at: '/gates/licence/form/frame', shown: showing({ frame: { v: 2 } }) },
  { at: '/gates/licence/issuer', shown: showing({ issuer: 'stranger', key: STRANGER }) },
  { at: '/gates/licence/signature', shown: showing({ key: STRANGER }) },
  { at: '/gates/licence/type', shown: showing({ type: 'urn:example:pass:1' }) },
  { at: '/gates/licence/validity', shown: showing({ life: [-9, 0] }) },
  { at: '/gates/licence/status', shown: showing({ status: { value: 1 } }) },
  { at: '/gates/licence/claims', shown: showing({ claims: OTHER_CLAIMS }) },
  { at: '/gates/licence/binding', shown: showing({ nonce: 'A'.repeat(43) }) },
  { at: '/gates/licence/holder', shown: {}, requires: { holder: 'record' }, holderKey: STRANGER.publicKey },
  { at: '/gates/licence/use', shown: { statement: { use: 'cd'.repeat(32) } }, requires: USES },
];

function told({ shown, requires = {}, holderKey }: Lie, format: GateFormat) {
  const gated = new GatedLedger([requires], format, { holderKey });
  return { gated, run: gated.take({ format, ...shown }) };
}

describe('gates of sealed runs', () => {
  for (const format of GATE_FORMATS) {
    it(`are verified by who reads the evidence, and by nobody else (${format})`, () => {
      const gated = new GatedLedger([{}], format);
      const run = gated.take({ format });
      const read = readBy(gated, run, bob);
      expect(ofGates(read).map(({ rule, verdict }) => [rule, verdict])).to.deep.equal([['/gates/licence', 'verified']]);
      expect([read.data, read.members.get('/@gate/licence/claims')]).to.deep.equal([{ n: 1 }, 'verified']);
      const other = readBy(gated, run, carol);
      expect([ofGates(other), other.data, other.members.has('/@gate/licence')]).to.deep.equal([[], { n: 1 }, false]);
    });

    for (const lie of LIES)
      it(`are false by ${lie.at}, which an objection with its cells alone proves (${format})`, () => {
        const { gated, run } = told(lie, format);
        const read = readBy(gated, run, bob);
        expect(ofGates(read).map(({ rule, verdict }) => [rule, verdict])).to.deep.equal([[lie.at, 'violated']]);
        expect(suspicionsIn([read]).map(({ member, reason }) => [member, reason])).to.deep.equal([
          ['/@gate/licence', 'credential'],
        ]);
        const fault = gateFaultAt(lie.at)!;
        const pointers = gateCellsOf(fault, format).map((cell) => gatePointer('licence', cell));
        expect(proven(gated, run, lie.at)).to.have.members(pointers);
        const objection = objected(gated, run, lie.at, pointers);
        expect(gated.at.judge(objection, SEALED_MS + 1000)).to.equal('ok');
        const more = objected(gated, run, lie.at, [...pointers, '/n']);
        expect(gated.at.judge(more, SEALED_MS + 1000)).to.equal('VAL_OBJ_005');
      });
  }

  it('stand on every ground where they hold', () => {
    const honest = new GatedLedger([{ holder: 'record' }]);
    const run = honest.take();
    for (const ground of GROUNDS_OF_GATES) {
      const at = gateFaultPlace('licence', { ground, part: ground === 'form' ? 'issued' : undefined });
      const fault = gateFaultAt(at)!;
      const pointers = gateCellsOf(fault, 'sd-jwt-vc').map((cell) => gatePointer('licence', cell));
      expect(honest.at.judge(objected(honest, run, at, pointers), SEALED_MS + 1000), at).to.equal('VAL_OBJ_004');
    }
  });

  it('are not proven false by less than the ground reads, or at a place that is none', () => {
    const { gated, run } = told(LIES[6] as Lie, 'sd-jwt-vc');
    const judge = (at: string, ...pointers: readonly string[]) =>
      gated.at.judge(objected(gated, run, at, pointers), SEALED_MS + 1000);
    expect(judge('/gates/licence/claims', '/@gate/licence', '/@gate/licence/claims')).to.equal('VAL_OBJ_004');
    expect(judge('/gates/licence/claims')).to.equal('VAL_OBJ_004');
    expect(judge('/gates/other/claims', '/@gate/licence')).to.equal('VAL_OBJ_004');
    expect(judge('/gates/licence', '/@gate/licence')).to.equal('VAL_OBJ_004');
  });

  it('are void once one is proven false, with the same state on every validator', () => {
    const { gated, run } = told(LIES[2] as Lie, 'sd-jwt-vc');
    const at = '/gates/licence/signature';
    const objection = objected(gated, run, at, ['/@gate/licence', '/@gate/licence/issued']);
    gated.at.ledger.sealAt(SEALED_MS + 1000, objection);
    const others = [0, 1].map(() => {
      const other = new GatedLedger();
      other.at.ledger.sealAt(SEALED_MS, run);
      other.at.ledger.sealAt(SEALED_MS + 1000, objection);
      return other;
    });
    for (const { at: sealed } of [gated, ...others]) {
      expect(sealed.instance.faults?.map((fault) => [fault.ground, fault.at])).to.deep.equal([['credential', at]]);
      expect(sealed.ledger.state.stateHash).to.equal(gated.at.ledger.state.stateHash);
    }
  });

  it('keep their verdict whatever is sealed later', () => {
    const { gated, run } = told({ at: '', shown: {} }, 'sd-jwt-vc');
    const before = ofGates(readBy(gated, run, bob));
    const again = { ...run, header: { ...run.header } };
    expect(ofGates(readBy(gated, again, bob))).to.deep.equal(before);
  });

  it('have places that are read as they are written', () => {
    for (const ground of GROUNDS_OF_GATES) {
      const part = ground === 'form' ? ('proof' as const) : undefined;
      expect(gateFaultAt(gateFaultPlace('licence', { ground, part }))).to.deep.equal({ id: 'licence', ground, part });
    }
    for (const at of ['/gates/licence', '/gates/licence/form', '/gates/licence/form/other', '/gates/licence/use/frame'])
      expect(gateFaultAt(at), at).to.equal(undefined);
    for (const at of ['/gates/licence/form/issued/x', '/routes', 'gates', '/gates/licence/nothing'])
      expect(gateFaultAt(at), at).to.equal(undefined);
  });

  describe('whose evidence is kept', () => {
    const sealed = (shown: Shown = {}) => {
      let kept: KeptGates = {};
      const gated = new GatedLedger([{ evidence: 'kept' }]);
      const onKept = (gates: KeptGates): void => {
        kept = gates;
      };
      const run = gated.take({ ...shown, onKept });
      return { gated, run, kept };
    };

    it('are judged by who has it, and are neither good nor bad for who has it not', () => {
      const { gated, run, kept } = sealed();
      const absent = readBy(gated, run, bob);
      expect([ofGates(absent), absent.absentGates, absent.undelivered]).to.deep.equal([[], ['licence'], undefined]);
      const read = readBy(gated, run, bob, kept);
      expect([ofGates(read).map(({ verdict }) => verdict), read.absentGates]).to.deep.equal([['verified'], []]);
      const other = readBy(gated, run, carol, kept);
      expect([ofGates(other), other.absentGates], 'z reads the data alone').to.deep.equal([[], undefined]);
    });

    it('are not confirmed by who has it not', () => {
      const { gated, run, kept } = sealed();
      const asked = { txId: run.txId, role: 'y', accepted: [] };
      expect(refusedConfirming([readBy(gated, run, bob)], asked)?.code).to.equal('FACT_UNDELIVERED');
      expect(refusedConfirming([readBy(gated, run, bob)], { ...asked, accepted: [run.txId] })).to.equal(undefined);
      expect(refusedConfirming([readBy(gated, run, bob, kept)], asked)).to.equal(undefined);
    });

    it('are objected to with the parts of one ground, which every validator judges', () => {
      const { gated, run, kept } = sealed(showing({ key: STRANGER }));
      const at = '/gates/licence/signature';
      const cells = [gatePointer('licence', 'frame'), gatePointer('licence', 'issued')];
      expect(ofGates(readBy(gated, run, bob, kept))).to.deep.equal([{ rule: at, verdict: 'violated', cells }]);
      expect(proven(gated, run, at, kept)).to.have.members(cells);
    });
  });
});
