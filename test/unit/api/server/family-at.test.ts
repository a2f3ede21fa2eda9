// The form of refusals by the path alone, which has to be that of the operation that the framework would find.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { groups } from '../../../../api/groups/index.js';
import { familiesAt } from '../../../../api/server/family-at.js';

describe('the family of refusals at a path', () => {
  const definitions = Object.values(groups).flatMap(({ routes }) => Object.values<AnyRoute>(routes));
  const at = familiesAt(definitions);

  it('is that of every operation at its own path, by its aliases too', () => {
    const families = new Set<string>();
    for (const { method, url, family = 'problem' } of definitions) {
      families.add(family);
      const path = url.replaceAll(/:\w+/g, 'an%2Fid').replace('*', 'a/b');
      expect(at(method, `${path}?x=/`), url).to.equal(family);
    }
    expect(families.size).to.be.greaterThan(1);
    expect(at('POST', '/api/tenant/api/service-auth/token')).to.equal('oauth');
  });

  it('is that of problems where no operation answers', () => {
    for (const [method, url] of [
      ['GET', '/api/service-auth/token'],
      ['POST', '/api/service-auth/tokens'],
      ['POST', '/api/service-auth/token/more'],
      ['POST', '/xapi/service-auth/token'],
      ['POST', '/api/service-authxtoken'],
      ['POST', ''],
    ] as const)
      expect(at(method, url), url).to.equal('problem');
  });

  it('takes one segment for a parameter, and a GET for a HEAD', () => {
    const of = familiesAt([
      { method: 'GET', url: '/data/a.b/:id/rows', family: 'odata' },
      { method: 'GET', url: '/data/plain' },
      { method: 'POST', url: '/issue/*', family: 'openid4vc' },
    ] as unknown as AnyRoute[]);
    expect(of('HEAD', '/data/a.b/7/rows')).to.equal('odata');
    for (const url of ['/data/a.b//rows', '/data/a.b/7/8/rows', '/data/axb/7/rows'])
      expect(of('GET', url), url).to.equal('problem');
    expect(of('POST', '/issue/a/b')).to.equal('openid4vc');
  });

  it('is that of all operations below the first name of a path that none answers', () => {
    const of = familiesAt([
      { method: 'GET', url: '/odata', family: 'odata' },
      { method: 'GET', url: '/odata/:set', family: 'odata' },
      { method: 'GET', url: '/mixed/a', family: 'odata' },
      { method: 'GET', url: '/mixed/b' },
      { method: 'GET', url: '/mixed/c', family: 'odata' },
    ] as unknown as AnyRoute[]);
    for (const url of ['/odata/%zz', '/odata/a/b/c/d', '/odata/'])
      for (const method of ['GET', 'POST', 'QUERY']) expect(of(method, url), `${method} ${url}`).to.equal('odata');
    for (const url of ['/mixed/d', '/odatas', '/', '']) expect(of('GET', url), url).to.equal('problem');
    expect([of('GET', '/mixed/a'), of('PUT', '/mixed/a')]).to.deep.equal(['odata', 'problem']);
  });
});
