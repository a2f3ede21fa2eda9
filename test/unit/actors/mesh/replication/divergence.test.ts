// Nodes whose chains parted: a node that meets a docket of the other branch finds where, proves it and stops; what an
// operator gave up stops nothing again, and no node pays for being on the other branch.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import type { Certificate } from '../../../../../core/model/register.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];

/**
 * The same three nodes with the same keys and a common chain, in two worlds that never meet by themselves: a majority
 * of liars decides in each.
 */
async function worlds(given: { readonly common?: number } = {}) {
  const origin = await MeshWorld.of(...THREE);
  const pin = await origin.found(THREE);
  let sequence = 1;
  const seal = async (mesh: MeshWorld): Promise<void> => {
    await mesh.submit('one', mesh.action('one', pin, sequence++));
    await mesh.clock.advance(500);
  };
  for (let i = 0; i < (given.common ?? 0); i++) await seal(origin);
  await origin.clock.advance(2000);
  const disks = await Promise.all(
    THREE.map(async (name) => {
      const { kv, keys } = origin.node(name);
      await origin.crash(name);
      return { name, keys, disk: kv.crash() };
    }),
  );
  const copy = async (): Promise<MeshWorld> => {
    const mesh = new MeshWorld();
    await mesh.clock.advance(origin.clock.now() - mesh.clock.now());
    for (const { name, keys, disk } of disks) await mesh.add(name, { kv: disk.crash(), keys });
    mesh.net.linkAll();
    await mesh.clock.settle();
    return mesh;
  };
  return { here: await copy(), there: await copy(), seal };
}

type Worlds = Awaited<ReturnType<typeof worlds>>;

/** From now on what a node asks of `three` is answered from the other branch, which hears nothing of this one. */
function meet({ here, there }: Pick<Worlds, 'here' | 'there'>): void {
  const { driver } = there.node('three');
  here.net.serve(peerOf('three'), Object.assign(Object.create(driver) as typeof driver, { frame: () => undefined }));
}

async function headOf(mesh: MeshWorld, name = 'three') {
  const sealed = (await mesh.chain(name)).at(-1)!;
  return { registerId: REGISTER_ID, header: sealed.docket.header, certificate: sealed.certificate, docket: null };
}

const three = ({ here }: Worlds) => here.node('three').net.self;
const record = ({ here }: Worlds) => here.node('one').world.ledger.register(REGISTER_ID);
const signersOf = (certificates: readonly Certificate[]) =>
  certificates.map(({ signatures }) => signatures.map(({ voterIndex }) => voterIndex));

