// The effects of an operation, kept for every transport: one that writes nothing cannot commit. An entry of the audit
// trail is not an effect: a read with the key of another's wallet leaves one too, and so does what is refused.
import { assert } from '../../core/base/assert.js';
import type { AnyRoute } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';

/** True for an operation that asks, calculates or tries: a GET, unless it says what it writes. */
export function writesNothing({ writes = 'nothing' }: Pick<AnyRoute, 'writes'>): boolean {
  return writes === 'nothing';
}

/** The ports of such an operation: a commit of anything but entries of the audit trail is a fault of its handler. */
export function portsOfReads(deps: ApiDeps): ApiDeps {
  const commit: ApiDeps['commit'] = (ops) => {
    assert(
      ops.every((op) => deps.audit.eventOf(op) !== undefined),
      'an operation commits, and its definition says that it writes nothing',
    );
    return deps.commit(ops);
  };
  return Object.create(deps, { commit: { value: commit, enumerable: true } }) as ApiDeps;
}
