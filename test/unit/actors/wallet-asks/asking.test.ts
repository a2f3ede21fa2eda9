// Asking the node of a wallet: it is found among the nodes of the register, and reads alone what is asked. Who does not
// prove that it has the wallet is not asked.
import { expect } from 'chai';
import { WALLET_HERE } from '../../../../actors/wallet-asks/here.js';
import { utf8 } from '../../../../core/base/bytes.js';
import { issue } from '../../../../core/base/issue.js';
import { WALLET_ASK_BYTES_MAX, WALLET_NODES_ASKED_MAX } from '../../../../core/base/limits/node/wallets.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import type { WalletAsk } from '../../../../core/mesh/frames.js';
import { codesOf } from '../../../support/base/results.js';
import { carol, GatedLedger } from '../../../support/credentials/gated-ledger.js';
import { ASKER, answersOf, askerOf, NOT_HERE } from '../../../support/node/wallet-nodes.js';
import { bob, REGISTER_ID } from '../../../support/register/ledger.js';

const { view } = new GatedLedger().at.ledger;
const GOOD = utf8('good');
const refuse = async (): Promise<Result<Uint8Array>> => fail(issue('CREDENTIAL_REFUSED', '', 'No.'));
const subjects = { echo: async ({ text }: { readonly text: Uint8Array }) => text, refuse };
const node = answersOf({ view, subjects });
const has = (ask: WalletAsk): Promise<Result<Uint8Array>> => node.answer(ASKER, ask);
const gone = (): Promise<never> => Promise.reject(new Error('late'));
/** Proves the wallet, and answers something else. */
const saying = (answer: () => Promise<Result<Uint8Array>>) => (ask: WalletAsk) =>
  ask.subject === WALLET_HERE ? has(ask) : answer();
const text = (of: Result<Uint8Array>) => (isFailure(of) ? of.issue.code : Buffer.from(of).toString());

const asking = (more: object = {}) => ({
  ...{ reg: 7, registerId: REGISTER_ID, wallet: bob.address, subject: 'echo', text: GOOD },
  isGood: (answer: Uint8Array) => Buffer.from(answer).equals(GOOD),
  ...more,
});

describe('actors/wallet-asks/asking', () => {
  it('asks this node where the wallet is here, and no other', async () => {
    const { asker, asked } = askerOf({ view, answers: node, peers: { other: has } });
    expect([text(await asker.ask(asking())), asked]).to.deep.equal(['good', []]);
  });

  it('tells what is asked to the node that has the wallet alone, and remembers that', async () => {
    const { asker, asked } = askerOf({ view, peers: { first: NOT_HERE, second: has, third: NOT_HERE } });
    expect(text(await asker.ask(asking()))).to.equal('good');
    expect(asked).to.deep.equal([
      ...[
        ['first', WALLET_HERE],
        ['second', WALLET_HERE],
        ['third', WALLET_HERE],
        ['second', 'echo'],
      ],
    ]);
    asked.length = 0;
    expect(text(await asker.ask(asking()))).to.equal('good');
    expect(asked).to.deep.equal([['second', 'echo']]);
  });

  it('encrypts it to the wallet', async () => {
    const seen: Uint8Array[] = [];
    const curious = async (ask: WalletAsk) => {
      seen.push(ask.sealed);
      return has(ask);
    };
    const { asker } = askerOf({ view, peers: { curious } });
    expect(text(await asker.ask(asking()))).to.equal('good');
    expect(seen.map((bytes) => Buffer.from(bytes).includes('good'))).to.deep.equal([false, false]);
  });

  it('asks no node that does not prove that it has the wallet: by nothing, by bytes, or by the proof of another one', async () => {
    const liars = {
      nothing: async () => new Uint8Array(0),
      bytes: async () => new Uint8Array(32),
      // The node of the wallet proves it to the one that passes the question on.
      relay: (ask: WalletAsk) => node.answer('relay', ask),
    };
    const { asker, asked } = askerOf({ view, peers: liars });
    expect(text(await asker.ask(asking()))).to.equal('WALLET_NODE_AWAY');
    expect(asked.map(([, subject]) => subject)).to.deep.equal(Array(3).fill(WALLET_HERE));
  });

  it('waits for no node that is slow, and for none of many that lie', async () => {
    const forEver = () => new Promise<never>(() => undefined);
    const liars = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`l${i}`, async () => new Uint8Array(32)]));
    const { asker } = askerOf({ view, peers: { slow: forEver, ...liars, honest: has } });
    expect(text(await asker.ask(asking()))).to.equal('good');
  });

  it('tells nobody what the node of a wallet says of a session', async () => {
    const liar = saying(async () => fail(issue('TOKEN_INVALID', '', 'Log in again.')));
    expect(text(await askerOf({ view, peers: { liar } }).asker.ask(asking()))).to.equal('WALLET_NODE_AWAY');
  });

  it('goes on behind a node that answers something else, refuses or does not answer, also where it answered before', async () => {
    let isHere = true;
    const moving = async (ask: WalletAsk) => (isHere ? has(ask) : gone());
    const wrong = saying(async () => utf8('anything'));
    const { asker } = askerOf({ view, peers: { moving, gone, wrong, refuses: saying(refuse) } });
    expect(text(await asker.ask(asking()))).to.equal('good');
    isHere = false;
    expect(text(await asker.ask(asking()))).to.equal('CREDENTIAL_REFUSED');
    isHere = true;
    expect(text(await asker.ask(asking()))).to.equal('good');
  });

  it('WALLET_NODE_AWAY where no node answers that has it', async () => {
    const away = async (peers?: Parameters<typeof askerOf>[0]['peers']) =>
      codesOf(await askerOf({ view, ...(peers && { peers }) }).asker.ask(asking()));
    expect(await away()).to.deep.equal(['WALLET_NODE_AWAY']);
    expect(await away({})).to.deep.equal(['WALLET_NODE_AWAY']);
    expect(await away({ first: NOT_HERE, second: gone })).to.deep.equal(['WALLET_NODE_AWAY']);
    const isGood = () => false;
    expect(codesOf(await askerOf({ view, peers: { first: has } }).asker.ask(asking({ isGood })))).to.deep.equal([
      'WALLET_NODE_AWAY',
    ]);
  });

  it('asks a bounded number of nodes, with a bounded text, and for a wallet that can receive', async () => {
    const peers = Object.fromEntries(Array.from({ length: WALLET_NODES_ASKED_MAX + 1 }, (_, i) => [`n${i}`, NOT_HERE]));
    const { asker, asked } = askerOf({ view, peers });
    expect(codesOf(await asker.ask(asking()))).to.deep.equal(['WALLET_NODE_AWAY']);
    expect(asked).to.have.length(WALLET_NODES_ASKED_MAX);
    const long = asking({ text: new Uint8Array(WALLET_ASK_BYTES_MAX) });
    expect(codesOf(await asker.ask(long))).to.deep.equal(['BODY_TOO_LARGE']);
    expect(codesOf(await asker.ask(asking({ wallet: carol.address })))).to.not.be.empty;
  });
});
