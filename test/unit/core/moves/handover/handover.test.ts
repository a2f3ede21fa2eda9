// A Handover on a register: with holder and new holder a role passes at once; without the holder the others agree; at
// once where the holder is gone or at fault; after seven days where not, unless the holder refuses.
import { expect } from 'chai';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { HANDOVER_DELAY_MS, INSTANCE_HANDOVERS_MAX } from '../../../../../core/base/limits/ledger/disputes.js';
import { isFailure } from '../../../../../core/base/result.js';
import { checkExecution } from '../../../../../core/design/check/check.js';
import { holdersNow } from '../../../../../core/instance/people/holders.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { judgeHandover, readHandover } from '../../../../../core/moves/handover/handover.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { asks, findingsOf, shows, to } from '../../../../support/definitions/short-definitions.js';
import { alice, bob, owner, type Wallet, wallet } from '../../../../support/register/ledger.js';
import { INSTANCE, People, step } from '../../../../support/register/people.js';
import { SealedLedger } from '../../../../support/register/sealed-ledger.js';

const carol = wallet('carol');
const dave = wallet('dave');
const erin = wallet('erin');

/** alice asks, bob answers, dave looks on. */
const TALK = {
  language: 2,
  title: 'Talk',
  description: 'One asks and another one answers.',
  participants: [
    { id: 'asks', walletAddress: alice.address },
    { id: 'answers', walletAddress: bob.address },
    { id: 'watches', walletAddress: dave.address },
  ],
  actions: [step(1, 'asks', [2], { isStartingAction: true }), step(2, 'answers', [3]), step(3, 'asks', [2])],
} as unknown as JsonObject;

const WITHOUT = { withoutHolder: true };

/** The parties with their records, and the instance that alice opened. */
function talk(definition: JsonObject = TALK) {
  const people = new People(definition);
  for (const [id, by] of Object.entries({ a: alice, b: bob, c: carol, d: dave })) people.enrol(id, [by]);
  const first = people.seal(1, alice);
  /** By the first of the signers; a member that is null is left out. */
  const handover = (signers: readonly Wallet[], more: JsonObject = {}, role = 'answers'): Transaction => {
    const [by, ...others] = signers;
    const payload = { type: 'handover', v: 1, role, from: bob.address, to: carol.address, ...more };
    const kept = Object.fromEntries(Object.entries(payload).filter(([, member]) => member !== null)) as JsonObject;
    return people.move(2, by as Wallet, { after: first, type: 'Handover', payload: kept, with: others });
  };
  const holder = () => holdersNow(people.ledger.view, INSTANCE).roles.answers;
  return Object.assign(people, { first, handover, holder });
}
type Talk = ReturnType<typeof talk>;

