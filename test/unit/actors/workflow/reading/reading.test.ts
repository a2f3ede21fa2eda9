// A wallet reads of an instance of any length the same as in one go, a few envelopes at a time, with the keys at hand
// no longer than that.
import { expect } from 'chai';
import { readFor, readInPieces } from '../../../../../actors/workflow/reading/reading.js';
import { sha256Hex } from '../../../../../core/base/hash.js';
import { issue } from '../../../../../core/base/issue.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { ENVELOPES_OPENED_AT_ONCE } from '../../../../../core/base/limits/node/inbox.js';
import { fail, isFailure } from '../../../../../core/base/result.js';
import type { Envelope } from '../../../../../core/envelope/envelope.js';
import type { Opener } from '../../../../../core/envelope/open.js';
import type { Transaction } from '../../../../../core/model/transaction.js';
import { aWallet, CONTEXT, sealed, type TestWallet } from '../../../../support/disclosure.js';
import { issueOf } from '../../../../support/results.js';

const ada = aWallet('ada');
const ben = aWallet('ben');

function move(payload: Json, metadata: JsonObject, nonce = 0): Transaction {
  const { walletAddress: senderWallet } = ada.key;
  const header = { ...CONTEXT, blueprintId: 'permit', senderWallet, payloadHash: '', createdAt: '', metadata };
  return {
    txId: sha256Hex(JSON.stringify([payload, nonce])),
    header,
    payload,
    signatures: [],
    bytes: new Uint8Array(0),
  };
}

function encrypted(fields: JsonObject, to: readonly TestWallet[], type?: string): Transaction {
  const envelope = sealed({ groups: [{ fields, recipients: to.map(({ key }) => key) }] });
  return move(envelope as never, { contentEncoding: 'encrypted', ...(type && { type }) });
}

function changed(tx: Transaction): Transaction {
  const envelope = structuredClone(tx.payload) as unknown as { groups: { commitment: string }[] };
  for (const group of envelope.groups) group.commitment = 'A'.repeat(43);
  return move(envelope as never, { contentEncoding: 'encrypted' });
}

function world(wallet: TestWallet) {
  const events: string[] = [];
  const clock = {
    setTimer: (run: () => void) => {
      events.push('others');
      queueMicrotask(run);
      return { cancel: () => undefined };
    },
  };
  const withKeys = async <T>(work: (keys: Opener['keys']) => T): Promise<T> => {
    events.push('keys');
    return work(wallet.opener.keys);
  };
  const read = (
    transactions: readonly Transaction[],
    keys: Parameters<typeof readInPieces>[2]['withKeys'] = withKeys,
  ) => readInPieces(clock, transactions, { ...wallet.opener, withKeys: keys });
  return { events, read };
}

describe('reading in turns', () => {
  const opens = encrypted({ fee: 1 }, [ada, ben]);
  const transactions = [
    opens,
    encrypted({ hidden: 2 }, [ada]),
    move({ plain: 3 }, {}),
    changed(encrypted({ fee: 4 }, [ben])),
    move({ v: 1, wallets: [] } as never, { contentEncoding: 'encrypted' }),
    encrypted({ reason: 'no' }, [ada, ben], 'Rejection'),
    encrypted({ fee: 5 }, [ben]),
  ];

  it('shows what one go shows: opened, not for the wallet, plain, broken, and endings', async () => {
    for (const wallet of [ada, ben])
      expect(await world(wallet).read(transactions)).to.deep.equal(readFor(transactions, wallet.opener));
    const seen = await world(ben).read(transactions);
    if (isFailure(seen)) throw new Error(seen.issue.message);
    expect(seen.fields).to.deep.equal({ fee: 5, plain: 3 });
    expect(seen.closed.size).to.equal(2);
    expect(seen.opened.get((transactions[5] as Transaction).txId)?.[0]?.fields).to.deep.equal({ reason: 'no' });
  });

  it('lets others go on between so many envelopes', async () => {
    const { events, read } = world(ben);
    const many = Array.from({ length: 2 * ENVELOPES_OPENED_AT_ONCE + 1 }, (_, i) =>
      move(structuredClone(opens.payload) as unknown as Envelope as never, { contentEncoding: 'encrypted' }, i),
    );
    const seen = await read([...many, ...new Array<Transaction>(40).fill(transactions[1] as Transaction)]);
    expect(events).to.deep.equal(['keys', 'others', 'keys', 'others', 'keys']);
    if (isFailure(seen)) throw new Error(seen.issue.message);
    expect([...seen.opened.values()].filter((groups) => groups.length === 1)).to.have.lengthOf(many.length);
  });

  it('asks for no key where nothing is for the wallet, and gives the issue of the keys', async () => {
    const { events, read } = world(ben);
    const seen = await read([transactions[1] as Transaction, transactions[2] as Transaction]);
    expect([isFailure(seen) || seen.fields, events]).to.deep.equal([{ plain: 3 }, []]);
    const refused = issue('NODE_UNAVAILABLE', '', 'no keys');
    expect(issueOf(await read(transactions, async () => fail(refused)))).to.equal(refused);
  });
});
