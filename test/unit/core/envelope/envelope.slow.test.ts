// The form of an envelope, as validators without keys judge it: every member, once good and once in each bad way.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../core/base/json.js';
import { isFailure } from '../../../../core/base/result.js';
import { readEnvelope } from '../../../../core/envelope/cells/envelope.js';
import { type CarryingWallet, contextOf } from '../../../../core/envelope/envelope.js';
import type { TransactionHeader } from '../../../../core/model/transaction.js';
import { issueOf } from '../../../support/base/results.js';
import { aWallet, CONTEXT, carrierOf, sealed } from '../../../support/cells/disclosure.js';

const alice = aWallet('alice');
const bob = aWallet('bob', 'NISTP256');
const seal = { fileId: '0f'.repeat(16), chunks: ['ab'.repeat(32), 'cd'.repeat(32)] };
const good = sealed({
  groups: [
    { fields: { fee: 1 }, recipients: [alice.key, bob.key] },
    { fields: { fee: 2 }, recipients: [alice.key] },
  ],
  files: [seal],
});

/** The issue of what is no envelope. */
function checkEnvelope(payload: Json) {
  const found = readEnvelope(payload);
  return isFailure(found) ? [found.issue] : [];
}

/** Paths of what is refused after one member, named by the path, was changed; undefined takes the member away. */
function refusedAfter(path: string, value: Json | undefined): readonly string[] {
  const copy = JSON.parse(JSON.stringify(good));
  const steps = path.split('/').slice(1);
  const last = steps.pop() as string;
  let at = copy;
  for (const step of steps) at = at[step];
  if (value === undefined) delete at[last];
  else at[last] = value;
  return checkEnvelope(copy).map((found) => {
    expect(found.code).to.equal('VAL_SCHEMA_006');
    return found.path;
  });
}

const group = good.groups[0];
const key = group?.keys[0];
const wallet = good.wallets[0];
const long = (text: string | undefined) => `${text}AAAA`;

