// What is surely done since an action ran, such as the first one of a turn of a loop. Pure.
import { hasBit, numbersIn } from './bits.js';
import type { Net, NetAction } from './net.js';
import { reachOf, surelyDone, targetsOf, waysOf } from './ways.js';

/**
 * For each action that may come after a run of `start`, which is itself in the net: the actions that surely have a
 * complete run since then, `start` among them. Going round to `start` again begins anew.
 */
export function doneSince(net: Net, start: number): ReadonlyMap<number, ReadonlySet<number>> {
  const ways = waysOf(net);
  const from = ways.places.get(start) as number;
  // A rejection that goes back leads to where its target stood before.
  const goesOn = (place: number): boolean => ways.forward[place]?.some(({ by }) => by === 'rejection') === true;
  const leading = ways.from.map((of, place) => of.filter(({ by }) => by !== 'rejection' || goesOn(place)));
  const reach = reachOf(ways.actions.length, (place) => targetsOf(leading, place))[from] as bigint;
  const ids = new Set(numbersIn(reach).map((place) => (ways.actions[place] as NetAction).id));
  const part = new Map<number, NetAction>();
  for (const place of numbersIn(reach)) {
    const { rejection, joins, priors, ...action } = ways.actions[place] as NetAction;
    const isStart = action.id === start;
    part.set(action.id, {
      ...action,
      isStart,
      ...(rejection !== undefined && goesOn(place) && { rejection }),
      // What it waits for that cannot have come since then says nothing.
      priors: isStart ? [] : priors.filter((id) => ids.has(id)),
      ...(joins && !isStart && ids.has(joins.fork) && { joins }),
    });
  }
  const since = waysOf(part);
  const done = surelyDone(since);
  return new Map(
    since.actions.map(({ id }, place) => {
      const before = since.actions.filter((_, i) => hasBit(done[place] as bigint, i)).map((one) => one.id);
      return [id, new Set(before)];
    }),
  );
}
