// Round changes of many registers to one peer: those of one moment leave together; each is taken and charged as if it
// had come alone. Thousands of honest ones are not a flood, and a liar gets nothing more for them.
import { expect } from 'chai';
import { PeerBook } from '../../../../../actors/mesh/peers/peer-book.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import type { Certificate } from '../../../../../core/model/register.js';
import { Frames } from '../../../../../node/network/links/frames.js';
import { GATHER_MS } from '../../../../../node/network/links/parcels.js';
import { TransactionCache } from '../../../../../node/network/links/transaction-cache.js';
import { decodeFrame, encodeFrame } from '../../../../../proto/codec/frame.js';
import { BATCH_PARTS_MAX, FRAME_BYTES_MAX } from '../../../../../proto/codec/limits.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { PeerStore } from '../../../../../storage/tables/node/peers.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { DESCRIPTOR_NOW, descriptorOf } from '../../../../support/mesh/descriptor.js';
import { straightLanes } from '../../../../support/mesh/straight-lanes.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const HASH = 'ab'.repeat(32);
const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;

function changeOf(n: number, signers = 0): Frame {
  const registerId = idOf(n);
  const place = { height: 1, rosterHash: HASH };
  const signatures = Array.from({ length: signers }, (_, voterIndex) => ({ voterIndex, signature: 'cd'.repeat(64) }));
  const prepared: Certificate = { kind: 'PREPARE', round: 0, docketHash: HASH, ...place, signatures };
  const value = signers > 0 ? { preparedRound: 0, preparedHash: HASH } : { preparedRound: -1, preparedHash: null };
  const change = {
    registerId,
    genesisHash: HASH,
    ...place,
    round: 1,
    voter: HASH,
    ...value,
    signature: 'cd'.repeat(64),
  };
  const message = { type: 'round-change', change, prepared: signers > 0 ? prepared : null, busy: true } as const;
  return { type: 'consensus', registerId, message };
}

class End {
  readonly clock = new VirtualClock(DESCRIPTOR_NOW);
  readonly out: Buffer[] = [];
  readonly got: Frame[] = [];
  readonly offences: string[] = [];
  readonly frames: Frames;
  readonly from: Peer;
  isBlocked = false;
  isLinked = true;

  constructor() {
    const descriptor = descriptorOf('a');
    const { peerId, orgId } = descriptor;
    const { clock } = this;
    const book = new PeerBook(
      {
        ...{ clock, log: QUIET, journal: { commit: async () => undefined }, peers: new PeerStore(memoryKv()) },
        random: { number: () => 0.5, bytes: (length) => new Uint8Array(length) },
        metrics: { offence: (offence) => void this.offences.push(offence), onBanned: () => undefined },
      },
      { selfPeerId: 'self', admission: 'org', allowedPeers: [], isRosterMember: () => true },
    );
    book.learn(descriptor, { isSeed: false });
    book.admit(peerId, 'trusted');
    this.from = { peerId, orgId, consensusKey: '', standing: 'member', bootId: 'first' };
    this.frames = new Frames({
      ...{ clock, log: QUIET, book, transactions: new TransactionCache(), metrics: null },
      ...straightLanes((_, bytes) => void this.out.push(bytes) === undefined),
      isLinked: () => this.isLinked,
      queuedBytes: () => (this.isBlocked ? 1 : 0),
      service: () => ({ frame: (_, frame) => void this.got.push(frame) }),
      takeDescriptor: () => true,
      onWanted: () => undefined,
    });
  }

  gather(...frames: readonly Frame[]): boolean {
    return frames.map((frame) => this.frames.gather('b', frame)).every(Boolean);
  }

  take(...messages: readonly Buffer[]): void {
    for (const bytes of messages) this.frames.onReceived(this.from, bytes);
  }

  /** The messages that left, as the number of frames in each. */
  get sizes(): readonly (number | string)[] {
    return this.out.map((bytes) => {
      const frame = decodeFrame(bytes);
      if (isFailure(frame)) return frame.issue.code;
      return frame.type === 'batch' ? frame.frames.length : frame.type;
    });
  }
}

const batchOf = (frames: readonly Frame[]) =>
  Buffer.from(encodeFrame({ type: 'batch', frames: frames.map((frame) => encodeFrame(frame)) }));
