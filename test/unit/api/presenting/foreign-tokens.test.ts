// Tokens of lists of other issuers are kept while they are good, and asked for again by whoever takes no old ones.
import { expect } from 'chai';
import { ForeignStatusTokens } from '../../../../api/presenting/foreign-tokens.js';
import { utf8 } from '../../../../core/base/bytes.js';
import { draftStatusJwt } from '../../../../core/credentials/status/jwt.js';

const MINUTE = 60_000;
const URI = 'https://issuer.example/lists/1';

/** Of an issuer that signs its list anew each time, and says that it may be kept for five minutes. */
function kept() {
  let nowMs = Date.parse('2026-11-30T09:00:00Z');
  let asked = 0;
  const body = () =>
    draftStatusJwt(
      {
        ...{ uri: URI, list: { bits: 2, bytes: new Uint8Array(256) }, issuer: { chain: [], keyId: 'k' } },
        ...{ issuedAtSeconds: nowMs / 1000, expiresAtSeconds: nowMs / 1000 + 3600, ttlSeconds: 300 },
      },
      (bytes) => bytes,
    ).finish(new Uint8Array(64));
  const tokens = new ForeignStatusTokens({
    clock: { now: () => nowMs, steady: () => nowMs },
    outgoing: {
      request: async () => {
        asked++;
        return { status: 200, headers: {}, body: utf8(body()), address: '' } as never;
      },
    } as never,
    own: () => undefined,
  });
  const get = (maxAgeMs?: number) => tokens.tokenOf({ uri: URI, format: 'dc+sd-jwt', from: 'x', maxAgeMs });
  return { get, asked: () => asked, advance: (ms: number) => (nowMs += ms) };
}

describe('tokens of status lists of others', () => {
  it('are asked for once in the time for which they may be kept', async () => {
    const { get, asked, advance } = kept();
    const first = await get();
    advance(5 * MINUTE - 1);
    expect([await get(), asked()]).to.deep.equal([first, 1]);
    advance(1);
    expect(await get()).to.not.equal(first);
    expect(asked()).to.equal(2);
  });

  it('are asked for again where they are older than is taken', async () => {
    const { get, asked, advance } = kept();
    await get();
    advance(MINUTE);
    await get(MINUTE);
    expect(asked()).to.equal(1);
    advance(1);
    await get(MINUTE);
    expect(asked()).to.equal(2);
    await get();
    expect(asked()).to.equal(2);
  });
});
