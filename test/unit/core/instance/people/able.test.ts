// Wallets whose key only signs, while the register knows no key that receives for them: they get no role, others seal
// nothing to them, and they challenge nothing. A patched party leaves its key out, or drops it.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { candidatesOfRole } from '../../../../../core/instance/people/candidates.js';
import { addressAt, type ParticipantRecord } from '../../../../../core/register/people/participants.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { DeliveryLedger } from '../../../../support/register/deliveries.js';
import { alice, bob, NOW, owner, publish, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { People, recordOf } from '../../../../support/register/people.js';

const [carol, dave, erin] = [wallet('carol'), wallet('dave', 'ML-DSA-65'), wallet('erin')];
const num = { type: 'integer' };
const DAY = 24 * 3_600_000;

/** x states a price that y reads, and y goes on. */
function definition(y: object): JsonObject {
  const participants = [
    { id: 'x', walletAddress: alice.address },
    { id: 'y', ...y },
  ];
  const actions = [
    { ...asks({ price: num }), ...shows({ y: ['price'] }), ...to(2) },
    { sender: 'y', ...asks({ qty: num }), ...shows({ x: ['qty'] }), ...to(1) },
  ];
  const disputes = { window: 'P9D', deliverWithin: 'P2D' };
  return { ...definitionOf(actions), participants, disputes } as unknown as JsonObject;
}

/** The addresses of a record without the keys that receive. */
function keyless(...wallets: readonly Wallet[]): Pick<ParticipantRecord, 'addresses'> {
  const { addresses } = recordOf('', wallets);
  return { addresses: addresses.map(({ encapsulationKey: _, ...address }) => address) };
}

/** Records are made on a register beside it, and sealed on both. */
function begun(y: object = { walletAddress: bob.address }) {
  const made = new People(definition({ walletAddress: bob.address }));
  for (const [id, by] of Object.entries({ a: alice, b: bob, c: carol })) made.enrol(id, [by]);
  const before = made.ledger.dockets.flatMap(({ docket }) =>
    docket.transactions.filter(({ header }) => header.actionId === 'participant-publish'),
  );
  const at = new DeliveryLedger(definition(y), [alice, bob, carol, dave, erin], before);
  const enrol = (...of: Parameters<People['record']>): void => {
    at.ledger.seal(made.enrol(...of));
  };
  const first = at.take({ action: 1, by: alice, data: { price: 1 }, next: [2] });
  const challenge = (by: Wallet, run = first) => {
    const payload = { type: 'challenge', v: 1, role: 'y' };
    return at.move('Challenge', { action: Number(run.header.actionId), by, previous: run.txId, payload });
  };
  const answer = (by: Wallet, previous = first) => ({
    ...{ action: 2, by, data: { qty: 1 }, next: [1], previous: previous.txId },
  });
  const known = () => addressAt(at.ledger.view, dave.address)?.encapsulationKey;
  return { at, made, enrol, first, challenge, answer, known };
}

describe('core/instance/people/able', () => {
  it('keeps a wallet without a key that receives from a hand-over', () => {
    const { at, enrol, first } = begun();
    const handover = () => {
      const payload = { type: 'handover', v: 1, role: 'y', from: bob.address, to: dave.address };
      return at.move('Handover', { action: 1, by: bob, previous: first.txId, payload, with: [dave] });
    };
    enrol('d', [dave], keyless(dave));
    expect(at.judge(handover())).to.equal('VAL_HAND_004');
    enrol('d', [dave]);
    expect(at.judge(handover())).to.equal('ok');
  });

  it('seals on to a wallet that the record of another party lists and revokes, and to none of a revoked record', () => {
    const { at, enrol, answer } = begun({ walletAddress: erin.address });
    const two = at.take(answer(erin));
    const sent = { action: 1, by: alice, data: { price: 2 }, next: [2], previous: two.txId };
    const before = at.run(sent);
    enrol('b', [bob, erin]);
    enrol('b', [bob, erin], { status: 'Revoked' });
    expect(addressAt(at.ledger.view, erin.address)).to.include({ participantId: 'b', status: 'Revoked' });
    expect(at.judge(before)).to.equal('ok');
    expect(before.header.recipients).to.include(erin.address);
    enrol('e', [erin]);
    enrol('e', [erin], { status: 'Revoked' });
    // The sender that knows of it leaves the wallet out at once, and who did not is believed for the rest of the slot.
    const after = at.run(sent);
    expect(after.header.recipients).to.not.include(erin.address);
    const docketMs = at.ledger.state.timestampMs;
    expect([at.judge(before, docketMs), at.judge(after, docketMs)]).to.deep.equal(['ok', 'ok']);
    at.ledger.passSlot();
    expect([at.judge(before), at.judge(after)]).to.deep.equal(['VAL_CELL_003', 'ok']);
  });

  it('waits for the vote of a wallet that the record of another party lists and revokes', () => {
    const approval = { of: [{ role: 'x' }, { role: 'y' }], need: 2, yes: 'yes', no: 'no' };
    const at = new People({
      ...definitionOf([
        { ...asks({ n: num }), ...to(2) },
        { ...asks({ n: num }), approval, routes: ['yes', 'no'].map((id) => ({ id, nextActionIds: [3] })) },
        { ...asks({ n: num }), ...to() },
      ]),
      participants: [
        { id: 'x', walletAddress: alice.address },
        { id: 'y', walletAddress: erin.address },
      ],
    });
    const first = at.seal(1, alice);
    at.enrol('b', [bob, erin]);
    at.enrol('b', [bob, erin], { status: 'Revoked' });
    at.cast(2, alice, ['x', 'yes'], first);
    expect(at.instance.ballots?.[2]).to.not.have.property('decided');
    at.cast(2, erin, ['y', 'yes'], first);
    expect(at.instance.runs[2]).to.include({ count: 2 });
  });

  it('lets no party end a record in the name of a wallet to which it gives that record', () => {
    const { at, made } = begun({ walletAddress: erin.address });
    for (const status of ['Revoked', 'Deprecated'] as const)
      expect(at.judge(made.record('b', [erin], { by: bob, status }))).to.equal('VAL_PERM_003');
    expect(at.judge(made.record('b', [erin], { by: bob }))).to.equal('ok');
    expect(at.judge(made.record('b', [bob], { status: 'Revoked' }))).to.equal('ok');
  });

  it('keeps it from an open role, and from one that has candidates', () => {
    const open = begun({});
    expect(open.at.judge(open.at.run(open.answer(dave)))).to.equal('VAL_BP_002');
    open.enrol('d', [dave], keyless(dave));
    expect(open.at.judge(open.at.run(open.answer(dave)))).to.equal('VAL_BP_002');
    open.enrol('d', [dave]);
    expect(open.at.judge(open.at.run(open.answer(dave)))).to.equal('ok');
    const people = new People(definition({}), { b: bob });
    people.enrol('d', [dave], keyless(dave));
    const candidates = { records: ['b', 'd'], claimForMs: DAY, waits: false };
    const ids = () => candidatesOfRole(people.ledger.view, candidates).map(({ record }) => record);
    // A price that is stated before one of them takes the role is sealed to all.
    expect(ids()).to.deep.equal(['b']);
    const names = publish({ ...definition({ candidates: ['b', 'd'] }) }, 'other');
    const fixed = publish({ ...definition({ walletAddress: dave.address }) }, 'another');
    expect([people.judge(names), people.judge(fixed)]).to.deep.equal(['VAL_BP_016', 'VAL_BP_016']);
    people.enrol('d', [dave]);
    expect([ids(), people.judge(names), people.judge(fixed)]).to.deep.equal([['b', 'd'], 'ok', 'ok']);
  });

  it('lets a participant change to such a key, to which nothing is sealed, and which challenges nothing', () => {
    const { at, enrol, first, challenge, answer } = begun();
    enrol('b', [dave], { ...keyless(dave), by: bob });
    at.ledger.passSlot();
    expect(at.judge(challenge(dave))).to.equal('VAL_DELIVER_005');
    const second = at.take(answer(dave));
    expect(second.header.recipients, 'its sender keeps what it says').to.have.members([alice.address, dave.address]);
    const third = at.take({ action: 1, by: alice, data: { price: 2 }, next: [2], previous: second.txId });
    expect(third.header.recipients).to.deep.equal([alice.address]);
    expect(at.owed).to.deep.equal([]);
    // With a key that receives it is owed both.
    enrol('b', [dave]);
    expect(at.owed).to.deep.equal([first, third].map(({ txId }) => `y ${txId} ${dave.address}`));
    expect(at.judge(challenge(dave))).to.equal('ok');
  });

  it('seals nothing to a deputy without such a key', () => {
    const { at, enrol, first, answer } = begun();
    enrol('d', [dave], keyless(dave));
    const times = { from: new Date(NOW).toISOString(), until: new Date(NOW + 9 * DAY).toISOString() };
    enrol('b', [bob], { delegations: [{ to: 'd', ...times }] });
    at.ledger.passSlot();
    const second = at.take(answer(bob));
    const next = () => at.run({ action: 1, by: alice, data: { price: 2 }, next: [2], previous: second.txId });
    expect(next().header.recipients).to.have.members([alice.address, bob.address]);
    expect(at.judge(next())).to.equal('ok');
    enrol('d', [dave]);
    at.ledger.passSlot();
    expect(next().header.recipients).to.have.members([alice.address, bob.address, dave.address]);
    expect(first.header.recipients).to.have.members([alice.address, bob.address]);
  });

  it('keeps the key of a wallet that challenged, whatever a later record of it leaves out', () => {
    const drops: readonly [string, Partial<ParticipantRecord> & { by?: Wallet }][] = [
      ['its owner', {}],
      ['its owner, with the record', { status: 'Revoked' }],
      ['an Owner alone', { by: owner }],
      ['an Owner, with another key', { by: owner, addresses: recordOf('d', [dave]).addresses }],
    ];
    for (const [by, more] of drops) {
      const { at, enrol, first, challenge, known } = begun();
      enrol('d', [dave]);
      const key = known();
      at.handOver({ role: 'y', from: bob, to: dave, after: first });
      const made = challenge(dave);
      at.ledger.seal(made);
      enrol('d', [dave], { ...keyless(dave), ...more });
      expect(known(), by).to.equal(key).and.to.be.a('string');
      at.deliver({ by: alice, to: dave, role: 'y', runs: [first] });
      const claim = at.objection({ run: first, by: bob, ground: 'undelivered', at: made.txId, shown: [] });
      expect(at.judge(claim, at.ledger.state.timestampMs + 3 * DAY), by).to.equal('VAL_OBJ_004');
    }
  });
});
