// A definition that an overlay found once is not looked for again, and is found for no other blueprint; holders are,
// when participants change.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import type { Definition } from '../../../../core/blueprint/definition/types.js';
import { holdersBeforeStart, recordsOfFixed } from '../../../../core/instance/people/holders.js';
import { publishedDefinition } from '../../../../core/instance/publications.js';
import type { StateView } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { overlay } from '../../../../core/register/overlay.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';

const PIN = 'e'.repeat(64);

describe('definitions under an overlay', () => {
  it('are read once, for their own blueprint, and never before they are sealed', () => {
    const rows = new Map<string, JsonObject>();
    const reads: string[] = [];
    const below: StateView = {
      state: (key) => {
        reads.push(key);
        return rows.get(key);
      },
      sealOf: () => undefined,
      transaction: () => ({ payload: { id: 'b' } }) as unknown as Transaction,
      docketAt: () => undefined,
    };
    const before = overlay(below, { height: 1, timestampMs: 1 });
    expect(publishedDefinition(before, 'b', PIN)).to.equal(undefined);
    before.change([{ key: STATE_KEY.publication(PIN), value: { blueprintId: 'b' } }]);
    expect(publishedDefinition(before, 'b', PIN), 'published in the same docket').to.deep.equal({ id: 'b' });
    rows.set(STATE_KEY.publication(PIN), { blueprintId: 'b' });
    reads.length = 0;
    const after = overlay(below, { height: 2, timestampMs: 2 });
    for (let i = 0; i < 3; i++) {
      expect(publishedDefinition(after, 'b', PIN)).to.deep.equal({ id: 'b' });
      expect(publishedDefinition(after, 'other', PIN)).to.equal(undefined);
    }
    expect(reads).to.deep.equal([STATE_KEY.publication(PIN)]);
    expect(publishedDefinition(overlay(below, { height: 3, timestampMs: 3 }), 'other', PIN)).to.equal(undefined);
  });
});

describe('holders of fixed roles under an overlay', () => {
  const definition = { participants: [{ id: 'buyer', walletAddress: 'w1' }] } as unknown as Definition;
  const part = (primary: string): JsonObject => ({ status: 'Active', primary });
  const rows: Readonly<Record<string, JsonObject>> = {
    [STATE_KEY.participants]: { count: 1 },
    [STATE_KEY.address('w1')]: { participantId: 'p', own: true },
    [STATE_KEY.participant('p')]: part('w1'),
  };
  const below = { state: (key: string) => rows[key] } as unknown as StateView;

  it('are found once, and again behind a change of participants in the same docket', () => {
    const over = overlay(below, { height: 1, timestampMs: 1 });
    expect(holdersBeforeStart(over, definition).roles).to.deep.equal({ buyer: 'w1' });
    expect(holdersBeforeStart(over, definition)).to.equal(holdersBeforeStart(over, definition));
    over.change([{ key: STATE_KEY.instance('i'), value: {} }]);
    expect(holdersBeforeStart(over, definition)).to.equal(holdersBeforeStart(over, definition));
    over.change([{ key: STATE_KEY.participant('p'), value: part('w2') }]);
    expect(holdersBeforeStart(over, definition).roles).to.deep.equal({ buyer: 'w2' });
    over.change([{ key: STATE_KEY.address('w1'), value: null }]);
    expect(holdersBeforeStart(over, definition).roles).to.deep.equal({});
    over.take({ txId: 't' } as Transaction, [
      { key: STATE_KEY.address('w1'), value: { participantId: 'p', own: true } },
    ]);
    expect(recordsOfFixed(over, definition)).to.deep.equal({ buyer: 'p' });
    over.change([{ key: STATE_KEY.participants, value: null }]);
    expect(recordsOfFixed(over, definition)).to.deep.equal({});
  });

  it('are shared with the view below until the docket changes participants, and then its own', () => {
    const shared = new WeakMap();
    const view = { ...below, people: shared } as StateView;
    const found = holdersBeforeStart(overlay(view, { height: 1, timestampMs: 1 }), definition);
    expect(holdersBeforeStart(overlay(view, { height: 1, timestampMs: 1 }), definition)).to.equal(found);
    const over = overlay(view, { height: 1, timestampMs: 1 });
    over.change([{ key: STATE_KEY.participant('p'), value: part('w2') }]);
    expect(holdersBeforeStart(over, definition).roles).to.deep.equal({ buyer: 'w2' });
    expect(holdersBeforeStart(overlay(view, { height: 1, timestampMs: 1 }), definition)).to.equal(found);
  });
});
