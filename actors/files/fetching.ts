// A chunk from a node that has it: peers are asked one after the other, what they give is compared with its hash, and a
// peer that gives something else is blamed. It stores nothing, and asks for one chunk once at a time however many wait
// for it.
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { FILE_FETCHES_MAX, FILE_FETCHES_WAITING_MAX } from '../../core/base/limits/node/files.js';
import type { Log } from '../../core/base/ports.js';
import { TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { ChunkAsk } from '../../core/mesh/frames.js';
import type { ChunkPeers } from './ports.js';

export interface FetchingPorts {
  readonly log: Log;
  /** Undefined while there is no mesh. */
  peers(): ChunkPeers | undefined;
  /** The node without a seat that sent the action, where it is known. */
  senderOf(at: Pick<ChunkAsk, 'registerId' | 'txId'>): string | undefined;
}

const FETCHES = {
  atOnce: FILE_FETCHES_MAX,
  waiting: { all: FILE_FETCHES_WAITING_MAX, key: FILE_FETCHES_WAITING_MAX },
};

export class ChunkFetcher {
  private readonly ports: FetchingPorts;
  /** By hash: who asks while a fetch runs waits for it. */
  private readonly running = new Map<string, Promise<Result<Uint8Array>>>();
  /** Registers take turns. */
  private readonly scheduler = new TaskScheduler(FETCHES);

  constructor(ports: FetchingPorts) {
    this.ports = ports;
  }

  /**
   * The verified bytes. Issues: FILE_CHUNK_UNAVAILABLE where every node of the register answered and none has it,
   * NODE_UNAVAILABLE otherwise.
   */
  fetch(ask: ChunkAsk): Promise<Result<Uint8Array>> {
    // The register belongs to the name: another one may be asked of other peers.
    const name = `${ask.registerId} ${ask.hash}`;
    const known = this.running.get(name);
    if (known) return known;
    const fetched = this.scheduler
      .run(ask.registerId, () => this.search(ask), busy)
      .finally(() => this.running.delete(name));
    this.running.set(name, fetched);
    return fetched;
  }

  private async search(ask: ChunkAsk): Promise<Result<Uint8Array>> {
    const peers = this.ports.peers();
    const senderId = this.ports.senderOf(ask);
    const { linked, away } = peers?.of(ask.registerId, senderId) ?? { linked: [], away: 0 };
    let unsure = away;
    let awaiting = 0;
    for (const peerId of linked) {
      const value = await this.from(peers as ChunkPeers, peerId, ask);
      if (value === 'awaited') awaiting++;
      else if (value === 'failed') unsure++;
      else if (value !== undefined) return value;
      // A caller that waits for the sender waits for nothing.
      else if (peerId === senderId) awaiting = Number.NEGATIVE_INFINITY;
    }
    if (unsure > 0) return fail(unreachedIssue(unsure));
    return awaiting > 0 ? fail(onItsWay()) : fail(nowhere(linked.length));
  }

  private async from(
    peers: ChunkPeers,
    peerId: string,
    ask: ChunkAsk,
  ): Promise<Uint8Array | 'failed' | 'awaited' | undefined> {
    try {
      const value = await peers.chunk(peerId, ask);
      if (isFailure(value)) return value.issue.code === 'NODE_UNAVAILABLE' ? 'awaited' : undefined;
      if (sha256Hex(value) === ask.hash) return value;
      peers.blame(peerId, `It gave other bytes for the chunk ${ask.hash}.`);
      return 'failed';
    } catch (error) {
      this.ports.log.debug({ peerId, err: error }, 'A peer did not give a chunk of a file.');
      return 'failed';
    }
  }
}

function busy(): Result<Uint8Array> {
  return fail(issue('NODE_UNAVAILABLE', '', 'This node fetches as many files as it can: try again soon.'));
}

function unreachedIssue(count: number): Issue {
  const who = count === 1 ? 'A node that may have it' : `${count} nodes that may have it`;
  return issue(
    'NODE_UNAVAILABLE',
    '',
    `A chunk of the file is not on this node, and those that answered do not have it either. ${who} did not answer: try again when they are back.`,
  );
}

function onItsWay(): Issue {
  return issue(
    'NODE_UNAVAILABLE',
    '',
    'A chunk of the file is still on the node that sent the action alone: try again soon, and see that it is up.',
  );
}

function nowhere(asked: number): Issue {
  const others = asked === 0 ? '' : asked === 1 ? ', nor the other node of the register' : `, nor the ${asked} others`;
  return issue(
    'FILE_CHUNK_UNAVAILABLE',
    '',
    `This node does not have a chunk of the file${others}. Download it on the node that took the action, or upload the sealed chunks here again.`,
  );
}
