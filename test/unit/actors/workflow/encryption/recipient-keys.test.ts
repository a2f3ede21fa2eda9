// Where the key of a recipient comes from, in which order, and what is refused. The chain is an object of its shape;
// keys are real.
import { expect } from 'chai';
import {
  keyNameOf,
  type RecipientKeyPorts,
  recipientKeys,
} from '../../../../../actors/workflow/encryption/recipient-keys.js';
import { toBase64 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Issue } from '../../../../../core/base/issue.js';
import type { JsonObject } from '../../../../../core/base/json.js';
import { RECIPIENTS_MAX } from '../../../../../core/base/limits/ledger/transactions.js';
import { isFailure, type Result } from '../../../../../core/base/result.js';
import { encapsulationPair } from '../../../../../core/crypto/encryption/ml-kem.js';
import type { WalletKey } from '../../../../../core/envelope/sealed-group.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';
import { Journal } from '../../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { Keystore } from '../../../../../storage/secrets/keystore.js';
import { makeWallet } from '../../../../../storage/secrets/new-wallet.js';
import { WalletStore } from '../../../../../storage/tables/accounts/wallets.js';
import { good } from '../../../../support/base/good.js';
import { issuesOf } from '../../../../support/base/results.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { type Wallet, wallet } from '../../../../support/register/ledger.js';

const seller = wallet('seller');
const signer = wallet('signer', 'ML-DSA-65');
const WORDS = 'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about';
const encapsulationKey = encapsulationPair(Uint8Array.from([...sha256('a'), ...sha256('b')])).publicKey;

/** A node with a wallet of its own, and a register on which `rows` and `signers` are known. */
async function node(rows: Readonly<Record<string, JsonObject>> = {}, signers: readonly Wallet[] = []) {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const random = { bytes: (length: number) => sha256(`entropy ${length}`).subarray(0, length) };
  const rsa = { refusal: () => undefined, derive: () => Promise.reject(new Error('no RSA here')) };
  const keystore = await Keystore.open({ kv, journal, random, rsa, clock: new VirtualClock() }, sha256('master'));
  if (isFailure(keystore)) throw new Error(keystore.issue.message);
  const wallets = new WalletStore(kv, journal);
  const own = await makeWallet(
    { wallets, keystore, random, commit: (ops) => journal.commit(ops), clock: { now: () => 1 } },
    { words: WORDS, algorithm: 'NISTP256', hybrid: true, name: 'Own', owner: { kind: 'person', id: 'p' } },
  );
  if (isFailure(own)) throw new Error(own.issue.message);
  const chain = {
    view: () => ({ state: (key: string) => rows[key] }),
    bySender: async (_reg: number, address: string) => ({
      items: signers
        .filter((one) => one.address === address)
        .map((one) => ({ transaction: { signatures: [given(one)] } })),
      total: 1,
    }),
  };
  return { own, wallets, keystore, ports: { chain, wallets, keystore } as unknown as RecipientKeyPorts };
}

function given({ publicKey, algorithm }: Wallet) {
  return { publicKey: toBase64(publicKey), algorithm, signatureValue: '' };
}

function record(of: Wallet, status: string, more: object = {}): Readonly<Record<string, JsonObject>> {
  const { publicKey, algorithm } = given(of);
  return { [STATE_KEY.address(of.address)]: { participantId: 'p', publicKey, algorithm, status, ...more } };
}

const found = (result: Result<ReadonlyMap<string, WalletKey>>, address: string): WalletKey => {
  return good(result).get(address) as WalletKey;
};
const refusals = (result: Result<unknown>) =>
  (issuesOf(result) as readonly Issue[]).map(({ code, path }) => [code, path]);
const AT = '/externalRecipientKeys';

