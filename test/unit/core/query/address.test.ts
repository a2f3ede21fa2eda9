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

  it('refuses what is no name and brackets without a key, as the document does but for a name that comes twice', () => {
    const wrong = [
      '0',
      '',
      'é',
      'Registers(',
      'Registers()',
      'a b',
      'R(a',
      "R('a)",
      "T('a',)",
      'R(é)',
      'R(1,2)',
      'R(1,2,3,4,5)',
    ];
    for (const segment of wrong)
      expect([codeOf(segment), isSaid(segment)], segment).to.deep.equal(['PATH_INVALID', false]);
    expect([codeOf('R(a=1,a=2)'), isSaid('R(a=1,a=2)')]).to.deep.equal(['PATH_INVALID', true]);
    expect(codeOf('Namespace.Function')).to.equal('NOT_IMPLEMENTED');
  });
});
