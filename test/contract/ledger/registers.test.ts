// Registers over HTTP: both ways to found one, what refuses each step, and the border between tenants.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import type { RegisterState } from '../../../core/model/register.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import { call } from '../world/caller.js';
import { aWorld } from '../world/world.js';
import { worldOfEach } from '../world/world-of.js';
import {
  anOrder,
  aRegister,
  ask,
  buyer,
  definitionOf,
  genesisSubmission,
  initiated,
  ordersOf,
  publishOrders,
} from './fixtures.js';

const OWNER = { userId: EXAMPLE.administratorId, walletId: EXAMPLE.walletAddress };
const OTHER_TENANT = '00000000-0000-0000-0000-000000000001';
const NOBODY = '11111111-2222-4333-8444-555555555555';

describe('registers', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await seedExampleWallet(world.deps);
  });

  it('are founded in one call, and say so in every view', async () => {
    const body = { name: 'Orders', owners: [OWNER], metadata: { sandbox: 'true' }, advertise: true };
    const made = await ask(world, 'createRegister', { body });
    expect(made.status, made.text).to.equal(201);
    const { registerId, genesisTransactionId, genesisDocketHash } = made.json;
    const params = { registerId };
    const register = (await ask(world, 'getRegister', { params })).json;
    expect(register).to.deep.include({ id: registerId, name: 'Orders', height: 1, status: 'ONLINE', sandbox: true });
    expect(register).to.deep.include({ advertise: true, isFullReplica: true, tenantId: EXAMPLE.organisationId });
    const roster = (await ask(world, 'getGovernanceRoster', { params })).json;
    expect(roster.members).to.have.length(1);
    expect(roster.members[0]).to.deep.include({ subject: `did:quorate:w:${EXAMPLE.walletAddress}`, role: 'Owner' });
    expect(roster).to.deep.include({ lastControlTxId: genesisTransactionId, controlTransactionCount: 1 });
    expect(roster.validators[0].validatorId).to.equal(world.deps.validator.validatorId);
    const policy = (await ask(world, 'getRegisterPolicy', { params })).json;
    expect(policy.isDefault).to.equal(true);
    expect(policy.policy.consensus).to.deep.include({ mode: 'majority', buildWindowMs: 10 });
    const docket = (await ask(world, 'getDocket', { params: { registerId, docketId: 'latest' } })).json;
    expect(docket).to.deep.include({ number: 0, hash: genesisDocketHash, transactionIds: [genesisTransactionId] });
    expect(docket).not.to.have.property('previousHash');
  });

  it('are not founded with two nodes of one consensus key, which are copies of each other', async () => {
    const own = { ...world.deps.validator, peerId: '12D3KooWown' };
    Object.assign(world.deps, { validator: own });
    world.mesh.seatOf = ((peerId: string) => (peerId === own.peerId ? own : { ...own, peerId })) as never;
    const body = { name: 'Orders', owners: [OWNER], validators: [own.peerId, '12D3KooWcopy'] };
    const { status, json } = await ask(world, 'createRegister', { body });
    expect([status, json.code, json.path]).to.deep.equal([400, 'BODY_INVALID', '/validators/1']);
    expect(json.detail).to.include('12D3KooWown and 12D3KooWcopy have one consensus key').and.include('stop the copy');
  });

  it('are founded with a key that may sign, where that of the node may have lost votes', async () => {
    const restored = await aWorld({ isFenced: true });
    const keys = restored.deps.seatKeys;
    const fenced = keys.current.validatorId;
    const seats: string[] = [];
    for (const name of ['First', 'Second']) {
      const registerId = await aRegister(restored, name);
      const { roster } = restored.deps.ledger.state(registerId) as RegisterState;
      expect(restored.deps.ledger.seat(registerId)).to.include({ state: 'Running' });
      seats.push(...roster.validators.map(({ validatorId }) => validatorId));
    }
    // One other key serves all of them.
    expect(seats).to.deep.equal([keys.current.validatorId, keys.current.validatorId]);
    expect(seats).to.not.include(fenced);
    expect(restored.errors).to.deep.equal([]);
    await restored.close();
  });

  it("are owned by the caller's wallet when no owner is named", async () => {
    const made = await ask(world, 'createRegister', { body: { name: 'Mine' } });
    expect(made.status, made.text).to.equal(201);
    const roster = await ask(world, 'getGovernanceRoster', { params: { registerId: made.json.registerId } });
    expect(roster.json.members[0].subject).to.equal(`did:quorate:w:${EXAMPLE.walletAddress}`);
    const none = await ask(world, 'createRegister', { body: { name: 'Nobody' } }, { as: 'systemAdmin' });
    expect([none.status, none.json.code, none.json.path]).to.deep.equal([400, 'OWNER_WALLET_UNKNOWN', '/owners']);
  });

  it("are founded with an organisation's wallet, whose attestation key stands on the roster", async () => {
    const wallet = { title: 'Treasury', keyType: 'ED25519', organizationId: EXAMPLE.organisationId };
    const { walletAddress } = (await ask(world, 'createWallet', { body: wallet })).json;
    const owners = [{ userId: EXAMPLE.administratorId, walletId: walletAddress }];
    const begun = (await ask(world, 'initiateRegister', { body: { name: 'Treasury', owners } })).json;
    const [entry] = begun.attestationsToSign;
    expect(entry).to.deep.include({ walletId: walletAddress, derivationPath: 'quorate:register-attestation' });
    expect(entry.attestationData.subject).not.to.equal(`did:quorate:w:${walletAddress}`);
    const made = await ask(world, 'createRegister', { body: { name: 'Treasury', owners } });
    expect(made.status, made.text).to.equal(201);
    const params = { registerId: made.json.registerId };
    const roster = (await ask(world, 'getGovernanceRoster', { params })).json;
    expect(roster.members[0].subject).to.equal(entry.attestationData.subject);
    expect(await publishOrders(world, made.json.registerId)).to.match(/^[0-9a-f]{64}$/);
  });

  it('are founded in two steps, once', async () => {
    const body = await initiated(world);
    const made = await ask(world, 'finalizeRegister', { body });
    expect(made.status, made.text).to.equal(201);
    const again = await ask(world, 'finalizeRegister', { body });
    expect([again.status, again.json.code]).to.deep.equal([404, 'REGISTRATION_NOT_FOUND']);
  });

  it('refuse a wrong nonce, and let the right one still serve', async () => {
    const body = await initiated(world);
    const wrong = await ask(world, 'finalizeRegister', { body: { ...body, nonce: body.nonce.slice(0, -1) } });
    expect([wrong.status, wrong.json.code, wrong.json.path]).to.deep.equal([
      401,
      'REGISTRATION_NONCE_INVALID',
      '/nonce',
    ]);
    expect((await ask(world, 'finalizeRegister', { body })).status).to.equal(201);
  });

  it('refuse missing, foreign and tampered attestations', async () => {
    const body = await initiated(world);
    const [good] = body.signedAttestations as [(typeof body.signedAttestations)[0]];
    const none = await ask(world, 'finalizeRegister', { body: { ...body, signedAttestations: [] } });
    expect([none.status, none.json.code]).to.deep.equal([400, 'ATTESTATION_MISSING']);
    const signature = Buffer.from(good.signature, 'base64');
    signature[3] = (signature[3] as number) ^ 1;
    const forged = { ...good, signature: signature.toString('base64') };
    const bad = await ask(world, 'finalizeRegister', { body: { ...body, signedAttestations: [forged] } });
    expect([bad.status, bad.json.code]).to.deep.equal([401, 'ATTESTATION_SIGNATURE_INVALID']);
    const publicKey = Buffer.from(buyer.publicKey).toString('base64');
    const foreign = await ask(world, 'finalizeRegister', {
      body: { ...body, signedAttestations: [{ ...good, publicKey }] },
    });
    expect([foreign.status, foreign.json.code]).to.deep.equal([400, 'ATTESTATION_MISMATCH']);
    const renamed = { ...good, attestationData: { ...good.attestationData, role: 'Admin' } };
    const other = await ask(world, 'finalizeRegister', { body: { ...body, signedAttestations: [renamed] } });
    expect([other.status, other.json.code]).to.deep.equal([400, 'ATTESTATION_MISMATCH']);
  });

  it('refuse a registration after five minutes, and one of another caller', async () => {
    const body = await initiated(world);
    const stranger = await ask(world, 'finalizeRegister', { body }, { as: 'systemAdmin' });
    expect([stranger.status, stranger.json.code]).to.deep.equal([404, 'REGISTRATION_NOT_FOUND']);
    world.advance(5 * 60_000 + 1);
    const late = await ask(world, 'finalizeRegister', { body });
    expect([late.status, late.json.code]).to.deep.equal([408, 'REGISTRATION_EXPIRED']);
  });

  it('refuse an id that is taken, another tenant, a system purpose, an unknown and a foreign wallet', async () => {
    const registerId = await aRegister(world);
    const refused = async (id: 'createRegister' | 'initiateRegister', body: object) => {
      const answer = await ask(world, id, { body: { name: 'Orders', owners: [OWNER], ...body } });
      return [answer.status, answer.json.code, answer.json.path];
    };
    expect(await refused('initiateRegister', { registerId })).to.deep.equal([409, 'REGISTER_IN_USE', '/registerId']);
    expect(await refused('createRegister', { tenantId: OTHER_TENANT })).to.deep.equal([403, 'FORBIDDEN', '/tenantId']);
    expect(await refused('createRegister', { purpose: 'System' })).to.deep.equal([403, 'FORBIDDEN', '/purpose']);
    expect(await refused('createRegister', { owners: [{ userId: 'u', walletId: 'nothing' }] })).to.deep.equal([
      400,
      'OWNER_WALLET_UNKNOWN',
      '/owners/0/walletId',
    ]);
    const elsewhere = await refused('createRegister', { owners: [{ userId: 'u', walletId: buyer.address }] });
    expect(elsewhere.slice(0, 2)).to.deep.equal([400, 'OWNER_WALLET_UNKNOWN']);
    const twice = await refused('createRegister', { owners: [OWNER, OWNER] });
    expect(twice.slice(0, 2)).to.deep.equal([400, 'OWNER_DUPLICATE']);
    const policy = await refused('createRegister', { policy: { consensus: { mode: 'bft' } } });
    expect(policy).to.deep.equal([400, 'CONFIG_INVALID', '/policy/consensus/mode']);
    const root = await ask(world, 'createRegister', { body: { name: 'X', owners: [OWNER] } }, { as: 'systemAdmin' });
    expect([root.status, root.json.code]).to.deep.equal([403, 'WALLET_ACCESS_DENIED']);
  });

  it('do not exist for another tenant, except to be told that they cannot be deleted', async () => {
    const genesis = genesisSubmission(world, NOBODY, OTHER_TENANT);
    const made = await ask(world, 'submitGenesis', { body: genesis }, { as: 'systemAdmin' });
    expect(made.status, made.text).to.equal(201);
    const params = { registerId: NOBODY };
    const reads = ['getRegister', 'listTransactions', 'listDockets', 'getGovernanceRoster', 'getMemPool'] as const;
    for (const id of reads) {
      const answer = await ask(world, id, { params });
      expect([answer.status, answer.json.code], id).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    }
    for (const id of ['updateRegister', 'pauseValidation', 'deleteRegister'] as const) {
      const answer = await ask(world, id, {
        params,
        ...(id === 'updateRegister' ? { body: { advertise: true } } : {}),
      });
      expect([answer.status, answer.json.code], id).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
    }
    const stats = await ask(world, 'queryStats', { query: params });
    expect(stats.status).to.equal(404);
    expect((await ask(world, 'listRegisters', {})).json).to.deep.equal([]);
    expect((await ask(world, 'countRegisters', {}, { as: 'systemAdmin' })).json).to.deep.equal({ count: 1 });
    expect((await ask(world, 'getRegister', { params }, { as: 'systemAdmin' })).status).to.equal(200);
  });

  it('are listed by their tenant for the operator, and of the own tenant alone for others', async () => {
    const own = await aRegister(world);
    await ask(world, 'submitGenesis', { body: genesisSubmission(world, NOBODY, OTHER_TENANT) }, { as: 'systemAdmin' });
    const listed = async (as: 'systemAdmin' | 'administrator', query: object = {}) =>
      (await ask(world, 'listRegisters', { query: { ...query } }, { as })).json.map(({ id }: { id: string }) => id);
    expect(await listed('systemAdmin')).to.have.members([own, NOBODY]);
    expect(await listed('systemAdmin', { tenantId: OTHER_TENANT })).to.deep.equal([NOBODY]);
    expect(await listed('systemAdmin', { tenantId: EXAMPLE.organisationId })).to.deep.equal([own]);
    expect(await listed('administrator')).to.deep.equal([own]);
    expect(await listed('administrator', { tenantId: OTHER_TENANT })).to.deep.equal([]);
  });

  it('change and go', async () => {
    const registerId = await aRegister(world);
    const params = { registerId };
    const changed = await ask(world, 'updateRegister', { params, body: { name: 'Renamed', advertise: true } });
    expect(changed.json).to.deep.include({ name: 'Renamed', advertise: true });
    const off = await ask(world, 'updateRegister', { params, body: { status: 'OFFLINE' } });
    expect(off.json.status).to.equal('OFFLINE');
    const wrong = await ask(world, 'updateRegister', { params, body: { status: 'RECOVERY' } });
    expect([wrong.status, wrong.json.code, wrong.json.path]).to.deep.equal([400, 'BODY_INVALID', '/status']);
    expect((await ask(world, 'deleteRegister', { params })).status).to.equal(204);
    expect((await ask(world, 'getRegister', { params })).status).to.equal(404);
    expect((await ask(world, 'deleteRegister', { params })).status).to.equal(404);
  });

  for (const [name, isPromised] of [
    ['promised', true],
    ['not promised yet', false],
  ] as const)
    it(`tell who waits for a seal on them that they are gone (${name})`, async () => {
      const orders = await ordersOf(world);
      const { registerId } = orders;
      const params = { registerId };
      expect((await ask(world, 'pauseValidation', { params })).status).to.equal(200);
      const parts = { params, body: anOrder(world, orders) };
      let isAnswered = false;
      const answer = ask(world, 'submitTransaction', parts, { headers: { prefer: 'wait=20' } }).finally(() => {
        isAnswered = true;
      });
      while (world.deps.ledger.pending(registerId).length === 0)
        await new Promise<void>((resolve) => setImmediate(resolve));
      if (isPromised) expect((await ask(world, 'submitTransaction', parts)).status).to.equal(202);
      expect(isAnswered).to.equal(false);
      expect((await ask(world, 'deleteRegister', { params })).status).to.equal(204);
      const { status, json } = await answer;
      expect([status, json.code]).to.deep.equal([404, 'REGISTER_NOT_FOUND']);
      expect(json.detail).to.include('deleted');
    });

  it('take no genesis that is not attested, not of the tenant, or not a genesis', async () => {
    const good = genesisSubmission(world, NOBODY);
    const refused = async (body: object) => {
      const answer = await ask(world, 'submitGenesis', { body });
      return [answer.status, answer.json.code];
    };
    const foreign = genesisSubmission(world, NOBODY, OTHER_TENANT);
    expect(await refused(foreign)).to.deep.equal([403, 'FORBIDDEN']);
    expect(await refused({ ...good, blueprintId: 'orders' })).to.deep.equal([400, 'VAL_HASH_002']);
    const [entry] = good.signatures;
    const value = Buffer.from(entry?.signatureValue ?? '', 'base64')
      .fill(1)
      .toString('base64');
    expect(await refused({ ...good, signatures: [{ ...entry, signatureValue: value }] })).to.deep.equal([
      400,
      'VAL_SIG_002',
    ]);
    expect((await ask(world, 'submitGenesis', { body: good })).status).to.equal(201);
    expect(await refused(good)).to.deep.equal([409, 'REGISTER_IN_USE']);
  });

  it('refuse an expired token', async () => {
    const token = await world.token('administrator');
    world.advance(66 * 60_000);
    const answer = await call(world, definitionOf('listRegisters'), {}, { token });
    expect([answer.status, answer.json.code]).to.deep.equal([401, 'TOKEN_EXPIRED']);
  });

  it('refuse path and query garbage', async () => {
    const path = await ask(world, 'getRegister', { params: { registerId: 'NOT-A-UUID' } });
    expect([path.status, path.json.code, path.json.path]).to.deep.equal([400, 'PATH_INVALID', '/registerId']);
    const page = await ask(world, 'listRegisters', { query: { pageSize: 101 } });
    expect([page.status, page.json.code, page.json.path]).to.deep.equal([400, 'QUERY_INVALID', '/pageSize']);
  });
});
