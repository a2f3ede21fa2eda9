// Signatures of the system wallet for services (specification 5.13): who opts in, what is signed, for which register,
// how often, and the line in the audit trail. No statement of the service beside the transaction is believed.
import { expect } from 'chai';
import { DEFINITION, LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64, fromHex } from '../../../core/base/bytes.js';
import { SERVICE_SIGNINGS_PER_MINUTE } from '../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../core/base/result.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { type DraftSubmission, prepare } from '../../../core/kinds/build.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { aRegister, exampleOrders } from '../ledger/fixtures.js';
import { tokenOfService } from '../world/personas.js';
import { worldOfEach } from '../world/world-of.js';
import { PRINCIPAL, serviceToken } from './fixtures.js';

const REGISTER = LEDGER.registerId;
const PURPOSE = 'quorate:register-control';
const ELSEWHERE = '7d9e2b34-1c6f-4a58-9e0d-2b3c4d5e6f70';

describe('signatures of the system wallet for services', () => {
  const world = worldOfEach();
  let address: string;
  beforeEach(async () => {
    await exampleOrders(world);
    const identity = await world.deps.systemWallet.identity(PURPOSE);
    if (isFailure(identity)) throw new Error(identity.issue.message);
    address = identity.address;
  });

  const publication = (change: object = {}): DraftSubmission => ({
    ...{ registerId: REGISTER, blueprintId: DEFINITION.id, actionId: 'blueprint-publish', senderWallet: address },
    ...{ createdAt: EXAMPLE.time, payload: DEFINITION, ...change },
  });
  const idsOf = (draft: DraftSubmission) => {
    const prepared = prepare(draft);
    if (isFailure(prepared)) throw new Error(prepared.issue.message);
    return prepared;
  };

  interface Asked {
    readonly token?: string;
    readonly at?: string;
    readonly listener?: 'internal' | 'public';
    readonly beside?: object;
  }

  async function sign(change: object = {}, { token, at = address, listener = 'internal', beside = {} }: Asked = {}) {
    const answer = await world.servers[listener].inject({
      ...{ method: 'POST', url: `/api/internal/wallets/${at}/sign` },
      payload: { transaction: publication(change), ...beside },
      headers: { authorization: `Bearer ${token ?? (await serviceToken(world))}` },
    });
    return { status: answer.statusCode, json: answer.json() };
  }
  const codeOf = async (...parts: Parameters<typeof sign>) => {
    const { status, json } = await sign(...parts);
    return `${status} ${json.code ?? ''}`.trim();
  };

  it('are over {TxId}:{PayloadHash} of the transaction that was shown, with the key of its purpose', async () => {
    const { transactionId, payloadHash, digest } = idsOf(publication());
    const { status, json } = await sign({ transactionId, payloadHash }, { beside: { purpose: PURPOSE } });
    expect([status, json.signedBy, json.derivationPath]).to.deep.equal([200, address, "m/44'/0'/0'/0/101"]);
    expect(json).to.include({ registerId: REGISTER, transactionType: 'BlueprintPublish', transactionId });
    const [key, signature] = [fromBase64(json.publicKey)!, fromBase64(json.signature)!];
    expect(addressOf('ED25519', key)).to.equal(address);
    expect(verifySync('ED25519', key, fromHex(digest), signature)).to.equal(true);
  });

  it('are for services that opted in, at their listeners, with the address of the system wallet', async () => {
    expect(await codeOf({}, { token: await serviceToken(world, ['dockets:write']) })).to.equal('403 SCOPE_MISSING');
    for (const persona of ['systemAdmin', 'administrator', 'user'] as const)
      expect(await codeOf({}, { token: await world.token(persona) }), persona).to.equal('403 FORBIDDEN');
    expect(await codeOf({}, { listener: 'public' })).to.equal('404 ROUTE_NOT_FOUND');
    expect(await codeOf({}, { at: EXAMPLE.walletAddress })).to.equal('404 WALLET_NOT_FOUND');
    expect(await codeOf({ senderWallet: EXAMPLE.walletAddress })).to.equal('404 WALLET_NOT_FOUND');
  });

  it('are for what the transaction says, and for nothing that is said beside it', async () => {
    const other = 'ab'.repeat(32);
    expect(await codeOf({ transactionId: other })).to.equal('400 VAL_HASH_002');
    expect(await codeOf({ payloadHash: other })).to.equal('400 VAL_HASH_001');
    expect(await codeOf({}, { beside: { purpose: 'quorate:blueprint-publish' } })).to.equal(
      '403 SIGNING_PURPOSE_REFUSED',
    );
    expect(await codeOf({}, { beside: { registerId: ELSEWHERE } }), 'a register beside it').to.equal(
      '400 BODY_INVALID',
    );
    const hashes = { purpose: PURPOSE, transactionId: other, payloadHash: other };
    const bare = await world.servers.internal.inject({
      ...{ method: 'POST', url: `/api/internal/wallets/${address}/sign`, payload: hashes },
      headers: { authorization: `Bearer ${await serviceToken(world)}` },
    });
    expect([bare.statusCode, bare.json().code], 'hashes alone').to.deep.equal([400, 'BODY_INVALID']);
  });

  it('are for acts of the system wallet: no action, no participant record, nothing malformed', async () => {
    expect(await codeOf({ actionId: '0' })).to.equal('403 SIGNING_PURPOSE_REFUSED');
    expect(await codeOf({ blueprintId: 'register-participant', actionId: 'publish' })).to.not.match(/^200/);
    expect(await codeOf({ blueprintId: 'genesis' })).to.equal('400 VAL_STRUCT_011');
    expect(await codeOf({ payload: undefined })).to.equal('400 VAL_STRUCT_005');
  });

  it('are for registers that know the wallet as theirs, and found none a second time', async () => {
    expect(await codeOf({ registerId: ELSEWHERE })).to.equal('404 REGISTER_NOT_FOUND');
    const genesis = { blueprintId: 'genesis', actionId: 'register-creation', payload: { name: 'Twice' } };
    expect(await codeOf(genesis)).to.equal('409 REGISTER_IN_USE');
    expect(await codeOf({ ...genesis, registerId: ELSEWHERE })).to.equal('200');
  });

  it('are so many a minute, register and service', async () => {
    const token = await serviceToken(world);
    const answers = await Promise.all(
      Array.from({ length: SERVICE_SIGNINGS_PER_MINUTE + 1 }, () => sign({}, { token })),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(SERVICE_SIGNINGS_PER_MINUTE);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ json }) => json.code)).to.deep.equal(['SIGNING_RATE_EXCEEDED']);
    const registerId = await aRegister(world);
    expect((await sign({ registerId }, { token })).status, 'another register').to.equal(200);
    const service = { clientId: 'another', serviceName: 'Another', scope: PRINCIPAL.scopes };
    const other = await tokenOfService(world.deps, service);
    expect((await sign({}, { token: other })).status, 'another service').to.equal(200);
    world.advance(60_000);
    expect((await sign({}, { token })).status).to.equal(200);
  });

  it('are in the audit trail, each with all that the specification names, as the transaction has it', async () => {
    const { transactionId: txId } = idsOf(publication());
    await sign();
    world.advance(1);
    await sign({ registerId: ELSEWHERE });
    const { rows } = await world.deps.audit.page([PLATFORM_ORGANISATION_ID], {}, 100);
    const lines = rows.filter(({ identityId }) => identityId === EXAMPLE.clientId);
    const details = {
      ...{ purpose: PURPOSE, registerId: REGISTER, transactionType: 'BlueprintPublish', txId },
      ...{ path: "m/44'/0'/0'/0/101", wallet: address },
    };
    expect(lines).to.have.length(2);
    expect(lines[1]).to.deep.include({ eventType: 'WalletSigned', success: true, details });
    expect(lines[0]).to.deep.include({ eventType: 'WalletAccessDenied', success: false });
    expect(lines[0]?.details).to.include({ registerId: ELSEWHERE, reason: 'REGISTER_NOT_FOUND' });
  });
});
