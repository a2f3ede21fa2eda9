// Every life with every event: nothing goes back, a row is never forgotten, and what a docket decided is refused no
// more.
import { expect } from 'chai';
import {
  type Ending,
  hasRow,
  isOpen,
  isOwed,
  type Keeping,
  type Life,
  type LifeEvent,
  lifeAfter,
  lifeOf,
  mayPend,
} from '../../../../core/pool/life.js';

const KEEPINGS: readonly Keeping[] = ['elsewhere', 'here', 'promising', 'promised'];
const ENDINGS: readonly Ending[] = ['none', 'refusing', 'sealing'];
const EVENTS: readonly LifeEvent[] = ['adopt', 'promise', 'written', 'restore', 'refuse', 'seal'];
const LIVES = KEEPINGS.flatMap((keeping) => ENDINGS.map((ending) => lifeOf(keeping, ending)));
const lifeBehind = (...events: readonly LifeEvent[]): Life => events.reduce(lifeAfter, lifeOf('here'));

describe('the life of a submission', () => {
  it('goes forward alone, in every state and with every event', () => {
    for (const life of LIVES)
      for (const event of EVENTS) {
        const next = lifeAfter(life, event);
        const name = `${life.keeping} ${life.ending} ${event}`;
        expect(KEEPINGS.indexOf(next.keeping), name).to.be.at.least(KEEPINGS.indexOf(life.keeping));
        expect(ENDINGS.indexOf(next.ending), name).to.be.at.least(ENDINGS.indexOf(life.ending));
        if (hasRow(life)) expect(hasRow(next), name).to.equal(true);
        // Nothing is promised that is not durable, nor that was about to end when its row would be queued.
        if (next.keeping === 'promised' && life.keeping !== 'promised')
          expect([life.keeping, event], name).to.deep.equal(['promising', 'written']);
        if (event === 'promise' && !isOpen(life)) expect(next, name).to.equal(life);
        // The same event again changes nothing, so two who bring it count as one.
        expect(lifeAfter(next, event), name).to.equal(next);
      }
  });

  it('is promised, refused and sealed in this order', () => {
    expect(lifeBehind('promise')).to.deep.equal({ keeping: 'promising', ending: 'none' });
    expect(isOwed(lifeBehind('promise'))).to.equal(false);
    expect(isOwed(lifeBehind('promise', 'written'))).to.equal(true);
    expect(isOwed(lifeBehind('promise', 'written', 'refuse'))).to.equal(false);
    // A docket of others decides what was about to be refused here, and never the other way round.
    expect(lifeBehind('refuse', 'seal').ending).to.equal('sealing');
    expect(lifeBehind('seal', 'refuse').ending).to.equal('sealing');
    expect(lifeBehind('restore', 'written').keeping).to.equal('promised');
  });

  it('is pending for who asks where it is promised, or kept by another node, and is not being refused', () => {
    const pends = LIVES.filter(mayPend).map(({ keeping, ending }) => `${keeping} ${ending}`);
    expect(pends).to.deep.equal(['elsewhere none', 'elsewhere sealing', 'promised none', 'promised sealing']);
  });

  it('is kept elsewhere until somebody wants it durable here, and has no row before', () => {
    expect(lifeAfter(lifeOf('elsewhere'), 'promise')).to.equal(lifeOf('elsewhere'));
    expect(lifeAfter(lifeOf('elsewhere'), 'adopt')).to.equal(lifeOf('here'));
    for (const keeping of ['here', 'promising', 'promised'] as const)
      expect(lifeAfter(lifeOf(keeping), 'adopt')).to.equal(lifeOf(keeping));
  });
});
