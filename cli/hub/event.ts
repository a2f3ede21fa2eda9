// A message of a hub, as one flat record with a name for each id.
import { HUB_EVENTS, type HubName } from '../../api/client/hub-events.js';
import type { Told } from './listening.js';

/** Time and name, the ids of the event by name, and the trace of the node's log. */
export type ToldEvent = {
  readonly time: string;
  readonly event: string;
  readonly traceId?: string;
} & Readonly<Record<string, string | number | undefined>>;

/**
 * An event of one hub: two hubs tell some events with other ids. Undefined for what says nothing of its own: the height
 * of a register follows from its docket. An event that is not known here keeps its ids in order.
 */
export function eventOf(hub: HubName, { target, ids }: Told): ToldEvent | undefined {
  if (target === 'RegisterHeightUpdated') return undefined;
  const names = (HUB_EVENTS[hub] as Readonly<Record<string, readonly string[]>>)[target];
  const own = ids.slice(0, -2);
  const named = Object.fromEntries(own.map((id, i) => [names?.[i] ?? `id${i + 1}`, id]));
  return { time: String(ids.at(-2)), event: target, ...named, traceId: String(ids.at(-1)) };
}