describe('disclosure: the form of an envelope', () => {
  it('is good as it was sealed, and with no file', () => {
    expect(checkEnvelope(good as never)).to.deep.equal([]);
    expect(readEnvelope(good as never)).to.equal(good);
    expect(refusedAfter('/files', undefined)).to.deep.equal([]);
  });

  it('is an object of exactly its members', () => {
    for (const value of [
      null,
      1,
      'text',
      [],
      {},
      { v: 2 },
      { groups: good.groups },
      { v: 2, groups: good.groups },
    ] as Json[])
      expect(checkEnvelope(value).map(({ path }) => path)).to.deep.equal(['']);
    expect(refusedAfter('/v', 1)).to.deep.equal(['']);
    expect(refusedAfter('/v', '2')).to.deep.equal(['']);
    expect(refusedAfter('/more', 1)).to.deep.equal(['']);
    expect(refusedAfter('/groups', [])).to.deep.equal(['/groups']);
    expect(refusedAfter('/groups', {})).to.deep.equal(['/groups']);
    expect(refusedAfter('/groups', Array(101).fill(group))).to.deep.equal(['/groups']);
  });

  it('has sound groups, each under its own id', () => {
    const at = (member: string, value: Json | undefined) => refusedAfter(`/groups/0/${member}`, value);
    expect(refusedAfter('/groups/1', 'text')).to.deep.equal(['/groups/1']);
    for (const member of ['groupId', 'alg', 'nonce', 'ciphertext', 'keys'])
      expect(at(member, undefined)).to.deep.equal(['/groups/0']);
    for (const more of ['disclosedFields', 'commitment']) expect(at(more, 'A'.repeat(43))).to.deep.equal(['/groups/0']);
    for (const id of ['', 'AB'.repeat(16), 'ab'.repeat(15), 7] as Json[])
      expect(at('groupId', id)).to.deep.equal(['/groups/0/groupId']);
    expect(refusedAfter('/groups/1/groupId', group?.groupId)).to.deep.equal(['/groups/1/groupId']);
    expect(at('alg', 'A128GCM')).to.deep.equal(['/groups/0/alg']);
    const nonce = group?.nonce;
    for (const value of ['', 7, long(nonce), `${nonce}=`, nonce?.replace(/.$/, '!')] as Json[])
      expect(at('nonce', value), String(value)).to.deep.equal(['/groups/0/nonce']);
    for (const value of ['', 7, long(group?.ciphertext), group?.ciphertext.slice(0, -4), 'A'.repeat(22)] as Json[])
      expect(at('ciphertext', value), String(value)).to.deep.equal(['/groups/0/ciphertext']);
  });

  it('spells bytes in one way only', () => {
    // 32 bytes take 43 characters, whose last one has two bits to spare: they are zero.
    const spare = `${'A'.repeat(42)}B`;
    expect(Buffer.from(spare, 'base64url')).to.have.lengthOf(32);
    expect(refusedAfter('/root', spare)).to.deep.equal(['/root']);
    expect(refusedAfter('/root', 'A'.repeat(43))).to.deep.equal([]);
    expect(refusedAfter('/root', '+/'.repeat(21).concat('A'))).to.deep.equal(['/root']);
    expect(refusedAfter('/root', '-_'.repeat(21).concat('A'))).to.deep.equal([]);
  });

  it('is for wallets in the order of their addresses, each agreed with in a way that fits its algorithm', () => {
    const at = (member: string, value: Json | undefined) => refusedAfter(`/wallets/0/${member}`, value);
    const path = (member: string) => [`/wallets/0${member}`];
    expect(refusedAfter('/wallets', [])).to.deep.equal(['/wallets']);
    expect(refusedAfter('/wallets', Array(201).fill(wallet as never))).to.deep.equal(['/wallets']);
    expect(refusedAfter('/wallets/0', null)).to.deep.equal(path(''));
    for (const member of ['walletAddress', 'wrap', 'carrier']) expect(at(member, undefined)).to.deep.equal(path(''));
    expect(at('algorithm', 'ED25519')).to.deep.equal(path(''));
    for (const address of [
      '',
      'qr1',
      wallet?.walletAddress.toUpperCase(),
      wallet?.walletAddress.replace(/.$/, 'b'),
      7,
    ] as Json[])
      expect(at('walletAddress', address)).to.deep.equal(path('/walletAddress'));
    expect(refusedAfter('/wallets/1', wallet as never)).to.deep.equal(['/wallets/1/walletAddress']);
    const turned = { ...good, wallets: [...good.wallets].reverse() };
    expect(checkEnvelope(turned as never).map((found) => found.path)).to.deep.equal(['/wallets/1/walletAddress']);
    for (const wrap of [0, 3, 4, 8, 1.5, '1', null] as Json[]) expect(at('wrap', wrap)).to.deep.equal(path('/wrap'));
    const { carrier, ...rest } = wallet as CarryingWallet;
    const referring = (carrierIn: Json, more: JsonObject = {}) =>
      refusedAfter('/wallets/0', { ...rest, carrierIn, ...more } as never);
    expect(referring('0a'.repeat(32))).to.deep.equal([]);
    for (const value of ['', '0A'.repeat(32), 'a'.repeat(63), carrier, 7, null] as Json[])
      expect(referring(value)).to.deep.equal(path('/carrierIn'));
    expect(referring('0a'.repeat(32), { carrier }), 'one or the other').to.deep.equal(path(''));
    const rsa = sealed({ groups: [{ fields: {}, recipients: [aWallet('rsa', 'RSA-4096').key] }] });
    const noCarrier = rsa.wallets.map(({ walletAddress, wrap }) => ({
      walletAddress,
      wrap,
      carrierIn: '0a'.repeat(32),
    }));
    expect(checkEnvelope({ ...rsa, wallets: noCarrier } as never).map((found) => found.path)).to.deep.equal(
      path('/carrierIn'),
    );
    for (const value of ['', long(carrierOf(wallet)), 7] as Json[])
      expect(at('carrier', value)).to.deep.equal(path('/carrier'));
  });

  it('has keys in the order of its wallets, and one at least for each of them', () => {
    const at = (member: string, value: Json | undefined) => refusedAfter(`/groups/0/keys/0/${member}`, value);
    const path = (member: string) => [`/groups/0/keys/0${member}`];
    expect(refusedAfter('/groups/0/keys', [])).to.deep.equal(['/groups/0/keys']);
    expect(refusedAfter('/groups/0/keys', Array(201).fill(key as never))).to.deep.equal(['/groups/0/keys']);
    expect(refusedAfter('/groups/0/keys/0', null)).to.deep.equal(path(''));
    for (const member of ['wallet', 'wrappedKey']) expect(at(member, undefined)).to.deep.equal(path(''));
    expect(at('walletAddress', 'qr1')).to.deep.equal(path(''));
    for (const place of [-1, 2, 0.5, '0', null, 'length'] as Json[])
      expect(at('wallet', place)).to.deep.equal(path('/wallet'));
    expect(refusedAfter('/groups/0/keys/1', key as never)).to.deep.equal(['/groups/0/keys/1/wallet']);
    for (const value of ['', long(key?.wrappedKey), 7] as Json[])
      expect(at('wrappedKey', value)).to.deep.equal(path('/wrappedKey'));
    const [first] = good.groups;
    const idle = { ...good, groups: [{ ...first, keys: first?.keys.slice(0, 1) }] };
    expect(checkEnvelope(idle as never).map((found) => found.path)).to.deep.equal(['/wallets/1']);
  });

  it('bounds the keys of all groups together', () => {
    const wallets = Array.from({ length: 150 }, (_, i) => aWallet(`wallet ${i}`).key);
    const one = (n: number) => ({ fields: { n }, recipients: wallets });
    const many = sealed({ groups: [one(1)] });
    const three = [1, 2, 3].map((n) => ({ ...many.groups[0], groupId: `0${n}`.repeat(16) }));
    expect(checkEnvelope({ ...many, groups: three.slice(0, 2) } as never)).to.deep.equal([]);
    expect(checkEnvelope({ ...many, groups: three } as never).map(({ path }) => path)).to.deep.equal([
      '/groups/2/keys',
    ]);
  }).timeout(60_000);

  it('names files by id and the hashes of their sealed chunks', () => {
    expect(refusedAfter('/files', [])).to.deep.equal(['/files']);
    expect(refusedAfter('/files', null)).to.deep.equal(['/files']);
    expect(refusedAfter('/files', Array(21).fill(seal))).to.deep.equal(['/files']);
    expect(refusedAfter('/files', [seal, seal])).to.deep.equal(['/files/1/fileId']);
    expect(refusedAfter('/files/0/name', 'plan.pdf')).to.deep.equal(['/files/0']);
    expect(refusedAfter('/files/0/fileId', 'x')).to.deep.equal(['/files/0/fileId']);
    for (const chunks of [[], Array(65).fill('ab'.repeat(32)), ['AB'.repeat(32)], [7], 'ab'.repeat(32)] as Json[])
      expect(refusedAfter('/files/0/chunks', chunks)).to.deep.equal(['/files/0/chunks']);
  });

  it('belongs to a transaction that names its instance', () => {
    const header = { ...CONTEXT, blueprintId: 'b', senderWallet: 's', payloadHash: 'h', createdAt: 'c' };
    expect(contextOf(header as TransactionHeader)).to.deep.equal(CONTEXT);
    const { instanceId: _, ...without } = header;
    expect(issueOf(contextOf(without as TransactionHeader))).to.include({
      code: 'VAL_SCHEMA_006',
      path: '/header/instanceId',
    });
  });
});
