// The way of a vote from the stream of a link to the reducer, counted on real call stacks: a message that looks at the
// stack whenever its type is read says which functions it is passed through. A function that only forwards makes
// the way longer, and this test fail.
import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import { voteDigest } from '../../../../core/consensus/digest.js';
import type { Message } from '../../../../core/consensus/types.js';
import type { Frame } from '../../../../core/mesh/frames.js';
import type { Peer } from '../../../../core/mesh/types.js';
import { rosterHashOf } from '../../../../core/register/roster.js';
import { Frames } from '../../../../node/network/links/frames.js';
import { acceptLink, type LinkPorts } from '../../../../node/network/links/link.js';
import { PeerLinks } from '../../../../node/network/links/links.js';
import { Probes } from '../../../../node/network/links/probe.js';
import { TransactionCache } from '../../../../node/network/links/transaction-cache.js';
import { Complaints } from '../../../../node/network/transport/complaints.js';
import { encodeFrame } from '../../../../proto/codec/frame.js';
import { callsNow, callsTo } from '../../../support/base/call-stacks.js';
import type { VirtualClock } from '../../../support/base/virtual-clock.js';
import { MeshWorld } from '../../../support/mesh/mesh-world.js';
import { straightLanes } from '../../../support/mesh/straight-lanes.js';
import { QUIET, REGISTER_ID } from '../../../support/node/ledger-world.js';

const THREE = ['one', 'two', 'three'];

/** A link that the peer dialled, behind its hello: what it sends comes to `frame`. */
function linkOf(clock: VirtualClock, peer: Peer, frame: (from: Peer, frame: Frame) => void) {
  const ignored = () => undefined;
  const links = new PeerLinks({
    ...{ log: QUIET, onLinked: ignored, onReplaced: ignored, onUnlinked: ignored },
    isThere: async () => true,
  });
  const frames = new Frames({
    ...{ clock, log: QUIET, metrics: null, transactions: new TransactionCache() },
    book: { takes: () => true, takesRoundChange: () => true, blame: ignored, onSeen: ignored },
    ...{ ...straightLanes(() => true), isLinked: () => false, queuedBytes: () => 0 },
    ...{ takeDescriptor: () => false, onWanted: ignored, service: () => ({ frame }) },
  });
  const call = Object.assign(new EventEmitter(), { write: () => true, end: ignored, pause: ignored, resume: ignored });
  const shaken = { peer, descriptor: {} };
  acceptLink({ certified: { peerId: peer.peerId } } as never, call as never, {
    ...{ clock, links, frames, log: QUIET, random: { number: () => 0, bytes: () => new Uint8Array() } },
    ...{ complaints: new Complaints({ clock, log: QUIET }), probes: new Probes(clock) },
    ...{ hello: () => Buffer.alloc(0), greet: () => shaken as unknown as ReturnType<LinkPorts['greet']> },
  });
  call.emit('data', Buffer.from('hello'));
  return { send: (sent: Frame) => void call.emit('data', Buffer.from(encodeFrame(sent))) };
}

describe('the way of a vote', () => {
  it('is at most fifteen calls from the stream of a link to the reducer', async () => {
    const mesh = await MeshWorld.of(...THREE);
    await mesh.found(THREE);
    const { genesisHash, roster, height } = mesh.state('two');
    const { current } = mesh.node('three').keys;
    const vote = {
      ...{ kind: 'PREPARE' as const, registerId: REGISTER_ID, genesisHash, rosterHash: rosterHashOf(roster) },
      ...{ height: height + 1, round: 0, docketHash: 'e'.repeat(64) },
      ...{ voter: current.validatorId, approve: true, code: '' },
    };
    const seen: (readonly string[])[] = [];
    const sent: Message = { type: 'vote', vote: { ...vote, signature: current.sign(voteDigest(vote)) } };
    const watched: Message = {
      get type() {
        seen.push(callsNow());
        return 'vote' as const;
      },
      vote: sent.vote,
    };
    const timers: (readonly string[])[] = [];
    const { setTimer } = mesh.clock;
    mesh.clock.setTimer = (run, delayMs) => {
      timers.push(callsNow());
      return setTimer.call(mesh.clock, run, delayMs);
    };
    const { driver } = mesh.node('two');
    const link = linkOf(mesh.clock, mesh.node('three').net.self, (from, frame) =>
      driver.frame(from, { ...frame, message: watched } as Frame),
    );
    link.send({ type: 'consensus', registerId: REGISTER_ID, message: sent });
    // On its way in, until its signature is verified; behind that, until it waits for its turn; and its turn.
    const known = callsTo(seen, 'ConsensusInbox.receive');
    await mesh.clock.settle();
    const queued = timers.filter((calls) => calls.includes('ConsensusInbox.pass'));
    const turn = callsTo(seen, 'step');
    mesh.clock.setTimer = setTimer;
    await mesh.stop();
    expect(known, 'it comes to the inbox').to.be.greaterThan(0);
    expect(queued.length, 'it is queued').to.equal(1);
    expect(turn, 'it comes to the reducer').to.be.greaterThan(0);
    const verified = 1;
    const all = [known, verified, queued[0]?.length ?? 0, turn];
    expect(
      all.reduce((sum, one) => sum + one, 0),
      all.join(' + '),
    ).to.be.at.most(15);
  });
});
