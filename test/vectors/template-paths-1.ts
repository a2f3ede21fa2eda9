// The documented paths of the templates of language 1: those of the shipped ones, where an amount is a number. Data
// only.
import type { Json, JsonObject } from '../../core/base/json.js';
import type { PathStep, TemplatePath } from './template-path.js';
import { TEMPLATE_PATHS } from './template-paths.js';

function numbers(data: JsonObject): JsonObject {
  const members = Object.entries(data).map(([name, value]): [string, Json] => [
    name,
    typeof value === 'string' && /^\d+\.\d\d$/.test(value) ? Number(value) : value,
  ]);
  return Object.fromEntries(members);
}

/** The path as it is in language 1. */
function in1(path: TemplatePath): TemplatePath {
  return {
    ...path,
    steps: path.steps.map(
      (step): PathStep => ({
        ...step,
        payload: numbers(step.payload),
        ...(step.gives && { gives: numbers(step.gives) }),
      }),
    ),
  };
}

export const TEMPLATE_PATHS_1: readonly TemplatePath[] = TEMPLATE_PATHS.map(in1);
