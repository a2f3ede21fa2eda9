// Evidence from the node of a sender to that of a reader: to who reads it, and to nobody else.
import { expect } from 'chai';
import type { AskedOfWallet } from '../../../../actors/wallet-asks/asking.js';
import {
  askForEvidence,
  evidenceAnswer,
  type GivenFact,
  KEPT_SUBJECT,
} from '../../../../actors/wallet-asks/evidence.js';
import type { AskedEvidence, KeptReads } from '../../../../actors/workflow/kept/ports.js';
import { toBase64Url, utf8 } from '../../../../core/base/bytes.js';
import { isFailure, type Result } from '../../../../core/base/result.js';
import { carol, GatedLedger } from '../../../support/credentials/gated-ledger.js';
import { BOBS, BOBS_KEYS } from '../../../support/node/wallet-nodes.js';
import { alice, bob, REGISTER_ID } from '../../../support/register/ledger.js';

const ledger = new GatedLedger([{ evidence: 'kept' }]);
const run = ledger.take();
const { view } = ledger.at.ledger;
const content = { seed: 'AA', cells: [[1]] };

const kept: KeptReads = {
  find: (registerId, txId, gates) =>
    registerId === REGISTER_ID && txId === run.txId && gates.includes('licence') ? { licence: content } : undefined,
};
const chain = {
  view: () => view,
  transaction: (_: number, txId: string) => (txId === run.txId ? { transaction: run } : undefined),
  bySender: async () => ({ items: [] }),
} as never;
const random = { bytes: (length: number) => new Uint8Array(length).fill(5) };
const given: GivenFact[] = [];
const answer = evidenceAnswer({
  ...{ chain, random, kept, wallets: { find: () => undefined }, keystore: BOBS_KEYS },
  onGiven: async (fact) => void given.push(fact),
});
const answerTo = (text: Uint8Array, address = alice.address) =>
  answer({ registerId: REGISTER_ID, reg: 7, wallet: {} as never, address, peerId: 'p', text });
const questionOf = (more: object = {}) =>
  utf8(JSON.stringify({ txId: run.txId, reader: bob.address, key: toBase64Url(new Uint8Array(32)), ...more }));

const asked = (more: Partial<AskedEvidence> = {}): AskedEvidence => ({
  ...{ at: { registerId: REGISTER_ID, reg: 7 }, run, sealedAtMs: 0, gates: [{ id: 'licence', keptForMs: 1 }] },
  ...{ reader: { wallet: BOBS, address: bob.address }, open: async () => undefined },
  ...more,
});
type Way = (answer: Uint8Array) => Uint8Array;
/** Over a net that gives the answer on as `way` says; undefined where the asker does not take it. */
const ask = async (more: Partial<AskedEvidence> = {}, way: Way = (bytes) => bytes) => {
  let isTaken: boolean | undefined;
  const asker = {
    ask: async ({ text, wallet, subject, isGood }: AskedOfWallet): Promise<Result<Uint8Array>> => {
      expect(subject).to.equal(KEPT_SUBJECT);
      const bytes = await answerTo(text, wallet);
      if (isFailure(bytes)) return bytes;
      isTaken = isGood(way(bytes));
      return way(bytes);
    },
  };
  const found = await askForEvidence({ random, keystore: BOBS_KEYS, asker: () => asker }, asked(more));
  return [isTaken, isFailure(found) ? found.issue.code : found];
};
describe('actors/wallet-asks/evidence', () => {
  it('gives a reader the evidence, encrypted to its wallet', async () => {
    expect(await ask()).to.deep.equal([true, { licence: content }]);
    given.length = 0;
    const bytes = await answerTo(questionOf());
    const fact = { wallet: {}, peerId: 'p', registerId: REGISTER_ID, txId: run.txId, reader: bob.address };
    expect(given).to.deep.equal([fact]);
    expect(isFailure(bytes) ? '' : Buffer.from(bytes).toString()).to.not.contain('licence');
  });

  for (const [who, text, address] of [
    ['a wallet that does not read it', questionOf({ reader: carol.address }), alice.address],
    ['a wallet without a part', questionOf({ reader: 'nobody' }), alice.address],
    ['a question about another run', questionOf({ txId: 'ab'.repeat(32) }), alice.address],
    ['a question to another wallet', questionOf(), bob.address],
    ['a text of no JSON', utf8('{'), alice.address],
    ['a text that is not UTF-8', Uint8Array.of(255), alice.address],
    ['a short key', questionOf({ key: 'AA' }), alice.address],
    ['a TxId of another form', questionOf({ txId: 'x' }), alice.address],
    ['no reader', questionOf({ reader: 1 }), alice.address],
  ] as const)
    it(`gives nothing to ${who}`, async () => {
      given.length = 0;
      const bytes = await answerTo(text, address);
      expect(isFailure(bytes) && bytes.issue.code).to.equal('GATE_NOT_FOUND');
      expect(given).to.deep.equal([]);
    });

  it('takes no answer that its sender did not mark', async () => {
    expect(await ask({}, (bytes) => bytes.subarray(1))).to.deep.equal([false, 'GATE_NOT_FOUND']);
    expect(await ask({}, () => new Uint8Array(0))).to.deep.equal([false, 'GATE_NOT_FOUND']);
    const flipped: Way = (bytes) => Uint8Array.from(bytes, (byte, i) => (i === 0 ? byte ^ 1 : byte));
    expect(await ask({}, flipped)).to.deep.equal([false, 'GATE_NOT_FOUND']);
  });

  it('has none where nobody can be asked', async () => {
    const found = await askForEvidence({ random, keystore: BOBS_KEYS, asker: () => undefined }, asked());
    expect(isFailure(found) && found.issue.code).to.equal('GATE_NOT_FOUND');
  });
});
