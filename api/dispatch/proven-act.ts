// The acts for which an organisation may ask for a recent sign-in, by what an operation states.
import type { ProvenAct } from '../../core/tenant/organisations/settings.js';
import type { WriteKind } from '../define.js';

interface ActRules {
  readonly recentSignInFor?: ProvenAct | undefined;
  readonly writes?: WriteKind | undefined;
}

/** A write to a register is signed, whichever operation sends it. */
export function provenActOf({ recentSignInFor, writes }: ActRules): ProvenAct | undefined {
  return recentSignInFor ?? (writes === 'register' ? 'signing' : undefined);
}
