// A few of the process descriptions of test/designer/cases/, as `npm run designer:eval` runs all of them.
import { expect } from 'chai';
import { offlineProvider } from '../../../../../actors/designer/offline-provider.js';
import { CASE_FILES, evaluate, readCases } from '../../../../designer/evaluate.js';

describe('core/designer/offline: descriptions of people', () => {
  for (const file of CASE_FILES) {
    const [first] = readCases(file);
    if (!first) throw new Error(`no case in ${file}`);
    it(`${first.name} becomes a draft that has its facts and whose scenario runs`, async () => {
      const { errors, missing, problem } = await evaluate(offlineProvider, first);
      expect({ errors, missing, problem }).to.deep.equal({ errors: [], missing: [], problem: undefined });
    });
  }
});
