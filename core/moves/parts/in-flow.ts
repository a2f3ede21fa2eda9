// Folds of moves that language 1 does not have.
import { assert } from '../../base/assert.js';
import type { Plan } from '../../blueprint/plan/planned.js';
import type { FlowInstance, Instance } from '../../blueprint/state/instance.js';

/** The fold for an instance of language 2, which the steps of the pipeline have seen to. */
export function inFlow<M>(
  fold: (before: FlowInstance, move: M, plan: Plan) => Instance,
): (before: Instance, move: M, plan: Plan) => Instance {
  return (before, move, plan) => {
    assert(before.language === 2, 'language 1 has no such move');
    return fold(before, move, plan);
  };
}
