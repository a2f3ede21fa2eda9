// Places of outgoing requests under an organisation that takes all that it can, at one host and at many.
import { expect } from 'chai';
import { memberKey } from '../../../../core/base/queues/turn-key.js';
import { OutgoingPlaces } from '../../../../node/outgoing/places.js';

describe('node/outgoing/places', () => {
  const full = { all: 64, host: 8 };
  /** Takes what there is, each time at another host. */
  const storm = (places: OutgoingPlaces, from: (n: number) => string, hosts = 1000) => {
    const given: (() => void)[] = [];
    for (let n = 0; n < 200; n++) {
      const back = places.take(`h${n % hosts}`, from(n));
      if (back) given.push(back);
    }
    return given;
  };

  it('leave room for others whatever one organisation takes, by all of its members together', () => {
    const places = new OutgoingPlaces(full);
    expect(storm(places, (n) => memberKey('storm', `user ${n}`))).to.have.length(32);
    for (const other of ['a', 'b', 'c', 'd', 'e']) expect(places.take('idp', other), other).to.not.equal(undefined);
    expect(storm(new OutgoingPlaces(full), (n) => memberKey('storm', `user ${n}`), 1)).to.have.length(4);
  });

  it('leave half of the rest to each that comes next', () => {
    const places = new OutgoingPlaces(full);
    const held = ['a', 'b', 'c', 'd', 'e', 'f'].map((tenant) => storm(places, () => tenant).length);
    expect(held).to.deep.equal([32, 16, 8, 4, 2, 1]);
    expect(places.take('idp', 'one more')).to.not.equal(undefined);
  });

  it('are never more than the bound, and come back', () => {
    const places = new OutgoingPlaces(full);
    const given = storm(places, (n) => `tenant ${n}`);
    expect([given.length, places.taken]).to.deep.equal([64, 64]);
    const ofHost = storm(new OutgoingPlaces(full), (n) => `tenant ${n}`, 1);
    expect(ofHost).to.have.length(8);
    for (const back of given) back();
    expect(places.taken).to.equal(0);
    expect(storm(places, (n) => `tenant ${n}`)).to.have.length(64);
  });
});
