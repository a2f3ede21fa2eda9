// The calls between nodes: answers come back as they were given, ranges flow at the pace of their consumer, and
// failures have a reason.
import { expect } from 'chai';
import { issue } from '../../../core/base/issue.js';
import { FILE_CHUNK_BYTES_MAX } from '../../../core/base/limits/ledger/disclosure.js';
import { FILE_ANSWERS_PEER_MAX } from '../../../core/base/limits/node/files.js';
import { LINK_WINDOW_BYTES } from '../../../core/base/limits/node/replication.js';
import { fail, isFailure } from '../../../core/base/result.js';
import type { Vote } from '../../../core/consensus/types.js';
import { CHUNK_OVERHEAD_BYTES } from '../../../core/envelope/files.js';
import { isReadAsSealed } from '../../../core/kinds/as-sealed.js';
import { FAILURES_IN_A_ROW } from '../../../core/mesh/breaker.js';
import type { Advert } from '../../../core/mesh/frames.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { CALLS_MAX } from '../../../node/network/transport/gate.js';
import { encodeChunkGift } from '../../../proto/codec/file-chunk.js';
import { encodeGenesisAsk } from '../../../proto/codec/submit.js';
import { decodeHealth, decodeVoteAnswer, encodeSealedAsk, encodeVoteAsk } from '../../../proto/codec/validator.js';
import { PeerMeshService } from '../../../proto/gen/peer/v1/peer.js';
import { ValidatorServiceService } from '../../../proto/gen/validator/v1/validator.js';
import { issueOf } from '../../support/base/results.js';
import {
  channelOf,
  type Member,
  type MemberGiven,
  NetworkWorld,
  stillness,
  until,
} from '../../support/mesh/networks.js';
import { aChain, aTransaction, REGISTER } from '../../support/register/a-chain.js';

const range = { registerId: REGISTER, fromHeight: 0, toHeight: 255, bytesMax: 4 << 20 };
const reasonOf = (error: { readonly reason?: string }) => error.reason;

/** What a node charges for bytes that are offered to it, until the budget is said to be spent. */
function billed({ book }: Member) {
  const bill = { paid: [] as number[], isSpent: false };
  const takes = book.takes.bind(book);
  book.takes = (peerId, budget, amount) => {
    if (budget !== 'offer-bytes') return takes(peerId, budget, amount);
    bill.paid.push(amount);
    return !bill.isSpent && takes(peerId, budget, amount);
  };
  return bill;
}

async function collect(dockets: AsyncIterable<SealedDocket>): Promise<SealedDocket[]> {
  const out: SealedDocket[] = [];
  for await (const sealed of dockets) out.push(sealed);
  return out;
}

