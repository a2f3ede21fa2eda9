// Following a register: gaps of any width, many registers at once, and peers that lie about heads and ranges. A lie
// changes nothing that is stored.
import { expect } from 'chai';
import type { PeerService } from '../../../../../actors/mesh/ports.js';
import { SYNCS_MAX } from '../../../../../core/base/limits/node/replication.js';
import type { DocketRange, HeadClaim } from '../../../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../../../core/model/register.js';
import { docketHash } from '../../../../../core/register/docket.js';
import { MeshWorld, peerOf } from '../../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../../support/node/ledger-world.js';

const idOf = (n: number) => `${String(n).padStart(8, '0')}-2222-4333-8444-555555555555`;

/** `one` seals a register alone and shows it; `reader` can be linked. */
async function showing(dockets: number, others: readonly string[] = []): Promise<MeshWorld> {
  const mesh = new MeshWorld();
  for (const name of ['one', 'reader', ...others]) await mesh.add(name);
  const pin = await mesh.found(['one'], { advertise: true });
  for (let i = 1; i < dockets; i++) await mesh.submit('one', mesh.action('one', pin, i));
  expect(mesh.height('one')).to.equal(dockets);
  return mesh;
}

const statuses = (mesh: MeshWorld, name: string) =>
  mesh.node(name).world.told.flatMap((fact) => (fact.type === 'register-status' ? [fact.status] : []));

describe('catching up', () => {
  it('closes a gap wider than one range, and tells RECOVERY and ONLINE', async () => {
    const mesh = await showing(5);
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    expect(mesh.height('reader')).to.equal(5);
    expect(statuses(mesh, 'reader')).to.deep.equal(['ONLINE']);
    mesh.isolate('reader');
    const [, publication] = await mesh.chain('one');
    for (let i = 5; i < 305; i++)
      await mesh.submit('one', mesh.action('one', publication!.docket.transactions[0]!.txId, i));
    expect(mesh.height('one')).to.equal(305);
    mesh.rejoin('reader');
    await mesh.clock.advance(2000);
    expect(mesh.height('reader')).to.equal(305);
    expect(statuses(mesh, 'reader')).to.deep.equal(['ONLINE', 'RECOVERY', 'ONLINE']);
    expect(mesh.node('reader').surface.replica(REGISTER_ID)).to.include({ state: 'synced', targetHeight: 305 });
    expect(mesh.net.blames).to.deep.equal([]);
    await mesh.stop();
  });

  it('is behind no more after a restart in RECOVERY, once a peer has nothing above it', async () => {
    const mesh = await showing(3);
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    const { ledger } = mesh.node('reader').world;
    const { driver } = mesh.node('one');
    const heads = driver.heads.bind(driver);
    driver.heads = () => Promise.reject(new Error('no answer'));
    // The record of a node that stopped in the middle of catching up: nothing is claimed by any peer yet.
    ledger.setSync(REGISTER_ID, { state: 'recovering', targetHeight: 40 });
    mesh.node('reader').driver.parts.replication.forget(REGISTER_ID);
    await mesh.clock.advance(100);
    expect(ledger.register(REGISTER_ID)?.status).to.equal('RECOVERY');
    driver.heads = heads;
    await mesh.clock.advance(90_000);
    expect(ledger.register(REGISTER_ID)?.status, 'the heads were compared').to.equal('ONLINE');
    await mesh.stop();
  });

  it('closes the gaps of several registers, a bounded number at a time', async () => {
    const mesh = await MeshWorld.of('one', 'reader');
    const ids = Array.from({ length: 2 * SYNCS_MAX + 1 }, (_, i) => idOf(i));
    let open = 0;
    let most = 0;
    const { driver } = mesh.node('one');
    mesh.net.serve(
      peerOf('one'),
      altered(driver, {
        async *dockets(from: never, range: DocketRange) {
          if (range.toHeight === 0) return yield* driver.dockets(from, range) as AsyncIterable<SealedDocket>;
          most = Math.max(most, ++open);
          await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 100));
          yield* driver.dockets(from, range) as AsyncIterable<SealedDocket>;
          open--;
        },
      }),
    );
    for (const registerId of ids) await mesh.found(['one'], { registerId, advertise: true });
    for (const registerId of ids) await mesh.node('reader').surface.subscribe(registerId, {});
    await mesh.clock.advance(2000);
    expect(ids.map((registerId) => mesh.height('reader', registerId))).to.deep.equal(ids.map(() => 1));
    expect(most).to.equal(SYNCS_MAX);
    await mesh.stop();
  });
});

