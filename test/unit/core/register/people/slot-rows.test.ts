// The holders that a slot found are kept for as long as nothing changes them.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { READING_SLOT_MS } from '../../../../../core/base/limits/ledger/instances.js';
import type { StateView } from '../../../../../core/model/register.js';
import { atSlotStart } from '../../../../../core/register/people/slot-rows.js';
import { STATE_KEY } from '../../../../../core/register/state-keys.js';

type People = NonNullable<StateView['people']>;

const SLOT = 7;
const AT_MS = SLOT * READING_SLOT_MS + 1;

function viewOf(rows: Readonly<Record<string, JsonObject>>, people?: People): Pick<StateView, 'state' | 'people'> {
  const all: Readonly<Record<string, JsonObject>> = { [STATE_KEY.participants]: { count: 1 }, ...rows };
  return { state: (key) => all[key], people };
}

describe('core/register/people/slot-rows', () => {
  it('keeps what views of the same holders found in a slot', () => {
    const people: People = new WeakMap();
    const found = atSlotStart(viewOf({}, people), AT_MS).people;
    expect(found).to.be.instanceOf(WeakMap).and.not.equal(people);
    expect(atSlotStart(viewOf({}, people), AT_MS + 1).people).to.equal(found);
  });

  it('finds them anew in another slot, after a change of participants and after a reset of the time', () => {
    const reset = { [STATE_KEY.resets]: { count: 1 } };
    const cases: readonly (readonly [string, (people: People) => ReturnType<typeof atSlotStart>])[] = [
      ['another slot', (people) => atSlotStart(viewOf({}, people), AT_MS + READING_SLOT_MS)],
      ['a change', () => atSlotStart(viewOf({}, new WeakMap()), AT_MS)],
      ['a reset', (people) => atSlotStart(viewOf(reset, people), AT_MS)],
    ];
    for (const [name, then] of cases) {
      const people: People = new WeakMap();
      const found = atSlotStart(viewOf({}, people), AT_MS).people;
      expect(then(people).people, name).not.to.equal(found);
    }
  });

  it('keeps nothing for a view that keeps nothing', () => {
    expect(atSlotStart(viewOf({}), AT_MS).people).to.equal(undefined);
  });

  it('shows a row as it stood when the slot began', () => {
    const key = 'part/z';
    const rows = { [key]: { now: true }, [STATE_KEY.slot(key)]: { row: { now: false }, slot: SLOT } };
    expect(atSlotStart(viewOf(rows), AT_MS).state(key)).to.deep.equal({ now: false });
    expect(atSlotStart(viewOf(rows), AT_MS + READING_SLOT_MS).state(key)).to.deep.equal({ now: true });
  });
});
