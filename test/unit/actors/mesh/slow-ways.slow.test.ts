// Held heads and peers that give the way to one drop by drop: another giver is asked first, and one that is alone is
// waited for, but never in all places.
import { expect } from 'chai';
import type { PeerService } from '../../../../actors/mesh/ports.js';
import type { DocketRange } from '../../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const ledger = { confirmsHeads: true };
const DOCKETS = 10;
const DROP_MS = 10_000;
const idOf = (n: number) => `${String(n).padStart(8, '0')}-2222-4333-8444-555555555555`;

type Giving = (truth: AsyncIterable<SealedDocket>, asked: number) => AsyncIterable<SealedDocket>;

const pause = (mesh: MeshWorld) => new Promise<void>((resolve) => mesh.clock.setTimer(resolve, DROP_MS));

const dropByDrop = (mesh: MeshWorld): Giving =>
  async function* (truth) {
    for await (const sealed of truth) {
      await pause(mesh);
      yield sealed;
    }
  };

const oneAtATime = (mesh: MeshWorld): Giving =>
  async function* (truth) {
    await pause(mesh);
    for await (const sealed of truth) return yield sealed;
  };

/** It shows the links at once, and then gives one docket after the other. */
const quickAtFirst =
  (mesh: MeshWorld): Giving =>
  (truth, asked) =>
    asked === 1 ? truth : dropByDrop(mesh)(truth, asked);

/** The peer gives every range of more than one docket in its own way. */
function slows(mesh: MeshWorld, name: string, giving: Giving, of: readonly string[] = [REGISTER_ID]): void {
  const { driver } = mesh.node(name);
  let asked = 0;
  const dockets = (from: never, range: DocketRange) => {
    const truth = driver.dockets(from, range) as AsyncIterable<SealedDocket>;
    const isSlow = of.includes(range.registerId) && range.toHeight > range.fromHeight;
    return isSlow ? giving(truth, ++asked) : truth;
  };
  mesh.net.serve(peerOf(name), Object.assign(Object.create(driver), { dockets }) as PeerService);
}

/** One organisation that has the registers, and others that may follow them. */
async function shown(ids: readonly string[] = [REGISTER_ID]) {
  const mesh = new MeshWorld();
  for (const name of ['one', 'two', 'reader']) await mesh.add(name, { ledger });
  mesh.net.link(peerOf('one'), peerOf('two'));
  await mesh.clock.settle();
  for (const registerId of ids) {
    const pin = await mesh.found(['one'], { registerId, advertise: true });
    for (let i = 1; i < DOCKETS; i++) {
      await mesh.submit('one', mesh.action('one', pin, i, registerId));
      await mesh.clock.advance(200);
    }
  }
  return mesh;
}

async function twoHasIt(mesh: MeshWorld) {
  const { hash, height } = mesh.state('one');
  await mesh.node('two').surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
  await mesh.clock.advance(5000);
  expect(mesh.height('two')).to.equal(height);
  await mesh.node('two').world.ledger.update(REGISTER_ID, { advertise: true });
}

async function reads(mesh: MeshWorld, from: readonly string[]) {
  for (const name of from) mesh.net.link(peerOf(name), peerOf('reader'));
  await mesh.clock.settle();
  await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
}

describe('the way to a head that is held', () => {
  for (const [how, givingOf] of [
    ['one docket every ten seconds', dropByDrop],
    ['one docket a range', oneAtATime],
    ['the links at once and then one docket every ten seconds', quickAtFirst],
  ] as const)
    it(`is asked of another giver where the first one gives ${how}`, async () => {
      for (const slow of ['one', 'two']) {
        const mesh = await shown();
        await twoHasIt(mesh);
        slows(mesh, slow, givingOf(mesh));
        await reads(mesh, ['one', 'two']);
        await mesh.clock.advance(50_000);
        expect(mesh.height('reader'), `${slow} is slow`).to.equal(mesh.height('one'));
        await mesh.stop();
      }
    });

  it('is taken of a slow giver where no other has it', async () => {
    const mesh = await shown();
    slows(mesh, 'one', dropByDrop(mesh));
    const { hash, height } = mesh.state('one');
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, { checkpoint: { hash, height } });
    await mesh.clock.advance(15_000 + 2 * DOCKETS * DROP_MS);
    expect(mesh.height('reader')).to.equal(height);
    await mesh.stop();
  });

  it('is found while every other register waits for a slow giver', async () => {
    const ids = Array.from({ length: 6 }, (_, i) => idOf(i));
    const last = ids.at(-1)!;
    const mesh = await shown(ids);
    slows(mesh, 'one', dropByDrop(mesh), ids.slice(0, -1));
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    for (const registerId of ids) {
      const { hash, height } = mesh.state('one', registerId);
      await mesh.node('reader').surface.subscribe(registerId, { checkpoint: { hash, height } });
    }
    await mesh.clock.advance(60_000);
    expect(mesh.height('reader', last)).to.equal(mesh.height('one', last));
    await mesh.clock.advance(600_000);
    for (const registerId of ids) expect(mesh.height('reader', registerId)).to.equal(mesh.height('one', registerId));
    await mesh.stop();
  });
});
