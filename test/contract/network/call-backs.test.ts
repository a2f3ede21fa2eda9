// Chunks of files of a node that no peer can call: asked for over the link that it dialled, and brought by a call of
// its own.
import { expect } from 'chai';
import { issue } from '../../../core/base/issue.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../core/base/limits/ledger/disclosure.js';
import { FILE_ANSWERS_PEER_MAX } from '../../../core/base/limits/node/files.js';
import { fail } from '../../../core/base/result.js';
import { CHUNK_OVERHEAD_BYTES } from '../../../core/envelope/files.js';
import type { ChunkAsk } from '../../../core/mesh/frames.js';
import { encodeChunkGift } from '../../../proto/codec/file-chunk.js';
import { PeerMeshService } from '../../../proto/gen/peer/v1/peer.js';
import { issueOf } from '../../support/base/results.js';
import { channelOf, type Member, type MemberGiven, NetworkWorld, until } from '../../support/mesh/networks.js';
import { REGISTER } from '../../support/register/a-chain.js';

/** No process listens there. */
const NOWHERE = '127.0.0.1:9';
const reasonOf = (error: { readonly reason?: string }) => error.reason;
const askOf = (byte: string): ChunkAsk => ({ registerId: REGISTER, txId: 'ab'.repeat(32), hash: byte.repeat(32) });

describe('chunks of a node that cannot be called', () => {
  const world = new NetworkWorld();

  async function pair(chunk: NonNullable<MemberGiven['service']>['chunk']) {
    const asker = await world.started({});
    const hidden = await world.started({
      ...{ seeds: [asker.network.address], advertise: [NOWHERE] },
      service: { ...(chunk && { chunk }) },
    });
    await until(() => asker.linked.length === 1 && hidden.network.link(asker.peerId).state === 'up');
    return { asker, hidden };
  }

  it('are brought whole, or why there is none, and told from each other', async () => {
    const bytes = Buffer.alloc(FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES, 7);
    const froms = new Set<string>();
    const { asker, hidden } = await pair(async (from, { hash }) => {
      froms.add(from.peerId);
      return hash === askOf('cd').hash ? bytes : fail(issue('FILE_CHUNK_UNAVAILABLE', '', 'Not here.'));
    });
    const asked = (byte: string) => asker.network.chunk(hidden.peerId, askOf(byte));
    const [found, none] = await Promise.all([asked('cd'), asked('ef')]);
    expect(bytes.equals(found as Uint8Array)).to.equal(true);
    expect(issueOf(none)).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
    expect([...froms]).to.deep.equal([asker.peerId]);
    expect(bytes.equals((await asked('cd')) as Uint8Array)).to.equal(true);
  });

  it('are given few at a time: the others are told to come back', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = 0;
    const { asker, hidden } = await pair(async () => {
      begun++;
      await held;
      return Buffer.from('sealed');
    });
    const running = Array.from({ length: FILE_ANSWERS_PEER_MAX }, (_, i) =>
      asker.network.chunk(hidden.peerId, askOf(`a${i}`)),
    );
    await until(() => begun === FILE_ANSWERS_PEER_MAX);
    expect(issueOf(await asker.network.chunk(hidden.peerId, askOf('ff')))).to.deep.include({
      code: 'NODE_UNAVAILABLE',
    });
    release();
    for (const found of await Promise.all(running)) expect(String(Buffer.from(found as Uint8Array))).to.equal('sealed');
  });

  it('are waited for as long as the link lasts, and no longer', async () => {
    let asked = 0;
    const { asker, hidden } = await pair(() => {
      asked++;
      return new Promise(() => undefined);
    });
    const waiting = asker.network.chunk(hidden.peerId, askOf('cd')).catch(reasonOf);
    await until(() => asked === 1);
    await hidden.network.stop();
    expect(await waiting).to.equal('broken');
    await until(() => asker.network.peer(hidden.peerId) === undefined);
    expect(await asker.network.chunk(hidden.peerId, askOf('cd')).catch(reasonOf)).to.equal('not-connected');
  });

  it('are dropped when no part wants them, and malformed ones are blamed on the peer that brings them', async () => {
    const { asker, hidden } = await pair(async () => Buffer.from('sealed'));
    const channel = channelOf(hidden.identity, asker.network.address);
    const give = (request: Uint8Array) => channel.unary(PeerMeshService.giveFileChunk, request, 5000);
    const gift = { ask: askOf('cd'), answer: { type: 'chunk', chunk: Buffer.from('unwanted') } } as const;
    expect((await give(encodeChunkGift(gift))).length).to.equal(0);
    const score = (of: Member) =>
      asker.book.view(of.peerId, { ...asker.network.link(of.peerId), advertised: [] })?.score ?? 0;
    expect(score(hidden)).to.equal(0);
    await give(Buffer.from([0x0a, 0x01, 0xff])).then(
      () => expect.fail('it was taken'),
      () => undefined,
    );
    expect(score(hidden)).to.be.below(0);
    channel.close();
  });
});
