// The one list of failures that pass by themselves, and whose answer it is.
import { expect } from 'chai';
import { describeProxyAnswer, mayPass } from '../../../../api/client/passing.js';

describe('api/client/passing', () => {
  it('is about the way to a node, and a node or proxy that is busy, and nothing that is final', () => {
    for (const status of [0, 429, 502, 503, 504]) expect(mayPass({ status }), `${status}`).to.equal(true);
    for (const status of [200, 400, 401, 404, 409, 413, 500, 501]) expect(mayPass({ status })).to.equal(false);
    for (const code of ['REDIRECTED', 'ANSWER_INVALID', 'ANSWER_TOO_LARGE'])
      expect(mayPass({ status: 0, code }), code).to.equal(false);
    expect(mayPass({ status: 502, code: 'PROXY_ANSWERED' })).to.equal(true);
  });

  it('tells an answer of a proxy by what a node would say', () => {
    for (const status of [502, 503, 504])
      for (const body of [undefined, '', '<html>', null, {}, { message: 'no healthy upstream' }])
        expect(describeProxyAnswer(status, body), JSON.stringify(body)).to.include(String(status));
    for (const body of [{ code: 'NODE_DRAINING' }, { error: 'temporarily_unavailable' }, { status: 'unhealthy' }])
      expect(describeProxyAnswer(503, body), JSON.stringify(body)).to.equal(undefined);
    for (const status of [200, 404, 413, 500]) expect(describeProxyAnswer(status, '<html>')).to.equal(undefined);
  });
});
