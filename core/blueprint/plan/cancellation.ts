// The cancellation of instances as a definition states it (`cancellation`): who asks for it, until when,
// and how many agree. Pure.
import type { Definition } from '../definition/types.js';

/** Stands for the participant that opened the instance, beside the roles of the definition. */
export const OPENER = 'opener';

/** The terms as they hold: what is not stated is filled in. */
export interface CancellationTerms {
  readonly by: readonly string[];
  /** Not after one of these actions is complete. */
  readonly until: readonly number[];
  readonly consent?: { readonly need: number; readonly of: readonly string[] };
  /** The actions of `until` that are decided by votes. */
  readonly voted: readonly number[];
  /** Where the definition states none: each role agrees, and a party says so for all of its roles at once. */
  readonly isDefault?: true;
}

/** The terms where the definition states none: by these together, or by one alone. */
export function defaultTerms(parties: readonly string[]): CancellationTerms {
  const consent = parties.length > 1 && { need: parties.length, of: parties };
  return { by: parties, until: [], voted: [], isDefault: true, ...(consent && { consent }) };
}

/** Undefined where the definition states none. */
export function cancellationOf({
  cancellation,
  actions,
}: Pick<Definition, 'cancellation' | 'actions'>): CancellationTerms | undefined {
  if (!cancellation) return undefined;
  const { by, until = [], consent } = cancellation;
  const voted = actions.flatMap(({ id, approval }) => (approval && until.includes(id) ? [id] : []));
  return { by: by ?? [OPENER], until, voted, ...(consent && { consent }) };
}
