// RFC 8785 with the test data of its author: input documents and the canonical bytes that they must give.
import { expect } from 'chai';
import { fromUtf8, utf8 } from '../../core/base/bytes.js';
import { canonical, parseJson } from '../../core/base/json.js';
import { describeVectors, vectorBytes } from './load.js';

const DOCUMENTS = ['arrays', 'french', 'structures', 'unicode', 'values', 'weird'];

describeVectors('jcs', 'vectors: canonical JSON (RFC 8785)', () => {
  for (const name of DOCUMENTS) {
    it(`${name}.json gives the published bytes`, () => {
      const input = fromUtf8(vectorBytes(`jcs/input/${name}.json`));
      const output = fromUtf8(vectorBytes(`jcs/output/${name}.json`));
      expect(canonical(JSON.parse(input))).to.equal(output);
      expect(canonical(JSON.parse(output))).to.equal(output);
    });
  }

  for (const name of DOCUMENTS.filter((document) => document !== 'values')) {
    it(`${name}.json passes the strict parser and gives the same bytes`, () => {
      const parsed = parseJson(vectorBytes(`jcs/input/${name}.json`));
      if (!('value' in parsed)) throw new Error(parsed.issue.message);
      expect(utf8(canonical(parsed.value))).to.deep.equal(vectorBytes(`jcs/output/${name}.json`));
    });
  }

  it('values.json has 1E30, which the strict parser refuses by its path', () => {
    const parsed = parseJson(vectorBytes('jcs/input/values.json'));
    expect('issue' in parsed && [parsed.issue.code, parsed.issue.path]).to.deep.equal([
      'BODY_NUMBER_RANGE',
      '/numbers/1',
    ]);
  });
});
