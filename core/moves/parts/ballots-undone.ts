// Votes and decisions that go where a run is taken back, or a vote is void. Pure.
import type { Instance } from '../../blueprint/state/instance.js';

/** The decision that goes where a vote on it is void: the one that made it counts on as a vote. */
export function decisionsOn(run: string, before: Instance | undefined, after: Instance): readonly string[] {
  const own = Object.values(before?.ballots ?? {}).find(({ votes }) =>
    Object.values(votes).some(({ txId }) => txId === run),
  );
  const decided = own?.decided;
  return decided === undefined || decided === run || Object.hasOwn(after.flow, decided) ? [] : [decided];
}

/** The votes by which runs that are taken back were decided: all vote anew. */
export function votesFor(gone: readonly string[], before: Instance | undefined): readonly string[] {
  const decisions = Object.values(before?.ballots ?? {}).filter(({ decided = '' }) => gone.includes(decided));
  return decisions.flatMap(({ decided, votes }) =>
    Object.values(votes).flatMap(({ txId }) => (txId === decided ? [] : [txId])),
  );
}
