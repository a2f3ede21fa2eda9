// Actions that take a credential, without having been prepared: no way leads past their gates, and nothing is stored.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { PRESENTATIONS_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { anOrder, ask, buyer, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const REFUSED = [403, 'CREDENTIAL_REFUSED', '/credentialPresentations'];
const [order, confirm] = DEFINITION.actions;
const { registerId } = LEDGER;
const TRUSTED = { acceptedIssuers: ['did:web:office.example'] };
const senderWallet = EXAMPLE.walletAddress;

/** Orders that a holder of a buyer's credential begins; both roles are open. */
const GATED = {
  ...DEFINITION,
  id: 'gated-order',
  actions: [{ ...order, credentialRequirements: [{ ...TRUSTED, type: 'Buyer', readers: ['seller'] }] }, confirm],
};
/** Orders that anybody begins, and that a holder of a seller's credential confirms or rejects. */
const REJECTED = {
  ...DEFINITION,
  id: 'rejected-order',
  actions: [
    order,
    {
      ...confirm,
      credentialRequirements: [{ ...TRUSTED, type: 'Seller', readers: ['buyer'] }],
      rejectionConfig: { targetActionId: 0 },
    },
  ],
};

describe('actions that take a credential', () => {
  const world = worldOfAll();
  const publications = new Map<string, string>();
  before(async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
    for (const definition of [GATED, REJECTED]) {
      const body = { blueprintId: definition.id, override: UNREHEARSED, blueprintJson: definition };
      const made = await ask(world, 'publishBlueprint', { params: { registerId }, body });
      publications.set(definition.id, made.json.publicationTxId);
    }
  });

  const begin = (blueprintId: string, more: object = {}, how: Parameters<typeof ask>[3] = {}) => {
    const place = { blueprintId, actionId: '0', senderWallet, registerAddress: registerId };
    return ask(world, 'submitAction', { body: { ...place, payloadData: { amount: 3 }, ...more } }, how);
  };
  const moves = async () =>
    (await ask(world, 'listInstances', { query: { blueprintId: GATED.id } })).json.items as readonly object[];
  const shown = { credentialId: 'urn:uuid:1', disclosedClaims: { grade: 'A' }, rawPresentation: 'Buyer.x' };

  it('are refused at once and in the background, whatever is shown beside them, and nothing is stored', async () => {
    const bare = await begin(GATED.id);
    expect(refusal(bare)).to.deep.equal(REFUSED);
    expect(bare.json.detail).to.contain('POST /api/gates');
    const credentialPresentations = [shown];
    expect(refusal(await begin(GATED.id, { credentialPresentations }))).to.deep.equal(REFUSED);
    const prefer = { headers: { prefer: 'respond-async' } };
    expect(refusal(await begin(GATED.id, { credentialPresentations }, prefer))).to.deep.equal(REFUSED);
    const { json } = await ask(world, 'listOperations', { query: { wallet: senderWallet } });
    expect([json.totalCount, await moves()]).to.deep.equal([0, []]);
  });

  it('are refused after what needs no credential', async () => {
    const wrong = await begin(GATED.id, { payloadData: { amount: 'three' } });
    expect(refusal(wrong)).to.deep.equal([400, 'VAL_SCHEMA_004', '/payloadData/amount']);
  });

  it('are not rejected past the gate by who would hold their open role from then on', async () => {
    const { instanceId, transactionId } = (await begin(REJECTED.id)).json;
    const body = { senderWallet, reason: 'Too dear.' };
    const params = { instanceId, actionId: '1' };
    expect(refusal(await ask(world, 'rejectInstanceAction', { params, body }))).to.deep.equal(REFUSED);
    const legacy = { ...body, transactionHash: transactionId, registerAddress: registerId };
    expect(refusal(await ask(world, 'rejectAction', { body: legacy }))).to.deep.equal(REFUSED);
  });

  it('are judged by the rules where a signed transaction states gates, and refused where it states none', async () => {
    const publicationTxId = publications.get(GATED.id) ?? '';
    const signed = (members: object = {}) =>
      anOrder(world, { registerId, publicationTxId }, { blueprintId: GATED.id, ...members }, buyer);
    const refused = [403, 'CREDENTIAL_REFUSED', '/actionId'];
    const send = (body: object) => ask(world, 'submitTransaction', { params: { registerId }, body });
    const bare = signed();
    expect(refusal(await send(bare))).to.deep.equal(refused);
    const batch = await ask(world, 'submitBatch', { body: { transactions: [bare] } });
    expect(batch.json.results[0]).to.include({ status: 'refused', code: 'CREDENTIAL_REFUSED' });
    const validated = await ask(world, 'validateTransaction', { body: bare });
    expect([validated.status, validated.json.isValid]).to.deep.equal([403, false]);
    expect((await send(signed({ metadata: { gates: [] } }))).json.code).to.equal('VAL_GATE_001');
    expect(await moves()).to.deep.equal([]);
  });

  it('take a bounded number of credentials of a closed form beside them', async () => {
    const refused = async (credentialPresentations: readonly object[]) =>
      refusal(await begin(GATED.id, { credentialPresentations }));
    const many = Array.from({ length: PRESENTATIONS_MAX + 1 }, () => shown);
    const at = '/credentialPresentations';
    expect(await refused(many)).to.deep.equal([400, 'BODY_INVALID', at]);
    const { rawPresentation: _, ...bare } = shown;
    expect(await refused([bare])).to.deep.equal([400, 'BODY_INVALID', `${at}/0/rawPresentation`]);
    expect(await refused([{ ...shown, issuer: 'did:x' }])).to.deep.equal([400, 'BODY_INVALID', `${at}/0/issuer`]);
  });
});