const many = (count: number, signers = 0) => Array.from({ length: count }, (_, n) => changeOf(n, signers));

describe('round changes of many registers', () => {
  let end: End;
  beforeEach(() => {
    end = new End();
  });

  it('leave at once where nothing else does', async () => {
    end.gather(changeOf(1));
    expect(end.sizes).to.deep.equal(['consensus']);
    await end.clock.advance(GATHER_MS);
    end.gather(changeOf(2));
    expect(end.sizes).to.deep.equal(['consensus', 'consensus']);
  });

  it('leave together where many do, and all of them arrive in their order', async () => {
    const frames = many(2 * BATCH_PARTS_MAX + 10);
    end.gather(...frames);
    await end.clock.advance(GATHER_MS);
    expect(end.sizes).to.deep.equal(['consensus', BATCH_PARTS_MAX, BATCH_PARTS_MAX, 9]);
    end.take(...end.out);
    expect(end.got).to.deep.equal(frames);
    expect(end.offences).to.deep.equal([]);
  });

  it('leave in batches that the other end takes, with certificates of thirty-one', async () => {
    const frames = many(200, 31);
    end.gather(...frames);
    await end.clock.advance(GATHER_MS);
    for (const bytes of end.out) expect(bytes.length).to.be.at.most(FRAME_BYTES_MAX.batch + 5);
    expect(end.out.length).to.be.within(5, 20);
    end.take(...end.out);
    expect(end.got).to.deep.equal(frames);
  });

  it('are not kept for a peer that is not linked', async () => {
    end.isLinked = false;
    end.gather(...many(20));
    await end.clock.advance(GATHER_MS);
    expect(end.sizes).to.deep.equal(new Array(20).fill('consensus'));
  });

  it('wait in one parcel and no more while the peer is slow', async () => {
    end.isBlocked = true;
    expect(end.gather(...many(BATCH_PARTS_MAX))).to.equal(true);
    expect(end.gather(changeOf(999))).to.equal(false);
    await end.clock.advance(1000);
    expect(end.out.length).to.equal(0);
    end.isBlocked = false;
    await end.clock.advance(GATHER_MS);
    expect(end.sizes).to.deep.equal([BATCH_PARTS_MAX]);
    end.isBlocked = true;
    end.gather(changeOf(1));
    end.frames.forget('b');
    end.isBlocked = false;
    await end.clock.advance(1000);
    expect(end.out.length, 'nothing for a peer that is gone').to.equal(1);
  });

  it('of ten thousand registers are no flood', () => {
    const frames = many(10_000);
    for (let at = 0; at < frames.length; at += BATCH_PARTS_MAX)
      end.take(batchOf(frames.slice(at, at + BATCH_PARTS_MAX)));
    expect([end.got.length, end.offences]).to.deep.equal([10_000, []]);
  });

  it('get a liar no more than they would one by one', () => {
    const same = new Array(BATCH_PARTS_MAX).fill(changeOf(1));
    const alone = new End();
    for (let n = 0; n < 8; n++) {
      end.take(batchOf(same));
      alone.take(...same.map((frame) => Buffer.from(encodeFrame(frame))));
    }
    expect(alone.offences).to.deep.equal(['flood']);
    expect([end.got.length, end.offences]).to.deep.equal([alone.got.length, alone.offences]);
    const all = new End();
    for (let n = 0; n < 100; n++) all.take(batchOf(many(BATCH_PARTS_MAX)));
    expect(all.got.length).to.be.at.most(10_000);
    expect(all.offences).to.deep.equal(['flood']);
  });

  it('are refused where they hold no frame, one that does not come first, or another batch', () => {
    const inner = batchOf(many(2));
    end.take(Buffer.from(encodeFrame({ type: 'batch', frames: [] })));
    end.take(Buffer.from(encodeFrame({ type: 'batch', frames: [inner] })));
    end.take(Buffer.from(encodeFrame({ type: 'batch', frames: [encodeFrame({ type: 'probe', isAnswer: false })] })));
    end.take(
      Buffer.from(encodeFrame({ type: 'batch', frames: new Array(BATCH_PARTS_MAX + 1).fill(new Uint8Array()) })),
    );
    expect([end.got.length, end.offences]).to.deep.equal([0, ['protocol', 'protocol', 'protocol', 'oversize']]);
  });
});
