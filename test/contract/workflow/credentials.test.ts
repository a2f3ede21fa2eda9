// Actions that take a credential, over HTTP: no way leads past the gate, its word is told at its place, and what is
// shown is kept nowhere in plain.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { PRESENTATION_CLAIMS_BYTES_MAX, PRESENTATIONS_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { anOrder, ask, buyer, exampleOrders } from '../ledger/fixtures.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';

const refusal = ({ status, json }: Answer) => [status, json.code, json.path];
const REFUSED = [403, 'CREDENTIAL_REFUSED'];
const [order, confirm] = DEFINITION.actions;

const TRUSTED = { acceptedIssuers: ['did:web:office.example'] };

/** Orders that a holder of a buyer's credential begins and a holder of a seller's confirms; both roles are open. */
const GATED = {
  ...DEFINITION,
  id: 'gated-order',
  actions: [
    {
      ...order,
      credentialRequirements: [
        {
          ...TRUSTED,
          type: 'Buyer',
          readers: ['seller'],
          requiredClaims: [{ claimName: 'grade', expectedValue: 'A' }],
        },
      ],
    },
    {
      ...confirm,
      credentialRequirements: [{ ...TRUSTED, type: 'Seller', readers: ['buyer'] }],
      rejectionConfig: { targetActionId: 0 },
    },
  ],
};

const SECRET = 'Buyer.header.4f1c.signature';
const shown = (members: object = {}) => ({
  credentialId: 'urn:uuid:1',
  disclosedClaims: { grade: 'A' },
  rawPresentation: SECRET,
  ...members,
});

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

  it('are not submitted as signed transactions, which show no credential', async () => {
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

  it('are published where the register has pinned the lists that they name', async () => {
    const policy = { trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: 'eu' }] } };
    const gate = { vct: 'urn:x', readers: ['seller'], ...policy };
    const definition = { ...GATED, actions: [{ ...order, credentialRequirements: [gate] }, confirm] };
    const body = { blueprintId: GATED.id, override: UNREHEARSED, blueprintJson: definition };
    const { status, json } = await ask(world, 'publishBlueprint', { params: { registerId: LEDGER.registerId }, body });
    expect([status, json.code, json.errors[0].code]).to.deep.equal([400, 'BLUEPRINT_INVALID', 'BP_TRUST_UNPINNED']);
  });

  it('show a bounded number of credentials of a bounded size', async () => {
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
