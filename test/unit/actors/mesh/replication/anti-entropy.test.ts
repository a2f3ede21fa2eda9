// The digest of heads that two nodes compare: a head is read when it has moved, and not for each peer each minute.
import { expect } from 'chai';
import { announcementHub } from '../../../../../actors/announcements.js';
import type { PeerNet } from '../../../../../actors/mesh/ports.js';
import { AntiEntropy, type AntiEntropyPorts } from '../../../../../actors/mesh/replication/anti-entropy.js';
import { digestOf } from '../../../../../core/mesh/heads-digest.js';
import type { Peer } from '../../../../../core/mesh/types.js';
import { VirtualClock } from '../../../../support/base/virtual-clock.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const MINUTE_MS = 60_000;
const idOf = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
const IDS = Array.from({ length: 100 }, (_, n) => idOf(n));
const hashOf = (height: number) => height.toString(16).padStart(64, '0');

function scene() {
  const clock = new VirtualClock();
  const announcements = announcementHub(QUIET);
  const heights = new Map(IDS.map((id) => [id, 1]));
  const sent: Uint8Array[] = [];
  let reads = 0;
  let asked = 0;
  const net = {
    heads: async () => {
      asked++;
      return [];
    },
    peers: () => ['a', 'b', 'c'].map((peerId) => ({ peerId }) as Peer),
    send: (_: string, frame: { readonly buckets: Uint8Array }) => sent.push(frame.buckets) > 0,
  } as unknown as PeerNet;
  const ports = {
    ...{ clock, announcements, log: QUIET, net: () => net, isShared: () => true, isSeated: () => true },
    random: { number: () => 0.5, bytes: (length: number) => new Uint8Array(length) },
    ledger: {
      registers: () => IDS.map((id) => ({ id })),
      state: (id: string) => {
        reads++;
        return { height: heights.get(id), hash: hashOf(heights.get(id) ?? 0) };
      },
    },
    onHeard: () => true,
    onCompared: () => undefined,
    subscriptions: { repeat: () => undefined, refreshAdverts: async () => undefined },
  } as unknown as AntiEntropyPorts;
  const antiEntropy = new AntiEntropy(ports);
  antiEntropy.start();
  const seal = (id: string) => {
    heights.set(id, 2);
    announcements.announce({
      ...{ type: 'docket-sealed', registerId: id, height: 2, hash: hashOf(2), transactions: [], timestampMs: 1 },
    });
  };
  const digest = () =>
    digestOf(
      IDS.map((registerId) => ({
        registerId,
        height: heights.get(registerId)!,
        hash: hashOf(heights.get(registerId)!),
      })),
    );
  return { clock, antiEntropy, sent, seal, digest, reads: () => reads, asked: () => asked };
}

describe('the digest of heads', () => {
  it('reads each head once for all peers and rounds, and again once it has moved', async () => {
    const { clock, antiEntropy, sent, seal, digest, reads } = scene();
    await clock.advance(3 * MINUTE_MS);
    expect([sent.length, reads()]).to.deep.equal([9, 100]);
    expect(sent.at(-1)).to.deep.equal(digest());
    seal(idOf(7));
    await clock.advance(MINUTE_MS);
    expect([sent.length, reads()]).to.deep.equal([12, 101]);
    expect(sent.at(-1)).to.deep.equal(digest());
    antiEntropy.stop();
  });

  it('reads every head again after ten minutes', async () => {
    const { clock, antiEntropy, reads } = scene();
    await clock.advance(11.5 * MINUTE_MS);
    expect(reads()).to.equal(200);
    antiEntropy.stop();
  });

  it('is compared once a second, and once more where the link comes up again meanwhile', async () => {
    const { clock, antiEntropy, digest, asked } = scene();
    const peer = { peerId: 'a' } as Peer;
    for (let links = 0; links < 2; links++) {
      antiEntropy.onLinked('a');
      expect(antiEntropy.isCompared('a')).to.equal(false);
      await antiEntropy.onHeard(peer, digest());
      expect(antiEntropy.isCompared('a')).to.equal(true);
    }
    const other = new Uint8Array(digest().length);
    await antiEntropy.onHeard(peer, other);
    expect(asked()).to.equal(0);
    await clock.advance(1000);
    await antiEntropy.onHeard(peer, other);
    expect(asked()).to.be.greaterThan(0);
    antiEntropy.stop();
  });

  it('is read and waited for no longer where the clock was set back', async () => {
    const { clock, antiEntropy, reads } = scene();
    clock.setMs = 7 * 24 * 60 * MINUTE_MS;
    antiEntropy.onLinked('a');
    clock.setMs = 0;
    expect(antiEntropy.isCompared('a')).to.equal(false);
    await clock.advance(10_000);
    expect(antiEntropy.isCompared('a')).to.equal(true);
    await clock.advance(11.5 * MINUTE_MS);
    expect(reads()).to.equal(200);
    antiEntropy.stop();
  });
});
