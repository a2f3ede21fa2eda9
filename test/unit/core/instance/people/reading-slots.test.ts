// The readers of a move follow from the records as they stood when the time slot began: no change of a record makes a
// move old that was made in the slot. So a reader that changes its record in each docket keeps no party from acting.
import { expect } from 'chai';
import * as fc from 'fast-check';
import { READING_SLOT_MS } from '../../../../../core/base/limits/ledger/instances.js';
import { DELEGATIONS_MAX } from '../../../../../core/base/limits/ledger/people.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import { listOwedNow } from '../../../../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import type { StateChange } from '../../../../../core/model/register.js';
import { withSlotRows } from '../../../../../core/register/people/slot-rows.js';
import { asks, definitionOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { operation, proposal } from '../../../../support/register/governance.js';
import { alice, bob, NOW, owner, slotAfter, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const [carol, dave, erin, frank, grace] = ['carol', 'dave', 'erin', 'frank', 'grace'].map((name) =>
  wallet(name),
) as Wallet[] as [Wallet, Wallet, Wallet, Wallet, Wallet];
const num = { type: 'integer' };
const iso = (ms: number): string => new Date(ms).toISOString();

/** x opens; y acts, and z reads that, with its deputies; so do the candidates of an open role. */
const definition = {
  ...definitionOf([
    { ...asks({ n: num }), ...shows({ y: ['*'], z: ['*'], w: ['*'] }), ...to(2) },
    { sender: 'y', ...asks({ n: num }), ...shows({ x: ['*'], z: ['*'], w: ['n'] }), ...to(3) },
    { sender: 'w', ...asks({ n: num }), ...to() },
  ]),
  participants: [
    ...Object.entries({ x: alice, y: bob, z: carol }).map(([id, { address }]) => ({ id, walletAddress: address })),
    { id: 'w', candidates: { organisation: 'Works' } },
  ],
};

/** An instance of which y is to act, in a slot that just began. */
function begun() {
  const people = new People(definition as never);
  const records = Object.entries({ z: carol, d: dave, e: erin, g: grace }).map(([id, by]) => people.enrol(id, [by]));
  records.push(people.enrol('e', [erin], { by: owner, organizationName: 'Works' }));
  const at = new SealedLedger(definition as never, [alice, bob, carol, dave, erin, frank, grace], records);
  const first = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
  const startMs = slotAfter(at.ledger.state.timestampMs);
  // The deputy stands in for a moment of the slot alone.
  const moment = { to: 'd', from: iso(startMs + 200), until: iso(startMs + 450) };
  at.ledger.seal(people.enrol('z', [carol], { made: at.ledger.now, delegations: [moment] }));
  at.ledger.passSlot();
  const enrol = (...of: Parameters<People['record']>): void => {
    const [id, keys, more] = of;
    at.ledger.sealAt(at.ledger.state.timestampMs + 250, people.enrol(id, keys, { made: at.ledger.now, ...more }));
  };
  const run = () => at.run({ action: 2, by: bob, data: { n: 2 }, next: [3], previous: first.txId });
  return { at, people, enrol, run };
}

const always = { from: iso(NOW), until: iso(NOW + 86_400_000) };

describe('who reads a move', () => {
  it('stays the same for the whole slot, whatever the readers make of their records', () => {
    const change = fc.constantFrom(
      'rotate',
      'put aside',
      'delegate',
      'window',
      'deputy',
      'candidate',
      'vouch',
      'found',
    );
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 12 }), (changes) => {
        const { at, people, enrol, run } = begun();
        const made = run();
        const next = slotAfter(at.ledger.state.timestampMs);
        let [key, fresh] = [carol, 0];
        const toggled = new Map<string, boolean>();
        const toggle = (id: string): 'Active' | 'Deprecated' => {
          toggled.set(id, !toggled.get(id));
          return toggled.get(id) ? 'Deprecated' : 'Active';
        };
        for (const one of changes) {
          if (one === 'rotate') {
            const by = key;
            key = wallet(`key ${fresh++}`);
            enrol('z', [key], { by });
          } else if (one === 'put aside') enrol('z', [key], { status: toggle('z') });
          else if (one === 'delegate')
            enrol('z', [key], toggle('to') === 'Active' ? {} : { delegations: [{ to: 'd', ...always }] });
          else if (one === 'window') {
            const from = at.ledger.state.timestampMs + 300;
            enrol('z', [key], { delegations: [{ to: 'd', from: iso(from), until: iso(from + 200) }] });
          } else if (one === 'deputy') enrol('d', [dave], { status: toggle('d') });
          else if (one === 'candidate') enrol('e', [erin], { status: toggle('e'), organizationName: 'Works' });
          else if (one === 'vouch')
            enrol('g', [grace], { by: owner, organizationName: toggle('g') === 'Active' ? 'Other' : 'Works' });
          else enrol(`f${fresh}`, [wallet(`founder ${fresh++}`)], {});
          expect(at.judge(made, at.ledger.state.timestampMs), one).to.equal('ok');
          expect(at.judge(run(), at.ledger.state.timestampMs), `${one}, made anew`).to.equal('ok');
        }
        expect(at.ledger.state.timestampMs).to.be.below(next);
        expect(people.definition.participants).to.have.length(4);
      }),
      { numRuns: 20 },
    );
  });

  it('is told by the records of the slot before: a version counts in the next slot', () => {
    const { at, enrol, run } = begun();
    enrol('z', [frank], { by: carol });
    expect(run().header.recipients).to.include(carol.address).and.not.include(frank.address);
    const made = run();
    at.ledger.passSlot();
    expect(at.judge(made)).to.equal('VAL_CELL_003');
    expect(run().header.recipients).to.include(frank.address).and.not.include(carol.address);
    expect(at.judge(run())).to.equal('ok');
  });

  it('keeps in its row to whom it was sealed, by a wallet that has another key meanwhile', () => {
    const { at, enrol, run } = begun();
    enrol('z', [frank], { by: carol });
    const sealed = run();
    at.ledger.sealAt(at.ledger.state.timestampMs + 250, sealed);
    const row = rowsIn(at.ledger.view)(sealed.txId);
    const classes = (wallet: string) => expectGroup(at.definition, sealed, { wallet, taken: {}, row })?.classes;
    expect(classes(carol.address)).to.deep.equal([0]);
    expect(classes(frank.address)).to.equal(undefined);
    // The key of now is owed what was sealed to the one before.
    const owed = listOwedNow(
      at.ledger.view,
      {
        definition: at.definition,
        instance: at.instance,
        instanceId: INSTANCE,
        rowOf: rowsIn(at.ledger.view),
        atMs: NOW,
      },
      [sealed],
    );
    expect(owed).to.deep.equal([{ role: 'z', txId: sealed.txId, wallet: frank.address }]);
  });

  it('is less a revoked wallet at once, and no other wallet may be left out', () => {
    const { at, enrol, run } = begun();
    const before = run();
    enrol('z', [carol], { status: 'Revoked' });
    const after = run();
    expect(after.header.recipients).to.not.include(carol.address);
    const inSlot = at.ledger.state.timestampMs;
    expect([at.judge(before, inSlot), at.judge(after, inSlot)]).to.deep.equal(['ok', 'ok']);
    expect([at.judge(before, slotAfter(inSlot)), at.judge(after, slotAfter(inSlot))]).to.deep.equal([
      'VAL_CELL_003',
      'ok',
    ]);
    const there = begun();
    expect(there.at.judge({ ...there.run(), payload: after.payload, header: after.header } as never)).to.contain(
      'VAL_CELL_003',
    );
  });

  it('cannot be changed by deputies that are founded later: a delegation names a record that is there', () => {
    const { people, enrol, at } = begun();
    const lines = (id: string) => ({ delegations: [{ to: id, ...always }] });
    expect(at.judge(people.record('z', [carol], lines('later')))).to.equal('VAL_PARTICIPANT_001');
    const many = Array.from({ length: DELEGATIONS_MAX }, (_, i) => ({ to: i === 0 ? 'd' : `later ${i}`, ...always }));
    expect(at.judge(people.record('z', [carol], { delegations: many }))).to.equal('VAL_PARTICIPANT_001');
    enrol('later', [frank]);
    expect(at.judge(people.record('z', [carol], lines('later')))).to.equal('ok');
  });

  it('is always the participant for which a deputy acts, whatever the deputy makes of its record', () => {
    const people = new People(definition as never);
    const records = Object.entries({ y: bob, z: carol, d: dave }).map(([id, by]) => people.enrol(id, [by]));
    const at = new SealedLedger(definition as never, [alice, bob, carol, dave, frank], records);
    const first = at.take({ action: 1, by: alice, data: { n: 1 }, next: [2] });
    at.ledger.passSlot();
    const enrol = (...[id, keys, more]: Parameters<People['record']>): void =>
      void at.ledger.sealAt(
        at.ledger.state.timestampMs + 250,
        people.enrol(id, keys, { made: at.ledger.now, ...more }),
      );
    const by = (wallet: Wallet) => at.run({ action: 2, by: wallet, data: { n: 2 }, next: [3], previous: first.txId });
    // It began to stand in, and changed its key, in the slot: it is not among the readers of its start.
    enrol('y', [bob], { delegations: [{ to: 'd', ...always }] });
    expect(by(dave).header.recipients).to.include(bob.address);
    enrol('d', [frank], { by: dave });
    const sealed = by(frank);
    expect(sealed.header.recipients).to.include(bob.address);
    at.ledger.sealAt(at.ledger.state.timestampMs + 250, sealed);
    const row = rowsIn(at.ledger.view)(sealed.txId);
    expect(row?.by).to.equal(frank.address);
    expect(expectGroup(at.definition, sealed, { wallet: bob.address, taken: {}, row })?.classes).to.not.equal(
      undefined,
    );
  });

  it('is told by no row of a slot that passed before the time was reset', () => {
    const { at, enrol, run } = begun();
    const slotMs = at.ledger.state.timestampMs;
    enrol('z', [frank], { by: carol });
    expect(run().header.recipients).to.include(carol.address).and.not.include(frank.address);
    const floor = iso(slotMs - READING_SLOT_MS);
    const reset = operation('reset-time', { timeFloor: floor, proposedAt: floor });
    at.ledger.sealAt(at.ledger.state.timestampMs + 1, proposal(reset, [owner]));
    expect(at.ledger.state.timestampMs).to.equal(slotMs - READING_SLOT_MS);
    at.ledger.state = { ...at.ledger.state, timestampMs: slotMs };
    expect(run().header.recipients).to.include(frank.address).and.not.include(carol.address);
    // What changes when it passes again is kept again.
    const later = wallet('later');
    enrol('z', [later], { by: frank });
    expect(run().header.recipients).to.include(frank.address).and.not.include(later.address);
  });

  it('is kept as the slot found it: the first change of a row keeps what stood, and no later one', () => {
    const state = new Map<string, object>([['part/a', { version: 1 }]]);
    const view = { state: (key: string) => state.get(key) as never };
    const at = (ms: number, key: string, value: object | null): readonly StateChange[] => {
      const changes = withSlotRows(view, [{ key, value } as StateChange], ms);
      for (const one of changes) state.set(one.key, one.value as object);
      return changes.slice(1);
    };
    const slot = 5;
    const start = slot * READING_SLOT_MS;
    expect(at(start, 'part/a', { version: 2 })).to.deep.equal([
      { key: 'slot/part/a', value: { row: { version: 1 }, slot } },
    ]);
    expect(at(start + READING_SLOT_MS - 1, 'part/a', { version: 3 })).to.deep.equal([]);
    expect(at(start + READING_SLOT_MS, 'part/a', { version: 4 })).to.deep.equal([
      { key: 'slot/part/a', value: { row: { version: 3 }, slot: slot + 1 } },
    ]);
    // A row that comes in the slot stood as it came.
    expect(at(start, 'addr/b', { status: 'Active' })).to.deep.equal([
      { key: 'slot/addr/b', value: { row: { status: 'Active' }, slot } },
    ]);
    expect(at(start, 'inst/i', { state: 'Active' })).to.deep.equal([]);
    expect(at(start, 'parts', { count: 2 })).to.deep.equal([]);
  });
});
