// Which refusals of a handler are asked again at a newer head: none of what was sent.
import { expect } from 'chai';
import { refusalOf } from '../../../../api/access/at-tip.js';
import { refuse } from '../../../../api/define.js';
import { issue } from '../../../../core/base/issue.js';
import { fail, failFinally } from '../../../../core/base/result.js';

const MISSING = issue('VAL_CHAIN_002', '/previousTransactionId', 'It follows nothing that is sealed.');

describe('api/access/at-tip', () => {
  it('asks again what was refused before anything was sent, in both of its forms', () => {
    for (const answer of [fail(MISSING), refuse(MISSING)]) expect(refusalOf(answer)).to.deep.equal([MISSING]);
  });

  it('asks nothing again that was sent, whatever its paths are called', () => {
    const sent = failFinally(MISSING);
    expect(refusalOf(sent)).to.deep.equal([]);
    expect(refusalOf(sent.mapIssues((found) => ({ ...found, path: '/body' })))).to.deep.equal([]);
  });

  it('takes no answer for a refusal', () => {
    for (const answer of [undefined, [], [{ id: 1 }], [MISSING], MISSING, { status: 'sealed' }, 'x'])
      expect(refusalOf(answer)).to.be.empty;
  });
});
