// Health of the mesh, as it knows it: registers that cannot reach a quorum, clocks that differ, two processes with one
// identity, and the identity on disk. It names no register and no peer, because anybody may read it.

import type { Ledger } from '../../actors/ledger-port.js';
import type { PeerNet } from '../../actors/mesh/ports.js';
import { reachableIn } from '../../actors/mesh/reach.js';
import type { ConsensusKeys } from '../../actors/ports.js';
import { isFailure } from '../../core/base/result.js';
import { quorum } from '../../core/register/roster.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { HealthPart, PartHealth } from './health.js';

export interface MeshHealthPorts {
  now(): number;
  readonly ledger: Pick<Ledger, 'registers' | 'state'>;
  readonly keys: Pick<ConsensusKeys, 'all'>;
  readonly rosters: {
    isSeated(registerId: string): boolean;
    peers(registerId: string): readonly string[];
    members(registerId: string): readonly { readonly peerId: string }[];
    /** Where governance took the seat of this node since it started. */
    isLost(registerId: string): boolean;
  };
  net(): Pick<PeerNet, 'peer'> | undefined;
  readonly network: {
    readonly linksUp: number;
    /**
     * Most of the organisations that are linked have clocks that differ from this one's by more than the hello allows
     * without a warning.
     */
    readonly isClockOff: boolean;
    /** When another process with the keys of this node was met last; undefined for never. */
    readonly twinSeenAtMs: number | undefined;
    /** Linked nodes that show the consensus key of this one. */
    readonly keyTwins: number;
  };
  readonly trust: { health(): PartHealth };
}

/** Rosters of thousands of registers are looked through no more often than this, however often somebody asks. */
const COUNT_MS = 5000;
/** Peers that meet a twin meet it again within this time, while it runs. */
const TWIN_MS = 10 * 60 * 1000;

interface Cut {
  readonly registers: number;
  /** Registers that lost members and seal with those that are left: none of them may be lost too. */
  readonly bare: number;
  readonly peers: number;
  /** Seats of all registers that are not OFFLINE which name no peer. */
  readonly unnamed: number;
  /** Registers whose members voted this node out. */
  readonly lost: number;
}

export class MeshHealth {
  private readonly ports: MeshHealthPorts;
  private counted: { readonly atMs: number; readonly cut: Cut } | undefined;

  constructor(ports: MeshHealthPorts) {
    this.ports = ports;
  }

  check(): PartHealth {
    const trust = this.ports.trust.health();
    const reasons = [
      this.twin(),
      this.keyTwin(),
      this.quorums(),
      this.bare(),
      this.unnamedReason(),
      this.lossReason(),
      this.clock(),
      trust.reason,
    ].filter((reason) => reason !== undefined);
    const status = trust.status === 'unhealthy' ? 'unhealthy' : 'degraded';
    return reasons.length === 0 ? { status: 'healthy' } : { status, reason: reasons.join(' ') };
  }

  counts(): ReturnType<NonNullable<HealthPart['counts']>> {
    const { registers, unnamed, lost } = this.cut();
    const { linksUp } = this.ports.network;
    return { linksUp, registersWithoutQuorum: registers, seatsWithoutPeerId: unnamed, seatsLost: lost };
  }

  /** Another process runs with a key of this node. */
  isTwin(): boolean {
    return this.isMet() || this.ports.network.keyTwins > 0;
  }

  private isMet(): boolean {
    const { network, now } = this.ports;
    return network.twinSeenAtMs !== undefined && now() - network.twinSeenAtMs < TWIN_MS;
  }

  private twin(): string | undefined {
    return this.isMet()
      ? 'Another process runs with the keys of this node: stop one of the two, they may sign against each other.'
      : undefined;
  }

  private keyTwin(): string | undefined {
    return this.ports.network.keyTwins === 0
      ? undefined
      : 'Another node shows the consensus key of this one: one of the two is a copy of the other, stop it before they sign against each other.';
  }

  private quorums(): string | undefined {
    const { registers, peers } = this.cut();
    if (registers === 0) return undefined;
    return `${registers} of the registers with a seat here cannot reach a quorum: ${peers} of their validators are not linked. Start those nodes, or look at "quorate mesh status".`;
  }

  private bare(): string | undefined {
    const { bare } = this.cut();
    return bare === 0
      ? undefined
      : `${bare} of the registers with a seat here ${bare === 1 ? 'stops' : 'stop'} when one more node is lost: others of their validators are not linked. Start those nodes, or look at "quorate mesh status".`;
  }

  private unnamedReason(): string | undefined {
    const { unnamed } = this.cut();
    return unnamed === 0
      ? undefined
      : `${unnamed} of the seats have no peer id, so that no other node can reach them: run "quorate mesh status", which says what gives them one.`;
  }

  private lossReason(): string | undefined {
    const { lost } = this.cut();
    return lost === 0
      ? undefined
      : `This node lost its seat in ${lost} of the registers: their members voted it out, and it seals nothing there any more ("quorate mesh status" shows which). Ask the other members; "quorate register unsubscribe" and then "quorate register delete" drop the copy, and a restart takes this as read.`;
  }

  private clock(): string | undefined {
    return this.ports.network.isClockOff
      ? 'The clocks of most linked organisations differ from the one here by more than 5 seconds: check the time service.'
      : undefined;
  }

  private cut(): Cut {
    const nowMs = this.ports.now();
    if (this.counted && nowMs - this.counted.atMs < COUNT_MS) return this.counted.cut;
    const { ledger, rosters, net } = this.ports;
    const missing = new Set<string>();
    let registers = 0;
    let bare = 0;
    let unnamed = 0;
    let lost = 0;
    for (const record of ledger.registers()) {
      if (record.status !== 'OFFLINE')
        unnamed += rosters.members(record.id).filter(({ peerId }) => peerId === '').length;
      if (record.status !== 'OFFLINE' && rosters.isLost(record.id)) lost++;
      const spare = this.spareIn(record);
      if (spare === 0) bare++;
      if (spare === undefined || spare >= 0) continue;
      registers++;
      for (const peerId of rosters.peers(record.id)) if (!net()?.peer(peerId)) missing.add(peerId);
    }
    const cut = { registers, bare, peers: missing.size, unnamed, lost };
    this.counted = { atMs: nowMs, cut };
    return cut;
  }

  /**
   * How many of the linked members may be lost before nothing is sealed; below 0 where that is so. Undefined where all
   * are linked, and of a register that somebody stopped, which needs no quorum.
   */
  private spareIn(record: RegisterRecord): number | undefined {
    const { ledger, rosters, keys, net } = this.ports;
    if (record.status === 'OFFLINE' || record.purging || !rosters.isSeated(record.id)) return undefined;
    const state = ledger.state(record.id);
    if (isFailure(state) || state.roster.validators.length === 1) return undefined;
    const { length } = state.roster.validators;
    const reachable = reachableIn(state.roster, keys, net());
    return reachable === length ? undefined : reachable - quorum(state.policy.consensus.mode, length).commit;
  }
}
