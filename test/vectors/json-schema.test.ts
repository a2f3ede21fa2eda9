// Payload schemas with the required tests of the official suite, for both drafts. Each difference is listed one by one
// in json-schema-differences.ts.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../core/base/json.js';
import { schemaCost, schemaErrors } from '../../core/blueprint/schemas/schema-check.js';
import { DIFFERENCES } from './json-schema-differences.js';
import { vectorLines } from './lines.js';

interface Group {
  readonly file: string;
  readonly description: string;
  readonly schema: JsonObject | boolean;
  readonly tests: readonly { readonly description: string; readonly data: Json; readonly valid: boolean }[];
}

const DRAFTS = {
  'draft2020-12': { $schema: 'https://json-schema.org/draft/2020-12/schema', groups: 350, tests: 1176 },
  draft7: { $schema: 'http://json-schema.org/draft-07/schema#', groups: 243, tests: 861 },
} as const;

function run(draft: keyof typeof DRAFTS) {
  const refused: Record<string, string[]> = {};
  const misses: string[] = [];
  let passed = 0;
  for (const { file, description, schema, tests } of vectorLines<Group>(`json-schema/${draft}.jsonl`)) {
    const named = typeof schema === 'boolean' ? schema : { $schema: DRAFTS[draft].$schema, ...schema };
    const cost = schemaCost(named);
    if (typeof cost === 'string') {
      refused[cost] ??= [];
      refused[cost].push(`${file}: ${description}`);
      continue;
    }
    for (const test of tests) {
      if ((schemaErrors([named], test.data).length === 0) === test.valid) passed++;
      else misses.push(`${file}: ${description}: ${test.description}`);
    }
  }
  return { refused, misses, passed };
}

describe('vectors: JSON Schema', () => {
  for (const draft of ['draft2020-12', 'draft7'] as const)
    it(`${draft} agrees but for the listed differences`, () => {
      const groups = vectorLines<Group>(`json-schema/${draft}.jsonl`);
      expect(groups).to.have.length(DRAFTS[draft].groups);
      expect(groups.flatMap(({ tests }) => tests)).to.have.length(DRAFTS[draft].tests);
      const { refused, misses, passed } = run(draft);
      expect(refused).to.deep.equal(DIFFERENCES[draft].refused);
      expect(misses).to.deep.equal(DIFFERENCES[draft].misses);
      expect(passed).to.equal(draft === 'draft7' ? 751 : 988);
    });
});
