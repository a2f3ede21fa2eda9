// Regular expressions of schemas: in linear time, and the same on every platform.
import { RE2JS } from 're2js';
import { schemaIssue } from './keyword.js';
import { patternCost } from './pattern-cost.js';
import type { SchemaRun } from './run.js';

/** Parts of an expression that a character meets in one step. */
const PARTS_A_STEP = 8;
/** A look at the shortest text costs so much. */
const TEST_STEPS = 8;

export interface Pattern {
  test(text: string, run: SchemaRun): boolean;
}

const linear = (pattern: string) => RE2JS.compile(RE2JS.translateRegExp(pattern));

/**
 * A pattern of a schema that may be published. Throws where it has look-around or back-references, or is not a pattern.
 */
export function linearPattern(pattern: string): { readonly test: (text: string) => boolean } {
  return linear(pattern);
}

/** Throws a MalformedSchema. */
export function compilePattern(text: string, location: string): Pattern {
  const compiled = compiledPattern(text, location);
  const rate = Math.ceil(patternCost(text) / PARTS_A_STEP);
  return {
    test(value, run) {
      run.take(TEST_STEPS + value.length * rate);
      return compiled.test(value);
    },
  };
}

function compiledPattern(text: string, location: string) {
  try {
    return linear(text);
  } catch {
    throw schemaIssue(location, 'is not a regular expression without look-around and back-references');
  }
}
