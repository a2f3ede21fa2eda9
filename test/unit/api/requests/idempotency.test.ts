// Answers under a key that were given before a restore gave up dockets: what stands is replayed, and what is not sealed
// any more is neither replayed nor done again under that key.
import { expect } from 'chai';
import { Repeats } from '../../../../api/requests/idempotency.js';
import { isFailure } from '../../../../core/base/result.js';
import type { StoredAnswer } from '../../../../storage/tables/accounts/idempotency.js';

const TX = 'ab'.repeat(32);
const REQUEST = { caller: 'ann', operationId: 'submitAction', key: 'k', url: '/api/actions', body: new Uint8Array(0) };

describe('answers under an idempotency key', () => {
  /** The answer to the same request after `body` was answered to it: the status of the answer, or the code. */
  async function again(body: string, more: Partial<StoredAnswer> = {}, sealed: readonly string[] = []) {
    let kept: StoredAnswer | undefined;
    const store = {
      get: () => kept,
      put: (_: string, _1: string, answer: StoredAnswer) => {
        kept = { ...answer, ...more };
        return { key: new Uint8Array(0) };
      },
    };
    const clock = { now: () => 1, steady: () => 1 };
    const commit = async () => undefined;
    const isSealed = (txId: string) => sealed.includes(txId);
    const repeats = new Repeats({ clock, store: store as never, commit, isSealed } as never);
    const begun = repeats.begin(REQUEST);
    if (!('finish' in begun)) throw new Error('the first request runs');
    await begun.finish({ status: 200, body, headers: more.headers ?? {} }, false);
    const repeated = repeats.begin(REQUEST);
    return isFailure(repeated)
      ? `${repeated.issue.code} ${repeated.issue.path}`
      : 'status' in repeated && repeated.status;
  }
  const before = { isBeforeFork: true } as const;
  const REFUSED = 'IDEMPOTENCY_KEY_REUSED /idempotency-key';

  it('are replayed, whether their transaction is sealed by now or not', async () => {
    expect(await again(JSON.stringify({ transactionId: TX }))).to.equal(200);
  });

  it('are replayed after a fork where all that they name is sealed, or where they name no transaction', async () => {
    expect(await again(JSON.stringify({ transactionId: TX, walletAddress: 'w' }), before, [TX])).to.equal(200);
    expect(await again(JSON.stringify({ id: TX, genesisDocketHash: TX }), before)).to.equal(200);
    expect(await again('', before)).to.equal(200);
    expect(await again('no JSON', { ...before, headers: { 'content-type': 'text/plain' } })).to.equal(200);
  });

  it('are refused after a fork where what they name is not sealed', async () => {
    for (const name of ['transactionId', 'transactionHash', 'txId', 'publicationTxId', 'genesisTransactionId', 'tx']) {
      expect(await again(JSON.stringify({ [name]: TX }), before), name).to.equal(REFUSED);
      const deep = { done: [{ made: { [name]: TX } }], transactionId: 'cd'.repeat(32) };
      expect(await again(JSON.stringify(deep), before, ['cd'.repeat(32)]), name).to.equal(REFUSED);
    }
  });
});
