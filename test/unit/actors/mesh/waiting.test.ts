// A register without a quorum: what its members repeat gets rarer with time, and nothing is made for a peer that is not
// linked. It goes on within two seconds of the return of a member, however long it waited.
import { expect } from 'chai';
import { reachableIn } from '../../../../actors/mesh/reach.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import type { Roster } from '../../../../core/model/register.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { keysOf } from '../../../support/node/ledger-world.js';

const HOUR_MS = 3_600_000;
const NAMES = ['one', 'two', 'three', 'four'] as const;

describe('A register that waits for a quorum', () => {
  let mesh: MeshWorld;
  let pin: string;
  /** Consensus messages on the links, and attempts to send one where there is none. */
  let sent: string[];
  let type: ((frame: Frame) => boolean) | undefined;

  beforeEach(async () => {
    mesh = new MeshWorld();
    // As in a node: it counts the links of its members.
    const reachable = (name: string) => (roster: Roster) =>
      reachableIn(roster, keysOf(name), up.has(name) ? mesh.node(name).net : undefined);
    const up = new Set<string>();
    for (const name of NAMES) {
      await mesh.add(name, { ledger: { reachable: reachable(name) } });
      up.add(name);
    }
    mesh.net.linkAll();
    await mesh.clock.settle();
    pin = await mesh.found(NAMES, { policy: { consensus: { mode: 'bft' } } });
    await mesh.clock.advance(2000);
    sent = [];
    type = undefined;
    mesh.net.alter = (_, __, frame) => {
      if (frame.type === 'consensus') sent.push(frame.message.type);
      return type?.(frame) === false ? undefined : frame;
    };
  });

  afterEach(() => mesh.stop());

  async function stuck(): Promise<void> {
    mesh.isolate('three');
    mesh.isolate('four');
    await mesh.submit('one', mesh.action('one', pin, 1));
  }

  it('repeats itself ever more rarely', async () => {
    await stuck();
    await mesh.clock.advance(60_000);
    const first = sent.length;
    sent.length = 0;
    await mesh.pass(HOUR_MS, NAMES);
    expect(first).to.be.lessThan(100);
    expect(sent.length).to.be.greaterThan(30);
    expect(sent.length).to.be.lessThan(150);
  });

  it('says once that it is stuck, and little more while fewer than a quorum is linked', async () => {
    await stuck();
    await mesh.clock.advance(15_000);
    // Three frames of the height, the round change of each of the two, and some repetitions.
    expect(sent.length).to.be.lessThan(15);
    expect(sent.filter((name) => name === 'round-change').length).to.be.greaterThan(1);
    mesh.rejoin('three');
    const height = mesh.height('one');
    await mesh.clock.advance(2500);
    expect(mesh.height('one')).to.equal(height + 1);
  });

  it('goes on in a star: a member with one link follows the rounds of those that have a quorum', async () => {
    // Two hears all; three hears only two; four is gone, and the height is one of which it may be the proposer.
    mesh.isolate('four');
    mesh.net.cut(peerOf('one'), peerOf('three'));
    const height = mesh.height('two');
    for (let n = 1; n <= 4; n++) {
      await mesh.submit('one', mesh.action('one', pin, n));
      await mesh.clock.advance(60_000);
      expect(mesh.height('two')).to.be.at.least(height + n);
    }
  });

  it('goes on soon after a member came back', async () => {
    await stuck();
    await mesh.pass(HOUR_MS, NAMES);
    const height = mesh.height('one');
    mesh.rejoin('three');
    await mesh.clock.advance(2500);
    expect(mesh.height('one')).to.equal(height + 1);
    expect(mesh.height('two')).to.equal(height + 1);
  });

  it('goes on soon after a member was started again', async () => {
    await stuck();
    await mesh.crash('three');
    await mesh.pass(HOUR_MS, ['one', 'two', 'four']);
    const height = mesh.height('one');
    await mesh.restart('three');
    mesh.net.cut(peerOf('three'), peerOf('four'));
    await mesh.clock.advance(2500);
    expect(mesh.height('one')).to.equal(height + 1);
  });

  it('goes on soon after what the links lost when they came back', async () => {
    await stuck();
    await mesh.pass(HOUR_MS, NAMES);
    const height = mesh.height('one');
    mesh.rejoin('three');
    type = (frame) => frame.type !== 'consensus';
    await mesh.clock.advance(3000);
    type = undefined;
    await mesh.clock.advance(5000);
    expect(mesh.height('one')).to.equal(height + 1);
  });

  it('gives nothing to the links of peers that are gone', async () => {
    const asked: string[] = [];
    const { net } = mesh.node('one');
    const send = net.send.bind(net);
    (net as { send: typeof net.send }).send = (peerId, frame) => {
      if (frame.type === 'consensus' || frame.type === 'offer') asked.push(peerId);
      return send(peerId, frame);
    };
    await stuck();
    await mesh.clock.advance(60_000);
    expect(asked).to.include(peerOf('two'));
    expect(asked).not.to.include(peerOf('three'));
    expect(asked).not.to.include(peerOf('four'));
  });
});
