// An act that was refused is told from one of which nothing is known: only then the next try is another act.
import { expect } from 'chai';
import { ClientError } from '../../../../api/client/client-error.js';
import { failureText, isDecided } from '../../../../console/session/decided.js';

const NOTHING = { path: '', issues: [], problem: {}, retryAfterSeconds: undefined };
const failure = (status: number, code: string) => new ClientError(code, status, 'No.', NOTHING);

describe('console/session/decided', () => {
  it('begins another act behind a refusal of this one alone', () => {
    for (const [status, code] of [
      [400, 'BODY_INVALID'],
      [409, 'VAL_FLOW_006'],
      [422, 'VAL_BP_014'],
    ] as const)
      expect(isDecided(failure(status, code)), code).to.equal(true);
    for (const [status, code] of [
      [0, 'NODE_UNAVAILABLE'],
      [0, 'PROXY_ANSWERED'],
      [401, 'TOKEN_REVOKED'],
      [409, 'IDEMPOTENCY_IN_PROGRESS'],
      [429, 'RATE_LIMITED'],
      [500, 'INTERNAL'],
      [503, 'NODE_DRAINING'],
    ] as const)
      expect(isDecided(failure(status, code)), code).to.equal(false);
    expect(isDecided(new TypeError('x'))).to.equal(false);
  });

  it('says what the node said, and where it said nothing of the act that nothing is known', () => {
    const said = (error: unknown) => failureText(error, (id) => id);
    expect(said(failure(429, 'RATE_LIMITED'))).to.equal('No. (RATE_LIMITED)');
    for (const code of ['NODE_UNAVAILABLE', 'NODE_DRAINING'])
      expect(said(failure(code === 'NODE_DRAINING' ? 503 : 0, code))).to.equal(`review.unknown (${code})`);
    expect(said(new TypeError('x'))).to.equal('review.unknown');
  });
});
