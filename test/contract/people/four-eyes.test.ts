// Four eyes over HTTP: another organisation does the action, the same one is refused, and a definition that could not
// work is told.
import { expect } from 'chai';
import type { JsonObject } from '../../../core/base/json.js';
import type { Wallet } from '../../support/register/ledger.js';
import { step } from '../../support/register/people.js';
import { ask, buyer, seller, stranger } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';
import { type DraftRegister, draftRegister, said } from './draft-register.js';

const PAYMENT = {
  language: 2,
  title: 'Payment',
  description: 'One proposes a payment, another one approves it.',
  participants: [{ id: 'maker' }, { id: 'checker' }],
  actions: [
    step(1, 'maker', [2], { isStartingAction: true }),
    step(2, 'checker', [], { notSameAs: [1], notSameOrganisation: true }),
  ],
} as unknown as JsonObject;

describe('four eyes', () => {
  const world = worldOfAll();

  /** The word of the record itself, and that of the owner of the register. */
  async function vouchedFor(at: DraftRegister, id: string, by: Wallet, organizationName: string) {
    const own = await at.record(id, [by], { organizationName });
    return at.record(id, [by], { organizationName, version: 2, after: own.json.transactionId, by: buyer });
  }

  it('let another organisation approve, and refuse the one that proposed', async () => {
    const at = await draftRegister(world, PAYMENT);
    const sole = await at.submit(at.move(1, buyer));
    expect(said(sole)).to.equal('403 VAL_FLOW_005 /senderWallet');
    expect(sole.text).to.contain('vouches for the organisation');
    for (const [id, by, organizationName] of [
      ['buys', buyer, 'Bank'],
      ['pays', seller, 'BANK'],
      ['audits', stranger, 'Auditors'],
    ] as const)
      expect(said(await vouchedFor(at, id, by, organizationName))).to.equal('200 sealed');
    const proposed = at.move(1, buyer);
    expect(said(await at.submit(proposed))).to.equal('200 sealed');
    const forbidden = await at.submit(at.move(2, seller, { after: proposed }));
    expect(said(forbidden)).to.equal('403 VAL_FLOW_005 /senderWallet');
    expect(forbidden.text).to.contain('The same party or organisation did action 1');
    expect(said(await at.submit(at.move(2, stranger, { after: proposed })))).to.equal('200 sealed');
  });

  it('tell a designer what could never be done, and what is malformed', async () => {
    let drafts = 0;
    const findings = async (actions: readonly JsonObject[]) => {
      const id = `eyes-${++drafts}`;
      const made = await ask(world, 'createBlueprint', { body: { ...PAYMENT, id, actions: [...actions] } });
      if (made.status !== 200) return [said(made)];
      const { json } = await ask(world, 'validateBlueprint', { params: { id } });
      return json.validationResults.map(({ code, location }: Record<string, string>) => `${code} ${location}`);
    };
    const [first] = PAYMENT.actions as unknown as readonly JsonObject[];
    const second = (more: object) => findings([first as JsonObject, step(2, 'checker', [], more)]);
    expect(await second({ notSameAs: [1] })).to.not.include('BP_FOUR_EYES /actions/1/notSameAs/0');
    expect(await second({ notSameAs: [9] })).to.include('BP_FOUR_EYES /actions/1/notSameAs/0');
    expect(await second({ sender: 'maker', notSameAs: [1] })).to.include('BP_FOUR_EYES_NEVER /actions/1/notSameAs/0');
    expect((await second({ notSameAs: 'first' })).join()).to.match(/^400 BODY_INVALID .*notSameAs/);
  });
});
