// Actions that take a credential, over HTTP: no way leads past the gate, its word is told at its place, and what is
// shown is kept nowhere in plain.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { PRESENTATION_CLAIMS_BYTES_MAX, PRESENTATIONS_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { testGate } from '../../support/cells/test-gate.js';
import { anOrder, ask, buyer, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const REFUSED = [403, 'CREDENTIAL_REFUSED'];
const [order, confirm] = DEFINITION.actions;

/** Orders that a holder of a buyer's credential begins and a holder of a seller's confirms; both roles are open. */
const GATED = {
  ...DEFINITION,
  id: 'gated-order',
  actions: [
    {
      ...order,
      credentialRequirements: [{ type: 'Buyer', requiredClaims: [{ claimName: 'grade', expectedValue: 'A' }] }],
    },
    { ...confirm, credentialRequirements: [{ type: 'Seller' }], rejectionConfig: { targetActionId: 0 } },
  ],
};

const SECRET = 'Buyer.header.4f1c.signature';
const shown = (members: object = {}) => ({
  credentialId: 'urn:uuid:1',
  disclosedClaims: { grade: 'A' },
  rawPresentation: SECRET,
  ...members,
});
const seller = shown({ credentialId: 'urn:uuid:2', rawPresentation: 'Seller.x', disclosedClaims: {} });

describe('actions that take a credential', () => {
  const world = worldOfEach();
  let publicationTxId: string;
  beforeEach(async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    const parts = {
      params: { registerId: LEDGER.registerId },
      body: { blueprintId: GATED.id, override: UNREHEARSED, blueprintJson: GATED },
    };
    publicationTxId = (await ask(world, 'publishBlueprint', parts)).json.publicationTxId;
  });

  const begin = (presentations: readonly object[] | undefined, how: Parameters<typeof ask>[3] = {}) =>
    ask(
      world,
      'submitAction',
      {
        body: {
          blueprintId: GATED.id,
          actionId: '0',
          senderWallet: EXAMPLE.walletAddress,
          registerAddress: LEDGER.registerId,
          payloadData: { amount: 3 },
          ...(presentations && { credentialPresentations: presentations }),
        },
      },
      how,
    );
  const confirmed = (instanceId: string, members: object = {}) =>
    ask(world, 'executeInstanceAction', {
      params: { instanceId, actionId: '1' },
      body: { senderWallet: EXAMPLE.walletAddress, payloadData: {}, ...members },
    });
  const moves = async () =>
    (await ask(world, 'listInstances', { query: { blueprintId: GATED.id } })).json.items as readonly object[];

  it('are refused by a node that can check none, whatever is shown, and nothing is stored', async () => {
    expect(refusal(await begin(undefined))).to.deep.equal([...REFUSED, '/credentialPresentations']);
    expect(refusal(await begin([shown()]))).to.deep.equal([...REFUSED, '/credentialPresentations']);
    const prefer = { headers: { prefer: 'respond-async' } };
    expect(refusal(await begin([shown()], prefer))).to.deep.equal([...REFUSED, '/credentialPresentations']);
    const { json } = await ask(world, 'listOperations', { query: { wallet: EXAMPLE.walletAddress } });
    expect([json.totalCount, await moves()]).to.deep.equal([0, []]);
  });

  it('pass with the right claims, and are refused at what is wrong with the others', async () => {
    const gate = testGate();
    world.gated(gate);
    const at = '/credentialPresentations';
    expect(refusal(await begin(undefined))).to.deep.equal([...REFUSED, at]);
    expect(refusal(await begin([seller]))).to.deep.equal([...REFUSED, `${at}/0`]);
    const low = shown({ disclosedClaims: { grade: 'B' } });
    expect(refusal(await begin([seller, low]))).to.deep.equal([...REFUSED, `${at}/1/disclosedClaims/grade`]);
    gate.revoked.add('urn:uuid:1');
    expect(refusal(await begin([shown()]))).to.deep.equal([...REFUSED, `${at}/0/credentialId`]);
    expect(await moves()).to.deep.equal([]);
    gate.revoked.clear();
    const begun = await begin([shown({ keyBindingProof: 'proof' })]);
    expect(begun.status, begun.text).to.equal(200);
    const { instanceId } = begun.json;
    expect(gate.asked.at(-1)).to.deep.include({
      registerId: LEDGER.registerId,
      instanceId,
      blueprintId: GATED.id,
      publicationTxId,
      actionId: '0',
      participantId: 'buyer',
      sender: EXAMPLE.walletAddress,
      presentations: [shown({ keyBindingProof: 'proof' })],
    });
    expect(refusal(await confirmed(instanceId))).to.deep.equal([...REFUSED, at]);
    const bound = (await ask(world, 'getInstance', { params: { instanceId } })).json.participantWallets;
    expect(bound, 'the seller is bound by nothing that the gate refused').to.have.all.keys('buyer');
    const done = await confirmed(instanceId, { credentialPresentations: [seller] });
    expect([done.status, done.json.isComplete]).to.deep.equal([200, true]);
    expect((await confirmed(instanceId)).json.repeated, 'who did it is told again without showing it again').to.equal(
      true,
    );
  });

  it('are asked for after what needs no credential, so that nothing is shown in vain', async () => {
    const gate = testGate();
    world.gated(gate);
    const { instanceId } = (await begin([shown()])).json;
    gate.asked.splice(0);
    const stale = { previousTransactionHash: 'ab'.repeat(32), credentialPresentations: [seller] };
    expect((await confirmed(instanceId, stale)).status).to.equal(409);
    const wrong = await ask(world, 'submitAction', {
      body: {
        blueprintId: GATED.id,
        actionId: '0',
        senderWallet: EXAMPLE.walletAddress,
        registerAddress: LEDGER.registerId,
        payloadData: { amount: 'three' },
        credentialPresentations: [shown()],
      },
    });
    expect(refusal(wrong)).to.deep.equal([400, 'VAL_SCHEMA_004', '/payloadData/amount']);
    expect(gate.asked).to.deep.equal([]);
  });

  it('are not rejected past the gate by who would hold their open role from then on', async () => {
    world.gated(testGate());
    const { instanceId, transactionId } = (await begin([shown()])).json;
    const body = { senderWallet: EXAMPLE.walletAddress, reason: 'Too dear.' };
    const params = { instanceId, actionId: '1' };
    const at = '/credentialPresentations';
    expect(refusal(await ask(world, 'rejectInstanceAction', { params, body }))).to.deep.equal([...REFUSED, at]);
    const registerAddress = LEDGER.registerId;
    const legacy = { ...body, transactionHash: transactionId, registerAddress };
    expect(refusal(await ask(world, 'rejectAction', { body: legacy }))).to.deep.equal([...REFUSED, at]);
    const shownToo = { ...legacy, credentialPresentations: [seller] };
    const first = await ask(world, 'rejectAction', { body: shownToo });
    expect([first.status, first.json.targetAction?.actionId], first.text).to.deep.equal([200, 0]);
    const again = await ask(world, 'executeInstanceAction', {
      params: { instanceId, actionId: '0' },
      body: {
        senderWallet: EXAMPLE.walletAddress,
        payloadData: { amount: 2 },
        credentialPresentations: [shown()],
      },
    });
    expect(again.status, again.text).to.equal(200);
    const held = await ask(world, 'rejectInstanceAction', { params, body });
    expect(held.status, 'who holds the role has shown it').to.equal(200);
  });

  it('are not submitted as signed transactions, which show no credential', async () => {
    world.gated(testGate());
    const signed = anOrder(world, { registerId: LEDGER.registerId, publicationTxId }, { blueprintId: GATED.id }, buyer);
    const params = { registerId: LEDGER.registerId };
    const sent = await ask(world, 'submitTransaction', { params, body: signed });
    expect(refusal(sent)).to.deep.equal([...REFUSED, '/actionId']);
    const batch = await ask(world, 'submitBatch', { body: { transactions: [signed] } });
    expect(batch.json.results[0]).to.include({ status: 'refused', code: 'CREDENTIAL_REFUSED' });
    const validated = await ask(world, 'validateTransaction', { body: signed });
    expect([validated.status, validated.json.isValid]).to.deep.equal([403, false]);
    expect(await moves()).to.deep.equal([]);
  });

  it('are encrypted in the background with what was shown sealed, and asked for again before they are', async () => {
    const gate = testGate();
    world.gated(gate);
    const how = { headers: { prefer: 'respond-async', 'idempotency-key': 'gated-1' } };
    const accepted = await begin([shown()], how);
    expect(accepted.status, accepted.text).to.equal(202);
    const { operationId, instanceId } = accepted.json;
    const read = async () => (await ask(world, 'getOperation', { params: { operationId } })).json;
    for (let turns = 0; turns < 5000 && !(await read()).completedAt; turns++)
      await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await read()).status).to.equal('Completed');
    expect(gate.asked.map((asked) => asked.instanceId)).to.deep.equal([instanceId, instanceId]);
  });

  it('show a bounded number of credentials of a bounded size', async () => {
    world.gated(testGate());
    const refused = async (presentations: readonly object[]) => refusal(await begin(presentations));
    expect(await refused(Array.from({ length: PRESENTATIONS_MAX + 1 }, () => shown()))).to.deep.equal([
      400,
      'BODY_INVALID',
      '/credentialPresentations',
    ]);
    const large = shown({ disclosedClaims: { grade: 'A', photo: 'x'.repeat(PRESENTATION_CLAIMS_BYTES_MAX) } });
    expect(await refused([large])).to.deep.equal([400, 'BODY_INVALID', '/credentialPresentations']);
    expect(await refused([{ credentialId: 'urn:uuid:1', disclosedClaims: {} }])).to.deep.equal([
      400,
      'BODY_INVALID',
      '/credentialPresentations/0/rawPresentation',
    ]);
    expect(await refused([shown({ issuer: 'did:x' })])).to.deep.equal([
      400,
      'BODY_INVALID',
      '/credentialPresentations/0/issuer',
    ]);
  });
});
