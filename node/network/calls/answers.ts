// The answers of this node to the calls of its peers: who asks, whether its budget covers it, the request decoded, the
// service asked, the answer encoded. Rights over registers are the service's to decide; no call is answered to who has
// not proven who it is.
import type { PeerBook } from '../../../actors/mesh/peers/peer-book.js';
import type { PeerService } from '../../../actors/mesh/ports.js';
import { type Issue, issue } from '../../../core/base/issue.js';
import { FILE_ANSWERS_MAX, FILE_ANSWERS_PEER_MAX } from '../../../core/base/limits/node/files.js';
import type { Clock, Random } from '../../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { type PeerBudget, SMALL_BYTES } from '../../../core/mesh/budget.js';
import type { ChunkAsk } from '../../../core/mesh/frames.js';
import type { NodeDescriptor, Peer } from '../../../core/mesh/types.js';
import type { SealedDocket } from '../../../core/model/register.js';
import { decodeEmptyAsk } from '../../../proto/codec/empty-ask.js';
import {
  type ChunkAnswer,
  type ChunkGift,
  decodeChunkAsk,
  decodeChunkGift,
  encodeChunkAnswer,
} from '../../../proto/codec/file-chunk.js';
import { decodeHelloAsk, encodeDescriptors, encodeHelloAnswer } from '../../../proto/codec/hello.js';
import { ADVERTS_PAGE_MAX, CALL_BYTES_MAX, DESCRIPTORS_MAX } from '../../../proto/codec/limits.js';
import {
  decodeGenesisAsk,
  decodeSubmitAsk,
  encodeGenesisAnswer,
  encodeSubmitAnswers,
} from '../../../proto/codec/submit.js';
import {
  decodeCatalogueAsk,
  decodeHeadsAsk,
  decodeRangeAsk,
  encodeCatalogue,
  encodeHeads,
  encodeRangePart,
  inPieces,
} from '../../../proto/codec/sync.js';
import {
  decodeSealedAsk,
  decodeVoteAsk,
  encodeDocketAnswer,
  encodeHealth,
  encodeVoteAnswer,
  type HealthReport,
} from '../../../proto/codec/validator.js';
import { decodeWalletAsk, encodeWalletAnswer } from '../../../proto/codec/wallet-ask.js';
import type { FrameMetrics } from '../links/frames.js';
import type { HelloExchange } from '../links/hello-exchange.js';
import type { PeerLinks } from '../links/links.js';
import type { TransactionCache } from '../links/transaction-cache.js';
import { exhaustedStatus, malformedStatus, refusal } from '../transport/failure.js';
import type { CallingPeer, Certified } from '../transport/listener.js';
import type { CallHandler, RefusedCall } from '../transport/server.js';

export interface AnswersPorts {
  readonly metrics: Pick<FrameMetrics, 'frame'> | null;
  readonly clock: Clock;
  readonly random: Random;
  readonly book: Pick<
    PeerBook,
    'knownPeers' | 'descriptor' | 'admit' | 'takes' | 'beginsRange' | 'endsRange' | 'blame' | 'whyForeign'
  >;
  isProven(certified: Certified): boolean;
  readonly links: PeerLinks;
  readonly hellos: HelloExchange;
  readonly transactions: TransactionCache;
  service(): PeerService;
  health(): HealthReport;
  /** Brings a chunk to a peer that cannot call this node. */
  give(peerId: string, gift: ChunkGift): Promise<void>;
  /** A peer brought a chunk, wanted or not. */
  onGift(peerId: string, gift: ChunkGift): void;
}

/** How long a range waits before it looks again whether the budget has room. */
const WAIT_MS = 100;
/** How long a chunk waits for the budget of its peer. */
const CHUNK_WAIT_MS = 10_000;
/**
 * The cost of asking for tips on top of the call: 32 buckets at once, as after a digest that differs everywhere, fit
 * into its budget.
 */
const BUCKET_COST = 1;
const HEADS_PER_COST = 8;
/** Ranges that all peers together may read: each holds a view of the disk for as long as its reader is slow. */
const RANGES_MAX = 32;

type Answer = (peer: Peer, request: Buffer) => Promise<Uint8Array | RefusedCall>;

export class Answers {
  readonly #ports: AnswersPorts;
  #ranges = 0;
  /** Chunks of files that are being answered, by peer. */
  readonly #chunks = new Map<string, number>();

  constructor(ports: AnswersPorts) {
    this.#ports = ports;
  }

