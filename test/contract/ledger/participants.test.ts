// Participants over HTTP: what is published is found by name and by wallet, versions follow each other, what was
// revoked is gone, and who may not is told.
import { expect } from 'chai';
import { LEDGER } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { toBase64 } from '../../../core/base/bytes.js';
import { encapsulationPair } from '../../../core/crypto/encryption/ml-kem.js';
import { hd, refused, WalletCaller } from '../wallets/wallet-caller.js';
import { seedExampleWallet } from '../wallets/wallets.js';
import type { Answer, RequestParts } from '../world/caller.js';
import { worldOfEach } from '../world/world-of.js';
import { ask, exampleOrders, seller, stranger, WAIT } from './fixtures.js';
import { addressOf, aParticipant } from './participants.js';

const { registerId } = LEDGER;
const { walletAddress, organisationId: organizationId } = EXAMPLE;

describe('participants', () => {
  const world = worldOfEach();
  beforeEach(async () => {
    await exampleOrders(world);
    await seedExampleWallet(world.deps);
  });

  const as = (who: 'administrator' | 'user' | 'systemAdmin' | 'service') => (id: string, parts: RequestParts) =>
    ask(world, id, parts, { as: who, headers: WAIT });
  const admin = (id: string, parts: RequestParts): Promise<Answer> => as('administrator')(id, parts);
  const read = (id: string, params: object) => admin(id, { params: { registerId, ...params } });
  const draft = (change: object = {}) => ({
    registerId,
    participantId: 'acme',
    participantName: 'Buyer',
    organizationName: 'Acme',
    addresses: [{ walletAddress }],
    signerWalletAddress: walletAddress,
    ...change,
  });
  const publish = (change: object = {}, who = admin) =>
    who('publishParticipant', { params: { organizationId }, body: draft(change) });
  const update = (change: object, participantId = 'acme') =>
    admin('updateParticipant', {
      params: { organizationId, participantId },
      body: { registerId, signerWalletAddress: walletAddress, ...change },
    });
  const revoke = (participantId = 'acme') =>
    admin('revokeParticipant', {
      params: { organizationId, participantId },
      query: { registerId, signerWalletAddress: walletAddress },
    });

  it('are published with the keys of a wallet of this node, and found by id and by wallet', async () => {
    const made = await publish({ metadata: { role: 'buyer' } });
    expect([made.status, made.json.status, made.json.version], made.text).to.deep.equal([202, 'sealed', 1]);
    const { latest, history } = (await read('getParticipant', { participantId: 'acme' })).json;
    expect(latest).to.deep.include({ participantName: 'Buyer', transactionId: made.json.transactionId, version: 1 });
    expect(latest.metadata).to.deep.equal({ role: 'buyer' });
    expect(history).to.have.length(1);
    const encapsulationKey = toBase64(world.deps.keystore.encapsulationKey(walletAddress));
    expect(latest.addresses).to.deep.equal([
      {
        walletAddress,
        publicKey: world.deps.wallets.byAddress(walletAddress)?.publicKey,
        algorithm: 'ED25519',
        primary: true,
        encapsulationKey,
      },
    ]);
    expect((await read('getParticipantByAddress', { address: walletAddress })).json).to.deep.equal(latest);
    const key = (await read('getParticipantPublicKey', { address: walletAddress })).json;
    expect(key).to.deep.include({ participantId: 'acme', status: 'Active', encapsulationKey });
  });

  it('of several wallets of this node come with the signature of each for the key that it receives with', async () => {
    const other = (await hd(new WalletCaller(() => world).as('administrator'))).wallet.address;
    const foreign = {
      walletAddress: stranger.address,
      publicKey: toBase64(stranger.publicKey),
      algorithm: stranger.algorithm,
    };
    const encapsulationKey = toBase64(encapsulationPair(new Uint8Array(64)).publicKey);
    const addresses = [{ walletAddress, primary: true }, { walletAddress: other }, { ...foreign, encapsulationKey }];
    expect((await publish({ participantId: 'several', addresses })).status).to.equal(202);
    const keyOf = async (address: string) => (await read('getParticipantPublicKey', { address })).json;
    expect(await keyOf(other)).to.deep.include({
      encapsulationKey: toBase64(world.deps.keystore.encapsulationKey(other)),
    });
    expect(await keyOf(foreign.walletAddress)).not.to.have.property('encapsulationKey');
    const { latest } = (await read('getParticipant', { participantId: 'several' })).json;
    expect(latest.addresses.map((one: object) => 'encapsulationProof' in one)).to.deep.equal([false, true, false]);
    const wrong = [
      { walletAddress, primary: true },
      { ...foreign, encapsulationKey, encapsulationProof: 'AAAA' },
    ];
    refused(await publish({ participantId: 'wrong', addresses: wrong }), 400, 'VAL_SIG_002');
  });

  it('get an id of their own where none is stated', async () => {
    const made = await publish({ participantId: undefined });
    expect(made.json.participantId).to.match(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('change version by version, and keep what is not stated', async () => {
    const first = (await publish()).json.transactionId;
    const second = await update({ participantName: 'Purchasing', status: 'Deprecated' });
    expect([second.status, second.json.version], second.text).to.deep.equal([202, 2]);
    const { latest, history } = (await read('getParticipant', { participantId: 'acme' })).json;
    expect(latest).to.deep.include({
      participantName: 'Purchasing',
      organizationName: 'Acme',
      status: 'Deprecated',
      version: 2,
    });
    expect(history.map((entry: { transactionId: string }) => entry.transactionId)).to.deep.equal([
      second.json.transactionId,
      first,
    ]);
    // The very same record would be the very same transaction, which is sealed.
    refused(await publish({ participantName: 'Other' }), 409, 'VAL_PARTICIPANT_002', '/version');
    refused(await update({}, 'nobody'), 404, 'PARTICIPANT_NOT_FOUND', '/participantId');
  });

  it('are listed in order by status, page by page', async () => {
    for (const participantId of ['a', 'b', 'c'])
      await publish({ participantId, addresses: [addressOf(participantId)] });
    await update({ status: 'Deprecated' }, 'b');
    const list = async (query: Readonly<Record<string, unknown>>) => {
      const { items, totalCount, hasMore } = (await admin('listParticipants', { params: { registerId }, query })).json;
      return [items.map((item: { participantId: string }) => item.participantId).join(), totalCount, hasMore];
    };
    expect(await list({})).to.deep.equal(['a,c', 3, false]);
    expect(await list({ status: 'All', top: 2 })).to.deep.equal(['a,b', 3, true]);
    expect(await list({ status: 'All', skip: 2, top: 2 })).to.deep.equal(['c', 3, false]);
    expect(await list({ status: 'Revoked' })).to.deep.equal(['', 3, false]);
    expect(await list({ skip: 9 })).to.deep.equal(['', 3, false]);
    const page = async (query: Readonly<Record<string, unknown>>) =>
      (await admin('listParticipants', { params: { registerId }, query: { status: 'All', top: 1, ...query } })).json;
    const first = await page({});
    // Another one that comes during the walk joins at its end.
    await publish({ participantId: 'd' });
    const walked: string[] = [first.items[0].participantId];
    for (let cursor = first.nextCursor; cursor !== undefined; ) {
      const next = await page({ cursor });
      walked.push(next.items[0].participantId);
      cursor = next.nextCursor;
    }
    expect(walked).to.deep.equal(['a', 'b', 'c', 'd']);
    expect((await page({ cursor: first.nextCursor, skip: 1 })).code).to.equal('QUERY_INVALID');
    expect((await page({ cursor: first.nextCursor, status: 'Active' })).code).to.equal('CURSOR_INVALID');
  });

  it('that were revoked have no key any more, and do not come back', async () => {
    await publish();
    expect((await revoke()).json).to.deep.include({ version: 2, status: 'sealed' });
    const key = await read('getParticipantPublicKey', { address: walletAddress });
    refused(key, 410, 'PARTICIPANT_REVOKED', '/address');
    expect((await read('getParticipant', { participantId: 'acme' })).json.latest.status).to.equal('Revoked');
    refused(await update({ participantName: 'Again' }), 409, 'VAL_PARTICIPANT_003', '/participantId');
    refused(await revoke(), 409, 'VAL_PARTICIPANT_003', '/participantId');
  });

  it('are resolved by the hundred', async () => {
    await publish();
    const external = { publicKey: toBase64(seller.publicKey), algorithm: 'ED25519' };
    await publish({ participantId: 'seller', addresses: [{ walletAddress: seller.address, ...external }] });
    await revoke('seller');
    const resolve = (body: object) => admin('resolvePublicKeys', { params: { registerId }, body });
    const walletAddresses = [walletAddress, seller.address, stranger.address, walletAddress];
    const { resolved, notFound, revoked } = (await resolve({ walletAddresses })).json;
    expect(Object.keys(resolved)).to.deep.equal([walletAddress]);
    expect([notFound, revoked]).to.deep.equal([[stranger.address], [seller.address]]);
    const other = (await resolve({ walletAddresses: [walletAddress], algorithm: 'NISTP256' })).json;
    expect(other).to.deep.equal({ resolved: {}, notFound: [walletAddress], revoked: [] });
    const many = Array.from({ length: 201 }, () => walletAddress);
    refused(await resolve({ walletAddresses: many }), 400, 'BODY_INVALID', '/walletAddresses');
  });

  it('are refused with the place of the fault', async () => {
    refused(
      await publish({ addresses: [{ walletAddress: stranger.address }] }),
      422,
      'RECIPIENT_KEY_UNKNOWN',
      '/addresses/0',
    );
    const wrong = { walletAddress, publicKey: toBase64(stranger.publicKey), algorithm: 'ED25519' };
    refused(await publish({ addresses: [wrong] }), 400, 'VAL_PARTICIPANT_001', '/addresses/0/walletAddress');
    const twice = [
      { walletAddress, primary: true },
      { walletAddress, primary: true },
    ];
    refused(await publish({ addresses: twice }), 400, 'VAL_PARTICIPANT_001');
    refused(await publish({ addresses: [] }), 400, 'BODY_INVALID', '/addresses');
    refused(await publish({ participantName: '' }), 400, 'BODY_INVALID', '/participantName');
    refused(await publish({ registerId: EXAMPLE.walletId }), 404, 'REGISTER_NOT_FOUND', '/registerId');
    refused(await read('getParticipant', { participantId: 'acme' }), 404, 'PARTICIPANT_NOT_FOUND', '/participantId');
    for (const id of ['getParticipantByAddress', 'getParticipantPublicKey'])
      refused(await read(id, { address: walletAddress }), 404, 'PARTICIPANT_NOT_FOUND', '/address');
    expect((await admin('listParticipants', { params: { registerId } })).json.totalCount).to.equal(0);
  });

  it('are signed by who may use the wallet, for its own organisation', async () => {
    const addresses = [
      { walletAddress, publicKey: world.deps.wallets.byAddress(walletAddress)?.publicKey, algorithm: 'ED25519' },
    ];
    // Its keys are completed for those only who see the wallet.
    refused(await publish({}, as('user')), 422, 'RECIPIENT_KEY_UNKNOWN', '/addresses/0');
    refused(await publish({ addresses }, as('user')), 403, 'WALLET_ACCESS_DENIED', '/signerWalletAddress');
    refused(
      await publish({ signerWalletAddress: stranger.address }),
      403,
      'WALLET_ACCESS_DENIED',
      '/signerWalletAddress',
    );
    const foreign = { params: { organizationId: EXAMPLE.walletId }, body: draft() };
    refused(await admin('publishParticipant', foreign), 403, 'FORBIDDEN', '/organizationId');
    // Its own wallet signs for itself, but not for the record of another.
    const own = (await hd(new WalletCaller(() => world).as('user'))).wallet.address;
    const mine = { participantId: 'uma', addresses: [{ walletAddress: own }], signerWalletAddress: own };
    expect((await publish(mine, as('user'))).status).to.equal(202);
    await aParticipant(world, 'acme');
    const theirs = {
      params: { organizationId, participantId: 'acme' },
      body: { registerId, signerWalletAddress: own },
    };
    refused(await as('user')('updateParticipant', theirs), 403, 'VAL_PERM_003', '/signerWalletAddress');
  });

  it('of a register that the caller does not see are not shown', async () => {
    const unknown = { registerId: EXAMPLE.walletId };
    for (const [id, more] of [
      ['listParticipants', {}],
      ['getParticipant', { participantId: 'acme' }],
      ['getParticipantByAddress', { address: walletAddress }],
      ['getParticipantPublicKey', { address: walletAddress }],
    ] as const)
      refused(await admin(id, { params: { ...unknown, ...more } }), 404, 'REGISTER_NOT_FOUND', '/registerId');
  });
});