describe('branches of a split chain', () => {
  it('are proven at the height where they parted, from a docket above it, and their signers named', async () => {
    const world = await worlds({ common: 3 });
    const { here, there, seal } = world;
    const common = here.height('one');
    await seal(here);
    for (let i = 0; i < 3; i++) await seal(there);
    expect([here.height('one'), there.height('three')]).to.deep.equal([common + 1, common + 3]);
    meet(world);
    here.node('one').driver.frame(three(world), { type: 'head', head: await headOf(there) });
    await here.clock.advance(2000);
    expect(record(world)).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
    const { ledger } = here.node('one').world;
    const proof = ledger.watch.forkProof(REGISTER_ID)!;
    expect(proof.certificates.map(({ height }) => height)).to.deep.equal([common + 1, common + 1]);
    expect(ledger.forks.forkHeight(REGISTER_ID)).to.equal(common + 1);
    const report = await ledger.misbehaviour(REGISTER_ID);
    const [ours, theirs] = signersOf(proof.certificates) as [number[], number[]];
    const both = ours.filter((seat) => theirs.includes(seat)).map((seat) => here.state('one').roster.validators[seat]!);
    expect(!isFailure(report) && report.fork?.culprits.map(({ voter }) => voter)).to.deep.equal(
      both.map(({ validatorId }) => validatorId),
    );
    expect(both).to.not.deep.equal([]);
    expect(here.node('two').world.ledger.register(REGISTER_ID)).to.include({ statusReason: 'FORK' });
    expect(here.net.blames).to.deep.equal([]);
    await Promise.all([here.stop(), there.stop()]);
  });

  it('are proven after a decision on the other branch stopped the seat', async () => {
    const world = await worlds();
    const { here, there, seal } = world;
    const common = here.height('one');
    await seal(here);
    for (let i = 0; i < 2; i++) await seal(there);
    meet(world);
    const { docket, certificate } = (await there.chain('three'))[common + 2]!;
    const message = { type: 'decided', docket, certificate } as const;
    here.node('one').driver.frame(three(world), { type: 'consensus', registerId: REGISTER_ID, message });
    // Its body is asked for once its certificate is verified; before, no part wants it.
    await here.clock.advance(10);
    here.node('one').driver.frame(three(world), { type: 'body', registerId: REGISTER_ID, docket });
    await here.clock.advance(2000);
    expect(record(world)).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
    expect(here.node('one').world.ledger.forks.forkHeight(REGISTER_ID)).to.equal(common + 1);
    await Promise.all([here.stop(), there.stop()]);
  });

  it('that were given up stop nothing again, whatever their dockets come in', async () => {
    const world = await worlds();
    const { here, there, seal } = world;
    const common = here.height('one');
    for (const mesh of [here, there]) await seal(mesh);
    meet(world);
    here.node('one').driver.frame(three(world), { type: 'head', head: await headOf(there) });
    await here.clock.advance(2000);
    const proof = here.node('one').world.ledger.watch.forkProof(REGISTER_ID)!;
    for (const name of ['one', 'two'])
      expect(await here.node(name).world.ledger.acceptFork(REGISTER_ID, here.state('one').hash)).to.include({
        status: 'ONLINE',
      });
    for (let i = 0; i < 3; i++) await seal(there);
    expect(there.height('three')).to.equal(common + 4);
    const replay = async (): Promise<void> => {
      const { driver } = here.node('one');
      const chain = await there.chain('three');
      driver.frame(three(world), { type: 'head', head: await headOf(there) });
      driver.frame(three(world), { type: 'fork', proof });
      for (const sealed of chain.slice(common + 1)) {
        const message = { type: 'decided', ...sealed } as const;
        driver.frame(three(world), { type: 'consensus', registerId: REGISTER_ID, message });
        driver.frame(three(world), {
          type: 'consensus',
          registerId: REGISTER_ID,
          message: { ...message, docket: null },
        });
        driver.frame(three(world), { type: 'body', registerId: REGISTER_ID, docket: sealed.docket });
        const { header } = sealed.docket;
        driver.frame(three(world), { type: 'head', head: { registerId: REGISTER_ID, header, ...sealed } });
        await driver.validateDocket(three(world), sealed);
        await here.clock.advance(1000);
      }
    };
    await replay();
    expect(record(world)).to.include({ status: 'ONLINE' });
    await seal(here);
    expect(here.height('one')).to.equal(common + 2);
    await replay();
    await here.clock.advance(120_000);
    await replay();
    for (const name of ['one', 'two'])
      expect(here.node(name).world.ledger.register(REGISTER_ID), name).to.include({ status: 'ONLINE' });
    await seal(here);
    expect(here.height('one')).to.equal(common + 3);
    expect(here.net.blames).to.deep.equal([]);
    await Promise.all([here.stop(), there.stop()]);
  });

  it('stop the register again where they part anew after one was given up', async () => {
    const world = await worlds();
    const { here, there, seal } = world;
    for (const mesh of [here, there]) await seal(mesh);
    meet(world);
    here.node('one').driver.frame(three(world), { type: 'head', head: await headOf(there) });
    await here.clock.advance(2000);
    const { ledger } = here.node('one').world;
    const settled = ledger.watch.forkProof(REGISTER_ID)!;
    await ledger.acceptFork(REGISTER_ID, here.state('one').hash);
    const { kv, keys } = here.node('one');
    // Two worlds again, from the branch that was chosen.
    const next = [new MeshWorld(), new MeshWorld()] as const;
    await here.crash('one');
    const disk = kv.crash();
    for (const mesh of next) {
      await mesh.clock.advance(here.clock.now() - mesh.clock.now());
      for (const name of THREE)
        await mesh.add(
          name,
          name === 'one' ? { kv: disk.crash(), keys } : { kv: disk.crash(), keys: here.node(name).keys },
        );
      mesh.net.linkAll();
      await mesh.clock.settle();
      await seal(mesh);
    }
    const [a, b] = next;
    const again = { ...world, here: a, there: b };
    expect(a.height('one')).to.equal(b.height('one'));
    expect(a.state('one').hash).to.not.equal(b.state('one').hash);
    await seal(b);
    meet(again);
    a.node('one').driver.frame(three(again), { type: 'head', head: await headOf(b) });
    await a.clock.advance(2000);
    expect(record(again)).to.include({ status: 'OFFLINE', statusReason: 'FORK' });
    expect(a.node('one').world.ledger.forks.forkHeight(REGISTER_ID)).to.equal(a.height('one'));
    await a.node('one').world.ledger.acceptFork(REGISTER_ID, a.state('one').hash);
    // The first decision is remembered with the second.
    expect(await a.node('one').world.ledger.forks.report(settled)).to.equal('settled');
    await Promise.all([a.stop(), b.stop(), there.stop()]);
  });

  it('cost a peer points only when its dockets contradict each other or are signed by no member', async () => {
    const world = await worlds();
    const { here, there, seal } = world;
    for (const mesh of [here, there]) await seal(mesh);
    await seal(there);
    const { driver } = there.node('three');
    const forged = Object.assign(Object.create(driver) as typeof driver, { frame: () => undefined });
    forged.dockets = (from, range) => {
      const given = driver.dockets(from, range);
      if (!(Symbol.asyncIterator in given)) return given;
      return (async function* () {
        for await (const { docket, certificate } of given)
          yield {
            docket,
            certificate: {
              ...certificate,
              signatures: certificate.signatures.map((one) => ({ ...one, signature: 'a'.repeat(128) })),
            },
          };
      })();
    };
    here.net.serve(peerOf('three'), forged);
    here.node('one').driver.frame(three(world), { type: 'head', head: await headOf(there) });
    await here.clock.advance(2000);
    expect(record(world)).to.include({ status: 'ONLINE' });
    expect(here.net.blames.map(({ peerId, offence }) => [peerId, offence])).to.deep.include([
      peerOf('three'),
      'invalid-signature',
    ]);
    await Promise.all([here.stop(), there.stop()]);
  });
});
