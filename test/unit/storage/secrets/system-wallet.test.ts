// The wallet of the node: its purposes, its rate and its audit lines.
import { expect } from 'chai';
import { fromBase64, toHex } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import { SERVICE_SIGNINGS_PER_MINUTE } from '../../../../core/base/limits/node/wallets.js';
import type { Log } from '../../../../core/base/ports.js';
import { isFailure } from '../../../../core/base/result.js';
import { addressOf } from '../../../../core/crypto/keys/address.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import { Journal } from '../../../../storage/engine/journal.js';
import { memoryKv } from '../../../../storage/engine/memory.js';
import { Keystore } from '../../../../storage/secrets/keystore.js';
import { type SystemSigning, SystemWallet } from '../../../../storage/secrets/system-wallet.js';
import { WalletStore } from '../../../../storage/tables/accounts/wallets.js';
import { VirtualClock } from '../../../support/base/virtual-clock.js';

const DIGEST = sha256('genesis');

async function aNode(rate = { max: 3, windowMs: 60_000 }) {
  const kv = memoryKv();
  const journal = new Journal(kv, { onFatal: (error) => expect.fail(error.message) });
  const lines: object[] = [];
  const logger = (bound: object): Log => {
    const write = (fields: object) => void lines.push({ ...bound, ...fields });
    return { debug: write, info: write, warn: write, error: write, child: (fields) => logger({ ...bound, ...fields }) };
  };
  let n = 1;
  const next = () => {
    n = (n * 75 + 74) % 65_537;
    return n & 0xff;
  };
  const random = { bytes: (length: number) => Uint8Array.from({ length }, next) };
  const rsa = { refusal: () => undefined, derive: () => Promise.reject(new Error('the system wallet is Ed25519')) };
  const keystore = await Keystore.open(
    { kv, journal, random, rsa, clock: new VirtualClock() },
    new Uint8Array(32).fill(9),
  );
  if (isFailure(keystore)) throw new Error(keystore.issue.message);
  const clock = { time: 1000, now: () => clock.time };
  const commit = (ops: Parameters<Journal['commit']>[0]) => journal.commit(ops);
  const ports = { kv, commit, keystore, wallets: new WalletStore(kv, journal), clock, random, log: logger({}) };
  const open = async () => {
    const wallet = await SystemWallet.ensure(ports, rate);
    if (isFailure(wallet)) throw new Error(wallet.issue.message);
    return wallet;
  };
  return { open, lines, clock, wallets: ports.wallets };
}

function aRequest(change: Partial<SystemSigning> = {}): SystemSigning {
  return {
    purpose: 'quorate:register-control',
    registerId: 'register-1',
    transactionType: 'Genesis',
    txId: 'ab'.repeat(32),
    digest: DIGEST,
    caller: 'alice',
    ...change,
  };
}