describe('recipientKeys', () => {
  it('takes the Active record of the register before the key of the request', async () => {
    const rows = record(seller, 'Active', { encapsulationKey: toBase64(encapsulationKey) });
    const { ports } = await node(rows);
    const external = { [seller.address]: given(seller) };
    const keys = await recipientKeys(ports, { reg: 1, addresses: [seller.address, seller.address], external });
    expect((keys as ReadonlyMap<string, WalletKey>).size).to.equal(1);
    expect(found(keys, seller.address)).to.deep.equal({
      walletAddress: seller.address,
      algorithm: 'ED25519',
      publicKey: seller.publicKey,
      encapsulationKey,
    });
  });

  it('takes the key of the request where the record is Deprecated or missing', async () => {
    const { ports } = await node(record(seller, 'Deprecated', { encapsulationKey: toBase64(encapsulationKey) }));
    const external = { [seller.address]: given(seller) };
    const key = found(await recipientKeys(ports, { reg: 1, addresses: [seller.address], external }), seller.address);
    expect(key.encapsulationKey).to.equal(undefined);
    expect(key.publicKey).to.deep.equal(seller.publicKey);
  });

  it('takes that of a Deprecated record where no other is known, and of a revoked one for an answer alone', async () => {
    const more = { encapsulationKey: toBase64(encapsulationKey) };
    const asked = { reg: 1, addresses: [signer.address] };
    const former = await node(record(signer, 'Deprecated', more), [signer]);
    const key = { algorithm: 'ML-DSA-65', encapsulationKey };
    expect(found(await recipientKeys(former.ports, asked), signer.address)).to.deep.include(key);
    const { ports } = await node(record(signer, 'Revoked', more));
    expect(refusals(await recipientKeys(ports, asked))[0]?.[0]).to.equal('VAL_PARTICIPANT_005');
    const answer = await recipientKeys(ports, { ...asked, isRequired: true });
    expect(found(answer, signer.address)).to.deep.include(key);
  });

  it('takes a key that has signed on the register, unless it can only sign', async () => {
    const { ports } = await node({}, [seller, signer]);
    expect(found(await recipientKeys(ports, { reg: 1, addresses: [seller.address] }), seller.address)).to.deep.equal({
      walletAddress: seller.address,
      algorithm: 'ED25519',
      publicKey: seller.publicKey,
    });
    expect(refusals(await recipientKeys(ports, { reg: 1, addresses: [signer.address] }))).to.deep.equal([
      ['ALGORITHM_UNSUPPORTED', `${AT}/${signer.address}`],
    ]);
    const external = { [signer.address]: { ...given(signer), encapsulationKey: toBase64(encapsulationKey) } };
    const keys = await recipientKeys(ports, { reg: 1, addresses: [signer.address], external });
    expect(found(keys, signer.address).encapsulationKey).to.deep.equal(encapsulationKey);
  });

  it('takes all addresses of a wallet of this node, with its encapsulation key, and they open', async () => {
    const { ports, own, keystore } = await node();
    const addresses = [own.address, own.hybridAddress as string, own.pqcAddress as string];
    const keys = await recipientKeys(ports, { reg: 1, addresses });
    expect(addresses.map((address) => found(keys, address).algorithm)).to.deep.equal([
      'NISTP256',
      'NISTP256+ML-DSA-65',
      'ML-DSA-65',
    ]);
    for (const address of addresses) {
      const { publicKey, encapsulationKey: sealedTo } = found(keys, address);
      expect(sealedTo).to.deep.equal(keystore.encapsulationKey(own.address));
      const opened = await keystore.useToOpen(keyNameOf(own, address), (pair) => pair.publicKey);
      expect(opened).to.deep.equal(publicKey);
    }
  });

  it('adds the encapsulation key of a wallet of this node to a record that lacks it', async () => {
    const { own, keystore } = await node();
    const row = { participantId: 'p', publicKey: own.publicKey, algorithm: own.algorithm, status: 'Active' };
    const { ports } = await node({ [STATE_KEY.address(own.address)]: row });
    const key = found(await recipientKeys(ports, { reg: 1, addresses: [own.address] }), own.address);
    expect(key.encapsulationKey).to.deep.equal(keystore.encapsulationKey(own.address));
  });

  it('takes no other encapsulation key for a wallet of this node, whichever key has signed for it', async () => {
    const { own, wallets, keystore } = await node();
    const foreign = { encapsulationKey: toBase64(encapsulationKey) };
    const given = { publicKey: own.publicKey, algorithm: own.algorithm, ...foreign };
    const row = { participantId: 'p', status: 'Active', ...given };
    for (const [rows, external] of [
      [{ [STATE_KEY.address(own.address)]: row }, {}],
      [{}, { [own.address]: given }],
    ] as const) {
      const chain = { view: () => ({ state: (key: string) => (rows as Record<string, object>)[key] }) };
      const ports = { chain, wallets, keystore } as unknown as RecipientKeyPorts;
      const keys = await recipientKeys(ports, { reg: 1, addresses: [own.address], external });
      expect(found(keys, own.address).encapsulationKey).to.deep.equal(keystore.encapsulationKey(own.address));
    }
  });

  it('waits for nothing where every key is at hand', async () => {
    const { ports } = await node(record(seller, 'Active'));
    const bySender = () => {
      throw new Error('no transaction need be read');
    };
    const chain = { ...ports.chain, bySender } as unknown as RecipientKeyPorts['chain'];
    const asked = { reg: 1, addresses: [seller.address] };
    const first = found(await recipientKeys({ ...ports, chain }, asked), seller.address);
    expect(found(await recipientKeys({ ...ports, chain }, asked), seller.address)).to.equal(first);
  });

  it('refuses a revoked wallet, also when its key is known otherwise', async () => {
    const { ports } = await node(record(seller, 'Revoked'), [seller]);
    const external = { [seller.address]: given(seller) };
    expect(refusals(await recipientKeys(ports, { reg: 1, addresses: [seller.address], external }))).to.deep.equal([
      ['VAL_PARTICIPANT_005', `${AT}/${seller.address}`],
    ]);
  });

  it('names every recipient without a key, and a key that is another’s', async () => {
    const { ports, own, wallets } = await node();
    const external = { [seller.address]: given(signer) };
    const addresses = [own.address, seller.address, signer.address, 'no/address'];
    const result = await recipientKeys(ports, { reg: 1, addresses, external });
    expect(refusals(result)).to.deep.equal([
      ['RECIPIENT_KEY_UNKNOWN', `${AT}/${seller.address}`],
      ['RECIPIENT_KEY_UNKNOWN', `${AT}/${signer.address}`],
      ['WALLET_ADDRESS_INVALID', `${AT}/no~1address`],
    ]);
    expect(wallets.find(seller.address)).to.equal(undefined);
  });

  it('refuses more recipients than an action has', async () => {
    const { ports } = await node();
    const addresses = Array.from({ length: RECIPIENTS_MAX + 1 }, (_, i) => `qr1${i}`);
    expect(refusals(await recipientKeys(ports, { reg: 1, addresses }))).to.deep.equal([['VAL_SCHEMA_006', '']]);
  });

  it('does not give the key of a wallet that was archived or deleted', async () => {
    const { own, ports } = await node();
    const archived = { ...ports, wallets: { find: () => ({ ...own, status: 'Archived' }) } } as RecipientKeyPorts;
    expect(refusals(await recipientKeys(archived, { reg: 1, addresses: [own.address] }))).to.deep.equal([
      ['RECIPIENT_KEY_UNKNOWN', `${AT}/${own.address}`],
    ]);
  });
});
