// Challenges of kept evidence: who was to get it at the seal says that its sender gave it to nobody. The sender puts it
// on the ledger, encrypted to the challenger, or is at fault.
import { expect } from 'chai';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import type { KeptGates } from '../../../../../core/envelope/cells/kept.js';
import type { OpenedCells, OpenedClass } from '../../../../../core/envelope/cells/open.js';
import { encryptDelivery } from '../../../../../core/envelope/delivery/delivery.js';
import { deliveryContext } from '../../../../../core/envelope/delivery/delivery-form.js';
import { encryptProvable, receiptOf } from '../../../../../core/envelope/delivery/provable.js';
import { classesGiven, deliveriesIn, layoutOfRun } from '../../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import { RunOpener } from '../../../../../core/instance/runs/delivered.js';
import { classesDue } from '../../../../../core/instance/runs/kept-evidence.js';
import { PARTICIPANT_ACTION, PARTICIPANT_BLUEPRINT } from '../../../../../core/kinds/participant.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { RunFold } from '../../../../../core/reading/cells/run-fold.js';
import { gateViewOf } from '../../../../../core/register/trust/gate-view.js';
import { good } from '../../../../support/base/good.js';
import { carol, GatedLedger, type Requires, SEALED_MS } from '../../../../support/credentials/gated-ledger.js';
import { AT, actDraft, alice, bob, REGISTER_ID, signed, type Wallet } from '../../../../support/register/ledger.js';
import { RECEIVING, recordOf } from '../../../../support/register/people.js';

const DAY = 24 * 3_600_000;
const INSTANCE = 'inst-1';
const MINUTE = 60_000;
/** Kept for five days from the seal on; its sender has three to deliver. */
const KEPT: Requires = { evidence: 'kept', retention: 'P5D' };
const NOW = SEALED_MS + MINUTE;

/** A run of x with kept evidence, which y reads; z reads the data alone. */
function begun(requirements: readonly Requires[] = [KEPT]) {
  const gated = new GatedLedger(requirements);
  const { at } = gated;
  const kept: Record<string, KeptGates[string]> = {};
  const run = gated.take({ onKept: (gates) => Object.assign(kept, gates) });
  const { view } = at.ledger;
  const { definition } = at;
  let serial = 0;
  const move = (type: string, by: Wallet, payload: Json, more: JsonObject = {}): Transaction => {
    const place = { actionId: '1', instanceId: INSTANCE, publicationTxId: at.pin, previousTransactionId: run.txId };
    const metadata = { type, n: serial++ };
    return signed(actDraft({ ...place, ...more, payload, metadata } as never, by), [by]);
  };
  const challenge = (by: Wallet, payload: JsonObject = {}) =>
    move('Challenge', by, { type: 'challenge', v: 1, role: 'y', gate: 'licence', ...payload });
  const [place] = classesDue(definition, run, { role: 'y', gate: 'licence' }) as [number];
  /** The evidence that its sender seals to a wallet, or a lie about it. */
  const delivery = (
    of: { by?: Wallet; to?: Wallet; gate?: string; provable?: boolean; lie?: (item: OpenedClass) => OpenedClass } = {},
  ) => {
    const { by = alice, to = bob, gate = 'licence', provable = true, lie = (item) => item } = of;
    const own = at.given(run, alice, kept) as OpenedCells;
    const opened = { ...own, classes: own.classes.map((item) => (item.class === place ? lie(item) : item)) };
    const { address: walletAddress, algorithm, publicKey } = to;
    const sealing = {
      ...{ context: deliveryContext(REGISTER_ID, INSTANCE), gate, role: 'y' },
      runs: [{ txId: run.txId, classes: [place], opened }],
      ...{ to: { walletAddress, algorithm, publicKey }, entropy: sha256(`evidence ${serial}`) },
    };
    const made = provable ? encryptProvable({ ...sealing, sender: by.address }) : encryptDelivery(sealing);
    return move('Delivery', by, JSON.parse(JSON.stringify(good(made))), { recipients: [walletAddress] });
  };
  const object = (challenged: Transaction, by: Wallet = bob, proof?: object) =>
    at.objection({ run, by, ground: 'undelivered', at: challenged.txId, shown: [], proof });
  const seal = (tx: Transaction, atMs = NOW): Transaction => {
    at.ledger.sealAt(atMs, tx);
    return tx;
  };
  /** The gates of the run as a wallet without a node that keeps anything reads them. */
  const readBy = (wallet: Wallet) => {
    const moves = [{ transaction: run, timestampMs: SEALED_MS }];
    const gateViewAt = (asOf: number) => gateViewOf(view, asOf);
    const of = { definition, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view), transactionOf: view.transaction };
    const fold = new RunFold({ ...of, wallet: wallet.address, moves, gateViewAt });
    const row = rowsIn(view)(run.txId);
    const expected = expectGroup(definition, run, { wallet: wallet.address, taken: {}, row });
    const opener = { walletAddress: wallet.address, keys: { ...wallet, encapsulation: RECEIVING } };
    const opened = new RunOpener(of).open(
      { run, expected, layout: layoutOfRun(definition, run) },
      { ...opener, carrying: () => undefined },
    );
    fold.take(0, opened);
    const [read] = fold.runs;
    const verdicts = read?.verdicts.filter(({ rule }) => rule.startsWith('/gates/')) ?? [];
    return {
      absent: read?.absentGates,
      undelivered: read?.undelivered,
      verdicts: verdicts.map((item) => item.verdict),
    };
  };
  return { at, run, view, definition, place, challenge, delivery, object, seal, move, readBy };
}

