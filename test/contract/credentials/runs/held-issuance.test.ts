// A wallet holds a credential of a run against the register: an issuer signs another thing than it sealed, goes on
// giving what the register revoked, or names an Issuance that is not there.
import { expect } from 'chai';
import type { CredentialDriver } from '../../../../actors/credentials/credential-driver.js';
import { openPlan } from '../../../../actors/credentials/planning.js';
import { openCopies } from '../../../../api/credentials/holding/keeping.js';
import { EXAMPLE } from '../../../../api/examples/values.js';
import { heldCredentialRoutes } from '../../../../api/groups/credentials/held-credentials/routes.js';
import { canonical, type JsonObject } from '../../../../core/base/json.js';
import { type PlannedCopy, planCopy } from '../../../../core/credentials/issuance/planned.js';
import { issuanceStatus } from '../../../../core/register/issued/rows.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import type { RunIssuance } from '../../../../storage/tables/credentials/run-issuances.js';
import { ask } from '../../ledger/fixtures.js';
import { atOnce } from '../../ledger/part.js';
import { call } from '../../world/caller.js';
import { worldOfEach } from '../../world/world-of.js';
import { certify } from '../fixtures.js';
import { grantPermit, issuedFor, PERMIT_TYPE, permitDefinition, permitRegister, until } from './permits.js';

const params = { address: EXAMPLE.holdingWalletAddress };
const ABSENT = 'ab'.repeat(32);
const OTHER_REGISTER = '00000000-0000-4000-8000-000000000000';

const MDOC = {
  ...{ format: 'mso_mdoc', credentialType: 'org.northwind.permit' },
  claimMappings: [{ claimName: '["org.northwind.1","number"]', sourceField: '/number' }],
};

