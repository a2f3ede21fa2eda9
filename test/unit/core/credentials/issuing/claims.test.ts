// The claims of an offer, and the paths of those that the holder may keep to itself.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import { disclosablePaths } from '../../../../../core/credentials/issuing/claims.js';

describe('core/credentials/issuing/claims', () => {
  const CLAIMS = { a: { b: [1, { c: 2 }], 'x/y~z': 3 }, d: null };
  it('takes names, JSON Pointers, or each claim of the first level', () => {
    expect(disclosablePaths(CLAIMS, undefined)).to.deep.equal([['a'], ['d']]);
    expect(disclosablePaths(CLAIMS, [])).to.deep.equal([]);
    expect(disclosablePaths(CLAIMS, ['d', '/a/b/1/c', '/a/x~1y~0z', '/a/b/0'])).to.deep.equal([
      ['d'],
      ['a', 'b', 1, 'c'],
      ['a', 'x/y~z'],
      ['a', 'b', 0],
    ]);
  });

  it('takes a member whose name is a number', () => {
    expect(disclosablePaths({ y: { '2024': [1], '01': 1 } }, ['/y/2024/0', '/y/01'])).to.deep.equal([
      ['y', '2024', 0],
      ['y', '01'],
    ]);
  });

  const deep = (levels: number): object => (levels === 0 ? {} : { a: deep(levels - 1) });
  const REFUSED: readonly (readonly [string, object, readonly string[] | undefined, string])[] = [
    ['iss', { iss: 'x' }, undefined, '/claims'],
    ['status', { status: {} }, undefined, '/claims'],
    ['sub', { sub: 'x' }, undefined, '/claims'],
    ['digests', { a: { '...': 'x' } }, undefined, '/claims'],
    ['too deep', deep(17), undefined, '/claims'],
    ['too long', { a: 'x'.repeat(70_000) }, undefined, '/claims'],
    ['too long as bytes', { a: '\u20ac'.repeat(30_000) }, undefined, '/claims'],
    [
      'too long with decoys',
      Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`a${i}`, { b: 1 }])),
      Array.from({ length: 250 }, (_, i) => `/a${i}/b`),
      '/claims',
    ],
    ['no claim', CLAIMS, ['e'], '/disclosablePaths/0'],
    ['beyond a list', CLAIMS, ['d', '/a/b/2'], '/disclosablePaths/1'],
    ['a place with a zero before it', CLAIMS, ['/a/b/01'], '/disclosablePaths/0'],
    ['a number in an object', CLAIMS, ['/a/0'], '/disclosablePaths/0'],
    ['a name in a list', CLAIMS, ['/a/b/length'], '/disclosablePaths/0'],
    ['a name of every object', CLAIMS, ['constructor'], '/disclosablePaths/0'],
  ];
  for (const [what, claims, paths, path] of REFUSED)
    it(`refuses ${what}`, () => {
      const refused = disclosablePaths(claims as never, paths);
      expect(isFailure(refused) && [refused.issue.code, refused.issue.path]).to.deep.equal(['BODY_INVALID', path]);
    });
});
