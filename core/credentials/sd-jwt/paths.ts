// Paths of claims as DCQL has them (OpenID4VP 1.0 section 7): a name, a place in a list, or null for all of its
// elements.
import { isObject, type Json } from '../../base/json.js';
import type { ClaimStep } from '../../blueprint/names/gate-names.js';
import type { StepMeter } from '../meter.js';

export type AskedPath = readonly ClaimStep[];

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
