// The test cases of the W3C for RDFC-1.0: each has the one canonical form, or is refused as too costly.
import { expect } from 'chai';
import { isFailure } from '../../core/base/result.js';
import { canonicalQuads } from '../../core/linked/canonical-quads.js';
import { quadsByN3 } from '../support/cells/linked-data.js';
import { vectorLines } from './lines.js';

interface Case {
  readonly name: string;
  readonly about: string;
  readonly input: string;
  readonly canonical?: string;
}

const CASES = vectorLines<Case>('rdf-canon/rdfc10.jsonl');
/** Those that the suite calls computable with limits: more steps than this node takes. */
const COSTLY: ReadonlySet<string> = new Set(['test044', 'test045', 'test046']);
const STEPS = 100_000;

function canonicalOf(input: string, stepsMax?: number): string {
  const text = canonicalQuads(quadsByN3(input), stepsMax);
  return isFailure(text) ? text.issue.code : text;
}

describe('the canonical form of a dataset (W3C rdf-canon)', () => {
  it('has all cases', () => {
    expect(CASES.length).to.equal(64);
  });

  for (const { name, about, input, canonical } of CASES)
    it(`${name}: ${about}`, () => {
      if (canonical === undefined) expect(canonicalOf(input)).to.equal('LINKED_TOO_COSTLY');
      else expect(canonicalOf(input, COSTLY.has(name) ? STEPS : undefined)).to.equal(canonical);
    });

  it('is refused as too costly by the bound of a node', () => {
    for (const { name, input } of CASES)
      if (COSTLY.has(name)) expect(canonicalOf(input), name).to.equal('LINKED_TOO_COSTLY');
  });
});
