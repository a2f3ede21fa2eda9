// A replica that knows that its head is old: it says no for good to nothing that a newer head may take, and judges
// again by the docket once that came.
import { expect } from 'chai';
import type { PeerService } from '../../../../actors/mesh/ports.js';
import { TIP_WAIT_MS } from '../../../../core/base/limits/node/replication.js';
import type { DocketRange } from '../../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../../core/model/register.js';
import type { Transaction } from '../../../../core/model/transaction.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

/** `one` seals a register alone and shows it; `reader` can be linked. */
async function showing(dockets: number): Promise<MeshWorld> {
  const mesh = new MeshWorld();
  for (const name of ['one', 'reader']) await mesh.add(name);
  const pin = await mesh.found(['one'], { advertise: true });
  for (let i = 1; i < dockets; i++) await mesh.submit('one', mesh.action('one', pin, i));
  expect(mesh.height('one')).to.equal(dockets);
  return mesh;
}

/** Lets a node keep what it is asked for, until it is told to go on. */
function holding(mesh: MeshWorld, name: string): (() => void)[] {
  const held: (() => void)[] = [];
  const { driver } = mesh.node(name);
  mesh.net.serve(
    peerOf(name),
    altered(driver, {
      // Asked by name because of the RECOVERY that a test orders, its answer would end that: a gap of one docket is
      // none.
      heads: (from: never, which: { bucket: number }) => ('bucket' in which ? driver.heads(from, which) : []),
      async *dockets(from: never, range: DocketRange) {
        await new Promise<void>((resolve) => held.push(resolve));
        yield* driver.dockets(from, range) as AsyncIterable<SealedDocket>;
      },
    }),
  );
  return held;
}

function altered(service: PeerService, changes: object): PeerService {
  return Object.assign(Object.create(service), changes);
}

