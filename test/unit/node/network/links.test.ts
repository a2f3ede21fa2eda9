// Several streams of one peer: it is linked once and unlinked once, and whoever sends is told when one of them ends with what waited on it.
import { expect } from 'chai';
import type { NodeDescriptor, Peer } from '../../../../core/mesh/types.js';
import { Links } from '../../../../node/network/links.js';
import type { FrameStream } from '../../../../node/network/stream.js';
import { QUIET } from '../../../support/ledger-world.js';

const PEER: Peer = { peerId: 'a', orgId: 'org', consensusKey: '', standing: 'member', bootId: 'first' };

function scene() {
  const told: string[] = [];
  const links = new Links({
    log: QUIET,
    linked: ({ peerId }) => void told.push(`linked ${peerId}`),
    replaced: ({ peerId }) => void told.push(`replaced ${peerId}`),
    unlinked: (peerId) => void told.push(`unlinked ${peerId}`),
  });
  const join = (side: 'in' | 'out') => {
    const stream = {
      queued: 0,
      send: () => true,
      close: () => links.leave(side, 'a', stream),
    } as unknown as FrameStream;
    links.join(side, { peer: PEER, descriptor: {} as NodeDescriptor }, stream);
    return stream;
  };
  return { told, links, join };
}

describe('node/network/links', () => {
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
});
