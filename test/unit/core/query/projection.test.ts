// Members of an entity that a request chose.
import { expect } from 'chai';
import { isFailure } from '../../../../core/base/result.js';
import { projectionOf } from '../../../../core/query/projection.js';
import { good, ONE, THING } from './query.js';

function shown(select: readonly string[] | undefined, longAsText = false): unknown {
  return good(projectionOf(THING, { select: select?.map((path) => path.split('/')), longAsText }))(ONE);
}

describe('core/query/projection', () => {
  it('shows all members in the order of the model, absent ones as null', () => {
    expect(Object.keys(shown(undefined) as object)).to.deep.equal(Object.keys(THING.properties));
    expect(shown(undefined)).to.deep.equal({ ...ONE, until: null, about: { note: null, ...(ONE.about as object) } });
  });

  it('shows the chosen members alone, those of members and of items too', () => {
    expect(shown(['id', 'about/kind', 'about/order'])).to.deep.equal({
      id: 'thing-1',
      about: { kind: 'Action', order: 'A-17' },
    });
    expect(shown(['parts/size'])).to.deep.equal({ parts: [{ size: 10 }, { size: 20 }] });
    expect(shown(['about', 'about/kind'])).to.deep.equal(shown(['about']));
    expect(shown(['about/kind', 'about'])).to.deep.equal(shown(['about']));
  });

  it('shows numbers of 64 bits as texts where the reader asks for it', () =>
    expect(shown(['count', 'parts/size'], true)).to.deep.equal({ count: '7', parts: [{ size: 10 }, { size: 20 }] }));

  for (const path of ['Id', 'id/x', 'parts/none', 'constructor', '__proto__'])
    it(`refuses ${path}`, () => {
      const found = projectionOf(THING, { select: [path.split('/')], longAsText: false });
      expect(isFailure(found) && found.issue.path).to.equal('/$select');
    });
});
