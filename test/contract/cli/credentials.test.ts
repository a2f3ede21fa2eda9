// Actions that take a credential, by command: what is shown comes from a file, goes to the gate of the node, and is
// never said.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { folderOfAll } from '../../support/base/folders.js';
import { testGate } from '../../support/cells/test-gate.js';
import { ask, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { operatorOfAll } from './operator.js';

const [order, confirm] = DEFINITION.actions;
const GATED = {
  ...DEFINITION,
  id: 'gated-order',
  actions: [
    { ...order, credentialRequirements: [{ type: 'Buyer' }] },
    { ...confirm, credentialRequirements: [{ type: 'Seller' }], rejectionConfig: { targetActionId: 0 } },
  ],
};

describe('credentials by command', () => {
  const folder = folderOfAll();
  const file = (name: string, value: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const shown = (type: string) => [
    { credentialId: 'urn:uuid:1', disclosedClaims: {}, rawPresentation: `${type}.a-secret` },
  ];
  const operator = operatorOfAll();
  before(async () => {
    await exampleOrders(operator.world);
    await seedExampleWallet(operator.world.deps);
    const { registerId } = LEDGER;
    const body = { blueprintId: GATED.id, override: UNREHEARSED, blueprintJson: GATED };
    expect((await ask(operator.world, 'publishBlueprint', { params: { registerId }, body })).status).to.equal(200);
  });

  it('are shown from a file, for an action and for a rejection', async () => {
    const gate = testGate();
    operator.world.gated(gate);
    const { id } = await operator.ask<{ id: string }>(['instance', 'start', GATED.id, '--register', LEDGER.registerId]);
    const wallet = ['--wallet', EXAMPLE.walletAddress];
    const submit = ['action', 'submit', id, '0', ...wallet, '--payload', file('payload.json', { amount: 3 })];
    const refused = await operator.refused(submit);
    expect(refused).to.include({
      code: 'CREDENTIAL_REFUSED',
      error: 'A credential of the type Buyer is missing at /credentialPresentations',
    });
    expect(refused.hint).to.contain('--credentials');
    const none = await operator.refused([...submit, '--credentials', file('none.json', { type: 'Buyer' })]);
    expect(none.error).to.contain('no list of credentials');
    const done = await operator.call([...submit, '--credentials', file('buyer.json', shown('Buyer'))]);
    expect(done.exit, done.err).to.equal(0);
    expect(done.out + done.err).to.not.contain('a-secret');
    expect(gate.asked.at(-1)?.presentations).to.deep.equal(shown('Buyer'));
    const reject = ['action', 'reject', id, '1', ...wallet, '--reason', 'Too dear.'];
    expect((await operator.refused(reject)).code).to.equal('CREDENTIAL_REFUSED');
    await operator.ask([...reject, '--credentials', file('seller.json', shown('Seller'))]);
    expect(gate.asked.at(-1)?.presentations).to.deep.equal(shown('Seller'));
  });
});
