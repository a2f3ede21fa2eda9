// Frames of peers above their budget: they are dropped, and blamed only when they are more than any pause explains.
import { expect } from 'chai';
import { PeerBook } from '../../../../../actors/mesh/peers/peer-book.js';
import type { Frame } from '../../../../../core/mesh/frames.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import { Frames } from '../../../../../node/network/links/frames.js';
import { TransactionCache } from '../../../../../node/network/links/transaction-cache.js';
import { QUEUE_FRAMES_MAX } from '../../../../../node/network/transport/stream.js';
import { encodeFrame, type LinkFrame } from '../../../../../proto/codec/frame.js';
import { memoryKv } from '../../../../../storage/engine/memory.js';
import { PeerStore } from '../../../../../storage/tables/node/peers.js';
import { DESCRIPTOR_NOW, descriptorOf } from '../../../../support/mesh/descriptor.js';
import { straightLanes } from '../../../../support/mesh/straight-lanes.js';
import { QUIET, REGISTER_ID } from '../../../../support/node/ledger-world.js';

const HASH = 'ab'.repeat(32);
const LIES = { registerId: REGISTER_ID, genesisHash: HASH, height: 1, round: 1, rosterHash: HASH, voter: HASH };
const change = { ...LIES, preparedRound: -1, preparedHash: null, signature: 'cd'.repeat(64) };
const CHANGE: Frame = {
  ...{ type: 'consensus', registerId: REGISTER_ID },
  message: { type: 'round-change', change, prepared: null, busy: true },
};
const QUESTION: Frame = { type: 'want-docket', registerId: REGISTER_ID, height: 1 };

function scene() {
  const descriptor = descriptorOf('a');
  const { peerId, orgId } = descriptor;
  const offences: string[] = [];
  let nowMs = DESCRIPTOR_NOW;
  let delivered = 0;
  let wanted = 0;
  const clock = { now: () => nowMs, steady: () => nowMs, setTimer: () => ({ cancel: () => undefined }) };
  const book = new PeerBook(
    {
      ...{ clock, log: QUIET, journal: { commit: async () => undefined }, peers: new PeerStore(memoryKv()) },
      random: { number: () => 0.5, bytes: (length) => new Uint8Array(length) },
      metrics: { offence: (offence) => void offences.push(offence), onBanned: () => undefined },
    },
    { selfPeerId: 'self', admission: 'org', allowedPeers: [], isRosterMember: () => true },
  );
  book.learn(descriptor, { isSeed: false });
  book.admit(peerId, 'trusted');
  const frames = new Frames({
    ...{ clock, log: QUIET, book, transactions: new TransactionCache(), metrics: null },
    service: () => ({ frame: () => void delivered++ }),
    ...{ ...straightLanes(() => true), isLinked: () => true, queuedBytes: () => 0 },
    takeDescriptor: () => true,
    onWanted: () => void wanted++,
  });
  const peer: Peer = { peerId, orgId, consensusKey: '', standing: 'member', bootId: 'first' };
  const send = (frame: LinkFrame, count: number) => {
    const bytes = Buffer.from(encodeFrame(frame));
    for (let i = 0; i < count; i++) frames.onReceived(peer, bytes);
  };
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { offences, send, wait, delivered: () => delivered, wanted: () => wanted };
}

describe('node/network/links/frames', () => {
  it('takes from a member what a full queue holds after a pause', () => {
    const { offences, send, delivered } = scene();
    send(QUESTION, QUEUE_FRAMES_MAX);
    expect([delivered(), offences]).to.deep.equal([QUEUE_FRAMES_MAX, []]);
  });

  it('blames a member for a flood while it lasts, once a second', () => {
    const { offences, send, wait, delivered } = scene();
    for (let second = 0; second < 3; second++) {
      send(CHANGE, 2000);
      wait(1000);
    }
    expect(offences).to.deep.equal(['flood', 'flood', 'flood']);
    expect(delivered()).to.be.at.most(60);
  });

  it('blames no peer for a burst above a budget, however often', () => {
    const { offences, send, wait } = scene();
    for (let second = 0; second < 20; second++) {
      send(CHANGE, 500);
      wait(1000);
    }
    expect(offences).to.deep.equal([]);
  });

  it('hears what chunks a member wants as often as that could be called, and drops the rest', () => {
    const { offences, send, wanted, delivered } = scene();
    send({ type: 'want-chunk', ask: { registerId: REGISTER_ID, txId: HASH, hash: HASH } }, 900);
    expect(wanted()).to.be.within(100, 899);
    expect([delivered(), offences]).to.deep.equal([0, []]);
  });
});
