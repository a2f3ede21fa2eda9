// The gate of credentials: only a clear yes lets an action pass, an action that needs none asks no one, and what was
// shown is stored sealed.
import { expect } from 'chai';
import { closedGate } from '../../../../../actors/workflow/credentials/closed-gate.js';
import type { CredentialGate } from '../../../../../actors/workflow/credentials/credential-gate.js';
import { gateProblems } from '../../../../../actors/workflow/credentials/gated.js';
import type { Acting } from '../../../../../actors/workflow/encryption/acting.js';
import { sameText } from '../../../../../actors/workflow/operations/operation-ask.js';
import type { Issue } from '../../../../../core/base/issue.js';
import type { CredentialRequirement, Definition } from '../../../../../core/blueprint/definition/types.js';
import { planOf } from '../../../../../core/blueprint/plan/plan.js';
import { testGate } from '../../../../support/cells/test-gate.js';
import { ASKER, ORDERS, order } from '../../../../support/node/operation-world.js';

const by = { wallet: {}, address: 'qr1buyer' } as Acting;
const at = {
  ...{ registerId: 'r', instanceId: 'i', blueprintId: 'b', publicationTxId: 'p', actionId: '0', by },
  credentialPresentations: undefined,
};
const codes = (issues: readonly Issue[]) => issues.map(({ code, path }) => `${code} ${path}`);
const CLOSED = ['CREDENTIAL_REFUSED /credentialPresentations'];

function planned(credentialRequirements: readonly CredentialRequirement[] | null) {
  const [first, ...rest] = ORDERS.actions;
  const definition = { ...ORDERS, actions: [{ ...first, credentialRequirements }, ...rest] } as unknown as Definition;
  const action = planOf(definition).actions.get('0');
  if (!action) throw new Error('the orders have an action 0');
  return action;
}

describe('gateProblems', () => {
  it('asks no service about an action that takes no credential', async () => {
    const gate = testGate();
    for (const none of [[], null]) expect(await gateProblems(gate, at, planned(none))).to.deep.equal([]);
    expect(gate.asked).to.deep.equal([]);
  });

  it('says who acts where, and that nothing is shown', async () => {
    const gate = testGate();
    expect(codes(await gateProblems(gate, at, planned([{ type: 'Buyer' }])))).to.deep.equal(CLOSED);
    const { credentialPresentations: _, by: acts, ...place } = at;
    expect(gate.asked).to.deep.equal([
      {
        ...place,
        requirements: [{ type: 'Buyer' }],
        presentations: [],
        participantId: 'buyer',
        sender: acts.address,
      },
    ]);
  });

  it('refuses without a clear yes, and fails where the gate fails', async () => {
    const says = (word: unknown) => ({ admit: async () => word }) as CredentialGate;
    const ask = (gate: CredentialGate) => gateProblems(gate, at, planned([{ type: 'Buyer' }]));
    expect(codes(await ask(closedGate))).to.deep.equal(CLOSED);
    expect(codes(await ask(says([])))).to.deep.equal(CLOSED);
    expect(codes(await ask(says({ status: 'unknown' })))).to.deep.equal(CLOSED);
    expect(await ask(says({ status: 'admitted' }))).to.deep.equal([]);
    const broken: CredentialGate = { admit: () => Promise.reject(new Error('no status list')) };
    let failure: unknown;
    await ask(broken).catch((error: unknown) => {
      failure = error;
    });
    expect(failure).to.be.instanceOf(Error);
  });
});

describe('sameText', () => {
  it('is the same for the same submission, however often its credentials are proven anew', () => {
    const manner = { asker: ASKER, background: true, idempotencyKey: '' };
    const shown = (rawPresentation: string) => ({
      credentialPresentations: [{ credentialId: 'urn:uuid:1', disclosedClaims: { grade: 'A' }, rawPresentation }],
    });
    const first = sameText(order(by, shown('Buyer.one')), manner);
    expect(sameText(order(by, shown('Buyer.two')), manner)).to.equal(first);
    expect(sameText(order(by, { ...shown('Buyer.one'), payload: { amount: 4 } }), manner)).to.not.equal(first);
  });
});
