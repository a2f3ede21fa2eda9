// A definition that an overlay found once is not looked for again, and is found for no other blueprint.
import { expect } from 'chai';
import type { JsonObject } from '../../../../core/base/json.js';
import { overlay } from '../../../../core/register/overlay.js';
import { STATE_KEY } from '../../../../core/register/state-keys.js';
import type { StateView } from '../../../../core/register/types.js';
import { publishedDefinition } from '../../../../core/transaction/kinds/publication.js';
import type { Transaction } from '../../../../core/transaction/types.js';

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
      sealedAt: () => undefined,
      transaction: () => ({ payload: { id: 'b' } }) as unknown as Transaction,
      docketAt: () => undefined,
    };
    const before = overlay(below, 1);
    expect(publishedDefinition(before, 'b', PIN)).to.equal(undefined);
    before.change([{ key: STATE_KEY.publication(PIN), value: { blueprintId: 'b' } }]);
    expect(publishedDefinition(before, 'b', PIN), 'published in the same docket').to.deep.equal({ id: 'b' });
    rows.set(STATE_KEY.publication(PIN), { blueprintId: 'b' });
    reads.length = 0;
    const after = overlay(below, 2);
    for (let i = 0; i < 3; i++) {
      expect(publishedDefinition(after, 'b', PIN)).to.deep.equal({ id: 'b' });
      expect(publishedDefinition(after, 'other', PIN)).to.equal(undefined);
    }
    expect(reads).to.deep.equal([STATE_KEY.publication(PIN)]);
    expect(publishedDefinition(overlay(below, 3), 'other', PIN)).to.equal(undefined);
  });
});
