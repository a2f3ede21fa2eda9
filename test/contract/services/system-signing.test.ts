// Signatures of the system wallet for services (specification 5.13): who opts in, what is signed, how often, and the
// line in the audit trail.
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64 } from '../../../core/base/bytes.js';
import { SERVICE_SIGNINGS_PER_MINUTE } from '../../../core/base/limits/node/wallets.js';
import { isFailure } from '../../../core/base/result.js';
import { addressOf } from '../../../core/crypto/keys/address.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { signingDigest } from '../../../core/transaction/form/encode.js';
import { aWorld, type World } from '../world.js';
import { serviceToken } from './fixtures.js';

const REGISTER = '7d9e2b34-1c6f-4a58-9e0d-2b3c4d5e6f70';
const [TX, HASH] = ['ab'.repeat(32), 'cd'.repeat(32)];
const PURPOSE = 'quorate:register-control';
const BODY = {
  ...{ purpose: PURPOSE, registerId: REGISTER, transactionType: 'BlueprintPublish' },
  ...{ transactionId: TX, payloadHash: HASH },
};

describe('signatures of the system wallet for services', () => {
  let world: World;
  let address: string;
  beforeEach(async () => {
    world = await aWorld();
    const identity = await world.deps.systemWallet.identity(PURPOSE);
    if (isFailure(identity)) throw new Error(identity.issue.message);
    address = identity.address;
  });
  afterEach(() => world.close());

  async function sign(change: object = {}, token?: string, at = address, listener: 'internal' | 'public' = 'internal') {
    const answer = await world.servers[listener].inject({
      ...{ method: 'POST', url: `/api/internal/wallets/${at}/sign`, payload: { ...BODY, ...change } },
      headers: { authorization: `Bearer ${token ?? (await serviceToken(world))}` },
    });
    return { status: answer.statusCode, json: answer.json() };
  }
  const codeOf = async (...parts: Parameters<typeof sign>) => {
    const { status, json } = await sign(...parts);
    return `${status} ${json.code ?? ''}`.trim();
  };

  it('are over {TxId}:{PayloadHash} with the key of the purpose', async () => {
    const { status, json } = await sign();
    expect([status, json.signedBy, json.derivationPath]).to.deep.equal([200, address, "m/44'/0'/0'/0/101"]);
    const [key, signature] = [fromBase64(json.publicKey)!, fromBase64(json.signature)!];
    expect(addressOf('ED25519', key)).to.equal(address);
    expect(verifySync('ED25519', key, signingDigest(TX, HASH), signature)).to.equal(true);
  });

  it('are for services that opted in, at their listeners, with an address of the system wallet and a purpose of its list', async () => {
    expect(await codeOf({}, await serviceToken(world, ['dockets:write']))).to.equal('403 FORBIDDEN');
    for (const persona of ['systemAdmin', 'administrator', 'user'] as const)
      expect(await codeOf({}, await world.token(persona)), persona).to.equal('403 FORBIDDEN');
    expect(await codeOf({}, undefined, address, 'public')).to.equal('404 ROUTE_NOT_FOUND');
    expect(await codeOf({}, undefined, EXAMPLE.walletAddress)).to.equal('404 WALLET_NOT_FOUND');
    expect(await codeOf({ purpose: 'quorate:blueprint-publish' })).to.equal('404 WALLET_NOT_FOUND');
    for (const purpose of ['quorate:register-attestation', "m/44'/0'/0'/0/101", ''])
      expect(await codeOf({ purpose }), purpose).to.equal('400 BODY_INVALID');
    expect(await codeOf({ payloadHash: 'cd' })).to.equal('400 BODY_INVALID');
  });

  it('are so many a minute and register, and each is in the audit trail with all that the specification names', async () => {
    const token = await serviceToken(world);
    const answers = await Promise.all(Array.from({ length: SERVICE_SIGNINGS_PER_MINUTE + 1 }, () => sign({}, token)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(SERVICE_SIGNINGS_PER_MINUTE);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ json }) => json.code)).to.deep.equal(['SIGNING_RATE_EXCEEDED']);
    expect((await sign({ registerId: EXAMPLE.userId }, token)).status).to.equal(200);
    world.advance(60_000);
    expect((await sign({}, token)).status).to.equal(200);
    const { rows } = await world.deps.audit.page([PLATFORM_ORGANISATION_ID], {}, 100);
    const lines = rows.filter(({ identityId }) => identityId === EXAMPLE.clientId);
    expect(lines).to.have.length(SERVICE_SIGNINGS_PER_MINUTE + 3);
    const details = {
      ...{ purpose: PURPOSE, registerId: REGISTER, transactionType: 'BlueprintPublish', txId: TX },
      ...{ path: "m/44'/0'/0'/0/101", wallet: address },
    };
    expect(lines.at(-1)).to.deep.include({ eventType: 'WalletSigned', success: true, details });
    expect(lines.filter(({ success }) => !success)).to.have.length(1);
  });
});
