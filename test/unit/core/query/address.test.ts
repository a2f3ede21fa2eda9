// Resources of a path: each that is read is one that the document says.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { resourceOf, SEGMENT_PATTERN } from '../../../../core/query/address.js';

const codeOf = (segment: string): string => {
  const resource = resourceOf(segment);
  return isFailure(resource) ? resource.issue.code : 'read';
};
const isSaid = (segment: string): boolean => new RegExp(SEGMENT_PATTERN).test(segment);

describe('core/query/address', () => {
  it('reads a name, with a key in brackets, as the document says them', () => {
    for (const segment of [
      'Registers',
      '$count',
      'name',
      "Registers('a')",
      "Dockets(registerId='a',number=5)",
      "T('it''s)')",
    ])
      expect([codeOf(segment), isSaid(segment)], segment).to.deep.equal(['read', true]);
  });

  it('refuses what is no name and brackets without a key, of which the document says as much as a pattern can', () => {
    for (const segment of ['0', '', 'é', 'Registers(', 'Registers()', 'a b'])
      expect([codeOf(segment), isSaid(segment)], segment).to.deep.equal(['PATH_INVALID', false]);
    for (const segment of ["Registers('a)", 'Dockets(a=1,a=2)', "T('a',)"])
      expect(codeOf(segment), segment).to.equal('PATH_INVALID');
    expect(codeOf('Namespace.Function')).to.equal('NOT_IMPLEMENTED');
  });
});
