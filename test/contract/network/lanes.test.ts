// A docket and votes over one link of 1 Mbit/s with 20 ms each way, over real TLS: no vote waits for the docket, which
// comes whole all the same.
import { expect } from 'chai';
import type { Frame } from '../../../core/mesh/frames.js';
import { encodeFrame } from '../../../proto/codec/frame.js';
import { type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { proposalOf } from '../../support/mesh/proposals.js';
import { helloOf, rawLink } from '../../support/mesh/raw-link.js';
import { aTransaction } from '../../support/register/a-chain.js';
import { FaultProxy } from '../../tools/fault-proxy.js';

const MIB = 1024 * 1024;
const HASH = 'ab'.repeat(32);
const THIN = { bytesPerSecond: 125_000, delayMs: 20 };
/** A piece is 25 ms of this link, and 40 ms and a part of the round trip may be under way; then a busy machine. */
const VOTE_MS = 500;

const docketOf = (bytes: number, count: number) =>
  proposalOf(Array.from({ length: count }, (_, n) => aTransaction({ n, payloadBytes: Math.floor(bytes / count) })));

function roundChange(round: number): Frame {
  const registerId = '00000000-0000-4000-8000-000000000001';
  const place = { registerId, genesisHash: HASH, height: 1, round, rosterHash: HASH, voter: HASH };
  const change = { ...place, preparedRound: -1, preparedHash: null, signature: 'cd'.repeat(64) };
  return { type: 'consensus', registerId, message: { type: 'round-change', change, prepared: null, busy: true } };
}

describe('the lanes of a thin link', function () {
  this.timeout(60_000);
  const world = new NetworkWorld();
  const proxies: FaultProxy[] = [];
  afterEach(async () => {
    for (const proxy of proxies.splice(0)) await proxy.close();
  });

  /** `from` dials `to` over a link that becomes thin when it is up. */
  async function pair(): Promise<{ readonly from: Member; readonly to: Member; readonly proxy: FaultProxy }> {
    const to = await world.started();
    const [host, port] = to.network.address.split(':') as [string, string];
    const proxy = await FaultProxy.open({ host, port: Number(port) });
    proxies.push(proxy);
    const from = await world.started({ seeds: [`127.0.0.1:${proxy.port}`] });
    await until(() => from.linked.length === 1 && to.linked.length === 1);
    proxy.set(THIN);
    return { from, to, proxy };
  }

  const isVote = ({ frame }: { readonly frame: Frame }) =>
    frame.type === 'consensus' && frame.message.type === 'round-change';

  it('let votes pass beside a docket of 10 MiB', async () => {
    const { from, to, proxy } = await pair();
    from.network.send(to.peerId, docketOf(10 * MIB - 64 * 1024, 10));
    await until(() => proxy.carriedBytes > 100_000);
    const tookMs: number[] = [];
    for (let round = 1; round <= 5; round++) {
      const sentMs = performance.now();
      from.network.send(to.peerId, roundChange(round));
      await until(() => to.frames.filter(isVote).length === round);
      tookMs.push(performance.now() - sentMs);
    }
    expect(Math.max(...tookMs), tookMs.join(' ')).to.be.below(VOTE_MS);
    expect(to.frames.every(isVote), 'the docket is under way').to.equal(true);
  });

  it('bring a docket in pieces', async () => {
    const { from, to } = await pair();
    const sent = docketOf(200_000, 20);
    from.network.send(to.peerId, sent);
    from.network.send(to.peerId, roundChange(1));
    await until(() => to.frames.length === 2);
    const docketOfFrame = ({ frame }: { readonly frame: Frame }) =>
      frame.type === 'consensus' && frame.message.type === 'proposal' && frame.message.proposal.docket;
    expect(to.frames.map(isVote)).to.eql([true, false]);
    const [, came] = to.frames.map(docketOfFrame);
    expect(came).to.have.property('hash', sent.message.proposal.docket.hash);
    expect([to.dropped, to.errors]).to.eql([[], []]);
  });

  it('take no pieces that hold pieces, or nothing', async () => {
    const to = await world.started();
    const inner = encodeFrame({ type: 'piece', frame: 2, offset: 0, isLast: true, bytes: Buffer.from('x') });
    for (const bytes of [Buffer.from(inner), Buffer.alloc(0)]) {
      const before = to.dropped.length;
      const raw = await rawLink(await world.identity(), to.network.address, (own) => helloOf(own));
      await until(() => raw.got.length === 1);
      raw.call.write(Buffer.from(encodeFrame({ type: 'piece', frame: 1, offset: 0, isLast: true, bytes })));
      await until(() => to.dropped.length > before);
      expect(to.dropped.at(-1)).to.contain('malformed');
      raw.channel.close();
    }
  });

  it('answer a mark with its number', async () => {
    const to = await world.started();
    const raw = await rawLink(await world.identity(), to.network.address, (own) => helloOf(own));
    await until(() => raw.got.length === 1);
    raw.call.write(Buffer.from(encodeFrame({ type: 'mark', id: 7, isAnswer: false })));
    await until(() => raw.got.length === 2);
    expect(raw.got[1]).to.eql(Buffer.from(encodeFrame({ type: 'mark', id: 7, isAnswer: true })));
    raw.channel.close();
  });
});
