// Compact proposals over real TLS: between two nodes, and for a program that asks for everything again.
import { expect } from 'chai';
import { isFailure } from '../../../core/base/result.js';
import { FramePieces } from '../../../node/network/links/pieces.js';
import { decodeFrame, encodeFrame } from '../../../proto/codec/frame.js';
import { type Member, NetworkWorld, until } from '../../support/mesh/networks.js';
import { proposalOf } from '../../support/mesh/proposals.js';
import { helloOf, type RawLink, rawLink } from '../../support/mesh/raw-link.js';
import { aTransaction, REGISTER } from '../../support/register/a-chain.js';

const transactions = Array.from({ length: 100 }, (_, n) => aTransaction({ n, payloadBytes: 1000 }));
const offer = { type: 'offer' as const, registerId: REGISTER, transactions };
const proposal = proposalOf(transactions);

/** What came, with pieces put together; it answers marks, as a node does. */
function wholeFrames({ got, call }: RawLink): () => readonly Buffer[] {
  const pieces = new FramePieces();
  const whole: Buffer[] = [];
  let seen = 0;
  return () => {
    for (const bytes of got.slice(seen)) {
      const frame = decodeFrame(bytes);
      const isFrame = !isFailure(frame);
      const part = isFrame && frame.type === 'piece' ? pieces.take(frame) : bytes;
      if (isFrame && frame.type === 'mark') call.write(Buffer.from(encodeFrame({ ...frame, isAnswer: true })));
      else if (typeof part !== 'string') whole.push(part);
    }
    seen = got.length;
    return whole;
  };
}

describe('compact proposals over a link', () => {
  const world = new NetworkWorld();
  const raws: RawLink[] = [];
  afterEach(() => {
    for (const raw of raws.splice(0)) raw.channel.close();
  });

  /** A program that is linked; its first frame is the hello of the node. */
  async function program(member: Member): Promise<RawLink> {
    const raw = await rawLink(await world.identity(), member.network.address, (own) => helloOf(own));
    raws.push(raw);
    await until(() => member.linked.includes(raw.identity.peerId) && raw.got.length === 1);
    return raw;
  }

  it('bring a node what it was offered before, both ways', async () => {
    const a = await world.started();
    const b = await world.started({ seeds: [a.network.address] });
    await until(() => a.linked.length === 1 && b.linked.length === 1);
    a.network.send(b.peerId, offer);
    a.network.send(b.peerId, proposal);
    await until(() => b.frames.length === 2);
    expect(b.frames.map(({ frame }) => frame)).to.deep.equal([offer, proposal]);
    const got = b.frames[0]?.frame;
    if (got?.type !== 'offer') return expect.fail('no offer');
    b.network.send(a.peerId, proposalOf(got.transactions));
    await until(() => a.frames.length === 1);
    expect(a.frames[0]?.frame).to.deep.equal(proposal);
    expect([a.dropped, b.dropped, a.errors, b.errors]).to.deep.equal([[], [], [], []]);
  });

  it('come as a whole when they are asked for, once, and whole from then on', async () => {
    const a = await world.started();
    const raw = await program(a);
    const { peerId } = raw.identity;
    a.network.send(peerId, offer);
    a.network.send(peerId, proposal);
    const whole = wholeFrames(raw);
    await until(() => whole().length === 3);
    expect(whole()[2]!.length).to.be.below(100 * 34 + 2000);
    const thin = decodeFrame(whole()[2]!);
    if (isFailure(thin) || thin.type !== 'thin') return expect.fail('not thin');
    const again = Buffer.from(encodeFrame({ type: 'again', id: thin.id }));
    raw.call.write(again);
    raw.call.write(again);
    await until(() => whole().length === 4 && a.dropped.length === 1);
    expect(decodeFrame(whole()[3]!)).to.deep.equal(proposal);
    expect(a.dropped).to.deep.equal(['in again']);
    a.network.send(peerId, proposalOf(transactions, 1));
    await until(() => whole().length === 5);
    expect(decodeFrame(whole()[4]!)).to.deep.equal(proposalOf(transactions, 1));
  });
});
