// Answers to other nodes about wallets of this one: of a wallet that may act in the register alone, and few at a time.
import { expect } from 'chai';
import { walletAskContext } from '../../../../actors/wallet-asks/answering.js';
import { HERE_BYTES, isProof, WALLET_HERE } from '../../../../actors/wallet-asks/here.js';
import type { WalletQuestion } from '../../../../actors/wallet-asks/ports.js';
import { utf8 } from '../../../../core/base/bytes.js';
import { WALLET_ANSWERS_MAX, WALLET_ANSWERS_PEER_MAX } from '../../../../core/base/limits/node/wallets.js';
import type { Result } from '../../../../core/base/result.js';
import { encryptTo } from '../../../../core/crypto/encryption/envelope.js';
import type { WalletAsk } from '../../../../core/mesh/frames.js';
import type { Wallet } from '../../../../core/wallet/wallet.js';
import { good } from '../../../support/base/good.js';
import { codesOf } from '../../../support/base/results.js';
import { carol, GatedLedger } from '../../../support/credentials/gated-ledger.js';
import { answersOf, BOBS } from '../../../support/node/wallet-nodes.js';
import { alice, bob, REGISTER_ID } from '../../../support/register/ledger.js';

const { view } = new GatedLedger().at.ledger;
const NOTHING = new Uint8Array(0);
const asked: WalletQuestion[] = [];
const subjects = {
  note: async (question: WalletQuestion): Promise<Result<Uint8Array>> => {
    asked.push(question);
    return utf8('done');
  },
};

interface Asked extends WalletAsk {
  readonly text: Uint8Array;
}

function askOf({ text = utf8('please'), ...more }: Partial<Asked> = {}, to = bob): WalletAsk {
  const ask = { registerId: REGISTER_ID, wallet: bob.address, subject: 'note' };
  const { algorithm, publicKey } = to;
  const context = walletAskContext({ ...ask, ...more });
  const sealed = good(encryptTo({ algorithm, publicKey }, text, context, new Uint8Array(32).fill(9)));
  return { ...ask, sealed, ...more };
}

describe('actors/wallet-asks/answering', () => {
  it('opens what is asked of a wallet, and hands it to the subject', async () => {
    asked.length = 0;
    const done = await answersOf({ view, subjects }).answer('peer', askOf());
    expect(Buffer.from(good(done)).toString()).to.equal('done');
    expect(asked.map(({ text, ...rest }) => ({ ...rest, text: Buffer.from(text).toString() }))).to.deep.equal([
      { registerId: REGISTER_ID, reg: 7, wallet: BOBS, address: bob.address, peerId: 'peer', text: 'please' },
    ]);
  });

  it('proves that a wallet is here to the peer that asks, and asks nothing of it for that', async () => {
    asked.length = 0;
    const question = new Uint8Array(HERE_BYTES).fill(7);
    const probe = { subject: WALLET_HERE, text: question };
    const answers = answersOf({ view, subjects });
    const proof = good(await answers.answer('peer', askOf(probe)));
    expect(['peer', 'other'].map((peerId) => isProof(proof, question, peerId))).to.deep.equal([true, false]);
    for (const text of [NOTHING, question.subarray(1)])
      expect(codesOf(await answers.answer('peer', askOf({ ...probe, text })))).to.deep.equal(['BODY_INVALID']);
    expect(asked).to.deep.equal([]);
  });

  const absent: readonly (readonly [string, Wallet | null, Partial<WalletAsk>])[] = [
    ['another wallet', BOBS, { wallet: alice.address }],
    ['a wallet of no participant', { ...BOBS, address: carol.address }, { wallet: carol.address }],
    ['a register that is not here', BOBS, { registerId: 'other' }],
    ['a locked wallet', { ...BOBS, status: 'Locked' }, {}],
    ['the wallet of the node', { ...BOBS, owner: { kind: 'system', id: 'node' } }, {}],
    ['no wallet at all', null, {}],
  ];
  for (const [what, wallet, more] of absent)
    it(`WALLET_NOT_FOUND: ${what}`, async () => {
      const answers = answersOf({ view, subjects, wallet });
      for (const sealed of [NOTHING, askOf().sealed])
        expect(codesOf(await answers.answer('peer', askOf({ ...more, sealed })))).to.deep.equal(['WALLET_NOT_FOUND']);
      const { registerId, wallet: address } = askOf(more);
      expect(answers.ownAnswer({ registerId, wallet: address, subject: 'note', text: NOTHING })).to.equal(undefined);
    });

  it('opens nothing that was encrypted to another wallet or for another subject', async () => {
    const answers = answersOf({ view, subjects: { ...subjects, other: subjects.note } });
    for (const ask of [askOf({}, alice), { ...askOf(), subject: 'other' }, askOf({ sealed: utf8('please') })])
      expect(codesOf(await answers.answer('peer', ask))).to.deep.equal(['CIPHERTEXT_INVALID']);
  });

  it('knows no subject that is not one', async () => {
    const ask = { registerId: REGISTER_ID, wallet: bob.address, text: NOTHING };
    for (const subject of ['other', 'toString'])
      expect(codesOf(await answersOf({ view, subjects }).ownAnswer({ ...ask, subject })!)).to.deep.equal([
        'BODY_INVALID',
      ]);
  });

  it('answers few at a time, so that one peer leaves room for others', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let under = 0;
    const note = async (): Promise<Result<Uint8Array>> => {
      under++;
      await held;
      return NOTHING;
    };
    const answers = answersOf({ view, subjects: { note } });
    const most = WALLET_ANSWERS_MAX / 2 + WALLET_ANSWERS_PEER_MAX;
    const running = Array.from({ length: most }, () => answers.answer('greedy', askOf()));
    expect(codesOf(await answers.answer('greedy', askOf()))).to.deep.equal(['NODE_UNAVAILABLE']);
    const other = answers.answer('other', askOf());
    await Promise.resolve();
    expect(under).to.be.at.most(WALLET_ANSWERS_MAX);
    release();
    expect(codesOf(await other)).to.deep.equal(NOTHING);
    await Promise.all(running);
    expect(under).to.equal(most + 1);
  });
});
