// Places for a few works at a time: the order of asking, a place that is free before its work ends, and an end to it.
import { expect } from 'chai';
import { OperationPlaces } from '../../../../../actors/workflow/operations/operation-places.js';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Places for two, whose works end when they are told. */
function aPair() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const frees = new Map<string, () => void>();
  const places = new OperationPlaces(2, (id, free) => {
    if (id === 'gone') return undefined;
    begun.push(id);
    frees.set(id, free);
    return new Promise<void>((resolve) => ends.set(id, resolve));
  });
  return { begun, places, end: (id: string) => ends.get(id)?.(), free: (id: string) => frees.get(id)?.() };
}

describe('places', () => {
  it('are taken in the order of asking, no more than there are', async () => {
    const { begun, places, end } = aPair();
    for (const id of ['a', 'b', 'gone', 'c', 'd']) places.enqueue(id);
    expect(begun).to.deep.equal(['a', 'b']);
    end('b');
    await later();
    expect(begun, 'what has nothing to do keeps none').to.deep.equal(['a', 'b', 'c']);
  });

  it('are free once, where a work says so before it ends', async () => {
    const { begun, places, end, free } = aPair();
    for (const id of ['a', 'b', 'c', 'd']) places.enqueue(id);
    free('a');
    await later();
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    end('a');
    await later();
    expect(begun).to.deep.equal(['a', 'b', 'c']);
  });

  it('begin nothing once they are closed, and are idle when the last work has ended', async () => {
    const { begun, places, end } = aPair();
    for (const id of ['a', 'b', 'c']) places.enqueue(id);
    places.close();
    let isIdle = false;
    const idle = places.idle().then(() => {
      isIdle = true;
    });
    end('a');
    await later();
    expect(isIdle).to.equal(false);
    end('b');
    await idle;
    expect(begun).to.deep.equal(['a', 'b']);
  });
});
