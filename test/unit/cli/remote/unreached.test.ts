// The cause is found in what Node, and the fetch of the platform, throw: a code somewhere in a chain of causes.
import { expect } from 'chai';
import { findUnreached } from '../../../../cli/remote/unreached.js';

const coded = (code: string, cause?: unknown) => Object.assign(new Error(code, { cause }), { code });

describe('cli/remote/unreached', () => {
  const reasons: Readonly<Record<string, RegExp>> = {
    ECONNREFUSED: /nothing listens there/,
    ENOTFOUND: /no such name/,
    EAI_AGAIN: /cannot be looked up/,
    EHOSTUNREACH: /no way/,
    ECONNRESET: /ended the connection/,
    EPROTO: /does not speak TLS/,
    HPE_INVALID_CONSTANT: /does not speak HTTP/,
    CERT_HAS_EXPIRED: /has expired/,
    ERR_TLS_CERT_ALTNAME_INVALID: /another name/,
    DEPTH_ZERO_SELF_SIGNED_CERT: /authority that this computer does not know/,
    EUNHEARD: /^EUNHEARD$/,
  };
  for (const [code, reason] of Object.entries(reasons))
    it(`tells ${code}, however deep it lies`, () => {
      for (const error of [coded(code), new Error('fetch failed', { cause: coded(code) })])
        expect(findUnreached(error, 30)?.reason).to.match(reason);
    });

  it('tells the seconds that were waited before it tells the abort that ended them', () => {
    const late = coded('ABORT_ERR', new DOMException('late', 'TimeoutError'));
    expect(findUnreached(late, 1)?.reason).to.equal('no answer came within 1 second');
    expect(findUnreached(late, 30)).to.deep.include({ reason: 'no answer came within 30 seconds' });
    expect(findUnreached(late, 30)?.hint).to.include('--timeout');
  });

  it('tells nothing of an error that is not of the way', () => {
    for (const error of [undefined, new Error('a bug'), 'text', { code: 'ECONNREFUSED' }])
      expect(findUnreached(error, 30)).to.equal(undefined);
    const circle = new Error('circle');
    circle.cause = circle;
    expect(findUnreached(circle, 30)).to.equal(undefined);
  });
});
