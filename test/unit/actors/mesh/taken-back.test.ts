// A member of three whose register a restore took back: it is closed until it has every docket that it had, and votes
// on none of them again. It is ONLINE as soon as it has them all.
import { expect } from 'chai';
import { issue } from '../../../../core/base/issue.js';
import { fail } from '../../../../core/base/result.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import { awaitedText } from '../../../../storage/backup/take-back.js';
import { recordOp } from '../../../../storage/chain/registers.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { type MemoryKv, memoryKv } from '../../../../storage/engine/memory.js';
import { regKey } from '../../../../storage/keys/chain-keys.js';
import { resealingOp } from '../../../../storage/repair/reseal-note.js';
import { MeshWorld, peerOf } from '../../../support/mesh/mesh-world.js';
import { REGISTER_ID } from '../../../support/node/ledger-world.js';

const NAMES = ['one', 'two', 'three'];
const EVERY_KEY = { gte: Uint8Array.of(0), lt: Uint8Array.of(0xff) };

async function rowsOf(kv: MemoryKv): Promise<KvOp[]> {
  const ops: KvOp[] = [];
  for await (const [key, value] of kv.range(EVERY_KEY)) ops.push({ key, value });
  return ops;
}

interface Back {
  readonly mesh: MeshWorld;
  readonly pin: string;
  readonly height: number;
  readonly kv: MemoryKv;
  /** What `one` sent to `three` about dockets above docket 1. */
  readonly told: readonly Told[];
}

type Told = Extract<Frame, { type: 'consensus' }>;

/** `two` is away, and the disk of `three` is the one that a restore of its last state to docket 1 leaves. */
async function takenBack(): Promise<Back> {
  const mesh = await MeshWorld.of(...NAMES);
  const pin = await mesh.found(NAMES);
  const low = await rowsOf(mesh.node('three').kv);
  const toHeight = mesh.height('three');
  const told: Told[] = [];
  mesh.net.alter = (from, to, frame) => {
    if (frame.type === 'consensus' && from === peerOf('one') && to === peerOf('three')) told.push(frame);
    return frame;
  };
  for (let i = 0; i < 4; i++) {
    await mesh.submit('one', mesh.action('one', pin, i));
    await mesh.clock.advance(500);
  }
  const height = mesh.height('three');
  const { kv: last, world } = mesh.node('three');
  const record = world.registers.byId(REGISTER_ID)!;
  const { reg } = record;
  for (const name of ['two', 'three']) await mesh.crash(name);
  const votes = (['consensus', 'undecided', 'candidates'] as const).map((row) => regKey(row, reg));
  const damage = awaitedText(toHeight, height);
  const kv = memoryKv();
  await kv.write([
    ...low,
    ...votes.map((key) => ({ key, value: last.getSync(key) })),
    resealingOp(reg, { targetHeight: height, isCleared: true, isTakenBack: true }),
    recordOp({ ...record, damage, status: 'RECOVERY', statusReason: damage }),
  ]);
  mesh.net.alter = undefined;
  return { mesh, pin, height, kv, told };
}

/** The node of that name shows no docket to a peer before `untilMs`. */
function withhold(mesh: MeshWorld, name: string, untilMs: number): void {
  const { driver } = mesh.node(name);
  const dockets = driver.dockets.bind(driver);
  driver.dockets = (peer, range) =>
    mesh.clock.now() < untilMs ? fail(issue('REGISTER_OFFLINE', '', 'Not yet.')) : dockets(peer, range);
}

describe('a register that a restore took back', () => {
  it('is ONLINE as soon as it has what it had, also where its peer told its head while the register was closed', async () => {
    const { mesh, pin, height, kv } = await takenBack();
    withhold(mesh, 'one', mesh.clock.now() + 3000);
    await mesh.restart('three', { kv });
    const { ledger } = mesh.node('three').world;
    await mesh.clock.advance(2000);
    expect([ledger.register(REGISTER_ID)?.status, mesh.height('three')]).to.deep.equal(['RECOVERY', 1]);
    // The next comparison of heads is a minute away.
    await mesh.clock.advance(10_000);
    expect([ledger.register(REGISTER_ID)?.status, mesh.height('three')]).to.deep.equal(['ONLINE', height]);
    expect(ledger.register(REGISTER_ID)).to.not.have.property('statusReason');
    await mesh.submit('three', mesh.action('three', pin, 9));
    await mesh.clock.advance(30_000);
    expect(mesh.height('three')).to.equal(height + 1);
    await mesh.stop();
  }).timeout(60_000);

  it('votes on nothing, also on what it voted on before, until it is as high as its vote memory', async () => {
    const { mesh, pin, height, kv, told } = await takenBack();
    const shownMs = mesh.clock.now() + 20_000;
    withhold(mesh, 'one', shownMs);
    const sent: number[] = [];
    mesh.net.alter = (from, _to, frame) => {
      if (frame.type === 'consensus' && from === peerOf('three')) sent.push(mesh.clock.now());
      return frame;
    };
    await mesh.restart('three', { kv });
    const { driver } = mesh.node('three');
    const one = mesh.node('one').net.self;
    expect(new Set(told.map(({ message }) => message.type))).to.include('proposal');
    for (const frame of told) {
      driver.frame(one, frame);
      await mesh.clock.settle();
    }
    await mesh.submit('one', mesh.action('one', pin, 9));
    await mesh.clock.advance(shownMs - mesh.clock.now() - 1);
    expect([mesh.height('one'), mesh.height('three'), sent]).to.deep.equal([height, 1, []]);
    await mesh.clock.advance(60_000);
    expect([mesh.height('one'), mesh.height('three')]).to.deep.equal([height + 1, height + 1]);
    expect(sent.length).to.be.above(0);
    expect(await mesh.chain('three')).to.deep.equal(await mesh.chain('one'));
    await mesh.stop();
  }).timeout(60_000);
});