describe('the system wallet', () => {
  it('is made once, and found again', async () => {
    const node = await aNode();
    const first = await node.open();
    expect((await node.open()).wallet).to.deep.equal(first.wallet);
    expect(first.wallet.owner).to.deep.equal({ kind: 'system', id: 'node' });
    const page = await node.wallets.page(
      [
        { kind: 'user', id: 'node' },
        { kind: 'organisation', id: 'node' },
      ],
      10,
    );
    expect(page.items).to.deep.equal([]);
  });

  it('signs with the key that it told for the purpose', async () => {
    const wallet = await (await aNode()).open();
    const identity = await wallet.identity('quorate:register-control');
    const signed = await wallet.sign(aRequest());
    if (isFailure(identity) || isFailure(signed)) throw new Error('refused');
    const { entry } = signed;
    expect(entry.publicKey).to.equal(identity.publicKey);
    expect(signed).not.to.have.property('statement');
    const publicKey = fromBase64(entry.publicKey)!;
    expect(verifySync('ED25519', publicKey, DIGEST, fromBase64(entry.signatureValue)!)).to.equal(true);
    const statementDigest = new Uint8Array(32).fill(9);
    const stated = await wallet.sign({ ...aRequest(), statementDigest });
    if (isFailure(stated)) throw new Error('refused');
    expect(verifySync('ED25519', publicKey, statementDigest, fromBase64(stated.statement ?? '')!)).to.equal(true);
    expect(identity.address).to.equal(addressOf('ED25519', publicKey));
    const other = await wallet.identity('quorate:blueprint-publish');
    expect(isFailure(other) ? '' : other.address).to.not.equal(identity.address);
  });

  it('signs so often for one register in a window, and for others meanwhile', async () => {
    const node = await aNode();
    const wallet = await node.open();
    const code = async (registerId = 'register-1') => {
      const signed = await wallet.sign(aRequest({ registerId }));
      return isFailure(signed) ? signed.issue.code : 'signed';
    };
    expect([await code(), await code(), await code(), await code()]).to.deep.equal([
      'signed',
      'signed',
      'signed',
      'SIGNING_RATE_EXCEEDED',
    ]);
    expect(await code('register-2')).to.equal('signed');
    node.clock.time += 60_000;
    expect(await code()).to.equal('signed');
  });

  it('signs for services at a narrower rate, beside that of the register', async () => {
    const node = await aNode({ max: SERVICE_SIGNINGS_PER_MINUTE + 2, windowMs: 60_000 });
    const wallet = await node.open();
    const code = async (isOfService: boolean, registerId = 'register-1') => {
      const signed = await wallet.sign(aRequest({ registerId, isOfService }));
      return isFailure(signed) ? signed.issue.code : 'signed';
    };
    for (let n = 0; n < SERVICE_SIGNINGS_PER_MINUTE; n++) expect(await code(true), `${n}`).to.equal('signed');
    expect(await code(true)).to.equal('SIGNING_RATE_EXCEEDED');
    expect(await code(true, 'register-2')).to.equal('signed');
    expect([await code(false), await code(false)]).to.deep.equal(['signed', 'signed']);
    expect(await code(false), 'what services signed counts for the register').to.equal('SIGNING_RATE_EXCEEDED');
    node.clock.time += 60_000;
    expect(await code(true)).to.equal('signed');
  });

  it('refuses a purpose outside its list', async () => {
    const wallet = await (await aNode()).open();
    for (const purpose of ['quorate:register-attestation', "m/44'/0'/0'/0/0", '']) {
      const signed = await wallet.sign(aRequest({ purpose: purpose as never }));
      expect(isFailure(signed) && signed.issue.code, purpose).to.equal('SIGNING_PURPOSE_REFUSED');
    }
  });

  it('writes one audit line a call, with all that the specification names and no digest or key', async () => {
    const node = await aNode();
    const wallet = await node.open();
    const signed = await wallet.sign(aRequest());
    await wallet.sign(aRequest({ purpose: 'quorate:citizen-holder' as never }));
    expect(node.lines).to.deep.equal([
      {
        audit: true,
        event: 'system-wallet-sign',
        outcome: 'signed',
        caller: 'alice',
        purpose: 'quorate:register-control',
        path: "m/44'/0'/0'/0/101",
        registerId: 'register-1',
        transactionType: 'Genesis',
        txId: 'ab'.repeat(32),
      },
      {
        audit: true,
        event: 'system-wallet-sign',
        outcome: 'SIGNING_PURPOSE_REFUSED',
        caller: 'alice',
        purpose: 'quorate:citizen-holder',
        path: "m/44'/0'/0'/0/108",
        registerId: 'register-1',
        transactionType: 'Genesis',
        txId: 'ab'.repeat(32),
      },
    ]);
    const text = JSON.stringify(node.lines);
    expect(text).to.not.include(toHex(DIGEST));
    expect(text).to.not.include(isFailure(signed) ? 'x' : signed.entry.signatureValue);
  });
});