describe('an old head', () => {
  it('refuses nothing for good that only its old head refuses, until it has caught up', async () => {
    const mesh = await showing(3);
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    const { surface, world } = mesh.node('reader');
    await surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    mesh.isolate('reader');
    const [, published] = await mesh.chain('one');
    await mesh.submit('one', mesh.action('one', published!.docket.transactions[0]!.txId, 9));
    const held = holding(mesh, 'one');
    const submit = async (tx: Transaction) => {
      const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
      await mesh.clock.advance(TIP_WAIT_MS);
      return outcome;
    };
    // A wallet that may not publish at one height may be given the right at the next.
    const next = mesh.publication(REGISTER_ID, 'stranger');
    const isAlone = await submit(next);
    expect(isAlone, 'nobody is known to be ahead')
      .to.have.nested.property('issues[0].code')
      .that.matches(/^VAL_PERM/);
    mesh.rejoin('reader');
    await mesh.clock.advance(1000);
    world.ledger.setSync(REGISTER_ID, { state: 'recovering', targetHeight: mesh.height('one') });
    await mesh.clock.settle();
    expect(world.ledger.register(REGISTER_ID)).to.have.property('status', 'RECOVERY');
    expect(held.length, 'the gap is known and not closed').to.be.greaterThan(0);
    expect(await submit(next)).to.have.nested.property('issues[0].code', 'NODE_UNAVAILABLE');
    const checked = world.ledger.check(next);
    await mesh.clock.advance(TIP_WAIT_MS);
    expect(await checked).to.have.nested.property('[0].code', 'NODE_UNAVAILABLE');
    const [signature] = next.signatures;
    const forged = { ...next, signatures: [{ ...signature!, signatureValue: 'A'.repeat(86) }] };
    expect(await submit(forged)).to.have.nested.property('issues[0].code', 'VAL_SIG_002');
    for (const go of held) go();
    world.ledger.setSync(REGISTER_ID, { state: 'synced', targetHeight: mesh.height('one') });
    await mesh.clock.advance(2000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    expect(await submit(next)).to.deep.equal(isAlone);
    await mesh.stop();
  });

  it('judges by the docket that it knows to be missing, also where the gap is small', async () => {
    const mesh = new MeshWorld();
    for (const name of ['one', 'reader']) await mesh.add(name);
    await mesh.tryFound(['one'], { advertise: true });
    mesh.net.linkAll();
    await mesh.clock.settle();
    const { surface, world } = mesh.node('reader');
    await surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    mesh.isolate('reader');
    const publication = mesh.publication();
    await mesh.submit('one', publication);
    await mesh.clock.advance(500);
    const held = holding(mesh, 'one');
    mesh.rejoin('reader');
    await mesh.clock.advance(1000);
    expect(held.length, 'the gap is known and not closed').to.be.greaterThan(0);
    expect(world.ledger.register(REGISTER_ID)).to.have.property('status', 'ONLINE');
    expect(mesh.height('reader')).to.equal(0);
    const tx = mesh.action('reader', publication.txId, 7);
    const submit = () => world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
    const late = submit();
    await mesh.clock.advance(TIP_WAIT_MS);
    expect(await late, 'it may be good where the register is').to.have.nested.property(
      'issues[0].code',
      'NODE_UNAVAILABLE',
    );
    const inTime = submit();
    await mesh.clock.advance(TIP_WAIT_MS / 2);
    for (const go of held) go();
    await mesh.clock.settle();
    expect(mesh.height('reader')).to.equal(1);
    expect(await inTime).to.have.property('status', 'pending');
    await mesh.clock.advance(3000);
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'sealed');
    await mesh.stop();
  });

  it('believes no longer than a range who claims a head and sends nothing above this one, however busy the register is', async () => {
    for (const [name, sends] of [
      ['nothing', 0],
      ['one docket of a range', 1],
    ] as const) {
      const mesh = new MeshWorld();
      for (const node of ['one', 'reader', 'liar']) await mesh.add(node);
      const pin = await mesh.found(['one'], { advertise: true });
      mesh.net.linkAll();
      await mesh.clock.settle();
      for (const node of ['liar', 'reader']) await mesh.node(node).surface.subscribe(REGISTER_ID, {});
      await mesh.clock.advance(1000);
      const [{ driver }, honest] = [mesh.node('liar'), mesh.node('one').driver];
      mesh.net.serve(
        peerOf('liar'),
        altered(driver, {
          async *dockets(from: never, range: DocketRange) {
            await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 10_000));
            const truth = honest.dockets(from, range) as AsyncIterable<SealedDocket>;
            let sent = 0;
            for await (const sealed of truth) if (sent++ < sends) yield sealed;
          },
        }),
      );
      const { replication } = mesh.node('reader').driver.parts;
      replication.hint(REGISTER_ID, peerOf('liar'), 1_000_000);
      for (let second = 0; second < 60; second++) {
        await mesh.submit('one', mesh.action('one', pin, 100 + second));
        await mesh.clock.advance(1000);
      }
      expect(mesh.height('reader'), name).to.equal(mesh.height('one'));
      expect(replication.toldHeight(REGISTER_ID), name).to.be.at.most(mesh.height('one'));
      const blamed = mesh.net.blames.map(({ by, peerId, offence }) => [by, peerId, offence]);
      expect(blamed, name).to.deep.equal([[peerOf('reader'), peerOf('liar'), 'broken-promise']]);
      await mesh.stop();
    }
  });

  it('believes once, for one range, who claims a head again and again and never gives it', async () => {
    for (const gives of ['nothing, slowly', 'no end', 'a refusal, slowly']) {
      const mesh = await showing(3);
      await mesh.add('liar');
      mesh.net.linkAll();
      mesh.net.breaks = true;
      await mesh.clock.settle();
      for (const node of ['reader', 'liar']) await mesh.node(node).surface.subscribe(REGISTER_ID, {});
      await mesh.clock.advance(1000);
      const later = () =>
        new Promise<void>((resolve) => mesh.clock.setTimer(resolve, gives === 'no end' ? 20_000 : 10_000));
      const dockets = async function* (): AsyncGenerator<SealedDocket> {
        await later();
        if (gives === 'a refusal, slowly') throw new Error('REGISTER_NOT_FOUND');
        yield* [];
      };
      mesh.net.serve(peerOf('liar'), altered(mesh.node('liar').driver, { dockets }));
      const { replication } = mesh.node('reader').driver.parts;
      /** Seconds of a quarter of an hour in which this node puts its refusals off. */
      const behind = async () => {
        let seconds = 0;
        for (let second = 0; second < 900; second++) {
          replication.hint(REGISTER_ID, peerOf('liar'), 1_000_000);
          await mesh.clock.advance(1000);
          seconds += Number(replication.toldHeight(REGISTER_ID) > mesh.height('reader'));
        }
        return seconds;
      };
      const first = await behind();
      // One range: it ends at the latest after 15 s, and the peer is not believed again before it gave a docket.
      expect(first, gives).to.be.within(1, 16);
      expect(await behind(), gives).to.equal(0);
      // A range that is under way ends first.
      const stopped = mesh.stop();
      await mesh.clock.advance(30_000);
      await stopped;
    }
  }).timeout(120_000);

  it('asks a peer again that gave less than it claimed, and believes it once it gives what it has', async () => {
    const mesh = await showing(3);
    mesh.net.linkAll();
    mesh.net.breaks = true;
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    const { driver } = mesh.node('one');
    mesh.net.serve(peerOf('one'), altered(driver, { async *dockets() {} }));
    const { replication } = mesh.node('reader').driver.parts;
    const [, published] = await mesh.chain('one');
    const pin = published!.docket.transactions[0]!.txId;
    for (let i = 0; i < 10; i++) {
      await mesh.submit('one', mesh.action('one', pin, 50 + i));
      await mesh.clock.advance(1000);
      replication.hint(REGISTER_ID, peerOf('one'), mesh.height('one') + 1);
      await mesh.clock.advance(1000);
    }
    mesh.net.serve(peerOf('one'), driver);
    await mesh.clock.advance(5 * 60_000);
    await mesh.submit('one', mesh.action('one', pin, 99));
    await mesh.clock.advance(2000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    await mesh.stop();
  });

  it('goes on asking a peer that is slow and gives something each time', async () => {
    const mesh = await showing(30);
    mesh.net.breaks = true;
    const { driver } = mesh.node('one');
    let asked = 0;
    const dockets = async function* (from: never, range: DocketRange): AsyncGenerator<SealedDocket> {
      asked++;
      for await (const sealed of driver.dockets(from, range) as AsyncIterable<SealedDocket>) {
        yield sealed;
        await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 40_000));
      }
    };
    mesh.net.serve(peerOf('one'), altered(driver, { dockets }));
    mesh.net.linkAll();
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    const { replication } = mesh.node('reader').driver.parts;
    for (let i = 0; i < 32 && mesh.height('reader') < 30; i++) {
      replication.hint(REGISTER_ID, peerOf('one'), 30);
      await mesh.clock.advance(60_000);
    }
    expect(mesh.height('reader')).to.equal(30);
    expect(asked).to.be.at.least(30);
    const stopped = mesh.stop();
    await mesh.clock.advance(60_000);
    await stopped;
  }).timeout(120_000);

  it('refuses nothing for good while a quorum is known to have sealed more, also if no peer gives it', async () => {
    const mesh = new MeshWorld();
    for (const name of ['one', 'reader', 'liar']) await mesh.add(name);
    await mesh.tryFound(['one'], { advertise: true });
    mesh.net.linkAll();
    mesh.net.breaks = true;
    await mesh.clock.settle();
    const { world, driver } = mesh.node('reader');
    for (const node of ['liar', 'reader']) await mesh.node(node).surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    mesh.isolate('reader');
    const publication = mesh.publication();
    await mesh.submit('one', publication);
    for (let i = 0; i < 3; i++) await mesh.submit('one', mesh.action('one', publication.txId, 20 + i));
    await mesh.clock.advance(1000);
    const honest = mesh.node('one').driver;
    for (const name of ['one', 'liar'])
      mesh.net.serve(peerOf(name), altered(mesh.node(name).driver, { async *dockets() {} }));
    const tx = mesh.action('reader', publication.txId, 7);
    const submit = async () => {
      const outcome = world.ledger.submit(tx, { priority: 'Normal', waitMs: 0 });
      await mesh.clock.advance(TIP_WAIT_MS);
      return outcome;
    };
    // A peer that only claims a head is believed no longer than it is asked.
    mesh.net.link(peerOf('liar'), peerOf('reader'));
    for (let i = 0; i < 20; i++) {
      driver.parts.replication.hint(REGISTER_ID, peerOf('liar'), 1_000_000);
      await mesh.clock.advance(1000);
    }
    expect(await submit()).to.have.nested.property('issues[0].code', 'VAL_SCHEMA_001');
    mesh.net.link(peerOf('one'), peerOf('reader'));
    // Its ranges fall short until it is let alone; then no peer is asked any more.
    for (let i = 0; i < 20; i++) {
      driver.parts.replication.hint(REGISTER_ID, peerOf('one'), mesh.height('one'));
      await mesh.clock.advance(1000);
    }
    expect(driver.parts.replication.toldHeight(REGISTER_ID), 'nobody is asked').to.equal(-1);
    expect(mesh.height('reader')).to.equal(0);
    expect(await submit()).to.have.nested.property('issues[0].code', 'NODE_UNAVAILABLE');
    mesh.isolate('reader');
    expect(await submit(), 'it stays true without a link').to.have.nested.property(
      'issues[0].code',
      'NODE_UNAVAILABLE',
    );
    mesh.net.serve(peerOf('one'), honest);
    await mesh.clock.advance(10 * 60_000);
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.advance(60_000);
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    expect(await submit()).to.have.property('status', 'pending');
    await mesh.clock.advance(3000);
    expect(world.ledger.receipt(REGISTER_ID, tx.txId)).to.have.property('status', 'sealed');
    await mesh.stop();
  });
});
