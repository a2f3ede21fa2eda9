// Several streams of one peer: it is linked once and unlinked once, and the sender is told when one of them ends
// with what waited on it.
import { expect } from 'chai';
import type { NodeDescriptor, Peer } from '../../../../../core/mesh/types.js';
import { PeerLinks } from '../../../../../node/network/links/links.js';
import type { FrameStream } from '../../../../../node/network/transport/stream.js';
import { QUIET } from '../../../../support/node/ledger-world.js';

const PEER: Peer = { peerId: 'a', orgId: 'org', consensusKey: '', standing: 'member', bootId: 'first' };

function scene() {
  const told: string[] = [];
  const asked: number[] = [];
  let answer: (isThere: boolean) => void = () => undefined;
  const links = new PeerLinks({
    log: QUIET,
    isThere: (streams) => {
      asked.push(streams.length);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
    onLinked: ({ peerId }) => void told.push(`linked ${peerId}`),
    onReplaced: ({ peerId }) => void told.push(`replaced ${peerId}`),
    onUnlinked: (peerId) => void told.push(`unlinked ${peerId}`),
  });
  const join = (side: 'in' | 'out', bootId = 'first') => {
    const stream = {
      queued: 0,
      send: () => true,
      close: () => links.leave(side, 'a', stream),
    } as unknown as FrameStream;
    links.join(side, { peer: { ...PEER, bootId }, descriptor: {} as NodeDescriptor }, stream);
    return stream;
  };
  return { told, links, join, asked, answer: (isThere: boolean) => answer(isThere) };
}

describe('node/network/links/links', () => {
  it('tells when one of several streams ends, and only then', () => {
    const { told, join } = scene();
    const [first, second] = [join('out'), join('in')];
    expect(told).to.deep.equal(['linked a']);
    first.close();
    expect(told).to.deep.equal(['linked a', 'replaced a']);
    first.close();
    expect(told).to.have.length(2);
    second.close();
    expect(told).to.deep.equal(['linked a', 'replaced a', 'unlinked a']);
  });

  it('replaces nothing when all streams of a peer are closed', () => {
    const { told, links, join } = scene();
    for (const side of ['out', 'in', 'in'] as const) join(side);
    links.close('a');
    expect(told).to.deep.equal(['linked a', 'unlinked a']);
  });

  const RETURNED: Peer = { ...PEER, bootId: 'second' };

  it('keeps the process that answers when another one comes with its keys', async () => {
    const { told, links, join, asked, answer } = scene();
    for (const side of ['out', 'in'] as const) join(side);
    expect(links.isContested(PEER)).to.equal(false);
    expect(links.isContested(RETURNED)).to.equal(true);
    const contests = [links.contest(RETURNED), links.contest(RETURNED)];
    answer(true);
    await Promise.all(contests);
    expect(asked, 'once, on every stream').to.deep.equal([2]);
    expect(links.isContested(RETURNED)).to.equal(true);
    expect(told).to.deep.equal(['linked a']);
  });

  it('drops the streams of a process that does not answer, and takes the one that came', async () => {
    const { told, links, join, answer } = scene();
    for (const side of ['out', 'in'] as const) join(side);
    const contest = links.contest(RETURNED);
    answer(false);
    await contest;
    expect(links.isContested(RETURNED)).to.equal(false);
    expect(told).to.deep.equal(['linked a', 'unlinked a']);
    join('in', 'second');
    expect(links.peer('a')?.bootId).to.equal('second');
  });

  it('touches no peer that linked while it was asked', async () => {
    const { told, links, join, answer } = scene();
    const old = join('in');
    const contest = links.contest(RETURNED);
    old.close();
    join('in', 'third');
    answer(false);
    await contest;
    expect(links.peer('a')?.bootId).to.equal('third');
    expect(told).to.deep.equal(['linked a', 'unlinked a', 'linked a']);
    expect(links.isContested(RETURNED)).to.equal(true);
  });
});