describe('node/network/calls/asks', () => {
  const chain = aChain(5, 3).map(({ sealed }) => sealed);
  const world = new NetworkWorld();

  async function pair(service: MemberGiven['service']): Promise<{ readonly asked: Member; readonly asker: Member }> {
    const asked = await world.started({ ...(service && { service }) });
    const asker = await world.started({ seeds: [asked.network.address] });
    await until(() => asker.network.link(asked.peerId).state === 'up' && asker.linked.length === 1);
    return { asked, asker };
  }

  it('reads a range of dockets in order, as they were sealed', async () => {
    const { asked, asker } = await pair({
      dockets: async function* () {
        yield* chain;
      },
    });
    expect(await collect(asker.network.dockets(asked.peerId, range))).to.deep.equal(chain);
    const certified = await collect(asker.network.dockets(asked.peerId, range, { mode: 'certified' }));
    const read = certified.flatMap(({ docket }) => docket.transactions);
    expect(read.every(isReadAsSealed)).to.equal(true);
    expect(read.map(({ txId, payload }) => ({ txId, payload }))).to.deep.equal(
      chain.flatMap(({ docket }) => docket.transactions.map(({ txId, payload }) => ({ txId, payload }))),
    );
    expect(asker.book.view(asked.peerId, { ...asker.network.link(asked.peerId), advertised: [] })?.requests).to.include(
      { succeeded: 2 },
    );
  });

  it('gives a chunk of a file of the largest size whole, and few at a time', async () => {
    const bytes = Buffer.alloc(FILE_CHUNK_BYTES_MAX + CHUNK_OVERHEAD_BYTES, 7);
    const ask = { registerId: REGISTER, txId: 'ab'.repeat(32), hash: 'cd'.repeat(32) };
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen: unknown[] = [];
    const { asked, asker } = await pair({
      chunk: async (_, given) => {
        seen.push(given);
        await held;
        return given.hash === ask.hash ? bytes : fail(issue('FILE_CHUNK_UNAVAILABLE', '', 'Not here.'));
      },
    });
    const running = Array.from({ length: FILE_ANSWERS_PEER_MAX }, () => asker.network.chunk(asked.peerId, ask));
    await until(() => seen.length === FILE_ANSWERS_PEER_MAX);
    const more = await asker.network.chunk(asked.peerId, ask).catch(reasonOf);
    expect(more).to.equal('refused');
    release();
    for (const found of await Promise.all(running)) expect(bytes.equals(found as Uint8Array)).to.equal(true);
    expect(seen[0]).to.deep.equal(ask);
    const none = await asker.network.chunk(asked.peerId, { ...ask, hash: 'ef'.repeat(32) });
    expect(issueOf(none)).to.deep.include({ code: 'FILE_CHUNK_UNAVAILABLE' });
  });

  it('takes no chunk that is larger than one can be, and blames who sends it', async () => {
    const { asked, asker } = await pair({ chunk: async () => Buffer.alloc(FILE_CHUNK_BYTES_MAX + 64 * 1024) });
    const ask = { registerId: REGISTER, txId: 'ab'.repeat(32), hash: 'cd'.repeat(32) };
    expect(await asker.network.chunk(asked.peerId, ask).catch(reasonOf)).to.equal('malformed');
    expect(asker.book.view(asked.peerId, { ...asker.network.link(asked.peerId), advertised: [] })?.score).to.be.below(
      0,
    );
  });

  it('stops the range at its source when the consumer has enough, without running ahead', async () => {
    let produced = 0;
    let closed = false;
    const big = aChain(1, 64)[0]!.sealed;
    const bytes = big.docket.transactions.reduce((sum, tx) => sum + tx.bytes.length, 0);
    const { asked, asker } = await pair({
      dockets: async function* () {
        try {
          for (;;) {
            produced += 1;
            yield big;
          }
        } finally {
          closed = true;
        }
      },
    });
    let read = 0;
    for await (const sealed of asker.network.dockets(asked.peerId, range)) {
      expect(sealed).to.deep.equal(big);
      if (read === 0) await stillness(() => produced);
      if (++read === 5) break;
    }
    await until(() => closed);
    // A window, and what both ends hold beside it.
    expect(produced * bytes).to.be.below(LINK_WINDOW_BYTES * 1.5);
  });

  it('cuts off a peer that sends more of a range than was asked', async () => {
    const fat = aTransaction({ n: 1, payloadBytes: 3 << 20 });
    const { docket, certificate } = chain[0]!;
    const heavy = { docket: { ...docket, transactions: [fat] }, certificate };
    const { asked, asker } = await pair({
      dockets: async function* () {
        for (;;) yield heavy;
      },
    });
    const failure = await collect(asker.network.dockets(asked.peerId, { ...range, bytesMax: 1 << 20 })).catch((e) => e);
    expect(reasonOf(failure)).to.equal('malformed');
    expect(asker.book.score(asked.peerId)).to.be.below(-19);
  });

  it('lets a peer alone that keeps giving less than it claimed, and not one that was stopped', async () => {
    const { asked, asker } = await pair({
      dockets: (_, { fromHeight }) => {
        if (fromHeight === 1) return fail(issue('REGISTER_NOT_FOUND', '', 'No such register.'));
        return (async function* () {
          yield* chain;
        })();
      },
    });
    const isShort = (isOver: boolean) => isOver;
    for (let i = 0; i < FAILURES_IN_A_ROW; i++) {
      const [first] = chain;
      for await (const sealed of asker.network.dockets(asked.peerId, range, { isShort })) {
        expect(sealed).to.deep.equal(first);
        break;
      }
    }
    const ask = (fromHeight: number) =>
      collect(asker.network.dockets(asked.peerId, { ...range, fromHeight }, { isShort })).then(
        (dockets) => dockets.length,
        reasonOf,
      );
    const ends = [];
    for (let i = 0; i < FAILURES_IN_A_ROW; i++) ends.push(await ask(i % 2));
    expect(ends).to.deep.equal([5, 'refused', 5, 'refused', 5]);
    expect(await ask(0), 'nothing goes out').to.equal('refused');
    expect(asker.book.view(asked.peerId, { ...asker.network.link(asked.peerId), advertised: [] })).to.include({
      breaker: 'open',
    });
  });

  it('says that a range is refused, allows five at a time, and none ahead of its turn that takes their room', async () => {
    let open = 0;
    const { asked, asker } = await pair({
      dockets: (_, { fromHeight }) => {
        if (fromHeight === 1) return fail(issue('REGISTER_NOT_FOUND', '', 'No such register.'));
        return (async function* () {
          open += 1;
          yield chain[0]!;
          await new Promise(() => undefined);
        })();
      },
    });
    const refused = await collect(asker.network.dockets(asked.peerId, { ...range, fromHeight: 1 })).catch((e) => e);
    expect(reasonOf(refused)).to.equal('refused');
    const begin = (isAhead: boolean) => asker.network.dockets(asked.peerId, range, { isAhead })[Symbol.asyncIterator]();
    const running = [false, true, true, false, false, false, false].map(begin);
    let first = '';
    for (const each of running) first += (await Promise.allSettled([each.next()]))[0]!.status[0];
    expect([first, open]).to.deep.equal(['ffrfffr', 5]);
    await Promise.all(running.map((one) => one.return?.()));
  });

  it('asks for heads, adverts of many pages, submissions and attestations', async () => {
    const { docket, certificate } = chain[4]!;
    const head = { registerId: REGISTER, header: docket.header, certificate, docket };
    const adverts: Advert[] = Array.from({ length: 450 }, (_, n) => ({
      ...{ registerId: `01234567-89ab-4def-8123-${String(n).padStart(12, '0')}`, genesisHash: 'ab'.repeat(32) },
      ...{ name: `r${n}`, description: '', height: n, isFullReplica: true, isPublic: n % 2 === 0 },
    }));
    const asks: unknown[] = [];
    const { asked, asker } = await pair({
      heads: async (_, which) => {
        asks.push(which);
        return [head];
      },
      adverts: () => [...adverts].reverse(),
      attest: async (from) => (from.standing === 'member' ? 'ef'.repeat(64) : fail(issue('FORBIDDEN', '', 'No.'))),
      submit: async (from, ask) => {
        asks.push(from.peerId, ask.durable, ask.transactions.length);
        return ask.transactions.map(({ txId }) => ({ txId, status: 'sealed', height: 1, index: 2 }));
      },
    });
    const { peerId } = asked;
    expect(await asker.network.heads(peerId, { bucket: 9 })).to.deep.equal([head]);
    expect(await asker.network.adverts(peerId)).to.deep.equal(adverts);
    expect(await asker.network.attest(peerId, chain[0]!.docket)).to.equal('ef'.repeat(64));
    const transactions = [aTransaction({ n: 1 }), aTransaction({ n: 2 })];
    expect(await asker.network.submit(peerId, { registerId: REGISTER, transactions, durable: true })).to.deep.equal(
      transactions.map(({ txId }) => ({ txId, status: 'sealed', height: 1, index: 2 })),
    );
    expect(asks).to.deep.equal([{ bucket: 9 }, asker.peerId, true, 2]);
  });

  it('lets calls wait for their turn when there are more than a peer takes at once', async () => {
    let running = 0;
    let most = 0;
    const { asked, asker } = await pair({
      heads: async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 100));
        running -= 1;
        return [];
      },
    });
    // As many as the budget of heads pays for at once.
    const calls = Array.from({ length: 90 }, () => asker.network.heads(asked.peerId, { registerIds: [REGISTER] }));
    const failed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected');
    expect(failed).to.deep.equal([]);
    expect(most).to.be.within(2, CALLS_MAX);
  });

  it('splits a submission that is larger than a call', async () => {
    const sizes: number[] = [];
    const { asked, asker } = await pair({
      submit: async (_, { transactions }) => {
        sizes.push(transactions.length);
        return transactions.map(({ txId }) => ({ txId, status: 'accepted' }));
      },
    });
    const transactions = Array.from({ length: 5 }, (_, n) => aTransaction({ n, payloadBytes: 400_000 }));
    const answers = await asker.network.submit(asked.peerId, { registerId: REGISTER, transactions, durable: false });
    expect(answers.map(({ txId }) => txId)).to.deep.equal(transactions.map(({ txId }) => txId));
    expect(sizes).to.deep.equal([2, 2, 1]);
  });

  it('says why a call failed: no answer here, and no link', async () => {
    const { asked, asker } = await pair({ heads: () => Promise.reject(new Error('a bug')) });
    const broken = await asker.network.heads(asked.peerId, { bucket: 0 }).catch((e) => e);
    expect(reasonOf(broken)).to.equal('broken');
    expect(asked.errors).to.deep.equal(['A call of a peer failed here.']);
    await asked.stop();
    await until(() => asker.unlinked.length === 1);
    const gone = await asker.network.heads(asked.peerId, { bucket: 0 }).catch((e) => e);
    expect(reasonOf(gone)).to.equal('not-connected');
  });

  it('charges a call that carries a docket by its bytes, and decodes none that is not paid', async () => {
    const answered: string[] = [];
    const { asked, asker } = await pair({
      requestVote: async () => {
        answered.push('requestVote');
        return fail(issue('REGISTER_NOT_FOUND', '', 'No such register.'));
      },
      validateDocket: async () => {
        answered.push('validateDocket');
        return { status: 'behind', height: 0, issues: [] };
      },
      attest: async () => {
        answered.push('attest');
        return 'ef'.repeat(64);
      },
    });
    const { docket: small, certificate } = chain[1]!;
    const thin = { docket: small, certificate };
    const fat = { docket: { ...small, transactions: [aTransaction({ n: 1, payloadBytes: 6000 })] }, certificate };
    const { header, hash } = fat.docket;
    const prepare: Vote = {
      ...{ kind: 'PREPARE', registerId: REGISTER, genesisHash: hash, height: header.height, round: 0 },
      ...{ docketHash: hash, rosterHash: header.rosterHash, voter: header.proposer, approve: true, code: '' },
      signature: 'cd'.repeat(64),
    };
    const calls = ({ docket, certificate }: SealedDocket) => {
      const proposal = { docket, round: 0, prepare, justification: [], prepared: null, parent: certificate };
      const [service, mesh] = [ValidatorServiceService, PeerMeshService];
      return [
        { method: service.requestVote, bytes: encodeVoteAsk({ registerId: REGISTER, proposal }) },
        { method: service.validateDocket, bytes: encodeSealedAsk({ docket, certificate }) },
        { method: mesh.attestGenesis, bytes: encodeGenesisAsk(docket) },
      ].map(({ method, bytes }) => ({ method, bytes: Buffer.from(bytes) }));
    };
    const channel = channelOf(asker.identity, asked.network.address);
    await channel.ready(5000);
    const bill = billed(asked);
    const ask = ({ method, bytes }: ReturnType<typeof calls>[number]) => channel.unary(method, bytes, 5000);
    for (const call of calls(fat)) await ask(call);
    expect(answered.splice(0)).to.deep.equal(['requestVote', 'validateDocket', 'attest']);
    expect(bill.paid.splice(0)).to.deep.equal(calls(fat).map(({ bytes }) => bytes.length));
    bill.isSpent = true;
    for (const call of calls(fat))
      expect(await ask(call).catch(({ message }) => message)).to.equal('refused: The budget for offer-bytes is spent.');
    expect(answered).to.deep.equal([]);
    bill.paid.splice(0);
    for (const call of calls(thin)) await ask(call);
    expect(answered).to.deep.equal(['requestVote', 'validateDocket', 'attest']);
    expect(bill.paid).to.deep.equal([]);
    expect(asked.book.score(asker.peerId)).to.equal(0);
    channel.close();
  });

  it('charges a piece of a file that is brought by its bytes, and decodes none that is not paid', async () => {
    const { asked, asker } = await pair(undefined);
    const channel = channelOf(asker.identity, asked.network.address);
    await channel.ready(5000);
    const bill = billed(asked);
    const ask = { registerId: REGISTER, txId: 'cd'.repeat(32), hash: 'ab'.repeat(32) };
    const give = (size: number) => {
      const bytes = Buffer.from(encodeChunkGift({ ask, answer: { type: 'chunk', chunk: Buffer.alloc(size) } }));
      return channel.unary(PeerMeshService.giveFileChunk, bytes, 5000).then(
        () => bytes.length,
        ({ message }) => message as string,
      );
    };
    const large = await give(FILE_CHUNK_BYTES_MAX);
    expect(bill.paid.splice(0)).to.deep.equal([large]);
    expect(await give(1000)).to.be.above(1000);
    expect(bill.paid).to.deep.equal([]);
    bill.isSpent = true;
    expect(await give(FILE_CHUNK_BYTES_MAX)).to.equal('refused: The budget for offer-bytes is spent.');
    expect(asked.book.score(asker.peerId)).to.equal(0);
    channel.close();
  });

  it('judges the request of a call that asks for nothing in particular as any other', async () => {
    const { asked, asker } = await pair(undefined);
    const channel = channelOf(asker.identity, asked.network.address);
    await channel.ready(5000);
    const sent: readonly (readonly [string, Buffer])[] = [
      [ValidatorServiceService.getHealthStatus.path, Buffer.alloc(5_000_000, 1)],
      [PeerMeshService.exchangePeers.path, Buffer.from('??')],
    ];
    for (const [path, bad] of sent) {
      const ask = (bytes: Buffer) => channel.unary({ path }, bytes, 5000).then(() => 'answered', reasonOf);
      expect(await ask(Buffer.alloc(0))).to.equal('answered');
      // A member of a later version is passed over.
      expect(await ask(Buffer.from([0x08, 0x01]))).to.equal('answered');
      const before = asked.book.score(asker.peerId);
      expect(await ask(bad)).to.equal('malformed');
      expect(asked.book.score(asker.peerId)).to.be.below(before - 15);
    }
    asked.book.takes = () => false;
    for (const [path] of sent) {
      const told = await channel.unary({ path }, Buffer.alloc(0), 5000).catch(({ message }) => message);
      expect(told).to.equal('refused: The budget for heads is spent.');
    }
    channel.close();
  });

  it('serves the calls of the specification to a linked peer', async () => {
    const { asked, asker } = await pair(undefined);
    const channel = channelOf(asker.identity, asked.network.address);
    await channel.ready(5000);
    const health = decodeHealth(await channel.unary(ValidatorServiceService.getHealthStatus, Buffer.alloc(0), 5000));
    expect(isFailure(health)).to.equal(false);
    expect(health).to.include({ status: 'healthy', validatorId: null, lastHeartbeatMs: 1 });
    const garbage = await channel.unary(ValidatorServiceService.requestVote, Buffer.from('??'), 5000).catch((e) => e);
    expect(reasonOf(garbage)).to.equal('malformed');
    expect(asked.book.score(asker.peerId)).to.be.below(-19);
    expect(isFailure(decodeVoteAnswer(Buffer.alloc(0)))).to.equal(true);
    channel.close();
  });
});
