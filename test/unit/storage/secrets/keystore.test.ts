// Sealed seeds: what they sign, what the store shows of them, and every way in which they must not open.
import { expect } from 'chai';
import { InvariantError } from '../../../../core/base/assert.js';
import { concat, toHex, utf8 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import { issue } from '../../../../core/base/issue.js';
import { KEY_IN_USE_MS, RSA_PATHS_PER_WALLET_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { deriveKeyPair } from '../../../../core/crypto/derivation/hd.js';
import { seedOf } from '../../../../core/crypto/derivation/mnemonic.js';
import { type OpeningKeys, unwrapKey, wrapKey } from '../../../../core/crypto/encryption/key-wrap.js';
import { type KeyPair, verifySync } from '../../../../core/crypto/signing/algorithms.js';
import type { WalletAlgorithm } from '../../../../core/wallet/wallet.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { Keystore } from '../../../../storage/secrets/keystore.js';
import type { RsaTask } from '../../../../storage/secrets/rsa-deriver.js';
import { good } from '../../../support/base/good.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const PATH = "m/44'/0'/0'/0/0";
const DIGEST = sha256('what is signed');
const KEY = new Uint8Array(32).fill(3);

/** Counts up, so that no nonce comes twice. */
function counting() {
  let n = 0;
  return { bytes: (length: number) => Uint8Array.from({ length }, () => n++ & 0xff) };
}

async function aKeystore(kv: MemoryKv = memoryKv(), masterKey = KEY) {
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const rsa = { made: [] as string[], derive: quickRsa };
  const clock = new VirtualClock();
  const ports = {
    kv,
    journal,
    random: counting(),
    clock,
    rsa: { refusal: () => undefined, derive: (task: RsaTask) => rsa.derive(task) },
  };
  rsa.derive = async (task) => {
    rsa.made.push(task.path);
    return quickRsa(task);
  };
  const keystore = await Keystore.open(ports, masterKey);
  return { kv, journal, rsa, clock, keystore };
}

/**
 * An Ed25519 key in the place of an RSA key: quick, and another one for each path. The real one is tested over HTTP.
 */
async function quickRsa({ seed, path }: RsaTask): Promise<KeyPair> {
  return { ...deriveKeyPair('ED25519', seed, path), algorithm: 'RSA-4096' };
}

async function mint(on: { keystore: Result<Keystore>; journal: Journal }, algorithm: WalletAlgorithm, hybrid = false) {
  const minted = await good(on.keystore).mint(seedOf(WORDS), { algorithm, hybrid });
  if (isFailure(minted)) throw new Error(minted.issue.message);
  await on.journal.commit(minted.ops);
  return minted;
}

async function everything(kv: MemoryKv): Promise<string> {
  const all: string[] = [];
  for await (const [key, value] of kv.range({ gte: Uint8Array.of(0), lt: Uint8Array.of(0xff) }))
    all.push(toHex(key), toHex(value));
  return all.join('.');
}

describe('the keystore', () => {
  for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65'] as const)
    it(`signs with ${algorithm} at the path asked for`, async () => {
      const on = await aKeystore();
      const { address, publicKey } = await mint(on, algorithm);
      const at = async (path: string) => {
        const signed = await good(on.keystore).sign({ address, algorithm, path, hybrid: false }, DIGEST);
        if (isFailure(signed)) throw new Error(signed.issue.message);
        expect(verifySync(algorithm, signed.publicKey, DIGEST, signed.signature)).to.equal(true);
        return toHex(signed.publicKey);
      };
      expect(await at(PATH)).to.equal(toHex(publicKey));
      expect(await at("m/44'/0'/0'/0/100")).to.not.equal(toHex(publicKey));
    });

  for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65'] as const)
    it(`opens what was sealed to the encapsulation key of an ${algorithm} wallet`, async () => {
      const on = await aKeystore();
      const { address, publicKey } = await mint(on, algorithm);
      const encapsulationKey = good(on.keystore).encapsulationKey(address);
      const sealed = wrapKey({ algorithm, publicKey, encapsulationKey }, DIGEST, KEY);
      if (isFailure(sealed)) throw new Error(sealed.issue.message);
      const key = { address, algorithm, path: PATH, hybrid: false };
      let kept: OpeningKeys | undefined;
      const opened = await good(on.keystore).useToOpen(key, (keys) => {
        kept = keys;
        return unwrapKey(keys, sealed.wrap, sealed.wrapped);
      });
      expect(opened).to.deep.equal(Buffer.from(DIGEST));
      expect(kept?.privateKey.every((byte) => byte === 0)).to.equal(true);
      expect(kept?.encapsulation?.privateKey.every((byte) => byte === 0)).to.equal(true);
    });

  it('signs with both halves of a hybrid key, whose addresses it told at the start', async () => {
    const on = await aKeystore();
    const minted = await mint(on, 'NISTP256', true);
    const key = { address: minted.address, algorithm: 'NISTP256', path: PATH, hybrid: true } as const;
    const signed = await good(on.keystore).sign(key, DIGEST);
    if (isFailure(signed)) throw new Error(signed.issue.message);
    expect(signed.algorithm).to.equal('NISTP256+ML-DSA-65');
    expect(verifySync(signed.algorithm, signed.publicKey, DIGEST, signed.signature)).to.equal(true);
    expect(toHex(signed.publicKey.subarray(0, 65))).to.equal(toHex(minted.publicKey));
    expect(new Set([minted.address, minted.hybridAddress, minted.pqcAddress]).size).to.equal(3);
  });

  it('opens a seed once for what is signed within a second, and not at all for a wallet that was forgotten', async () => {
    const on = await aKeystore();
    const { address } = await mint(on, 'ED25519');
    let opened = 0;
    const read = on.journal.row.bind(on.journal);
    on.journal.row = (key, open) => {
      opened += 1;
      return read(key, open);
    };
    const sign = () => good(on.keystore).sign({ address, algorithm: 'ED25519', path: PATH, hybrid: false }, DIGEST);
    const first = await sign();
    expect(await sign()).to.deep.equal(first);
    expect(opened).to.equal(1);
    await on.clock.advance(KEY_IN_USE_MS);
    expect(await sign()).to.deep.equal(first);
    expect(opened).to.equal(2);
    await on.journal.commit([good(on.keystore).forget(address)]);
    const refused = await sign().catch((error: Error) => error);
    expect(refused).to.be.instanceOf(InvariantError);
  });

  it('keeps no key of a wallet that signs between its forgetting and the write of it', async () => {
    const on = await aKeystore();
    const { address } = await mint(on, 'ED25519');
    const sign = () => good(on.keystore).sign({ address, algorithm: 'ED25519', path: PATH, hybrid: false }, DIGEST);
    await sign();
    const op = good(on.keystore).forget(address);
    expect(await sign(), 'its seed is still there').to.have.property('signature');
    await on.journal.commit([op]);
    expect(await sign().catch((error: Error) => error)).to.be.instanceOf(InvariantError);
  });

  it('says that no caller needs to verify what it signs with a key that it keeps open', async () => {
    const on = await aKeystore();
    for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65'] as const) {
      const { address } = await mint(on, algorithm);
      const sign = () => good(on.keystore).sign({ address, algorithm, path: PATH, hybrid: false }, DIGEST);
      for (const signed of [await sign(), await sign()]) {
        if (isFailure(signed)) throw new Error(signed.issue.message);
        expect(signed.isProven, algorithm).to.equal(true);
        expect(verifySync(signed.algorithm, signed.publicKey, DIGEST, signed.signature), algorithm).to.equal(true);
      }
    }
  });

  it('leaves nothing of a seed or private key in the store', async () => {
    const on = await aKeystore();
    const seed = seedOf(WORDS);
    const secrets = [seed, utf8(WORDS)];
    for (const algorithm of ['ED25519', 'NISTP256', 'ML-DSA-65', 'RSA-4096'] as const) {
      await mint(on, algorithm);
      if (algorithm !== 'RSA-4096') secrets.push(deriveKeyPair(algorithm, seed, PATH).privateKey);
    }
    secrets.push((await quickRsa({ algorithm: 'RSA-4096', seed, path: PATH })).privateKey, KEY);
    const disk = await everything(on.kv);
    expect(disk.length).to.be.greaterThan(1500);
    // A quarter of a secret would already be a leak; 16 bytes do not occur by chance.
    for (const secret of secrets)
      for (let at = 0; at + 16 <= secret.length; at += 16)
        expect(disk).to.not.include(toHex(secret.subarray(at, at + 16)));
  });

  it('refuses another master key, changes nothing, and opens again with the right one', async () => {
    const on = await aKeystore();
    await mint(on, 'ED25519');
    const before = await everything(on.kv);
    const other = await aKeystore(on.kv, new Uint8Array(32).fill(4));
    expect(isFailure(other.keystore) && other.keystore.issue.code).to.equal('KEYSTORE_KEY_WRONG');
    expect(await everything(on.kv)).to.equal(before);
    expect(isFailure((await aKeystore(on.kv)).keystore)).to.equal(false);
  });

  it('refuses to start over when its probe is gone but secrets are there', async () => {
    const on = await aKeystore();
    await mint(on, 'ED25519');
    for await (const [key] of on.kv.range({ gte: utf8('K'), lt: utf8('L'), limit: 1 }))
      await on.journal.commit([{ key, value: undefined }]);
    const again = await aKeystore(on.kv);
    expect(isFailure(again.keystore) && again.keystore.issue.code).to.equal('KEYSTORE_KEY_WRONG');
  });

  it('does not open a secret that was changed on disk or moved to another wallet', async () => {
    const on = await aKeystore();
    const one = await mint(on, 'ED25519');
    const two = await mint(on, 'NISTP256');
    const use = (address: string, algorithm: WalletAlgorithm) =>
      good(on.keystore)
        .sign({ address, algorithm, path: PATH, hybrid: false }, DIGEST)
        .then(
          () => 'signed',
          (error: unknown) => error,
        );
    const [first, second] = [one.ops[0]!, two.ops[0]!];
    await on.journal.commit([{ key: second.key, value: first.value }]);
    expect(await use(two.address, 'NISTP256')).to.be.instanceOf(InvariantError);
    const flipped = concat(first.value!);
    flipped[20] = flipped[20]! ^ 1;
    await on.journal.commit([{ key: first.key, value: flipped }]);
    expect(await use(one.address, 'ED25519')).to.be.instanceOf(InvariantError);
  });

  it('wipes the private key when its user returns or throws', async () => {
    const on = await aKeystore();
    const { address } = await mint(on, 'ED25519');
    const key = { address, algorithm: 'ED25519', path: PATH, hybrid: false } as const;
    let kept = new Uint8Array(0);
    await good(on.keystore).use(key, (pair) => {
      kept = pair.privateKey as Uint8Array<ArrayBuffer>;
      expect(toHex(kept)).to.not.equal('00'.repeat(32));
    });
    expect(toHex(kept)).to.equal('00'.repeat(32));
    const thrown = await good(on.keystore)
      .use(key, (pair) => {
        kept = pair.privateKey as Uint8Array<ArrayBuffer>;
        throw new Error('the user failed');
      })
      .catch((error: Error) => error.message);
    expect([thrown, toHex(kept)]).to.deep.equal(['the user failed', '00'.repeat(32)]);
  });

  it('makes an RSA key once a path, also for those who ask at the same time, and only so many', async () => {
    const on = await aKeystore();
    const { address } = await mint(on, 'RSA-4096');
    expect(on.rsa.made).to.deep.equal([PATH]);
    const at = (path: string) =>
      good(on.keystore)
        .use({ address, algorithm: 'RSA-4096', path, hybrid: false }, () => 'used')
        .catch(() => 'used');
    await Promise.all([at('m/1'), at('m/1'), at(PATH)]);
    await at('m/1');
    expect(on.rsa.made).to.deep.equal([PATH, 'm/1']);
    for (let i = 2; i < RSA_PATHS_PER_WALLET_MAX; i++) await at(`m/${i}`);
    const refused = await at('m/99');
    expect(isFailure(refused) && refused.issue.code).to.equal('DERIVATION_PATH_INVALID');
    expect(on.rsa.made.length).to.equal(RSA_PATHS_PER_WALLET_MAX);
  });

  it('passes on that no RSA key can be made now', async () => {
    const on = await aKeystore();
    on.rsa.derive = async () => fail(issue('NODE_UNAVAILABLE', '', '')) as never;
    const refused = await good(on.keystore).mint(seedOf(WORDS), { algorithm: 'RSA-4096', hybrid: false });
    expect(isFailure(refused) && refused.issue.code).to.equal('NODE_UNAVAILABLE');
  });

  it('makes the key of the trust authority once, in a slot of its own, and signs certificates with it alone', async () => {
    const on = await aKeystore();
    const keystore = good(on.keystore);
    const [first, second] = await Promise.all([
      keystore.nodeKey('trust-authority'),
      keystore.nodeKey('trust-authority'),
    ]);
    const keyOf = async (of: Result<Keystore>) => good(await good(of).use(first, ({ publicKey }) => toHex(publicKey)));
    expect(second).to.deep.equal(first);
    const own = await keyOf(on.keystore);
    const again = await aKeystore(on.kv);
    await good(again.keystore).nodeKey('trust-authority');
    expect(await keyOf(again.keystore)).to.equal(own);
    expect(await everything(on.kv)).not.to.include(own);
    const { address } = await mint(on, 'NISTP256');
    const signed = async (key: typeof first) => {
      const made = await keystore.signFormatted(key, 'x509', utf8('nothing'));
      return isFailure(made) && made.issue.code;
    };
    expect(await signed(first)).to.equal('BODY_INVALID');
    expect(await signed({ ...first, address })).to.equal('BODY_INVALID');
  });
});