describe('a Handover', () => {
  it('passes a role at once with the signatures of its holder and the new one, in any order', () => {
    for (const signers of [
      [bob, carol],
      [carol, bob],
    ]) {
      const at = talk();
      at.ledger.seal(at.handover(signers));
      expect(at.holder()).to.equal(carol.address);
      expect(at.judge(at.move(2, bob, { after: at.first }))).to.equal('VAL_BP_002');
      expect(at.judge(at.move(2, carol, { after: at.first }))).to.equal('ok');
      // The consent was to this holder, and is used up.
      expect(at.judge(at.handover(signers))).to.equal('VAL_HAND_001');
    }
  });

  it('is not weakened by leaving the signature of the holder out on its way', () => {
    const at = talk();
    expect(at.judge(at.handover([carol, bob, alice, dave]))).to.equal('ok');
    expect(at.judge(at.handover([carol, alice, dave]))).to.equal('VAL_HAND_002');
  });

  it('needs every consent', () => {
    const at = talk();
    for (const signers of [[bob], [carol], [alice], [alice, bob], [carol, alice], [carol, dave], [carol, owner]])
      expect(at.judge(at.handover(signers)), signers.map(({ address }) => address).join()).to.equal('VAL_HAND_002');
    expect(at.judge(at.handover([bob, carol], { from: alice.address }))).to.equal('VAL_HAND_001');
    expect(at.judge(at.handover([bob, carol], { from: null }))).to.equal('VAL_HAND_001');
    expect(at.judge(at.handover([bob, carol], {}, 'nobody'))).to.equal('VAL_HAND_001');
  });

  it('goes to a wallet with a record of its own', () => {
    const at = talk();
    const stranger = wallet('stranger');
    const given = () => at.handover([bob, stranger], { to: stranger.address });
    expect(at.judge(given())).to.equal('VAL_HAND_004');
    at.enrol('s', [stranger], { by: owner });
    expect(at.judge(given())).to.equal('VAL_HAND_004');
    at.enrol('s', [stranger]);
    expect(at.judge(given())).to.equal('ok');
    at.enrol('s', [stranger], { status: 'Deprecated' });
    expect(at.judge(given())).to.equal('VAL_HAND_004');
  });

  it('without a holder who is there waits for seven days, in which the holder may refuse', () => {
    const at = talk();
    at.ledger.seal(at.handover([carol, alice, dave], WITHOUT));
    const untilMs = at.ledger.state.timestampMs + HANDOVER_DELAY_MS;
    expect(at.holder()).to.equal(bob.address);
    expect(at.judge(at.move(2, bob, { after: at.first }))).to.equal('ok');
    const taken = at.handover([carol], WITHOUT);
    expect(at.judge(taken, untilMs)).to.equal('VAL_HAND_003');
    expect(at.judge(taken, untilMs + 1)).to.equal('ok');
    const refusal = (by: Wallet) => at.handover([by], { refuse: true, from: null, to: null });
    expect(at.judge(refusal(alice))).to.equal('VAL_HAND_002');
    at.ledger.seal(refusal(bob));
    expect(at.judge(taken, untilMs + 1)).to.equal('VAL_HAND_002');
    expect(at.judge(refusal(bob))).to.equal('VAL_HAND_001');
    // Again, and bob changes the key meanwhile: the role is the participant's all the same.
    at.ledger.seal(at.handover([dave, alice, carol], WITHOUT));
    const key = wallet('new key of bob');
    at.enrol('b', [key], { by: bob });
    const later = at.ledger.state.timestampMs + HANDOVER_DELAY_MS;
    at.ledger.sealAt(later + 5000, at.handover([carol], { ...WITHOUT, from: key.address }));
    expect(at.holder()).to.equal(carol.address);
  });

  it('that waits passes at once when the holder goes meanwhile, with the consents of all', () => {
    const at = talk();
    at.ledger.seal(at.handover([carol, alice, dave], WITHOUT));
    at.enrol('b', [bob], { status: 'Revoked' });
    expect(at.judge(at.handover([carol], { from: null }))).to.equal('VAL_HAND_002');
    at.ledger.seal(at.handover([carol, alice, dave], { from: null }));
    expect(at.holder()).to.equal(carol.address);
  });

  it('without a holder who is gone passes at once, with the consent of the others', () => {
    const at = talk();
    at.enrol('b', [bob], { status: 'Revoked' });
    const given = (signers: readonly Wallet[]) => at.handover(signers, { from: null });
    expect(at.judge(at.move(2, bob, { after: at.first }))).to.equal('VAL_BP_002');
    expect(at.judge(given([carol]))).to.equal('VAL_HAND_002');
    expect(at.judge(given([carol, alice]))).to.equal('VAL_HAND_002');
    expect(at.judge(at.handover([carol, alice, dave]))).to.equal('VAL_HAND_001');
    at.ledger.seal(given([carol, alice, dave]));
    at.seal(2, carol, { after: at.first });
  });

  it('asks the roles of replaceBy alone, and another party than the new holder in any case', () => {
    const [one, two, three] = TALK.participants as unknown as readonly JsonObject[];
    const by = (...roles: readonly string[]) =>
      talk({ ...TALK, participants: [one, { ...two, replaceBy: roles }, three] } as unknown as JsonObject);
    const gone = (at: Talk) => at.enrol('b', [bob], { status: 'Revoked' });
    const at = by('watches');
    gone(at);
    expect(at.judge(at.handover([carol, alice], { from: null }))).to.equal('VAL_HAND_002');
    expect(at.judge(at.handover([carol, dave], { from: null }))).to.equal('ok');
    expect(at.judge(at.handover([dave], { from: null, to: dave.address }))).to.equal('VAL_HAND_002');
  });

  it('does not ask the party that is replaced, whatever else it holds', () => {
    const [one, two, three] = TALK.participants as unknown as readonly JsonObject[];
    const fourth = { id: 'signs', walletAddress: bob.address };
    const at = talk({ ...TALK, participants: [one, two, three, fourth] } as unknown as JsonObject);
    expect(at.judge(at.handover([carol, alice], WITHOUT))).to.equal('VAL_HAND_002');
    at.ledger.seal(at.handover([carol, alice, dave], WITHOUT));
    expect(at.holder()).to.equal(bob.address);
  });

  it('asks who a record of another party lists, and takes a role from none of those at once', () => {
    const lying = {
      ...TALK,
      participants: [...(TALK.participants as Json[]), { id: 'lists', walletAddress: erin.address }],
    };
    const at = new People(lying);
    // erin lists alice and bob, who have no record: neither said so.
    for (const [id, by] of Object.entries({ c: carol, d: dave })) at.enrol(id, [by]);
    at.enrol('e', [erin, alice, bob]);
    const first = at.seal(1, alice);
    const payload = { type: 'handover', v: 1, role: 'answers', from: bob.address, to: carol.address, ...WITHOUT };
    const handover = (by: readonly Wallet[]): Transaction =>
      at.move(2, carol, { after: first, type: 'Handover', payload, with: by });
    expect(at.judge(handover([dave, erin]))).to.equal('VAL_HAND_002');
    expect(at.judge(handover([alice, dave]))).to.equal('VAL_HAND_002');
    expect(at.judge(handover([alice, dave, erin]))).to.equal('ok');
    const of = { at: '', by: dave.address, ground: 'schema', objectionTxId: '', txId: '' };
    const faulty = (wallet: string) =>
      judgeHandover(at.ledger.view, {
        ...{ tx: handover([alice, dave, erin]), definition: lying as never, instanceId: INSTANCE, atMs: 0 },
        instance: { ...at.instance, faults: [{ ...of, wallet }] } as never,
      });
    expect(faulty(erin.address)).to.include({ kind: 'waits' });
    expect(faulty(bob.address)).to.include({ kind: 'passes' });
  });

  it('takes the consent of a party that the record of the new holder only lists', () => {
    const at = new People(TALK);
    for (const [id, by] of Object.entries({ a: alice, b: bob })) at.enrol(id, [by]);
    at.enrol('c', [carol, dave]);
    const first = at.seal(1, alice);
    at.enrol('b', [bob], { status: 'Revoked' });
    at.enrol('a', [alice], { status: 'Revoked' });
    // dave is the only one who is left, and no wallet of carol.
    const payload = { type: 'handover', v: 1, role: 'answers', to: carol.address };
    expect(at.judge(at.move(2, carol, { after: first, type: 'Handover', payload, with: [dave] }))).to.equal('ok');
  });

  it('of a role that is named like a member of every object waits as every other', () => {
    const named = JSON.parse(JSON.stringify(TALK).replaceAll('"answers"', '"constructor"')) as JsonObject;
    const at = new People(named);
    for (const [id, by] of Object.entries({ a: alice, c: carol, d: dave })) at.enrol(id, [by]);
    const first = at.seal(1, alice);
    const payload = { type: 'handover', v: 1, role: 'constructor', from: bob.address, to: carol.address, ...WITHOUT };
    at.seal(2, carol, { after: first, type: 'Handover', payload, with: [alice, dave] });
    const { pending } = at.ledger.view.state(STATE_KEY.holding(INSTANCE)) as JsonObject;
    expect((pending as JsonObject).constructor).to.include({ of: bob.address, to: 'c' });
  });

  it('keeps four eyes', () => {
    const [one, two, three] = TALK.actions as unknown as readonly JsonObject[];
    const at = talk({ ...TALK, actions: [one, { ...two, notSameAs: [1] }, three] } as unknown as JsonObject);
    expect(at.judge(at.handover([bob, alice], { to: alice.address }))).to.equal('VAL_FLOW_005');
    expect(at.judge(at.handover([bob, carol]))).to.equal('ok');
  });

  it('is for an instance that runs, of language 2, and for so many times', () => {
    const at = talk();
    const other = at.ledger.seal(at.record('x', [wallet('x')])).transactions[0] as Transaction;
    const strange = at.move(2, bob, {
      after: other,
      type: 'Handover',
      payload: at.handover([bob]).payload as JsonObject,
    });
    expect(at.judge(strange)).to.equal('VAL_CHAIN_002');
    for (let i = 0; i < Math.floor(INSTANCE_HANDOVERS_MAX / 6); i++) {
      const [from, next] = i % 2 === 0 ? [bob, carol] : [carol, bob];
      at.ledger.seal(at.handover([from, next], { from: from.address, to: next.address }));
    }
    expect(at.judge(at.handover([bob, carol]))).to.equal('VAL_HAND_001');
    at.seal(1, alice, { after: at.first, type: 'Cancellation' });
    expect(at.judge(at.handover([bob, carol]))).to.equal('VAL_BP_011');
  });

  it('leaves to others what one party does with its role, and to that party what others do', () => {
    const more = Array.from({ length: 97 }, (_, i) => ({ id: `other ${i}` }));
    const crowd = { ...TALK, participants: [...(TALK.participants as JsonObject[]), ...more] } as JsonObject;
    const most = Math.floor(INSTANCE_HANDOVERS_MAX / 200);
    const away = (at: Talk): Transaction => at.handover([alice, dave, carol], WITHOUT);
    // The holder hands it on and back as often as it may: the others give it away all the same.
    const kept = talk(crowd);
    kept.enrol('e', [erin]);
    for (let i = 0; i < most; i++) {
      const [from, next] = i % 2 === 0 ? [bob, erin] : [erin, bob];
      kept.ledger.seal(kept.handover([from, next], { from: from.address, to: next.address }));
    }
    expect(kept.judge(kept.handover([bob, erin], { to: erin.address }))).to.equal('VAL_HAND_001');
    expect(kept.judge(away(kept))).to.equal('ok');
    expect(kept.judge(kept.handover([dave, erin], { from: dave.address, to: erin.address }, 'watches'))).to.equal('ok');
    // The others try it as often as they may: each is refused, and the holder still gives it away itself.
    const asked = talk(crowd);
    for (let n = 0; n < most; n++) {
      asked.ledger.seal(away(asked));
      asked.ledger.seal(asked.handover([bob], { from: null, to: null, refuse: true }));
    }
    expect(asked.judge(away(asked))).to.equal('VAL_HAND_001');
    expect(asked.judge(asked.handover([bob, carol]))).to.equal('ok');
    // A handover that has waited passes, and takes nothing more of the share.
    const given = talk(crowd);
    for (let n = 1; n < most; n++) {
      given.ledger.seal(away(given));
      given.ledger.seal(given.handover([bob], { from: null, to: null, refuse: true }));
    }
    given.ledger.seal(away(given));
    given.ledger.sealAt(given.ledger.state.timestampMs + HANDOVER_DELAY_MS + 1, away(given));
    expect(given.holder()).to.equal(carol.address);
  });

  it('has one form', () => {
    const good = { type: 'handover', v: 1, role: 'r', from: bob.address, to: carol.address };
    const judged = (more: object): string => {
      const found = readHandover({ ...good, ...more } as unknown as Json);
      return isFailure(found) ? `${found.issue.code} ${found.issue.path}` : 'ok';
    };
    expect(judged({})).to.equal('ok');
    for (const [more, at] of [
      [{ v: 2 }, ''],
      [{ extra: 1 }, ''],
      [{ role: '' }, '/role'],
      [{ from: 'bob' }, '/from'],
      [{ to: bob.address }, '/to'],
      [{ to: 7 }, '/to'],
      [{ refuse: true }, '/refuse'],
      [{ withoutHolder: false }, '/withoutHolder'],
    ] as const)
      expect(judged(more), JSON.stringify(more)).to.equal(`VAL_SCHEMA_004 /payload${at}`);
    expect(isFailure(readHandover({ type: 'handover', v: 1, role: 'r', refuse: true }))).to.equal(false);
  });

  it('gives what is sealed from then on to the new holder, and a fault to the party of the run', () => {
    const text = { type: 'string', maxLength: 3 };
    const definition = {
      ...TALK,
      actions: [
        {
          id: 1,
          sender: 'asks',
          isStartingAction: true,
          ...asks({ note: text }),
          ...shows({ answers: ['note'] }),
          ...to(2),
        },
        { id: 2, sender: 'answers', ...asks({ note: text }), ...shows({ asks: ['note'] }), ...to(3) },
        { id: 3, sender: 'asks', ...asks({ note: text }), ...to(2) },
      ],
    } as unknown as JsonObject;
    const records = new People(TALK);
    const at = new SealedLedger(definition, [alice, bob, carol, dave]);
    at.ledger.seal(records.record('c', [carol]));
    const first = at.take({ action: 1, by: alice, data: { note: 'a' }, next: [2] });
    const lie = at.take({
      action: 2,
      by: bob,
      data: { note: 'b' },
      next: [3],
      previous: first.txId,
      commits: { '/note': '"long"' },
    });
    const payload = { type: 'handover', v: 1, role: 'answers', from: bob.address, to: carol.address };
    at.ledger.seal(at.move('Handover', { action: 2, by: bob, previous: lie.txId, payload, with: [carol] }));
    const claim = at.objection({ run: lie, by: alice, ground: 'schema', at: '/note', shown: [[lie, '/note']] });
    at.ledger.seal(claim);
    expect(at.instance.faults?.map((fault) => fault.wallet)).to.deep.equal([bob.address]);
    expect(at.judge(at.run({ action: 2, by: bob, data: { note: 'c' }, next: [3], previous: claim.txId }))).to.contain(
      'VAL_BP_002',
    );
    // A false statement of the new holder is its own fault.
    const again = at.take({
      ...{ action: 2, by: carol, data: { note: 'c' }, next: [3], previous: claim.txId },
      commits: { '/note': '"also long"' },
    });
    const second = at.objection({ run: again, by: alice, ground: 'schema', at: '/note', shown: [[again, '/note']] });
    at.ledger.seal(second);
    expect(at.instance.faults?.map((fault) => fault.wallet)).to.deep.equal([bob.address, carol.address]);
    const redone = at.take({ action: 2, by: carol, data: { note: 'c' }, next: [3], previous: second.txId });
    const third = at.take({ action: 3, by: alice, data: { note: 'd' }, next: [2], previous: redone.txId });
    expect(redone.header.recipients).to.have.members([alice.address, carol.address]);
    expect(third.header.recipients).to.deep.equal([alice.address]);
  });

  it('of random parties: no role passes without its holder, but by all others and after the time', () => {
    const all = [alice, bob, carol, dave];
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 4 }),
        fc.nat(3),
        fc.boolean(),
        (who, next, isWithout) => {
          const at = talk();
          const signers = who.map((i) => all[i] as Wallet);
          const to = all[next] as Wallet;
          if (to === bob) return;
          const tx = at.handover(signers, { to: to.address, withoutHolder: isWithout || null });
          const isSigned = (...wallets: readonly Wallet[]) => wallets.every((one) => signers.includes(one));
          const isAgreed = isWithout ? isSigned(to, alice, dave) : isSigned(to, bob);
          expect(at.judge(tx) === 'ok').to.equal(isAgreed);
          if (!isAgreed) return;
          at.ledger.seal(tx);
          expect(at.holder()).to.equal(isWithout ? bob.address : to.address);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('the check of replaceBy', () => {
  it('refuses roles that cannot agree', () => {
    const codes = (replaceBy: unknown) => {
      const [one, two, three] = TALK.participants as unknown as readonly JsonObject[];
      const made = { ...TALK, participants: [one, { ...two, replaceBy }, three] } as unknown as JsonObject;
      expect(checkExecution(made).length > 0).to.equal(findingsOf(made).some((one) => one.severity === 'error'));
      return findingsOf(made).flatMap(({ code, location }) =>
        code === 'BP_REPLACER' || code === 'BP_FORM' ? [`${code} ${location}`] : [],
      );
    };
    expect(codes(['watches', 'asks'])).to.deep.equal([]);
    expect(codes(['answers'])).to.deep.equal(['BP_REPLACER /participants/1/replaceBy/0']);
    expect(codes(['asks', 'none'])).to.deep.equal(['BP_REPLACER /participants/1/replaceBy/1']);
    expect(codes(['asks', 'asks'])).to.deep.equal(['BP_REPLACER /participants/1/replaceBy/1']);
    expect(codes([])[0]).to.contain('BP_FORM');
  });
});
