// Wallets over HTTP: each algorithm from creation to recovery, who sees what, and what is refused.
import { createPublicKey, verify } from 'node:crypto';
import { expect } from 'chai';
import { EXAMPLE } from '../../../api/examples/values.js';
import { fromBase64, toBase64 } from '../../../core/base/bytes.js';
import { sha256 } from '../../../core/base/hash.js';
import { addressOf, parseAddress } from '../../../core/crypto/keys/address.js';
import { verifySync } from '../../../core/crypto/signing/algorithms.js';
import type { SignatureAlgorithm } from '../../../core/model/transaction.js';
import { PLATFORM_ORGANISATION_ID } from '../../../core/tenant/roles.js';
import { RsaDeriver } from '../../../storage/secrets/rsa-deriver.js';
import { ask } from '../ledger/fixtures.js';
import type { RequestParts } from '../world/caller.js';
import { worldOfAll } from '../world/world-of.js';
import { type Ask, ATTESTATION, DATA, hd, refused, WalletCaller, type WalletOperation } from './wallet-caller.js';

describe('wallets over HTTP', function () {
  // Several RSA keys are made.
  this.timeout(120_000);
  const world = worldOfAll({ rsa: new RsaDeriver() });
  const caller = new WalletCaller(() => world);
  const ada = caller.as('administrator');
  const uma = caller.as('user');
  const root = caller.as('systemAdmin');

  for (const [spelling, algorithm, keyType] of [
    ['ED25519', 'ED25519', 'ED25519'],
    ['NISTP256', 'NISTP256', 'NISTP256'],
    ['RSA', 'RSA-4096', 'RSA'],
    ['ML-DSA-65', 'ML-DSA-65', 'ML-DSA-65'],
  ] as const)
    it(`takes a wallet of ${spelling} from creation to recovery`, async () => {
      const { wallet, mnemonicWords } = await hd(ada, { algorithm: spelling, wordCount: 12, passphrase: 'salt' });
      expect(wallet).to.deep.include({ algorithm, keyType, status: 'Active', owner: EXAMPLE.administratorPlatformId });
      expect(mnemonicWords).to.have.length(12);
      expect(parseAddress(wallet.address)).to.deep.include({ algorithm });

      const signed = await ada('signWithAddress', {
        params: { address: wallet.address },
        body: { transactionData: DATA },
      });
      expect(signed.status, signed.text).to.equal(200);
      expect(signed.json).to.deep.include({
        algorithm,
        signedBy: wallet.address,
        keyAddress: wallet.address,
        publicKey: wallet.publicKey,
      });
      const check = { publicKey: wallet.publicKey, data: DATA, signature: signed.json.signature, algorithm: spelling };
      expect((await uma('verifyWalletSignature', { body: check })).json).to.deep.equal({ isValid: true });
      for (const change of [
        { data: toBase64(Buffer.from('other')) },
        { signature: flipped(signed.json.signature) },
        { isPreHashed: true, data: toBase64(sha256('x')) },
      ])
        expect((await uma('verifyWalletSignature', { body: { ...check, ...change } })).json).to.deep.equal({
          isValid: false,
        });

      const again = { mnemonicWords, name: 'Again', algorithm: spelling, passphrase: 'salt' };
      refused(await uma('recoverWallet', { body: again }), 409, 'WALLET_EXISTS');
      expect((await ada('deleteWallet', { params: { address: wallet.address } })).status).to.equal(204);
      const recovered = await uma('recoverWallet', { body: again });
      expect(recovered.status, recovered.text).to.equal(200);
      expect(recovered.json).to.deep.include({
        address: wallet.address,
        publicKey: wallet.publicKey,
        owner: EXAMPLE.userPlatformId,
      });
      expect(recovered.json.id).to.not.equal(wallet.id);
      refused(await ada('getWallet', { params: { address: wallet.address } }), 404, 'WALLET_NOT_FOUND');
      refused(await ada('getWallet', { params: { address: wallet.id } }), 404, 'WALLET_NOT_FOUND');
    });

  for (const spelling of ['ED25519', 'NISTP256', 'RSA', 'ML-DSA-65'] as const)
    it(`encrypts to a wallet of ${spelling} so that only it decrypts`, async () => {
      const mine = (await ada('createWallet', { body: { title: 'Sender', keyType: 'ED25519' } })).json;
      const theirs = (await uma('createWallet', { body: { title: 'Recipient', keyType: spelling } })).json;
      const body = { data: DATA, recipientWalletId: theirs.id };
      const sealed = await ada('encryptWithWallet', { params: { id: mine.id }, body });
      expect(sealed.json).to.deep.include({ recipientWalletId: theirs.id, algorithm: 'AES-256-GCM' });
      const { encryptedData } = sealed.json;
      const open = (who: Ask, id: string, data: string) =>
        who('decryptWithWallet', { params: { id }, body: { encryptedData: data } });
      expect((await open(uma, theirs.id, encryptedData)).json.data).to.equal(DATA);
      refused(await open(uma, theirs.id, flipped(encryptedData)), 400, 'CIPHERTEXT_INVALID', '/encryptedData');
      refused(await open(uma, theirs.id, ''), 400, 'CIPHERTEXT_INVALID');
      refused(await open(ada, mine.id, encryptedData), 400, 'CIPHERTEXT_INVALID');
      refused(await open(ada, theirs.id, encryptedData), 403, 'WALLET_ACCESS_DENIED');

      const payload = await uma('encryptWithAddress', {
        params: { address: theirs.walletAddress },
        body: { payload: DATA },
      });
      expect(payload.json.recipientAddress).to.equal(theirs.walletAddress);
      const { encryptedPayload } = payload.json;
      const opened = await uma('decryptWithAddress', {
        params: { address: theirs.walletAddress },
        body: { encryptedPayload },
      });
      expect(opened.json).to.deep.include({ decryptedPayload: DATA, decryptedBy: theirs.walletAddress });
    });

  it('creates a custodial wallet without showing words, and shows words of the other form once', async () => {
    const created = await ada('createWallet', {
      body: { title: 'Custodial', description: 'Kept', keyType: 'NISTP256' },
    });
    expect(Object.keys(created.json).sort()).to.deep.equal(['createdAt', 'id', 'keyType', 'title', 'walletAddress']);
    const { wallet, mnemonicWords, warning } = await hd(ada, { tags: { team: 'one' } });
    expect(mnemonicWords).to.have.length(24);
    expect(warning).to.match(/once/);
    const read = await ada('getWallet', { params: { address: wallet.id } });
    expect(read.json).to.deep.equal(wallet);
    expect(read.json.metadata).to.deep.equal({ team: 'one' });
    for (const word of mnemonicWords) expect(read.text).to.not.include(` ${word} `);
  });

  it('signs with both halves of a hybrid wallet', async () => {
    const { wallet, pqcWalletAddress, pqcAlgorithm } = await hd(ada, { enableHybrid: true });
    expect([wallet.pqcWalletAddress, pqcAlgorithm]).to.deep.equal([pqcWalletAddress, 'ML-DSA-65']);
    const body = { data: DATA, hybridMode: true, pqcWalletAddress };
    const { json } = await ada('signWithWallet', { params: { id: wallet.id }, body });
    expect(json).to.deep.include({ algorithm: 'ED25519+ML-DSA-65', keyAddress: wallet.hybridAddress });
    expect(isGood(json, sha256(Buffer.from('the data')))).to.equal(true);
    expect(isGood({ ...json, signature: flipped(json.signature) }, sha256(Buffer.from('the data')))).to.equal(false);
    const wrong = await ada('signWithWallet', {
      params: { id: wallet.id },
      body: { ...body, pqcWalletAddress: wallet.address },
    });
    refused(wrong, 400, 'BODY_INVALID', '/pqcWalletAddress');
  });

  it('signs a ready hash as it is, at the path of a purpose', async () => {
    const { wallet } = await hd(ada);
    const hash = sha256('attestation');
    const body = { data: toBase64(hash), isPreHashed: true, derivationPath: ATTESTATION, algorithm: 'ED25519' };
    const { json } = await ada('signWithWallet', { params: { id: wallet.id }, body });
    expect(isGood(json, hash)).to.equal(true);
    expect(json.keyAddress).to.equal(addressOf('ED25519', fromBase64(json.publicKey)!));
    expect(json.keyAddress).to.not.equal(wallet.address);
    const named = await ada('signWithWallet', {
      params: { id: wallet.id },
      body: { ...body, derivationPath: "m/44'/0'/0'/0/100" },
    });
    expect(named.json.publicKey).to.equal(json.publicKey);
  });

  it('signs a JWS as others want it, and only that in its name', async () => {
    const { wallet } = await hd(ada);
    const input = `${Buffer.from('{"alg":"EdDSA","typ":"kb+jwt"}').toString('base64url')}.e30`;
    const body = { data: Buffer.from(input).toString('base64'), format: 'jose' };
    const { json } = await ada('signWithWallet', { params: { id: wallet.id }, body });
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(json.publicKey, 'base64')]);
    const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(input), key, Buffer.from(json.signature, 'base64'))).to.equal(true);
    const sign = (more: object) => ada('signWithWallet', { params: { id: wallet.id }, body: { ...body, ...more } });
    refused(await sign({ data: DATA }), 400, 'BODY_INVALID', '/data');
    refused(await sign({ format: 'cose' }), 400, 'BODY_INVALID', '/data');
    refused(await sign({ isPreHashed: true }), 400, 'BODY_INVALID', '/format');
    refused(await sign({ hybridMode: true }), 400, 'BODY_INVALID', '/format');
    refused(await sign({ format: 'pgp' }), 400, 'BODY_INVALID', '/format');
  });

  it('refuses malformed sign requests by member', async () => {
    const { wallet } = await hd(ada);
    const sign = (body: object) => ada('signWithWallet', { params: { id: wallet.id }, body });
    refused(await sign({}), 400, 'BODY_INVALID', '/data');
    refused(await sign({ data: DATA, transactionData: DATA }), 400, 'BODY_INVALID', '/data');
    refused(await sign({ transactionData: 'a' }), 400, 'BODY_INVALID', '/transactionData');
    refused(await sign({ data: DATA, isPreHashed: true }), 400, 'BODY_INVALID', '/data');
    refused(await sign({ data: DATA, derivationPath: 'm/x' }), 400, 'DERIVATION_PATH_INVALID', '/derivationPath');
    refused(await sign({ data: DATA, algorithm: 'NISTP256' }), 400, 'ALGORITHM_UNSUPPORTED', '/algorithm');
    refused(await sign({ data: DATA, algorithm: 'ROT13' }), 400, 'BODY_INVALID', '/algorithm');
  });

  it('refuses bad words, wrong lengths and unknown key types', async () => {
    const recover = (mnemonicWords: readonly string[]) =>
      ada('recoverWallet', { body: { mnemonicWords, name: 'R', algorithm: 'ED25519' } });
    const words = EXAMPLE.freshWords.split(' ');
    refused(await recover([...words.slice(0, 11), 'zoo']), 400, 'MNEMONIC_INVALID', '/mnemonicWords');
    refused(await recover([...words, 'zoo']), 400, 'MNEMONIC_INVALID', '/mnemonicWords');
    refused(await recover(words.slice(1)), 400, 'BODY_INVALID', '/mnemonicWords');
    refused(await ada('createWallet', { body: { title: 'T', keyType: 'DSA' } }), 400, 'BODY_INVALID', '/keyType');
    refused(await ada('createWallet', { body: { title: ' ', keyType: 'RSA' } }), 400, 'BODY_INVALID', '/title');
    const hybrid = { name: 'H', algorithm: 'ML-DSA-65', enableHybrid: true };
    refused(await ada('createHdWallet', { body: hybrid }), 400, 'ALGORITHM_UNSUPPORTED', '/enableHybrid');
    const other = { title: 'T', keyType: 'ED25519', organizationId: '00000000-0000-0000-0000-000000000001' };
    refused(await ada('createWallet', { body: other }), 403, 'FORBIDDEN', '/organizationId');
  });

  it('hides a wallet from strangers, unlike nothing that does not exist', async () => {
    const { wallet } = await hd(ada);
    const params = { address: wallet.address };
    const unknown = { address: '00000000-0000-4000-8000-000000000000' };
    const asks: readonly (readonly [WalletOperation, RequestParts['body']])[] = [
      ['getWallet', undefined],
      ['updateWallet', { name: 'Mine' }],
      ['deleteWallet', undefined],
      ['listWalletAccess', undefined],
      ['grantWalletAccess', { subject: EXAMPLE.userPlatformId, accessRight: 'Owner' }],
      ['encryptWithAddress', { payload: DATA }],
    ];
    for (const [id, body] of asks) {
      const foreign = await uma(id, { params, body });
      refused(foreign, 404, 'WALLET_NOT_FOUND');
      expect(foreign.json.detail).to.equal((await uma(id, { params: unknown, body })).json.detail);
    }
    for (const at of [params, unknown]) {
      refused(await uma('signWithAddress', { params: at, body: { data: DATA } }), 403, 'WALLET_ACCESS_DENIED');
      refused(
        await uma('decryptWithAddress', { params: at, body: { encryptedPayload: DATA } }),
        403,
        'WALLET_ACCESS_DENIED',
      );
    }
    const list = await uma('listWallets', { query: { top: 100 } });
    expect(list.json.map((w: { id: string }) => w.id)).to.not.include(wallet.id);
  });

  it('locks, archives, reactivates and deletes', async () => {
    const { wallet } = await hd(ada);
    const params = { address: wallet.address };
    const sign = () => ada('signWithAddress', { params, body: { data: DATA } });
    const set = async (status: string) =>
      expect((await ada('updateWallet', { params, body: { status } })).json.status).to.equal(status);
    for (const status of ['Locked', 'Archived']) {
      await set(status);
      refused(await sign(), 409, 'WALLET_LOCKED');
    }
    await set('Active');
    expect((await sign()).status).to.equal(200);
    refused(await ada('updateWallet', { params, body: { status: 'Deleted' } }), 400, 'BODY_INVALID', '/status');
    refused(await ada('updateWallet', { params, body: {} }), 400, 'BODY_INVALID');
    expect((await ada('deleteWallet', { params })).status).to.equal(204);
    refused(await ada('deleteWallet', { params }), 404, 'WALLET_NOT_FOUND');
    refused(await sign(), 404, 'WALLET_NOT_FOUND');
  });

  it('takes another title, by the name that lists and the specification have for it', async () => {
    const { wallet } = await hd(ada);
    const params = { address: wallet.address };
    const renamed = async (body: object) => (await ada('updateWallet', { params, body })).json.title;
    expect([await renamed({ title: 'Purchases' }), await renamed({ name: 'Sales' })]).to.deep.equal([
      ...['Purchases', 'Sales'],
    ]);
    expect(await renamed({ title: 'Both', name: 'Both' })).to.equal('Both');
    expect((await ada('getWallet', { params })).json).to.include({ title: 'Both' });
    refused(await ada('updateWallet', { params, body: { title: 'A', name: 'B' } }), 400, 'BODY_INVALID', '/name');
    refused(await ada('updateWallet', { params, body: { title: '' } }), 400, 'BODY_INVALID', '/title');
  });

  it('lists in pages without gaps or repeats', async () => {
    for (let i = 0; i < 3; i++) await hd(root);
    const seen: string[] = [];
    let query: Record<string, string | number> = { top: 2 };
    for (let pages = 0; pages < 10; pages++) {
      const answer = await root('listWallets', { query });
      seen.push(...answer.json.map((w: { id: string }) => w.id));
      const next = /after=([^>]+)>/.exec(String(answer.headers.link ?? ''));
      if (!next) break;
      expect(answer.json).to.have.length(2);
      query = { top: 2, after: next[1]! };
    }
    const whole = (await root('listWallets', { query: { top: 100 } })).json.map((w: { id: string }) => w.id);
    expect(seen).to.deep.equal(whole);
    expect(seen).to.have.length(3);
    refused(await root('listWallets', { query: { top: 0 } }), 400, 'QUERY_INVALID', '/top');
    refused(await root('listWallets', { query: { after: '1-x' } }), 400, 'QUERY_INVALID', '/after');
  });

  it('names no wallet that the caller may not know of, in a page or in the way to the next one', async () => {
    for (let i = 0; i < 3; i++) await hd(uma);
    const { tenants, tokens, clock } = world.deps;
    const user = tenants.membership(EXAMPLE.organisationId, EXAMPLE.userId);
    const organisation = tenants.organisation(PLATFORM_ORGANISATION_ID);
    if (!user || !organisation) throw new Error('the world has a user and an organisation of the platform');
    const membership = { ...user, organisationId: organisation.id };
    await world.deps.commit(tenants.putMembership(membership));
    const listed = async (method: 'oidc' | 'pwd') => {
      const signIn = { method, signedInAtMs: clock.now() };
      const { token } = await tokens.issueUser({ membership, organisation, sessionId: `by ${method}`, signIn });
      const { json, headers } = await ask(world, 'listWallets', { query: { top: 1 } }, { token });
      return [json.length, headers.link !== undefined];
    };
    expect(await listed('pwd')).to.deep.equal([1, true]);
    // A provider of one organisation vouches for the member alone, and sees no wallets of the person elsewhere.
    expect(await listed('oidc')).to.deep.equal([0, false]);
  });

  it('keeps wallets of services apart from those of people', async () => {
    const made = await caller.as('service')('createWallet', { body: { title: 'Service', keyType: 'ED25519' } });
    expect(made.status, made.text).to.equal(201);
    const read = await caller.as('service')('getWallet', { params: { address: made.json.id } });
    expect(read.json.owner).to.equal('service:validator-1');
  });

  it('made no error that no test meant', () => {
    expect(world.errors).to.deep.equal([]);
  });
});

/** Base64 with one bit of the last byte but one changed. */
function flipped(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  bytes[bytes.length - 2] = bytes[bytes.length - 2]! ^ 1;
  return toBase64(bytes);
}

function isGood(signed: { algorithm: string; publicKey: string; signature: string }, digest: Uint8Array): boolean {
  return verifySync(
    signed.algorithm as SignatureAlgorithm,
    fromBase64(signed.publicKey)!,
    digest,
    fromBase64(signed.signature)!,
  );
}
