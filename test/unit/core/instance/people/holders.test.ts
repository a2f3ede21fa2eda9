// Holders by participant record: a new key of a participant acts and receives in running instances, and its old key
// does not. Neither a thief nor an administrator gets a role by a record.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import { expectGroup } from '../../../../../core/envelope/cells/expecting.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import { rowsIn } from '../../../../../core/instance/rows.js';
import { validate } from '../../../../../core/validate/validate.js';
import { asks, definitionOf, num, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');

const BACK = { rejectionConfig: { targetActionId: 1 } };
const FIXED = [{ id: 'asks', walletAddress: alice.address }, { id: 'answers' }];

/** One asks and another one answers, over and over. */
function definition(participants: readonly object[] = FIXED): JsonObject {
  const actions = [
    step(1, 'asks', [2], { isStartingAction: true }),
    step(2, 'answers', [3], BACK),
    step(3, 'asks', [2]),
  ];
  return { language: 2, title: 'Talk', participants, actions } as unknown as JsonObject;
}

describe('holders of roles', () => {
  it('are the newest key of their participant, for fixed and for taken roles, from the docket of the record on', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    at.enrol('b', [bob]);
    const first = at.seal(1, alice);
    const answer = at.seal(2, bob, { after: first });
    at.enrol('a', [carol], { by: alice });
    expect(at.judge(at.move(3, alice, { after: answer }))).to.equal('VAL_BP_002');
    const third = at.seal(3, carol, { after: answer });
    at.enrol('b', [dave, bob], { by: bob });
    // The old key is still an address of the record, and not its primary one.
    expect(at.judge(at.move(2, bob, { after: third }))).to.equal('VAL_BP_002');
    at.seal(2, dave, { after: third });
    expect(holdersNow(at.ledger.view, INSTANCE)).to.deep.equal({
      opener: carol.address,
      roles: { answers: dave.address, asks: carol.address },
    });
  });

  it('are found again in one docket with the record', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    const first = at.seal(1, alice);
    const answer = at.seal(2, bob, { after: first });
    at.ledger.seal(at.record('a', [carol], { by: alice }), at.move(3, carol, { after: answer }));
  });

  it('open an instance with the newest key, and end it with that', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    at.enrol('a', [carol], { by: alice });
    expect(at.judge(at.move(1, alice))).to.equal('VAL_BP_002');
    const first = at.seal(1, carol);
    at.enrol('a', [dave], { by: carol });
    const cancelled = (by: Wallet) => at.move(1, by, { after: first, type: 'Cancellation' });
    expect(at.judge(cancelled(carol))).to.equal('VAL_BP_002');
    expect(at.judge(cancelled(dave))).to.equal('ok');
  });

  it('are vacant where the record is not Active, and the others go on', () => {
    const at = new People(definition());
    at.enrol('b', [bob]);
    const first = at.seal(1, alice);
    const answer = at.seal(2, bob, { after: first });
    at.enrol('b', [bob], { status: 'Deprecated' });
    const third = at.seal(3, alice, { after: answer });
    expect(at.judge(at.move(2, bob, { after: third }))).to.equal('VAL_BP_002');
    at.enrol('b', [bob]);
    expect(at.judge(at.move(2, bob, { after: third }))).to.equal('ok');
    at.enrol('b', [bob], { status: 'Revoked', by: owner });
    expect(at.judge(at.move(2, bob, { after: third }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(2, alice, { after: third, type: 'Cancellation' }))).to.equal('ok');
  });

  it('are the wallets themselves where an Owner made their record, and stay so whatever the Owner does with it', () => {
    const at = new People(definition());
    at.enrol('a', [alice], { by: owner });
    const first = at.seal(1, alice);
    const answer = at.seal(2, bob, { after: first });
    at.enrol('a', [carol], { by: owner });
    expect(at.judge(at.move(3, carol, { after: answer }))).to.equal('VAL_BP_002');
    expect(at.judge(at.move(3, alice, { after: answer }))).to.equal('ok');
  });

  it('keep their roles from an Owner who names another primary wallet, or moves the address', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    expect(at.judge(at.record('a', [carol], { by: owner }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('a', [alice, carol], { by: owner }))).to.equal('ok');
    expect(at.judge(at.record('z', [carol, alice], { by: owner }))).to.equal('VAL_PARTICIPANT_004');
    expect(at.judge(at.record('a', [carol], { by: alice }))).to.equal('ok');
  });

  it('lose nothing to the owner of a key that was replaced', () => {
    const at = new People(definition());
    at.enrol('a', [alice]);
    at.enrol('a', [carol], { by: alice });
    expect(at.judge(at.record('thief', [alice]))).to.equal('VAL_PARTICIPANT_004');
    expect(at.judge(at.record('a', [alice], { by: alice }))).to.equal('VAL_PERM_003');
    expect(at.judge(at.record('other', [carol])), 'the one of now neither').to.equal('VAL_PARTICIPANT_004');
  });

  it('receive what is sealed to their newest key, find it, and nothing goes to the old one', () => {
    const made = definitionOf([
      { ...asks({ a: num, b: num }), ...shows({ y: ['a'], z: ['b'] }), ...to(2) },
      { sender: 'y', ...to() },
    ]);
    const participants = Object.entries({ x: alice, y: bob, z: dave }).map(([id, { address }]) => ({
      id,
      walletAddress: address,
    }));
    const people = new People(definition());
    const at = new SealedLedger({ ...made, participants } as unknown as JsonObject, [alice, bob, carol, dave]);
    const one = { action: 1, by: alice, data: { a: 1, b: 2 }, next: [2] };
    const toOld = at.run(one);
    at.ledger.seal(people.record('y', [bob]));
    at.ledger.seal(followingVersion(people, at));
    at.ledger.passSlot();
    expect(at.judge(toOld)).to.equal('VAL_CELL_003');
    const run = at.take(one);
    expect(run.header.recipients).to.have.members([alice.address, carol.address, dave.address]);
    const row = rowsIn(at.ledger.view)(run.txId);
    expect(row?.held).to.deep.equal({ y: carol.address });
    const reads = (wallet: string) => expectGroup(at.definition, run, { wallet, taken: {}, row })?.classes;
    expect(reads(carol.address)).to.deep.equal([0]);
    expect(reads(bob.address)).to.equal(undefined);
  });

  it('of random records and moves: only the primary wallet of the participant moves on', () => {
    const wallets = [alice, bob, carol, dave];
    const pick = fc.nat(3);
    const change = fc.record({ kind: fc.constantFrom('move', 'rotate', 'admin'), by: pick, to: pick });
    fc.assert(
      fc.property(fc.array(change, { minLength: 6, maxLength: 24 }), (changes) => {
        const at = new People(definition([{ id: 'asks', walletAddress: alice.address }, { id: 'answers' }]));
        at.enrol('a', [alice]);
        let [primary, last, current] = [alice, at.seal(1, alice), 2];
        let answers: Wallet | undefined;
        for (const { kind, by: i, to: j } of changes) {
          const [by, next] = [wallets[i] as Wallet, wallets[j] as Wallet];
          if (kind === 'move') {
            const tx = at.move(current, by, { after: last });
            const holder = current === 2 ? answers : primary;
            const isOk = at.judge(tx) === 'ok';
            // Where the participant took the other role too, its newest key holds that.
            const isSame = current === 2 && answers !== undefined && holdersNow(at.ledger.view, INSTANCE).roles.answers;
            expect(isOk).to.equal(isSame ? isSame === by.address : holder === undefined || holder === by);
            if (!isOk) continue;
            at.ledger.seal(tx);
            if (current === 2) answers ??= by;
            last = tx;
            current = current === 2 ? 3 : 2;
          } else {
            const tx = at.record('a', [next], { by: kind === 'admin' ? owner : by });
            const { state, view } = at.ledger;
            if (!validate(tx, { state, view, signaturesOk: true }).ok) continue;
            expect(kind === 'admin' ? primary : by).to.equal(kind === 'admin' ? next : primary);
            at.enrol('a', [next], { by: kind === 'admin' ? owner : by });
            primary = next;
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

/** The record of bob with the key of carol, on another ledger than its own. */
function followingVersion(people: People, at: SealedLedger) {
  const first = people.enrol('y', [bob]);
  const tx = people.record('y', [carol], { by: bob });
  expect(at.ledger.view.sealOf(first.txId)).to.not.equal(undefined);
  return tx;
}
