// Paths of claims as DCQL has them (OpenID4VP 1.0 section 7): a name, a place in a list, or null for all of its
// elements.
import { isObject, type Json, parseJsonText } from '../../base/json.js';
import type { StepMeter } from '../meter.js';

export type AskedPath = readonly (string | number | null)[];

/** A name, or a path as JSON text: `["address","locality"]`, of an mdoc its name space and element. */
export function claimPathOf(name: string): AskedPath {
  const path = name.startsWith('[') ? parseJsonText(name) : undefined;
  const isPath = Array.isArray(path) && path.length > 0 && path.every(isPathStep);
  return isPath ? (path as AskedPath) : [name];
}

function isPathStep(step: Json): boolean {
  return step === null || typeof step === 'string' || (Number.isSafeInteger(step) && (step as number) >= 0);
}

/** The values at the path; none where it leads nowhere. Throws a fault where the meter ends. */
export function valuesAt(root: Json, path: AskedPath, meter: StepMeter): readonly Json[] {
  return path.reduce<readonly Json[]>(
    (values, step) => {
      meter.take(values.length);
      const next = values.flatMap((value) => inside(value, step));
      meter.take(next.length);
      return next;
    },
    [root],
  );
}

function inside(value: Json, step: string | number | null): readonly Json[] {
  if (typeof step === 'string') return isObject(value) && Object.hasOwn(value, step) ? [value[step] as Json] : [];
  if (!Array.isArray(value)) return [];
  return step === null ? value : value.slice(step, step + 1);
}

/** The rest of each path that begins with this step. */
export function below(paths: readonly AskedPath[], taken: string | number): readonly AskedPath[] {
  return paths.filter(([step]) => isStep(step, taken)).map((path) => path.slice(1));
}

/** Whether an asked step takes this one. An absent step takes none. */
export function isStep(asked: string | number | null | undefined, taken: string | number | undefined): boolean {
  return asked === null ? typeof taken === 'number' : asked !== undefined && asked === taken;
}
