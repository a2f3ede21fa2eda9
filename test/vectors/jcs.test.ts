// RFC 8785 with the test data of its author: input documents and the canonical bytes that they must give.
import { expect } from 'chai';
import { utf8 } from '../../core/base/bytes.js';
import { canonical, parseJson } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { vectorLines } from './lines.js';

interface Document {
  readonly name: string;
  readonly input: string;
  readonly output: string;
}

const DOCUMENTS = vectorLines<Document>('jcs/documents.jsonl');

describe('vectors: canonical JSON (RFC 8785)', () => {
  it('are six documents', () => expect(DOCUMENTS).to.have.lengthOf(6));

  for (const { name, input, output } of DOCUMENTS) {
    it(`${name}.json gives the published bytes`, () => {
      expect(canonical(JSON.parse(input))).to.equal(output);
      expect(canonical(JSON.parse(output))).to.equal(output);
    });
  }

  for (const { name, input, output } of DOCUMENTS.filter((document) => document.name !== 'values')) {
    it(`${name}.json passes the strict parser and gives the same bytes`, () => {
      const parsed = parseJson(utf8(input));
      if (isFailure(parsed)) throw new Error(parsed.issue.message);
      expect(utf8(canonical(parsed))).to.deep.equal(utf8(output));
    });
  }

  it('values.json has 1E30, which the strict parser refuses by its path', () => {
    const values = DOCUMENTS.find(({ name }) => name === 'values');
    const parsed = parseJson(utf8(values?.input ?? ''));
    expect(isFailure(parsed) && [parsed.issue.code, parsed.issue.path]).to.deep.equal([
      'BODY_NUMBER_RANGE',
      '/numbers/1',
    ]);
  });
});
