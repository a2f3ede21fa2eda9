// The connection that has to go when too many wait at the door.
import { expect } from 'chai';
import { PendingConnections } from '../../../../../node/network/transport/pending-connections.js';

function waiting(pending: PendingConnections) {
  const closed: string[] = [];
  return {
    closed,
    enter: (remote: string) =>
      pending.enter(remote, {
        address: remote.slice(0, remote.lastIndexOf(':')),
        close: () => void closed.push(remote),
      }),
  };
}

describe('node/network/transport/pending-connections', () => {
  it('closes the oldest of an address that has its share', () => {
    const pending = new PendingConnections({ all: 10, perAddress: 2 });
    const { enter, closed } = waiting(pending);
    for (const remote of ['a:1', 'b:1', 'a:2', 'a:3']) enter(remote);
    expect(closed).to.deep.equal(['a:1']);
    expect(pending.size).to.equal(3);
  });

  it('closes the oldest of the busiest address when it is full, whichever one comes', () => {
    const pending = new PendingConnections({ all: 4, perAddress: 3 });
    const { enter, closed } = waiting(pending);
    for (const remote of ['::1:9', 'a:1', 'a:2', 'a:3', 'b:1', 'c:1']) enter(remote);
    expect(closed).to.deep.equal(['a:1', 'a:2']);
    expect(pending.size).to.equal(4);
  });

  it('forgets who was let in, so that it is closed no more', () => {
    const pending = new PendingConnections({ all: 2, perAddress: 2 });
    const { enter, closed } = waiting(pending);
    enter('a:1');
    pending.leave('a:1');
    pending.leave('a:1');
    enter('a:2');
    enter('a:3');
    expect(closed).to.deep.equal([]);
    expect(pending.size).to.equal(2);
    for (const remote of ['a:2', 'a:3']) pending.leave(remote);
    expect(pending.size).to.equal(0);
  });
});