  /** The calls of PeerMesh besides the link. */
  peerMesh(): Readonly<Record<string, CallHandler>> {
    return {
      hello: { type: 'unary', handle: async (caller, request) => this.#hello(caller, request) },
      streamDockets: { type: 'stream', handle: async (caller, request) => this.#range(caller, request) },
      getHeads: this.#call('heads', (peer, request) => this.#heads(peer, request)),
      listAdvertised: this.#call('heads', async (peer, request) => this.#catalogue(peer, request)),
      submitTransactions: this.#call('offer-bytes', (peer, request) => this.#submit(peer, request)),
      attestGenesis: this.#largeCall('heads', (peer, request) => this.#attest(peer, request)),
      getFileChunk: this.#call('heads', (peer, request) => this.#chunk(peer, request)),
      giveFileChunk: this.#largeCall('heads', async (peer, request) => this.#takeGift(peer, request)),
      askWallet: this.#largeCall('wallets', (peer, request) => this.#wallet(peer, request)),
      exchangePeers: this.#emptyCall((peer) => encodeDescriptors(this.#acquaintances(peer))),
    };
  }

  validator(): Readonly<Record<string, CallHandler>> {
    return {
      requestVote: this.#largeCall('votes', (peer, request) => this.#vote(peer, request)),
      validateDocket: this.#largeCall('votes', (peer, request) => this.#validate(peer, request)),
      getHealthStatus: this.#emptyCall(() => encodeHealth(this.#ports.health())),
    };
  }

  /** A call of a known peer that costs one of the budget, or its bytes where the budget counts bytes. */
  #call(budget: PeerBudget, answer: Answer): CallHandler {
    return {
      type: 'unary',
      handle: async (caller, request) => {
        const peer = this.#peer(caller);
        if (isFailure(peer)) return { refused: refusal(peer.issue) };
        const amount = budget === 'offer-bytes' ? request.length : 1;
        if (!this.#ports.book.takes(peer.peerId, budget, amount))
          return { refused: exhaustedStatus(`The budget for ${budget} is spent.`) };
        return answer(peer, request);
      },
    };
  }

  /**
   * A call whose request may carry a docket or a piece of a file: as a frame that does, it costs its bytes too, before
   * they are decoded.
   */
  #largeCall(budget: PeerBudget, answer: Answer): CallHandler {
    return this.#call(budget, async (peer, request) => {
      const isPaid =
        request.length <= SMALL_BYTES || this.#ports.book.takes(peer.peerId, 'offer-bytes', request.length);
      return isPaid ? answer(peer, request) : { refused: exhaustedStatus('The budget for offer-bytes is spent.') };
    });
  }

  /** A call whose request has no members: one that has some is its sender's fault, as elsewhere. */
  #emptyCall(answer: (peer: Peer) => Uint8Array): CallHandler {
    return this.#call('heads', async (peer, request) => {
      const asked = decodeEmptyAsk(request);
      return isFailure(asked) ? this.#refuseMalformed(peer.peerId, asked.issue) : answer(peer);
    });
  }

  /** The peer that is linked, or has said hello over this very certificate. */
  #peer({ certified }: CallingPeer): Result<Peer> {
    const { links, book } = this.#ports;
    const { peerId, orgId, keyHash, standing } = certified;
    const linked = links.peer(peerId);
    if (linked && links.descriptor(peerId)?.tlsKeyHash === keyHash) return linked;
    const descriptor = book.descriptor(peerId);
    // The signature of a descriptor binds this TLS key to the peer id, which the certificate of a guest alone does not.
    if (descriptor?.tlsKeyHash !== keyHash || descriptor.orgId !== orgId)
      return fail(issue('AUTH_REQUIRED', '', 'Say hello first.'));
    const foreign = book.whyForeign(certified);
    if (foreign) return fail(foreign);
    const admitted = book.admit(peerId, standing === 'member' ? 'trusted' : 'unknown');
    if (isFailure(admitted)) return admitted;
    return { peerId, orgId, consensusKey: descriptor.consensusKey, standing: admitted, bootId: '' };
  }

  #hello({ certified }: CallingPeer, request: Buffer): Uint8Array | RefusedCall {
    const hello = decodeHelloAsk(request);
    if (isFailure(hello))
      return this.#refuseMalformed(this.#ports.isProven(certified) ? certified.peerId : undefined, hello.issue);
    const { hellos } = this.#ports;
    const value = hellos.judge(hello, { side: 'in', certified, expected: undefined });
    if (isFailure(value)) return encodeHelloAnswer({ type: 'refused', issue: value.issue });
    return encodeHelloAnswer({ type: 'hello', hello: hellos.hello(certified.peerId) });
  }

  #range(caller: CallingPeer, request: Buffer): AsyncIterable<Uint8Array> | RefusedCall {
    const { book } = this.#ports;
    const peer = this.#peer(caller);
    if (isFailure(peer)) return { refused: refusal(peer.issue) };
    const range = decodeRangeAsk(request);
    if (isFailure(range)) return this.#refuseMalformed(peer.peerId, range.issue);
    // Half of them are for members.
    if (this.#ranges >= (peer.standing === 'guest' ? RANGES_MAX / 2 : RANGES_MAX))
      return { refused: exhaustedStatus('This node serves as many ranges as it can.') };
    if (!book.beginsRange(peer.peerId)) return { refused: exhaustedStatus('Too many ranges at the same time.') };
    const dockets = this.#ports.service().dockets(peer, range);
    if (!isFailure(dockets)) return this.#parts(peer, dockets, range.isInPieces);
    book.endsRange(peer.peerId);
    return { refused: refusal(dockets.issue) };
  }

  async *#parts(
    { peerId }: Peer,
    dockets: AsyncIterable<SealedDocket>,
    isInPieces: boolean,
  ): AsyncGenerator<Uint8Array, void> {
    const { book, metrics } = this.#ports;
    this.#ranges += 1;
    try {
      for await (const sealed of dockets) {
        const part = encodeRangePart({ type: 'sealed', sealed });
        while (!book.takes(peerId, 'range-bytes', part.length)) await this.#pause();
        metrics?.frame('out', 'range', part.length);
        if (isInPieces) yield* inPieces(part);
        else yield part;
      }
    } finally {
      this.#ranges -= 1;
      book.endsRange(peerId);
    }
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => void this.#ports.clock.setTimer(() => resolve(), WAIT_MS));
  }

  async #heads(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const ask = decodeHeadsAsk(request);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    // Each tip is some reads of the disk, and a bucket a look at every register; the call itself is paid.
    const cost = 'bucket' in ask ? BUCKET_COST : Math.floor(ask.registerIds.length / HEADS_PER_COST);
    if (!this.#ports.book.takes(peer.peerId, 'heads', cost))
      return { refused: exhaustedStatus('The budget for heads is spent.') };
    const heads = await this.#ports.service().heads(peer, ask);
    const bytes = encodeHeads(heads);
    // The dockets inside are a convenience: the asker fetches what it lacks.
    return bytes.length <= CALL_BYTES_MAX.heads ? bytes : encodeHeads(heads.map((head) => ({ ...head, docket: null })));
  }

  #catalogue(peer: Peer, request: Buffer): Uint8Array | RefusedCall {
    const ask = decodeCatalogueAsk(request);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    const { after } = ask;
    const rest = [...this.#ports.service().adverts(peer)]
      .sort((a, b) => (a.registerId < b.registerId ? -1 : 1))
      .filter(({ registerId }) => after === null || registerId > after);
    const adverts = rest.slice(0, ADVERTS_PAGE_MAX);
    const next = rest.length > adverts.length ? (adverts.at(-1)?.registerId ?? null) : null;
    return encodeCatalogue({ adverts, next });
  }

  async #submit(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const ask = decodeSubmitAsk(request, this.#ports.transactions.decode);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    if (!this.#ports.book.takes(peer.peerId, 'offer-transactions', ask.transactions.length))
      return { refused: exhaustedStatus('The budget for transactions is spent.') };
    return encodeSubmitAnswers(await this.#ports.service().submit(peer, ask));
  }

  async #attest(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const genesis = decodeGenesisAsk(request, this.#ports.transactions.decode);
    if (isFailure(genesis)) return this.#refuseMalformed(peer.peerId, genesis.issue);
    const value = await this.#ports.service().attest(peer, genesis);
    return encodeGenesisAnswer(
      isFailure(value) ? { type: 'refused', issue: value.issue } : { type: 'attested', signature: value },
    );
  }

  async #chunk(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const ask = decodeChunkAsk(request);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    const answer = await this.#chunkFor(peer, ask);
    return 'refused' in answer ? answer : encodeChunkAnswer(answer);
  }

  async #wallet(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const ask = decodeWalletAsk(request);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    const done = await this.#ports.service().askWallet(peer, ask);
    return encodeWalletAnswer(isFailure(done) ? { type: 'refused', issue: done.issue } : { type: 'done', done });
  }

  #takeGift(peer: Peer, request: Buffer): Uint8Array | RefusedCall {
    const gift = decodeChunkGift(request);
    if (isFailure(gift)) return this.#refuseMalformed(peer.peerId, gift.issue);
    this.#ports.onGift(peer.peerId, gift);
    return Buffer.alloc(0);
  }

  /** Answers what a peer asked over its link. Rejects with a PeerFailure where it cannot be brought. */
  async bring(peer: Peer, ask: ChunkAsk): Promise<void> {
    const value = await this.#chunkFor(peer, ask);
    const busy = issue('NODE_UNAVAILABLE', '', 'This node gives as many files as it can.');
    const answer: ChunkAnswer = 'refused' in value ? { type: 'refused', issue: busy } : value;
    await this.#ports.give(peer.peerId, { ask, answer });
  }

  /** A chunk waits in memory for the budget of its peer: few at a time, of one peer and of all. */
  async #chunkFor(peer: Peer, ask: ChunkAsk): Promise<ChunkAnswer | RefusedCall> {
    const { peerId } = peer;
    const own = this.#chunks.get(peerId) ?? 0;
    const all = [...this.#chunks.values()].reduce((sum, count) => sum + count, 0);
    if (own >= FILE_ANSWERS_PEER_MAX || all >= FILE_ANSWERS_MAX)
      return { refused: exhaustedStatus('This node gives as many files as it can.') };
    this.#chunks.set(peerId, own + 1);
    try {
      const chunk = await this.#ports.service().chunk(peer, ask);
      if (isFailure(chunk)) return { type: 'refused', issue: chunk.issue };
      const untilMs = this.#ports.clock.steady() + CHUNK_WAIT_MS;
      while (!this.#ports.book.takes(peerId, 'file-bytes', chunk.length)) {
        if (this.#ports.clock.steady() >= untilMs)
          return { refused: exhaustedStatus('The budget for files is spent.') };
        await this.#pause();
      }
      return { type: 'chunk', chunk: chunk };
    } finally {
      const left = (this.#chunks.get(peerId) ?? 1) - 1;
      if (left === 0) this.#chunks.delete(peerId);
      else this.#chunks.set(peerId, left);
    }
  }

  async #vote(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const ask = decodeVoteAsk(request, this.#ports.transactions.decode);
    if (isFailure(ask)) return this.#refuseMalformed(peer.peerId, ask.issue);
    const vote = await this.#ports.service().requestVote(peer, ask.registerId, ask.proposal);
    if (isFailure(vote)) return encodeVoteAnswer({ type: 'refused', issue: vote.issue });
    return encodeVoteAnswer({ type: 'vote', vote, votedAtMs: this.#ports.clock.now() });
  }

  async #validate(peer: Peer, request: Buffer): Promise<Uint8Array | RefusedCall> {
    const sealed = decodeSealedAsk(request, this.#ports.transactions.decode);
    if (isFailure(sealed)) return this.#refuseMalformed(peer.peerId, sealed.issue);
    return encodeDocketAnswer(await this.#ports.service().validateDocket(peer, sealed));
  }

  /** Itself, and members in random order: a guest learns of no member. */
  #acquaintances({ peerId: asker, standing }: Peer): readonly NodeDescriptor[] {
    const own = this.#ports.hellos.descriptor();
    if (standing === 'guest') return [own];
    const nowMs = this.#ports.clock.now();
    const others = this.#ports.book
      .knownPeers()
      .flatMap(({ peerId, descriptor, isBanned }) =>
        !isBanned && peerId !== asker && descriptor && descriptor.notAfterMs > nowMs ? [descriptor] : [],
      )
      .map((descriptor) => ({ descriptor, order: this.#ports.random.number() }))
      .sort((a, b) => a.order - b.order);
    return [own, ...others.map(({ descriptor }) => descriptor)].slice(0, DESCRIPTORS_MAX);
  }

  #refuseMalformed(peerId: string | undefined, problem: Issue): RefusedCall {
    const offence = problem.code === 'FRAME_TOO_LARGE' ? 'oversize' : 'protocol';
    if (peerId !== undefined) this.#ports.book.blame(peerId, offence, `${problem.code} ${problem.path}`);
    return { refused: malformedStatus(problem.message) };
  }
}