describe('a Challenge of kept evidence', () => {
  it('is of who was to get it at the seal, once for a gate', () => {
    const { at, challenge, seal } = begun([
      { ...KEPT, anyOfGroup: 'either' },
      { ...KEPT, id: 'second', anyOfGroup: 'either' },
    ]);
    expect(at.judge(challenge(bob), NOW)).to.equal('ok');
    for (const by of [alice, carol]) expect(at.judge(challenge(by), NOW)).to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(carol, { role: 'z' }), NOW), 'data alone').to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(alice, { role: 'x' }), NOW), 'its own').to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(bob, { gate: 'other' }), NOW)).to.equal('VAL_DELIVER_005');
    expect(at.judge(challenge(bob, { gate: 'second' }), NOW), 'it was shown nothing').to.equal('VAL_DELIVER_005');
    seal(challenge(bob));
    expect(at.judge(challenge(bob), NOW + 1)).to.equal('VAL_DELIVER_006');
  });

  it('is of nobody who took the role after the seal', () => {
    const { at, challenge, seal, run } = begun();
    const payload = { type: 'handover', v: 1, role: 'y', from: bob.address, to: carol.address };
    const place = { registerId: REGISTER_ID, blueprintId: PARTICIPANT_BLUEPRINT, actionId: PARTICIPANT_ACTION };
    const record = {
      ...place,
      senderWallet: carol.address,
      createdAt: AT,
      payload: recordOf('clerk', [carol]) as never,
    };
    seal(signed(record, [carol]), NOW - 1);
    seal(at.move('Handover', { action: 1, by: bob, previous: run.txId, payload, with: [carol] }));
    for (const by of [bob, carol]) expect(at.judge(challenge(by), NOW + 1)).to.equal('VAL_DELIVER_005');
  });

  it('is beside one about what the action says', () => {
    const { at, challenge, seal, move } = begun();
    seal(challenge(bob));
    const plain = move('Challenge', bob, { type: 'challenge', v: 1, role: 'y' });
    expect(at.judge(plain, NOW + 1)).to.equal('ok');
    seal(plain, NOW + 1);
    expect(at.judge(challenge(bob), NOW + 2)).to.equal('VAL_DELIVER_006');
  });

  it('is of no evidence that stands encrypted on the ledger', () => {
    const { at, challenge } = begun([{ id: 'licence' }]);
    expect(at.judge(challenge(bob), NOW)).to.equal('VAL_DELIVER_005');
  });

  it('asks for nothing whose term ends before that of the answer', () => {
    const { at, challenge, move } = begun();
    const lastMs = SEALED_MS + 2 * DAY;
    expect(at.judge(challenge(bob), lastMs)).to.equal('ok');
    expect(at.judge(challenge(bob), lastMs + 1)).to.equal('VAL_OBJ_002');
    const plain = move('Challenge', bob, { type: 'challenge', v: 1, role: 'y' });
    expect(at.judge(plain, lastMs + 1), 'of what the action says').to.equal('ok');
    const short = begun([{ ...KEPT, retention: 'P2D' }]);
    expect(short.at.judge(short.challenge(bob), NOW)).to.equal('VAL_OBJ_002');
  });

  it('names a gate in its form', () => {
    const { at, challenge } = begun();
    for (const gate of ['', 'A', '1a', 'a'.repeat(33), 1, null])
      expect(at.judge(challenge(bob, { gate: gate as Json }), NOW), String(gate)).to.equal('VAL_SCHEMA_004');
  });
});

