// One ciphertext that opens under two content keys (AES-GCM commits to no key), made for two readers of one group. The
// root says which cells there are, not the ciphertext: no reader takes what another text than the sealed one holds.
import { createCipheriv } from 'node:crypto';
import { expect } from 'chai';
import { toBase64Url, toHex, utf8 } from '../../../../../core/base/bytes.js';
import { sha256 } from '../../../../../core/base/hash.js';
import type { Action, Definition } from '../../../../../core/blueprint/definition/types.js';
import { gcmDecrypt, gcmEncrypt } from '../../../../../core/crypto/encryption/aes-gcm.js';
import { wrapUnder } from '../../../../../core/crypto/encryption/key-wrap.js';
import type { Envelope } from '../../../../../core/envelope/cells/envelope.js';
import { openCells } from '../../../../../core/envelope/cells/open.js';
import { groupData } from '../../../../../core/envelope/envelope.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import { agreements, walletEntries } from '../../../../../core/envelope/sealed-group.js';
import { PARTIES, RUN } from '../../../../support/cells/cell-runs.js';
import type { TestWallet } from '../../../../support/cells/disclosure.js';
import { asks, definitionOf, num, shows } from '../../../../support/definitions/short-definitions.js';

const definition = definitionOf([{ ...asks({ a: num }), ...shows({ y: ['a'], z: ['a'] }) }]) as unknown as Definition;
const layout = layoutOf(definition, definition.actions[0] as Action);
const BLOCK = 16;
const R = 0xe1n << 120n;

/** Multiplication in the field of GCM, whose first bit is the highest. */
function times(x: bigint, y: bigint): bigint {
  let [z, v] = [0n, y];
  for (let bit = 127n; bit >= 0n; bit--) {
    if ((x >> bit) & 1n) z ^= v;
    v = v & 1n ? (v >> 1n) ^ R : v >> 1n;
  }
  return z;
}

/** By 2^128 - 2. */
function inverse(x: bigint): bigint {
  let [found, square] = [1n << 127n, times(x, x)];
  for (let i = 1; i < 128; i++) {
    found = times(found, square);
    square = times(square, square);
  }
  return found;
}

const numberOf = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes)}`);
const bytesOf = (value: bigint): Uint8Array => Buffer.from(value.toString(16).padStart(2 * BLOCK, '0'), 'hex');

function blockOf(key: Uint8Array, block: Uint8Array): bigint {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  return numberOf(cipher.update(block));
}

function blocksOf(bytes: Uint8Array): readonly bigint[] {
  const padded = Buffer.concat([bytes, new Uint8Array((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
  return Array.from({ length: padded.length / BLOCK }, (_, i) => numberOf(padded.subarray(BLOCK * i, BLOCK * (i + 1))));
}

/** Ciphertext and tag under both keys: the last block of it is the one that makes the tags equal. */
function salamander(
  text: Uint8Array,
  keys: readonly [Uint8Array, Uint8Array],
  at: { nonce: Uint8Array; aad: Uint8Array },
) {
  const { nonce, aad } = at;
  const sealed = gcmEncrypt({ key: keys[0], nonce, aad }, text);
  const body = sealed.subarray(0, sealed.length - BLOCK);
  const bits = (length: number) => BigInt(8 * length);
  const blocks = [...blocksOf(aad), ...blocksOf(body), (bits(aad.length) << 64n) | bits(body.length)];
  const free = blocks.length - 2;
  const first = Buffer.concat([nonce, Uint8Array.of(0, 0, 0, 1)]);
  const side = (key: Uint8Array) => {
    const h = blockOf(key, new Uint8Array(BLOCK));
    // Without the free block, and what multiplies that.
    const rest = blocks.reduce((sum, block, i) => times(sum ^ (i === free ? 0n : block), h), 0n);
    return { rest: rest ^ blockOf(key, first), factor: times(h, h) };
  };
  const [one, two] = [side(keys[0]), side(keys[1])];
  const block = times(one.rest ^ two.rest, inverse(one.factor ^ two.factor));
  const tag = one.rest ^ times(block, one.factor);
  return Buffer.concat([body.subarray(0, body.length - BLOCK), bytesOf(block), bytesOf(tag)]);
}

describe('cells: one ciphertext under two keys', () => {
  it('opens under both, and no reader takes what it holds', () => {
    const readers = ['y', 'z'].map((role) => PARTIES.get(role) as TestWallet);
    const keys = ['one', 'two'].map((name) => sha256(name)) as [Uint8Array, Uint8Array];
    const { registerId, instanceId = '', actionId } = RUN;
    const groupId = 'ab'.repeat(16);
    const aad = groupData({ registerId, instanceId, actionId }, groupId);
    const nonce = new Uint8Array(12).fill(7);
    const hash = toBase64Url(new Uint8Array(32).fill(1));
    const text = utf8(`{"cells":[[[1]]],"other":[],"seeds":["${hash}"]}`.padEnd(256));
    const ciphertext = salamander(text, keys, { nonce, aad });
    const [under1, under2] = keys.map((key) => gcmDecrypt({ key, nonce, aad }, ciphertext));
    expect(under1 && toHex(under1).slice(0, 64), 'the text of the first one').to.equal(toHex(text).slice(0, 64));
    expect(under2, 'the other key opens it too').to.not.equal(undefined);
    expect(toHex(under2 as Uint8Array)).to.not.equal(toHex(under1 as Uint8Array));
    const { agreed } = agreements([{ recipients: readers.map(({ key }) => key) }], new Uint8Array(32).fill(3));
    const wrapped = agreed.map(({ walletAddress, offered }, wallet) => {
      const i = readers.findIndex(({ key }) => key.walletAddress === walletAddress);
      return { wallet, wrappedKey: toBase64Url(wrapUnder(offered, keys[i] as Uint8Array, utf8(groupId))) };
    });
    const group = {
      alg: 'A256GCM',
      ciphertext: toBase64Url(ciphertext),
      groupId,
      keys: wrapped,
      nonce: toBase64Url(nonce),
    };
    const root = toBase64Url(new Uint8Array(32));
    const envelope = { v: 2, root, groups: [group], wallets: walletEntries(agreed) } as unknown as Envelope;
    for (const { opener } of readers) {
      const found = openCells(envelope, opener, { run: RUN, layout, classes: layout.classesOf('y') });
      expect(found).to.deep.equal({ undelivered: 'form' });
    }
    // As it would be without its last block, whose text no sender can choose.
    const plain = { ...group, ciphertext: toBase64Url(gcmEncrypt({ key: keys[0], nonce, aad }, text)) };
    const y = readers[0] as TestWallet;
    const alone = openCells({ ...envelope, groups: [plain] } as Envelope, y.opener, {
      ...{ run: RUN, layout },
      classes: layout.classesOf('y'),
    });
    expect(alone, 'a text of the right form is held against the root').to.deep.equal({ undelivered: 'root' });
  });
});