function altered(service: PeerService, changes: object): PeerService {
  return Object.assign(Object.create(service), changes);
}

type Lie = (truth: AsyncIterable<SealedDocket>, range: DocketRange, mesh: MeshWorld) => AsyncIterable<SealedDocket>;

const each = (change: (sealed: SealedDocket) => SealedDocket): Lie =>
  async function* (truth) {
    for await (const sealed of truth) yield sealed.docket.header.height === 3 ? change(sealed) : sealed;
  };

const rehashed = (sealed: SealedDocket, header: Partial<SealedDocket['docket']['header']>): SealedDocket => {
  const whole = { ...sealed.docket.header, ...header };
  const hash = docketHash(whole);
  return {
    docket: { ...sealed.docket, header: whole, hash },
    certificate: { ...sealed.certificate, docketHash: hash },
  };
};

const LIES: readonly (readonly [string, string, number, Lie])[] = [
  ['a wrong link', 'protocol', 2, each((sealed) => rehashed(sealed, { prevHash: 'ab'.repeat(32) }))],
  ['a wrong roster', 'invalid-signature', 2, each((sealed) => rehashed(sealed, { rosterHash: 'ab'.repeat(32) }))],
  [
    'a wrong certificate',
    'invalid-signature',
    2,
    each((sealed) => ({
      ...sealed,
      certificate: { ...sealed.certificate, signatures: [{ voterIndex: 0, signature: 'ab'.repeat(64) }] },
    })),
  ],
  [
    'an altered transaction',
    'invalid-signature',
    2,
    each((sealed) => {
      const [tx, ...rest] = sealed.docket.transactions;
      const signatures = tx!.signatures.map((one) => ({ ...one, signatureValue: 'AAAA' }));
      return { ...sealed, docket: { ...sealed.docket, transactions: [{ ...tx!, signatures }, ...rest] } };
    }),
  ],
  ['another register', 'protocol', 2, each((sealed) => rehashed(sealed, { registerId: idOf(7) }))],
  [
    'an endless stream',
    'protocol',
    2,
    async function* (truth) {
      for await (const sealed of truth) for (;;) yield sealed;
    },
  ],
  ['nothing', 'broken-promise', 0, async function* () {}],
  [
    'a stall',
    'slow',
    2,
    async function* (truth, _, mesh) {
      for await (const sealed of truth) {
        if (sealed.docket.header.height === 3)
          await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 3_600_000));
        yield sealed;
      }
    },
  ],
];

describe('following', () => {
  it('hears of each docket at once, however often one is sealed', async () => {
    const mesh = new MeshWorld();
    for (const name of ['one', 'two', 'reader']) await mesh.add(name);
    mesh.net.linkAll();
    await mesh.clock.settle();
    const pin = await mesh.found(['one', 'two'], { advertise: true });
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(3000);
    // Each is sealed before the one before it has come to rest.
    for (let i = 0; i < 6; i++) {
      const before = mesh.height('one');
      await mesh.submit('one', mesh.action('one', pin, i));
      for (let waited = 0; waited < 800 && mesh.height('one') === before; waited += 20) await mesh.clock.advance(20);
      await mesh.clock.advance(60);
      expect([mesh.height('one'), mesh.height('reader')]).to.deep.equal([before + 1, before + 1]);
    }
    await mesh.stop();
  });
});

describe('peers that lie about ranges', () => {
  for (const [name, offence, kept, lie] of LIES)
    it(`stores nothing of ${name}, blames its sender (${offence}) and asks another`, async () => {
      const mesh = await showing(5, ['honest']);
      mesh.net.link(peerOf('one'), peerOf('honest'));
      await mesh.clock.settle();
      await mesh.node('honest').surface.subscribe(REGISTER_ID, {});
      await mesh.node('honest').world.ledger.update(REGISTER_ID, { advertise: true });
      await mesh.clock.advance(1000);
      const { driver } = mesh.node('one');
      mesh.net.serve(
        peerOf('one'),
        altered(driver, {
          dockets(from: never, range: DocketRange) {
            const truth = driver.dockets(from, range) as AsyncIterable<SealedDocket>;
            return range.toHeight === 0 ? truth : lie(truth, range, mesh);
          },
        }),
      );
      mesh.net.link(peerOf('one'), peerOf('reader'));
      await mesh.clock.settle();
      await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
      await mesh.clock.advance(20_000);
      // The true part of an answer is kept, and the liar may be asked once more.
      const height = mesh.height('reader');
      expect(height).to.be.within(kept, kept + 1);
      const hashes = (await mesh.chain('one')).map(({ docket }) => docket.hash);
      expect((await mesh.chain('reader')).map(({ docket }) => docket.hash)).to.deep.equal(hashes.slice(0, height + 1));
      expect(new Set(mesh.net.blames.map((blame) => `${blame.peerId} ${blame.offence}`))).to.deep.equal(
        new Set([`${peerOf('one')} ${offence}`]),
      );
      mesh.net.link(peerOf('honest'), peerOf('reader'));
      await mesh.clock.advance(20_000);
      expect(mesh.height('reader')).to.equal(5);
      expect(mesh.net.blames.filter(({ peerId }) => peerId === peerOf('honest'))).to.deep.equal([]);
      await mesh.stop();
    });
});

