// The rosters that decided before the one in force, as sealed state: evidence names its roster by hash, and is judged
// under that one after the roster has changed. Few and short-lived: what is older than evidence may be is dropped at
// the next change. Pure; it never decides who holds a seat.
import type { JsonObject } from '../base/json.js';
import { EVIDENCE_AGE_MAX, PAST_ROSTERS_MAX } from '../base/limits/ledger/consensus.js';
import type { Hash, RegisterState, Roster, StateChange, StateView } from '../model/register.js';
import { rosterHashOf } from './roster.js';
import { STATE_KEY } from './state-keys.js';

interface PastRoster {
  readonly rosterHash: Hash;
  /** The last height that it decided. */
  readonly until: number;
}

/** The roster in force after `state`, or one that decided earlier and is still kept; undefined for any other. */
export function rosterNamed(
  rosterHash: Hash,
  state: Pick<RegisterState, 'roster'>,
  view: Pick<StateView, 'state'>,
): Roster | undefined {
  if (rosterHashOf(state.roster) === rosterHash) return state.roster;
  return view.state(STATE_KEY.pastRoster(rosterHash)) as unknown as Roster | undefined;
}

/**
 * The last height that a roster with a seat of this peer decided, newest first among those that are kept: for a peer
 * without a seat now, that of the docket which took it. Undefined for a peer that had none.
 */
export function lastSeatedUntil(peerId: string, view: Pick<StateView, 'state'>): number | undefined {
  const seats = (past: PastRoster) =>
    (view.state(STATE_KEY.pastRoster(past.rosterHash)) as unknown as Roster | undefined)?.validators ?? [];
  return [...listRosters(view)].reverse().find((past) => seats(past).some((seat) => seat.peerId === peerId))?.until;
}

/** The last height that a past roster decided; undefined for one that is not kept, or that decides still. */
export function lastHeightOf(rosterHash: Hash, view: Pick<StateView, 'state'>): number | undefined {
  return listRosters(view).find((past) => past.rosterHash === rosterHash)?.until;
}

/**
 * The rosters that sealing a docket after `state` keeps and drops when it brings another one. Empty when it does not.
 */
export function rosterChanges(
  state: Pick<RegisterState, 'roster' | 'height'>,
  next: Roster,
  view: Pick<StateView, 'state'>,
): StateChange[] {
  if (next === state.roster) return [];
  const rosterHash = rosterHashOf(state.roster);
  const nextHash = rosterHashOf(next);
  if (rosterHash === nextHash) return [];
  const height = state.height + 1;
  // A roster that comes back leaves the list, and joins it again at its end.
  const before = listRosters(view).filter((past) => past.rosterHash !== rosterHash && past.rosterHash !== nextHash);
  const young = before.filter((past) => past.until >= height - EVIDENCE_AGE_MAX).slice(1 - PAST_ROSTERS_MAX);
  const rosters = [...young, { rosterHash, until: height }];
  const kept = new Set(rosters.map((past) => past.rosterHash));
  const dropped = listRosters(view).filter((past) => !kept.has(past.rosterHash));
  return [
    { key: STATE_KEY.pastRosters, value: { rosters } as unknown as JsonObject },
    { key: STATE_KEY.pastRoster(rosterHash), value: state.roster as unknown as JsonObject },
    ...dropped.map((past) => ({ key: STATE_KEY.pastRoster(past.rosterHash), value: null })),
  ];
}

function listRosters(view: Pick<StateView, 'state'>): readonly PastRoster[] {
  const row = view.state(STATE_KEY.pastRosters) as unknown as { readonly rosters: readonly PastRoster[] } | undefined;
  return row?.rosters ?? [];
}
