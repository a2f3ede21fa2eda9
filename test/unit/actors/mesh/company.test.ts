// A member that says it is busy and never proposes anything: the others keep it company ever more rarely, and a member
// with work is served as ever.
import { expect } from 'chai';
import type { Frame } from '../../../../core/mesh/frames.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';

const HOUR_MS = 3_600_000;
const NAMES = ['one', 'two', 'three'] as const;

describe('A member that is busy with nothing', () => {
  let mesh: MeshWorld;
  let pin: string;
  /** Round changes that the honest members sent. */
  let rounds: Set<string>;

  /** Three only says that it is busy: what it has to seal never leaves it, nor do its proposals. */
  const lies = (frame: Frame) => frame.type === 'consensus' && frame.message.type === 'round-change';

  beforeEach(async () => {
    mesh = await MeshWorld.of(...NAMES);
    pin = await mesh.found(NAMES);
    await mesh.clock.advance(2000);
    rounds = new Set();
    mesh.net.alter = (from, _, frame) => {
      if (from === peerOf('three')) return lies(frame) ? frame : undefined;
      if (frame.type === 'consensus' && frame.message.type === 'round-change')
        rounds.add(`${from} ${frame.message.change.round}`);
      return frame;
    };
    await mesh.submit('three', mesh.action('three', pin, 1));
  });

  afterEach(() => mesh.stop());

  it('turns the rounds of others a few times an hour', async () => {
    await mesh.pass(HOUR_MS / 4, NAMES);
    rounds.clear();
    await mesh.pass(HOUR_MS, NAMES);
    expect(rounds.size).to.be.greaterThan(10);
    expect(rounds.size).to.be.lessThan(45);
  });

  it('does not keep them from sealing what another submits, at once', async () => {
    await mesh.pass(HOUR_MS, NAMES);
    const height = mesh.height('one');
    await mesh.submit('two', mesh.action('two', pin, 2));
    await mesh.clock.advance(5000);
    expect(mesh.height('one')).to.equal(height + 1);
    expect(mesh.height('two')).to.equal(height + 1);
  });

  it('is served soon when it says at last what it has to seal', async () => {
    await mesh.pass(HOUR_MS, NAMES);
    const height = mesh.height('one');
    mesh.net.alter = (_, __, frame) => frame;
    mesh.isolate('three');
    await mesh.clock.advance(1000);
    mesh.rejoin('three');
    await mesh.clock.advance(10_000);
    expect(mesh.height('one')).to.equal(height + 1);
  });
});
