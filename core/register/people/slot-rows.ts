// Rows of participants as they stood when a time slot began. The readers of a move follow from them, and from no later
// version in the same slot: else a reader could make the move old by its own record in each docket. Pure.
import type { JsonObject } from '../../base/json.js';
import { READING_SLOT_MS } from '../../base/limits/ledger/instances.js';
import type { StateChange, StateView } from '../../model/register.js';
import { isOfReaders, STATE_KEY } from '../state-keys.js';

type View = Pick<StateView, 'state' | 'people'>;

/** Value of the state key `slot/{key}`: a row of participants before its first change in the slot. */
interface SlotRow {
  /** As it was when the slot began; where it came in the slot, as it came. */
  readonly row: JsonObject;
  /** Slots of docket time since 1970. */
  readonly slot: number;
  /** How often the time was reset before: a slot that passes again begins with other rows. Absent for never. */
  readonly resets?: number;
}

/** The row that counts the resets of the time of a register, after one more. */
export function resetChange(view: Pick<StateView, 'state'>): StateChange {
  return { key: STATE_KEY.resets, value: { count: (resetsOf(view) ?? 0) + 1 } };
}

/** The changes of a transaction in a docket of this time, and the rows that keep what stood when its slot began. */
export function withSlotRows(
  view: Pick<StateView, 'state'>,
  changes: readonly StateChange[],
  atMs: number,
): readonly StateChange[] {
  // Nearly no transaction changes a participant.
  if (!changes.some(({ key }) => isOfReaders(key))) return changes;
  const slot = slotOf(atMs);
  const resets = resetsOf(view);
  const kept = changes.flatMap(({ key, value }) => {
    if (!isOfReaders(key) || keptRow(view, key, slot)) return [];
    const row = view.state(key) ?? value;
    return row ? [{ key: STATE_KEY.slot(key), value: { ...(resets && { resets }), row, slot } }] : [];
  });
  return [...changes, ...kept];
}

/** The start of the slot that holds a time, in ms. */
export function slotStart(atMs: number): number {
  return slotOf(atMs) * READING_SLOT_MS;
}

/** The view with the rows of participants as they stood when the slot of the time began, for a docket of that time. */
export function atSlotStart(view: View, atMs: number): View {
  // A register without participants is asked one question.
  if (view.state(STATE_KEY.participants) === undefined) return view;
  const slot = slotOf(atMs);
  return {
    state(key) {
      const kept = isOfReaders(key) ? keptRow(view, key, slot) : undefined;
      return kept ? kept.row : view.state(key);
    },
    people: view.people && peopleAt(view, view.people, slot),
  };
}

/** Holders as the slot found them, for as long as no row of participants changes: then `now` is another object. */
function peopleAt(view: View, now: People, slot: number): People {
  const resets = resetsOf(view);
  const known = people.get(now);
  if (known?.slot === slot && known.resets === resets) return known.then;
  const then: People = new WeakMap();
  people.set(now, { slot, resets, then });
  return then;
}

type People = NonNullable<View['people']>;

/** Of one slot each: moves of two slots alternate for seconds alone. */
const people = new WeakMap<
  People,
  { readonly slot: number; readonly resets: number | undefined; readonly then: People }
>();

function slotOf(atMs: number): number {
  return Math.floor(atMs / READING_SLOT_MS);
}

/** Undefined where the row did not change in this slot, or did when the slot passed before a reset of the time. */
function keptRow(view: Pick<StateView, 'state'>, key: string, slot: number): SlotRow | undefined {
  const kept = view.state(STATE_KEY.slot(key)) as unknown as SlotRow | undefined;
  return kept?.slot === slot && kept.resets === resetsOf(view) ? kept : undefined;
}

function resetsOf(view: Pick<StateView, 'state'>): number | undefined {
  return view.state(STATE_KEY.resets)?.count as number | undefined;
}
