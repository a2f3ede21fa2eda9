// Docket 0 of a register that is not here yet: peers are asked for their copies, a few at a time, until the ledger
// takes one over. No peer decides alone: copies that differ are a question to people. A copy that does not hold is
// passed over, and its giver blamed for a certificate that no validator signed.
import { type Issue, issue } from '../../../core/base/issue.js';
import type { Clock, Log } from '../../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { Hash, SealedDocket } from '../../../core/model/register.js';
import type { Checkpoint } from '../../../core/register/checkpoint.js';
import type { RegisterRecord } from '../../../storage/chain/registers.js';
import type { MeshLedger, PeerNet } from '../ports.js';

/** Copies that are asked for, compared and kept at the same time. */
const COPIES_MAX = 3;
/** A peer that gives no copy within this time is passed over. */
const COPY_WAIT_MS = 10_000;

export interface FirstDocketPorts {
  readonly clock: Pick<Clock, 'setTimer'>;
  readonly log: Log;
  readonly ledger: Pick<MeshLedger, 'follow'>;
}

export interface WantedGenesis {
  readonly registerId: string;
  readonly tenantId: string;
  /** False for a register in which this node has a seat. */
  readonly subscribed?: boolean;
  readonly genesisHash?: Hash;
  readonly checkpoint?: Checkpoint;
}

interface Copy {
  readonly peerId: string;
  readonly orgId: string;
  readonly genesis: SealedDocket;
}

export class FirstDocket {
  private readonly ports: FirstDocketPorts;
  private readonly net: PeerNet;

  constructor(ports: FirstDocketPorts, net: PeerNet) {
    this.ports = ports;
    this.net = net;
  }

  /**
   * Takes the register over from one of the peers. Each is asked once at most. Issues: GENESIS_AMBIGUOUS,
   * REGISTER_NOT_ADVERTISED, and those of `follow`.
   */
  async from(peers: readonly Peer[], wanted: WantedGenesis): Promise<Result<RegisterRecord>> {
    let refused: Failure | undefined;
    for (let at = 0; at < peers.length; at += COPIES_MAX) {
      const copies = await this.copies(peers.slice(at, at + COPIES_MAX), wanted);
      const hashes = new Set(copies.map(({ genesis }) => genesis.docket.hash));
      // The ones that were not none was wanted were dropped: here it was not said which one is.
      if (hashes.size > 1) return fail(ambiguous(wanted.registerId, copies));
      for (const copy of copies) {
        const taken = await this.take(copy, wanted);
        if (!isFailure(taken)) return taken;
        refused = taken;
        // No other copy of it would be taken either.
        if (refused.issue.code === 'REGISTER_IN_USE') return refused;
      }
    }
    return refused ?? fail(issue('REGISTER_NOT_ADVERTISED', '/genesisHash', 'No connected peer offers that genesis.'));
  }

  /** Docket 0 as the peer has it, unverified; undefined where it gives none in time. */
  async ask(peerId: string, registerId: string): Promise<SealedDocket | undefined> {
    const range = { registerId, fromHeight: 0, toHeight: 0, bytesMax: 1 };
    let source: AsyncIterator<SealedDocket> | undefined;
    try {
      source = this.net.dockets(peerId, range)[Symbol.asyncIterator]();
      const sealed = await this.inTime(source.next());
      const header = sealed?.docket.header;
      return header?.height === 0 && header.registerId === registerId ? sealed : undefined;
    } catch (error) {
      this.ports.log.debug({ registerId, peerId, err: error }, 'A peer did not give docket 0.');
      return undefined;
    } finally {
      // The peer's end of it does no longer matter.
      source?.return?.(undefined).catch(() => undefined);
    }
  }

  private async copies(peers: readonly Peer[], { registerId, genesisHash }: WantedGenesis): Promise<readonly Copy[]> {
    const asked = peers.map(async ({ peerId, orgId }): Promise<readonly Copy[]> => {
      const genesis = await this.ask(peerId, registerId);
      const isWanted = genesis && (genesisHash === undefined || genesis.docket.hash === genesisHash);
      return isWanted ? [{ peerId, orgId, genesis }] : [];
    });
    return (await Promise.all(asked)).flat();
  }

  /** Takes the register over with this copy. A peer that gives one whose certificate does not hold is blamed. */
  async take(
    { peerId, genesis }: Pick<Copy, 'peerId' | 'genesis'>,
    { tenantId, checkpoint, subscribed }: Omit<WantedGenesis, 'registerId'>,
  ): Promise<Result<RegisterRecord>> {
    const given = {
      ...{ genesis, advertise: false, tenantId },
      ...(subscribed !== undefined && { subscribed }),
      ...(checkpoint && { checkpoint }),
    };
    const taken = await this.ports.ledger.follow(given);
    if (isFailure(taken) && taken.issues.some(({ path }) => path.startsWith('/certificate')))
      this.net.blame(peerId, 'invalid-signature', 'A docket 0 whose certificate does not hold.');
    return taken;
  }

  private inTime(next: Promise<IteratorResult<SealedDocket>>): Promise<SealedDocket | undefined> {
    return new Promise((resolve, reject) => {
      const timer = this.ports.clock.setTimer(() => resolve(undefined), COPY_WAIT_MS);
      const stop = () => timer.cancel();
      next.then(({ done, value }) => resolve(done ? undefined : value), reject).finally(stop);
    });
  }
}

/**
 * A docket 0 is attested by the roster that it names itself: nothing in it says which of two is right, and
 * organisations may be many and one party. It takes somebody's word from outside, and none of the copies.
 */
function ambiguous(registerId: string, copies: readonly Copy[]): Issue {
  const tellers = new Map<Hash, Set<string>>();
  for (const { genesis, orgId } of copies)
    tellers.set(genesis.docket.hash, (tellers.get(genesis.docket.hash) ?? new Set()).add(orgId));
  const message = [...tellers].map(([hash, orgs]) => `${hash} by ${[...orgs].join(', ')}`).join('; ');
  return issue(
    'GENESIS_AMBIGUOUS',
    '/genesisHash',
    `Peers tell ${tellers.size} different dockets 0 of this register: ${message}. Nothing was taken. Ask its owners, not these nodes, for the hash of docket 0: quorate register subscribe ${registerId} --genesis HASH`,
  );
}
