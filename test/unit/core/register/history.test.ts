// A value as of a height is the last one that counted then, for ever.
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from '../../../../core/base/json.js';
import { historyChanges, newestValue, valueAsOf } from '../../../../core/register/history.js';

const KEYS = { head: 'h', at: (ordinal: number) => `h-at/${ordinal}` };

function rows() {
  const held = new Map<string, JsonObject>();
  const view = { state: (key: string) => held.get(key) };
  const put = (height: number, n: number) => {
    for (const { key, value } of historyChanges(view, KEYS, { height, value: { n } }))
      held.set(key, value as JsonObject);
  };
  return { view, put, held };
}

describe('a history of values', () => {
  it('has no value before the first one, and the newest from there on', () => {
    const { view, put } = rows();
    expect(valueAsOf(view, KEYS, 9)).to.equal(undefined);
    expect(newestValue(view, KEYS)).to.equal(undefined);
    put(3, 1);
    expect(valueAsOf(view, KEYS, 2)).to.equal(undefined);
    expect(valueAsOf(view, KEYS, 3)).to.deep.equal({ n: 1 });
    expect(valueAsOf(view, KEYS, 99)).to.deep.equal({ n: 1 });
  });

  it('keeps the last value of a docket, and no row of the others', () => {
    const { view, put, held } = rows();
    put(3, 1);
    put(3, 2);
    expect([...held.keys()]).to.deep.equal(['h', 'h-at/0']);
    expect(valueAsOf(view, KEYS, 3)).to.deep.equal({ n: 2 });
    expect(() => put(2, 3)).to.throw('grows upwards');
  });

  it('says of each height what it said when that was the tip, whatever comes later', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 30 }), (gaps) => {
        const { view, put } = rows();
        const said: (JsonObject | undefined)[] = [];
        let height = 0;
        gaps.forEach((gap, n) => {
          while (said.length < height + gap) said.push(newestValue(view, KEYS));
          height += gap;
          put(height, n);
          said[height] = newestValue(view, KEYS);
        });
        for (const [at, value] of said.entries()) expect(valueAsOf(view, KEYS, at), String(at)).to.deep.equal(value);
      }),
    );
  });
});
