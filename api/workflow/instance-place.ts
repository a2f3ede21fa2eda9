// The register and the definition of an instance that a request names by its id alone.
import { fail, isFailure } from '../../core/base/result.js';
import { instanceFor, instanceNotFound } from '../access/instances.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { openingFor } from './openings.js';

type Deps = Pick<
  ApiDeps,
  'audit' | 'chain' | 'clock' | 'commit' | 'ledger' | 'openings' | 'tenants' | 'wallets' | 'workflow'
>;

/** Also of one that was opened here and has done nothing yet. INSTANCE_NOT_FOUND, or as `instanceFor`. */
export async function placeOf(call: ApiCall<Deps>, instanceId: string, registerId: string | undefined) {
  const view = await instanceFor(call, instanceId, registerId);
  if (!isFailure(view) || view.issue.code !== 'INSTANCE_NOT_FOUND') return view;
  return openingFor(call, instanceId, registerId) ?? fail(instanceNotFound());
}