describe('a peer that sends one docket every few seconds', () => {
  it('keeps no node behind that others would bring up', async () => {
    const mesh = await showing(8, ['honest']);
    mesh.net.link(peerOf('one'), peerOf('honest'));
    await mesh.clock.settle();
    await mesh.node('honest').surface.subscribe(REGISTER_ID, {});
    await mesh.node('honest').world.ledger.update(REGISTER_ID, { advertise: true });
    await mesh.clock.advance(1000);
    const { driver } = mesh.node('one');
    mesh.net.serve(
      peerOf('one'),
      altered(driver, {
        async *dockets(from: never, range: DocketRange) {
          for await (const sealed of driver.dockets(from, range) as AsyncIterable<SealedDocket>) {
            if (range.toHeight > 0) await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 10_000));
            yield sealed;
          }
        },
      }),
    );
    mesh.net.link(peerOf('one'), peerOf('reader'));
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(15_000);
    expect(mesh.height('reader'), 'from the only one').to.be.within(1, 2);
    mesh.net.link(peerOf('honest'), peerOf('reader'));
    await mesh.clock.advance(15_000);
    expect(mesh.height('reader')).to.equal(8);
    expect(mesh.net.blames.filter(({ peerId }) => peerId === peerOf('honest'))).to.deep.equal([]);
    await mesh.stop();
  });
});

