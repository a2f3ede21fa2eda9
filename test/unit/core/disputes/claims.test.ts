// A claim of a credential in the rule of a later run. Readers calculate with it, and an objection proves a false result
// with the cells by which it is read. Validators judge what stands in the clear.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { gatePointer } from '../../../../core/credentials/gate/cells.js';
import { GATE_FORMATS, type GateFormat } from '../../../../core/credentials/gate/rule.js';
import { rowsIn } from '../../../../core/instance/rows.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { type ReadRun, RunFold } from '../../../../core/reading/cells/run-fold.js';
import { gateViewOf } from '../../../../core/register/trust/gate-view.js';
import { REQUIREMENTS } from '../../../support/credentials/gate.js';
import { carol, GatedLedger, type Requires, SEALED_MS } from '../../../support/credentials/gated-ledger.js';
import { asks, num, read } from '../../../support/definitions/short-definitions.js';
import { bob, type Wallet } from '../../../support/register/ledger.js';

/** The first claim of each format, with a schema. */
const CLAIMS = Object.fromEntries(
  GATE_FORMATS.map((format) => {
    const [first, ...others] = REQUIREMENTS[format].requiredClaims ?? [];
    return [format, [{ ...first, schema: { type: 'string', maxLength: 10 } }, ...others]];
  }),
) as unknown as Readonly<Record<GateFormat, NonNullable<Requires['requiredClaims']>>>;
const nameOf = (format: GateFormat): string => {
  const { claimName } = CLAIMS[format][0] as { readonly claimName: string };
  const path = claimName.startsWith('[') ? (JSON.parse(claimName) as string[]) : [claimName];
  return `act.1.cred.licence.${path.join('.')}`;
};

/** x shows the licence; y says its number again, or a lie. */
function stated(format: GateFormat, value: string, requires: Requires = {}, isPlain = false) {
  const next = { ...asks({ m: num }), calculations: { number: read(nameOf(format)) } } as unknown as JsonObject;
  const gated = new GatedLedger([{ requiredClaims: CLAIMS[format], ...requires }], format, { next });
  const first = gated.take({ format, isOpen: isPlain }, { isPlain });
  const sent = { action: 2, by: bob, data: { m: 1, number: value }, next: [], previous: first.txId, isPlain };
  return { gated, first, second: gated.at.run(sent) };
}

function readBy(gated: GatedLedger, runs: readonly Transaction[], wallet: Wallet): readonly ReadRun[] {
  const { view } = gated.at.ledger;
  const moves = runs.map((transaction, i) => ({ transaction, timestampMs: SEALED_MS + i }));
  const gateViewAt = (asOf: number) => gateViewOf(view, asOf);
  const fold = new RunFold({
    definition: gated.at.definition,
    wallet: wallet.address,
    moves,
    rowOf: rowsIn(view),
    gateViewAt,
  });
  for (const [i, run] of runs.entries()) fold.take(i, { given: gated.at.given(run, wallet) });
  return fold.runs;
}

const calculation = (run: ReadRun | undefined): string | undefined =>
  run?.verdicts.find(({ rule }) => rule === '/calculations/number')?.verdict;

describe('claims in rules: readers and validators', () => {
  for (const format of GATE_FORMATS) {
    it(`are calculated with by who reads the gate, and are the word of the sender to others (${format})`, () => {
      for (const [value, verdict] of [
        ['L-17', 'verified'],
        ['L-18', 'violated'],
      ] as const) {
        const { gated, first, second } = stated(format, value);
        gated.at.ledger.sealAt(SEALED_MS + 1000, second);
        expect(calculation(readBy(gated, [first, second], bob)[1]), value).to.equal(verdict);
        expect(calculation(readBy(gated, [first, second], carol)[1]), value).to.equal(undefined);
      }
    });

    it(`are shown to who reads the gate, and to nobody else (${format})`, () => {
      const { gated, first } = stated(format, 'L-17');
      const [own] = readBy(gated, [first], bob);
      expect(Object.values(own?.claims?.licence ?? {})).to.include('L-17');
      expect(own?.data).to.deep.equal({ n: 1 });
      expect(readBy(gated, [first], carol)[0]?.claims).to.deep.equal({});
    });

    it(`prove a false result with frame, issuer and claims (${format})`, () => {
      const { gated, first, second } = stated(format, 'L-18');
      gated.at.ledger.sealAt(SEALED_MS + 1000, second);
      const cells = (['frame', 'issued', 'claims'] as const).map((cell) => gatePointer('licence', cell));
      const objection = (shown: readonly string[]) =>
        gated.at.judge(
          gated.at.objection({
            ...{ run: second, by: carol, ground: 'calculation', at: '/calculations/number' },
            shown: [[second, '/number'] as unknown as Json, [first, ...shown] as unknown as Json],
          }),
          SEALED_MS + 2000,
        );
      expect(objection(cells)).to.equal('ok');
      for (const left of cells) expect(objection(cells.filter((cell) => cell !== left)), left).to.equal('VAL_OBJ_004');
      expect(objection([...cells, gatePointer('licence', 'proof')])).to.equal('VAL_OBJ_005');
    });

    it(`are judged by validators where the evidence is public (${format})`, () => {
      const open: Requires = { evidence: 'public' };
      const good = stated(format, 'L-17', open, true);
      expect(good.gated.at.judge(good.second, SEALED_MS + 1000)).to.equal('ok');
      const lie = stated(format, 'L-18', open, true);
      expect(lie.gated.at.judge(lie.second, SEALED_MS + 1000)).to.equal('VAL_CALC_001');
    });

    it(`are held to their schema by the gate (${format})`, () => {
      const [first, ...others] = CLAIMS[format];
      const requiredClaims = [{ ...first, schema: { type: 'string', maxLength: 3 } }, ...others] as never;
      const { gated, first: run } = stated(format, 'L-17', { requiredClaims });
      const [own] = readBy(gated, [run], bob);
      const gates = own?.verdicts.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule);
      expect(gates?.join()).to.contain('/gates/licence/claims');
    });
  }
});
