// Options of a request: how they are read, and what is refused by which name.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { type Parameters, queryOptions } from '../../../../core/query/options.js';
import { good } from './query.js';

const TOP = { topMax: 100 };

function refusedWith(parameters: Parameters): string {
  const found = queryOptions(parameters, TOP);
  return isFailure(found) ? `${found.issue.code} ${found.issue.path}` : 'no refusal';
}

describe('core/query/options', () => {
  it('of a plain request are those of a whole list', () => {
    const { identity, ...options } = good(queryOptions({}, TOP));
    expect(options).to.deep.equal({ order: [], skip: 0, isCounted: false });
    expect(identity).to.be.a('string');
  });

  it('are read with and without their sign, in any case', () => {
    const options = good(queryOptions({ $Top: '5', skip: '2', COUNT: 'True', $select: 'a, b/c' }, TOP));
    expect(options).to.deep.include({ top: 5, skip: 2, isCounted: true, select: [['a'], ['b', 'c']] });
    expect(good(queryOptions({ $select: 'a,*' }, TOP)).select).to.equal(undefined);
  });

  it('leave the parameters of a client alone, and none that looks like an option', () => {
    expect(good(queryOptions({ find: 'x', customer: ['a', 'b'] }, TOP)).filter).to.equal(undefined);
    expect(refusedWith({ $filtre: 'a' })).to.equal('QUERY_INVALID /$filtre');
  });

  for (const [parameters, refusal] of [
    [{ $top: '101' }, 'QUERY_INVALID /$top'],
    [{ $top: '-1' }, 'QUERY_INVALID /$top'],
    [{ $top: '1.5' }, 'QUERY_INVALID /$top'],
    [{ $skip: '99999999999999999' }, 'QUERY_INVALID /$skip'],
    [{ $skip: '' }, 'QUERY_INVALID /$skip'],
    [{ $count: 'yes' }, 'QUERY_INVALID /$count'],
    [{ $filter: ['a', 'b'] }, 'QUERY_INVALID /$filter'],
    [{ $filter: 'a', filter: 'b' }, 'QUERY_INVALID /$filter'],
    [{ $filter: '(' }, 'QUERY_INVALID /$filter'],
    [{ $filter: 'a has b' }, 'NOT_IMPLEMENTED /$filter'],
    [{ $orderby: 'a desc b' }, 'QUERY_INVALID /$orderby'],
    [{ $orderby: 'a,b,c,d,e,f' }, 'QUERY_INVALID /$orderby'],
    [{ $select: 'a,,b' }, 'QUERY_INVALID /$select'],
    [{ $select: 'a($top=1)' }, 'NOT_IMPLEMENTED /$select'],
    [{ $search: 'x' }, 'NOT_IMPLEMENTED /$search'],
    [{ search: 'x' }, 'NOT_IMPLEMENTED /search'],
    [{ $expand: 'x' }, 'NOT_IMPLEMENTED /$expand'],
    [{ $apply: 'x' }, 'NOT_IMPLEMENTED /$apply'],
    [{ $deltatoken: 'x' }, 'NOT_IMPLEMENTED /$deltatoken'],
    [{ '@p': ['a', 'b'] }, 'QUERY_INVALID /@p'],
    [{ '@p': 'x'.repeat(3000) }, 'QUERY_INVALID /@p'],
  ] as const)
    it(`refuses ${JSON.stringify(parameters).slice(0, 60)}`, () => expect(refusedWith(parameters)).to.equal(refusal));

  it('tell lists apart by filter, order and parameters, and not by the size of a page', () => {
    const of = (parameters: Parameters) => good(queryOptions(parameters, TOP)).identity;
    expect(of({ $filter: 'a', $top: '5', $skiptoken: 'x' })).to.equal(of({ $filter: 'a', $top: '9', $count: 'true' }));
    expect(of({ $filter: 'a' })).to.not.equal(of({ $filter: 'b' }));
    expect(of({ $filter: '@p', '@p': '1 eq 1' })).to.not.equal(of({ $filter: '@p', '@p': '1 eq 2' }));
    expect(of({ $orderby: 'a' })).to.not.equal(of({ $orderby: 'a desc' }));
  });
});