describe('a credential of a run that a wallet is given', () => {
  const world = worldOfEach();
  let driver: CredentialDriver;
  let credentialId: string;
  let issuanceTxId: string;
  let offerUri: string;

  async function issued(config: JsonObject = {}): Promise<void> {
    const registerId = await permitRegister(world, permitDefinition(config));
    if (config.format === 'mso_mdoc') certify(world, world.deps.wallets.find(EXAMPLE.issuerWalletAddress) as Wallet);
    driver = world.issuing();
    await driver.start();
    const { id, run } = await issuedFor(world, await grantPermit(world, registerId));
    credentialId = id;
    issuanceTxId = run?.issuanceTxId ?? '';
    const offered = await ask(world, 'offerRunCredential', { params: { credentialId } });
    offerUri = offered.json.credentialOfferUri;
  }
  afterEach(() => driver.stop());

  const rowNow = () => world.deps.credentials.runs.find(credentialId) as RunIssuance;
  /** What its issuer goes by from now on. */
  const lie = (change: Partial<RunIssuance>) =>
    world.deps.commit(world.deps.credentials.runs.put({ ...rowNow(), ...change }));
  /** Signed in place of what was sealed. */
  async function signOther(change: (copy: PlannedCopy) => PlannedCopy) {
    const { credentials } = world.deps;
    const copies = openPlan(credentials, rowNow()).map(change);
    const sealed = credentials.secrets.encrypt(`run-issuances/${credentialId}`, canonical(copies as never));
    await lie({ sealed });
  }
  const receive = async () =>
    call(
      world,
      heldCredentialRoutes.receiveCredentials,
      { params, body: { offerUri, consent: true } },
      { token: await world.token('citizen') },
    );
  const held = async () => (await ask(world, 'listHeldCredentials', { params })).json.credentials;

  for (const [format, config] of [
    ['dc+sd-jwt', {}],
    ['mso_mdoc', MDOC],
  ] as const)
    it(`is kept with the Issuance that sealed it, as ${format}`, async () => {
      await issued(config);
      const taken = await receive();
      expect(taken.status, taken.text).to.equal(201);
      const { registerId } = rowNow();
      const sealed = { issuanceTxId, issuanceRegisterId: registerId, format };
      expect((await held())[0]).to.include({ ...sealed, ledgerStatus: 'valid', status: 'Active' });
      await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
      const { reg } = world.deps.ledger.register(registerId)!;
      await until(() => issuanceStatus(world.deps.chain.view(reg), issuanceTxId) === 'revoked');
      expect((await held())[0]).to.include({ ledgerStatus: 'revoked', status: 'Active' });
    });

  for (const [name, change] of [
    ['another claim', () => planCopy('dc+sd-jwt', forged())],
    ['another end', (copy: PlannedCopy) => ({ ...copy, payload: { ...payloadOf(copy), exp: 4_000_000_000 } })],
  ] as const)
    it(`is refused with ${name} than was sealed`, async () => {
      await issued();
      await signOther(change as (copy: PlannedCopy) => PlannedCopy);
      const refused = await receive();
      expect([refused.status, refused.json.code], refused.text).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
      expect(refused.json.detail).to.include('Its issuer sealed another one.');
      expect(await held()).to.have.length(0);
    });

  it('is refused where the register revoked it and its issuer does not say so', async () => {
    await issued();
    await driver.stop();
    const revoked = await ask(world, 'revokeCredential', { params: { credentialId }, body: {} });
    expect(revoked.status, revoked.text).to.equal(202);
    const refused = await receive();
    expect([refused.status, refused.json.code], refused.text).to.deep.equal([403, 'CREDENTIAL_REFUSED']);
    expect(refused.json.detail).to.include('The register has it revoked.');
    expect(await held()).to.have.length(0);
  });

  it('is not kept before the register has its Issuance', async () => {
    await issued();
    await lie({ issuanceTxId: ABSENT });
    // The wait for a docket ends at once.
    Object.assign(world.deps.clock, { setTimer: (run: () => void) => atOnce(run, 0) });
    const refused = await receive();
    expect([refused.status, refused.json.code], refused.text).to.deep.equal([503, 'REGISTER_BEHIND']);
    expect(await held()).to.have.length(0);
  });

  it('is had by another offer where its copies were given and not stored', async () => {
    await issued();
    const { kept } = world.deps.credentials;
    const { put } = kept;
    kept.put = () => {
      throw new Error('the node stops here');
    };
    expect((await receive()).status).to.equal(500);
    expect((world.errors as object[]).splice(0)).to.have.length(1);
    kept.put = put;
    expect((await ask(world, 'getIssuedCredential', { params: { credentialId } })).json.copies).to.equal(2);
    offerUri = (await ask(world, 'offerRunCredential', { params: { credentialId } })).json.credentialOfferUri;
    const taken = await receive();
    expect(taken.status, taken.text).to.equal(201);
    expect((await held())[0]).to.include({ copies: 2 });
    expect(kept.head(params.address).asked).to.equal(undefined);
  });

  it('has keys of its own where two are taken at once, and after one that was kept', async () => {
    await issued();
    const registerId = rowNow().registerId;
    for (let i = 0; i < 2; i++) {
      const [one, other] = [await grantPermit(world, registerId), await grantPermit(world, registerId)];
      const both: string[] = [];
      for (const permit of [one, other]) {
        const asked = { params: { credentialId: (await issuedFor(world, permit)).id } };
        both.push((await ask(world, 'offerRunCredential', asked)).json.credentialOfferUri);
      }
      const token = await world.token('citizen');
      const taken = both.map((uri) =>
        call(
          world,
          heldCredentialRoutes.receiveCredentials,
          { params, body: { offerUri: uri, consent: true } },
          { token },
        ),
      );
      expect((await Promise.all(taken)).map(({ status }) => status)).to.deep.equal([201, 201]);
    }
    const { kept } = world.deps.credentials;
    const rows = await kept.page(params.address, { skip: 0, top: 10 });
    const paths = rows.items.flatMap((row) => openCopies(world.deps, row).map(({ path }) => path));
    expect([paths.length, new Set(paths).size]).to.deep.equal([8, 8]);
  });

  it('is kept without an Issuance where its register is not on this node', async () => {
    await issued();
    await lie({ registerId: OTHER_REGISTER });
    const taken = await receive();
    expect(taken.status, taken.text).to.equal(201);
    expect((await held())[0]).to.not.have.property('issuanceTxId');
  });
});

const payloadOf = (copy: PlannedCopy) => ('payload' in copy ? copy.payload : {});
const forged = () => ({
  ...{
    credentialType: PERMIT_TYPE,
    claims: { number: 'BP-1', place: 'Elsewhere' },
    disclosable: [['number'], ['place']],
  },
  random: (length: number) => new Uint8Array(length),
});
