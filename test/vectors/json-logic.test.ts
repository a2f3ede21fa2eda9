// JSON Logic with the public suite: rule, data and the value that they must give.
import { expect } from 'chai';
import type { Json } from '../../core/base/json.js';
import { checkLogic, evaluate } from '../../core/blueprint/logic/logic.js';
import { vectorLines } from './lines.js';

const CASES = vectorLines<readonly [Json, Json, Json]>('json-logic/compatible.jsonl');

describe('vectors: JSON Logic', () => {
  it('has the whole suite', () => expect(CASES).to.have.length(278));

  for (const [rule, data, value] of CASES)
    it(`${JSON.stringify(rule)} of ${JSON.stringify(data)}`, () => {
      expect(checkLogic(rule)).to.deep.equal([]);
      expect(evaluate(rule, data)).to.deep.equal(value);
    });
});