describe('peers that lie about heads', () => {
  const garbage = (head: HeadClaim, height: number): HeadClaim => {
    const header = { ...head.header, height };
    const hash = docketHash(header);
    const signatures = [{ voterIndex: 0, signature: 'ab'.repeat(64) }];
    return {
      ...head,
      header,
      certificate: { ...head.certificate, kind: 'COMMIT', height, docketHash: hash, signatures },
    };
  };

  async function watched() {
    const mesh = await showing(3, ['liar', 'second liar']);
    mesh.net.linkAll();
    await mesh.clock.settle();
    await mesh.node('reader').surface.subscribe(REGISTER_ID, {});
    await mesh.clock.advance(1000);
    expect(mesh.height('reader')).to.equal(3);
    const { world, driver } = mesh.node('one');
    // A peer that never said that it has the register is not listened to at all.
    const advert = driver.adverts(mesh.node('reader').net.self)[0]!;
    mesh.node('reader').driver.parts.subscriptions.onAdvertised(peerOf('liar'), advert);
    const head = await driver.parts.tipAnnouncer.claim(world.ledger.register(REGISTER_ID)!, 'always');
    return { mesh, head: head! };
  }

  it('believes no height: the teller is asked for its dockets, and the register stays as it is', async () => {
    const { mesh, head } = await watched();
    const before = statuses(mesh, 'reader').length;
    mesh.net.serve(peerOf('liar'), altered(mesh.node('liar').driver, { dockets: async function* () {} }));
    mesh.node('liar').net.send(peerOf('reader'), { type: 'head', head: { ...garbage(head, 1_000_000), docket: null } });
    await mesh.clock.advance(60_000);
    expect(mesh.height('reader')).to.equal(3);
    expect(statuses(mesh, 'reader').length).to.equal(before);
    expect(mesh.node('reader').surface.replica(REGISTER_ID)).to.include({ state: 'synced', targetHeight: 3 });
    expect(mesh.net.blames.map(({ peerId, offence }) => [peerId, offence])).to.deep.equal([
      [peerOf('liar'), 'broken-promise'],
    ]);
    await mesh.stop();
  });

  it('believes none of several that lie in turns, so that there is a claim above the head at every moment', async () => {
    const { mesh, head } = await watched();
    const liars = ['liar', 'second liar'];
    const advert = mesh.node('one').driver.adverts(mesh.node('reader').net.self)[0]!;
    for (const name of liars) {
      mesh.node('reader').driver.parts.subscriptions.onAdvertised(peerOf(name), advert);
      // Each keeps its claim for as long as it can: it gives nothing, and does not say so.
      mesh.net.serve(
        peerOf(name),
        altered(mesh.node(name).driver, {
          dockets: async function* () {
            await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 9000));
          },
        }),
      );
    }
    const [, publication] = await mesh.chain('one');
    const pin = publication!.docket.transactions[0]!.txId;
    const before = statuses(mesh, 'reader').length;
    for (let n = 0; n < 60; n++) {
      const name = liars[n % liars.length]!;
      const lie = { ...garbage(head, 1_000_000 + n), docket: null };
      mesh.node(name).net.send(peerOf('reader'), { type: 'head', head: lie });
      // Dockets that are sealed meanwhile come from others, and prove nothing that the liars say.
      if (n % 5 === 0) await mesh.submit('one', mesh.action('one', pin, 100 + n));
      await mesh.clock.advance(1000);
    }
    expect(mesh.height('reader')).to.equal(mesh.height('one'));
    expect(statuses(mesh, 'reader').slice(before)).to.deep.equal([]);
    expect(mesh.node('reader').world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    // It is in the middle of asking one of them.
    const stopped = mesh.stop();
    await mesh.clock.advance(30_000);
    await stopped;
  });

  it('forgets what a peer claimed that is gone', async () => {
    const { mesh, head } = await watched();
    mesh.node('liar').net.send(peerOf('reader'), { type: 'head', head: { ...garbage(head, 1_000_000), docket: null } });
    mesh.net.alter = () => undefined;
    mesh.net.serve(
      peerOf('liar'),
      altered(mesh.node('liar').driver, {
        dockets: async function* () {
          await new Promise<void>((resolve) => mesh.clock.setTimer(resolve, 10_000));
        },
      }),
    );
    await mesh.clock.advance(100);
    mesh.isolate('liar');
    await mesh.clock.advance(60_000);
    expect(mesh.node('reader').surface.replica(REGISTER_ID)).to.include({ state: 'synced', targetHeight: 3 });
    expect(mesh.node('reader').world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    await mesh.stop();
  });

  it('blames for another docket at a sealed height whose certificate does not hold, and for a head that contradicts itself', async () => {
    const { mesh, head } = await watched();
    const { net } = mesh.node('liar');
    const timestampMs = head.header.timestampMs + 1;
    const other = garbage({ ...head, header: { ...head.header, timestampMs } }, 2);
    net.send(peerOf('reader'), { type: 'head', head: { ...other, docket: null } });
    await mesh.clock.advance(1000);
    expect(mesh.net.blames, 'on another branch it may hold').to.deep.equal([]);
    const prevHash = (await mesh.chain('one'))[1]!.docket.hash;
    const forged = garbage({ ...head, header: { ...head.header, timestampMs, prevHash } }, 2);
    net.send(peerOf('reader'), { type: 'head', head: { ...forged, docket: null } });
    await mesh.clock.advance(1000);
    expect(mesh.net.blames.map(({ peerId, offence }) => [peerId, offence])).to.deep.equal([
      [peerOf('liar'), 'invalid-signature'],
    ]);
    net.send(peerOf('reader'), { type: 'head', head: { ...head, registerId: idOf(3) } });
    await mesh.clock.advance(1000);
    expect(mesh.net.blames.at(-1)).to.include({ peerId: peerOf('liar'), offence: 'protocol' });
    expect(mesh.node('reader').world.ledger.register(REGISTER_ID)).to.include({ status: 'ONLINE' });
    expect(mesh.height('reader')).to.equal(3);
    await mesh.stop();
  });

  it('takes frames of validators from validators only', async () => {
    const { mesh } = await watched();
    const { net } = mesh.node('liar');
    const sealed = (await mesh.chain('one'))[2]!;
    const spoiled = { ...sealed.docket, hash: 'ab'.repeat(32) };
    // Anybody who holds a docket may have been asked for it; only a member prepares one.
    const messages = [{ type: 'decided', ...sealed } as const, { type: 'prepared', ...sealed } as const];
    for (const message of messages) net.send(peerOf('one'), { type: 'consensus', registerId: REGISTER_ID, message });
    net.send(peerOf('one'), { type: 'body', registerId: REGISTER_ID, docket: spoiled });
    await mesh.clock.advance(10);
    await mesh.clock.advance(10);
    net.send(peerOf('one'), { type: 'digest', buckets: new Uint8Array(8192).fill(9) });
    await mesh.clock.advance(1000);
    expect(mesh.net.blames.map(({ by, peerId, offence }) => [by, peerId, offence])).to.deep.equal([
      [peerOf('one'), peerOf('liar'), 'protocol'],
    ]);
    await mesh.stop();
  });
});