describe('a Delivery of kept evidence', () => {
  it('answers its challenge alone, and gives the gate to who asked', () => {
    const { at, challenge, delivery, object, seal, readBy } = begun();
    expect(at.judge(delivery(), NOW), 'nobody asked').to.equal('VAL_DELIVER_001');
    const asked = seal(challenge(bob));
    expect(readBy(bob)).to.deep.equal({ absent: ['licence'], undelivered: undefined, verdicts: [] });
    expect(at.judge(delivery({ provable: false }), NOW + 1)).to.equal('VAL_DELIVER_002');
    expect(at.judge(delivery({ by: carol }), NOW + 1), 'of another').to.equal('VAL_DELIVER_001');
    expect(at.judge(delivery({ to: carol }), NOW + 1), 'to another').to.equal('VAL_DELIVER_001');
    expect(at.judge(delivery({ gate: 'second' }), NOW + 1), 'of another gate').to.equal('VAL_DELIVER_001');
    seal(delivery(), NOW + 1);
    expect(readBy(bob)).to.deep.equal({ absent: [], undelivered: undefined, verdicts: ['verified'] });
    expect(readBy(carol).verdicts, 'nothing to others').to.deep.equal([]);
    expect(at.judge(delivery(), NOW + 2), 'once').to.equal('VAL_DELIVER_001');
    expect(at.judge(object(asked), NOW + 4 * DAY)).to.equal('VAL_OBJ_004');
  });

  it('takes no place of what the role reads, and makes nothing old that others calculated', () => {
    const { at, run, view, definition, challenge, delivery, seal } = begun();
    const giving = { definition, instance: at.instance, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) };
    const given = () => [...classesGiven(giving, run, { wallet: bob.address, roles: ['x', 'y', 'z'] })];
    const before = given();
    seal(challenge(bob));
    seal(delivery(), NOW + 1);
    expect(given()).to.deep.equal(before);
    expect(deliveriesIn(view)(run.txId, bob.address, 'y')).to.equal(undefined);
    expect(deliveriesIn(view)(run.txId, bob.address, { role: 'y', gate: 'licence' })?.by).to.have.length(1);
    const next = at.run({ action: 2, by: bob, data: { n: 1 }, next: [], previous: run.txId });
    expect(at.judge(next, NOW + 2)).to.equal('ok');
  });

  it('that gives other evidence is shown, and its sender is at fault', () => {
    const { at, challenge, delivery, object, seal, readBy } = begun();
    const asked = seal(challenge(bob));
    const [first, ...rest] = [[{ v: 2 }]];
    const lie = (item: OpenedClass) => ({ ...item, values: [first as Json, ...item.values.slice(1), ...rest] });
    const answer = seal(delivery({ lie }), NOW + 1);
    expect(readBy(bob)).to.deep.equal({ absent: ['licence'], undelivered: 'root', verdicts: [] });
    expect(at.judge(object(asked), NOW + 2), 'without what it shares').to.equal('VAL_OBJ_004');
    const proof = receiptOf(answer, { ...bob }) as object;
    expect(at.judge(object(asked, carol, proof), NOW + 2)).to.equal('VAL_OBJ_004');
    expect(at.judge(object(asked, bob, proof), NOW + 2)).to.equal('ok');
  });

  it('that gives the evidence proves nothing against its sender', () => {
    const { at, challenge, delivery, object, seal } = begun();
    const asked = seal(challenge(bob));
    const proof = receiptOf(seal(delivery(), NOW + 1), { ...bob }) as object;
    expect(at.judge(object(asked, bob, proof), NOW + 2)).to.equal('VAL_OBJ_004');
  });

  it('that does not come in time leaves its sender at fault, by the ledger alone', () => {
    const { at, challenge, delivery, object, seal } = begun();
    const asked = seal(challenge(bob));
    expect(at.judge(object(asked), NOW + 3 * DAY)).to.equal('VAL_OBJ_004');
    expect(at.judge(delivery(), NOW + 3 * DAY), 'late, and not objected to').to.equal('ok');
    expect(at.judge(object(asked), NOW + 3 * DAY + 1)).to.equal('ok');
    seal(object(asked), NOW + 3 * DAY + 1);
    expect(at.instance.faults?.[0]).to.deep.include({ ground: 'undelivered', wallet: alice.address });
  });

  it('names a gate in its form, and is of one run', () => {
    const { at, run, challenge, delivery, seal, move } = begun();
    seal(challenge(bob));
    const made = delivery();
    const payload = made.payload as JsonObject;
    const judged = (more: JsonObject) =>
      at.judge(move('Delivery', alice, { ...payload, ...more }, { recipients: [bob.address] }), NOW + 1);
    expect(judged({ gate: 'A' })).to.equal('VAL_SCHEMA_004');
    expect(judged({ gate: 1 })).to.equal('VAL_SCHEMA_004');
    const { proof: _, ...unproven } = payload;
    const two = move(
      'Delivery',
      alice,
      { ...unproven, runs: [run.txId, 'ab'.repeat(32)] },
      { recipients: [bob.address] },
    );
    expect(at.judge(two, NOW + 1)).to.equal('VAL_SCHEMA_004');
    const { gate: _1, ...other } = payload;
    const bare = move('Delivery', alice, other, { recipients: [bob.address] });
    expect(at.judge(bare, NOW + 1), 'of what the action says').to.equal('VAL_DELIVER_001');
  });
});
