// The parties that cancel an instance where its definition states no terms: the opener alone, and all who have acted
// once another party has.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../../core/base/json.js';
import type { Definition } from '../../../../../core/blueprint/definition/types.js';
import { afterCancellation, termsOf } from '../../../../../core/blueprint/instance/cancelling.js';
import type { Instance } from '../../../../../core/blueprint/state/instance.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { begun, carol, dave, SALE } from '../../../../support/definitions/sale.js';
import { alice, bob, type Wallet } from '../../../../support/register/ledger.js';
import { People } from '../../../../support/register/people.js';
import { readAnew } from '../../../../support/register/runs-anew.js';

describe('a cancellation without terms in the definition', () => {
  const undefinedTerms = () => begun(null);

  it('is of the opener alone until another party has acted', () => {
    const at = undefinedTerms();
    for (const [by, roles] of [
      [bob, ['seller']],
      [bob, ['opener']],
      [bob, undefined],
      [alice, ['buyer']],
    ] as const)
      expect(at.judge(at.cancel(by, roles)), `${by.address} ${roles}`).to.equal('VAL_BP_002');
    expect(at.instance.acted).to.equal(undefined);
    at.ledger.seal(at.cancel(alice));
    expect(at.state()).to.equal('Cancelled');
  });

  it('takes every holder who has acted after that, whoever asks, in any order', () => {
    const asks: readonly (readonly [Wallet, readonly string[] | undefined])[] = [
      [alice, undefined],
      [bob, ['seller']],
      [dave, ['carrier']],
    ];
    for (const order of fc.sample(fc.shuffledSubarray([...asks], { minLength: 3, maxLength: 3 }), 8)) {
      const at = undefinedTerms();
      at.on(2, bob);
      at.on(3, dave);
      expect(at.instance.acted).to.deep.equal(['carrier', 'seller']);
      // The bank has not acted, and is not asked.
      expect(at.judge(at.cancel(carol, ['bank']))).to.equal('VAL_BP_002');
      const states = order.map(([by, roles]) => {
        const ask = at.cancel(by, roles);
        at.ledger.seal(ask);
        expect(at.state() === 'Cancelled' ? 'VAL_BP_019' : at.judge(at.cancel(by, roles))).to.equal('VAL_BP_019');
        return at.state();
      });
      expect(states).to.deep.equal(['Active', 'Active', 'Cancelled']);
      expect(at.instance.acted).to.equal(undefined);
    }
  });

  it('asks who acts while others agree, also in one docket', () => {
    const at = undefinedTerms();
    const two = at.on(2, bob);
    at.ledger.seal(at.cancel(alice), at.move(3, dave, { after: two }));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(dave, ['carrier']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('asks a party that rejects, and none for what it did before a hand-over', () => {
    const at = undefinedTerms();
    at.on(2, bob);
    const back = at.seal(3, dave, { after: at.newest(), type: 'Rejection' });
    expect(at.instance.acted).to.deep.equal(['carrier', 'seller']);
    const payload = { type: 'handover', v: 1, role: 'carrier', from: dave.address, to: bob.address };
    at.ledger.seal(at.move(3, dave, { after: back, type: 'Handover', payload, with: [bob] }));
    expect(at.judge(at.cancel(dave, ['carrier']))).to.equal('VAL_BP_002');
    // A party says so for all of its roles at once.
    at.ledger.seal(at.cancel(alice));
    at.ledger.seal(at.cancel(bob, ['seller']));
    expect(at.state()).to.equal('Active');
    at.ledger.seal(at.cancel(bob, ['seller', 'carrier']));
    expect(at.state()).to.equal('Cancelled');
  });

  it('is told from the transactions alone, as those read an instance who have no state', () => {
    const at = undefinedTerms();
    const two = at.on(2, bob);
    const asks = [at.cancel(alice), at.cancel(bob, ['seller'])];
    for (const [i, ask] of asks.entries()) {
      at.ledger.seal(ask);
      const { cancellation: _, ...sale } = SALE;
      const of = { definition: sale as unknown as Definition, transactions: [at.first, two, ...asks.slice(0, i + 1)] };
      expect(readAnew(at.ledger, of).instance).to.include({ state: at.state() });
    }
    expect(at.state()).to.equal('Cancelled');
  });

  it('leaves out a party at fault while the dispute is open, and what it agreed to', () => {
    const acted = ['carrier', 'seller'];
    const opener = alice.address;
    const fault = { role: 'seller', wallet: bob.address, objectionTxId: 'o' };
    const dispute = { objection: 'o', untilMs: 1 };
    const plan = { cancellation: undefined };
    const of = (more: object) => termsOf(plan, { acted, opener, ...more } as never);
    expect(of({ dispute, faults: [fault] }))
      .to.include({ isDefault: true })
      .and.deep.include({
        by: ['opener', 'carrier'],
        consent: { need: 2, of: ['opener', 'carrier'] },
      });
    for (const more of [
      { faults: [fault] },
      { dispute: { ...dispute, unproven: {} }, faults: [fault] },
      { dispute: { ...dispute, objection: 'p' }, faults: [fault] },
    ])
      expect(of(more).by, JSON.stringify(more)).to.deep.equal(['opener', 'carrier', 'seller']);
    // An opener at fault is left out too, unless nobody else has acted.
    const own = { dispute, faults: [{ ...fault, role: 'buyer', wallet: opener }] };
    expect(of(own).by).to.deep.equal(acted);
    expect(of({ ...own, acted: ['seller'] }))
      .to.deep.include({ by: ['seller'] })
      .and.to.not.have.property('consent');
    expect(of({ ...own, acted: undefined }).by).to.deep.equal(['opener']);
    const given = {
      asked: { atMs: 5, role: 'seller', wallet: bob.address },
      consents: { seller: { atMs: 5, wallet: bob.address } },
      count: 1,
    };
    const move = { roles: ['carrier'], wallet: dave.address, atMs: 6, lapsed: [] };
    const after = afterCancellation(of({ dispute, faults: [fault] }), given, move);
    expect(Object.keys(after?.consents ?? {})).to.deep.equal(['carrier', 'seller']);
    expect(afterCancellation(of({ dispute, faults: [fault] }), after, { ...move, roles: ['opener'] })).to.equal(
      undefined,
    );
  });

  it('leaves it to the opener where the same wallet does all', () => {
    const participants = (SALE.participants as readonly JsonObject[]).map((one) => ({
      ...one,
      walletAddress: alice.address,
    }));
    const { cancellation: _, ...sale } = SALE;
    const people = new People({ ...sale, participants } as JsonObject);
    const first = people.seal(1, alice);
    const two = people.seal(2, alice, { after: first });
    const payload = { type: 'cancellation', reason: 'enough' };
    people.ledger.seal(people.move(2, alice, { after: two, type: 'Cancellation', payload }));
    expect((people.instance as Instance).state).to.equal('Cancelled');
  });

  it('is warned of where two roles or more act', () => {
    const { cancellation: _, ...sale } = SALE;
    const said = (definition: JsonObject) =>
      checkBlueprint(definition).flatMap(({ code }) => (/CANCEL/.test(code) ? [code] : []));
    expect(said(sale as JsonObject)).to.deep.equal(['BP_CANCEL_DEFAULT']);
    expect(said(SALE)).to.deep.equal([]);
    const actions = (SALE.actions as readonly JsonObject[]).map((one) => ({ ...one, sender: 'buyer' }));
    expect(said({ ...sale, actions } as JsonObject)).to.deep.equal([]);
    // Without terms that word is not free for a role.
    const renamed = JSON.parse(JSON.stringify(sale).replaceAll('"buyer"', '"opener"')) as JsonObject;
    expect(said(renamed)).to.deep.equal(['BP_CANCELLATION']);
  });
});
