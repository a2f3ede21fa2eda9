// The rehearsals of a world: the real host on the world's memory store.
import { RehearsalHost } from '../../../actors/rehearsal/rehearsals.js';
import { Sandboxes } from '../../../actors/rehearsal/sandbox.js';
import type { ApiDeps } from '../../../api/deps/deps.js';
import type { Journal } from '../../../storage/engine/journal.js';
import type { Kv } from '../../../storage/engine/kv.js';
import { RehearsalStore } from '../../../storage/tables/workflow/rehearsals.js';

type RehearsalDeps = Pick<
  ApiDeps,
  'clock' | 'random' | 'log' | 'commit' | 'ledger' | 'chain' | 'systemWallet' | 'validator' | 'blueprints'
> &
  Pick<ApiDeps, 'keystore' | 'openings' | 'workflow'> & { readonly kv: Kv; readonly journal: Journal };

export function rehearsalPart(deps: RehearsalDeps): RehearsalHost {
  const store = new RehearsalStore(deps.kv, deps.journal);
  const terms = () => ({ validator: deps.validator, policy: {} });
  const sandboxes = new Sandboxes({ ...deps, store, terms, onProvisioned: () => undefined });
  return new RehearsalHost({ ...deps, store, sandboxes, counts: null });
}
