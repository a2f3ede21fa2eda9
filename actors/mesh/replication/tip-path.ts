// The way to a docket whose hash is known and that is above the tip here: its headers are proven before any docket is
// stored, and exactly those dockets are taken. A peer that gives them proves nothing by it, and is believed in nothing
// else.
import { isFailure } from '../../../core/base/result.js';
import { quickOf } from '../../../core/mesh/range-plan.js';
import type { Hash, RegisterState, SealedDocket } from '../../../core/model/register.js';
import type { Checkpoint } from '../../../core/register/checkpoint.js';
import { docketHash } from '../../../core/register/docket.js';
import type { MeshLedger, PeerNet } from '../ports.js';
import { type FlightPorts, Flights } from './flights.js';
import { ProvenWay } from './proven-way.js';

/** Dockets on one way: their hashes are in memory until they are stored. */
const WAY_MAX = 1_000_000;

export interface TipPathPorts extends FlightPorts {
  readonly ledger: Pick<MeshLedger, 'state' | 'adoptConfirmed'>;
}

export interface TipTarget {
  readonly height: number;
  readonly hash: Hash;
  readonly givers: readonly string[];
}

export interface TipWalk {
  readonly net: PeerNet;
  readonly givers: readonly string[];
  /** A giver is not left because it is slow. */
  readonly isPatient: boolean;
}

export class TipPath {
  private readonly ports: TipPathPorts;
  private readonly registerId: string;
  private readonly target: Checkpoint;
  private readonly way: ProvenWay | undefined;

  /** `state`: the tip here, on which the way begins. */
  constructor(
    ports: TipPathPorts,
    { registerId, state, target }: { registerId: string; state: RegisterState; target: Checkpoint },
  ) {
    this.ports = ports;
    this.registerId = registerId;
    this.target = target;
    if (target.height - state.height <= WAY_MAX) this.way = new ProvenWay({ registerId, state, target });
  }

  leadsTo({ height, hash }: Checkpoint): boolean {
    return height === this.target.height && hash === this.target.hash;
  }

  /**
   * True when dockets were stored on the way to the target: then all of it is behind them, link by link. The proven
   * part is kept for the next walk.
   */
  async walk(walked: TipWalk): Promise<boolean> {
    const { net, givers, isPatient } = walked;
    const before = this.height();
    if (!this.way || before === undefined) return false;
    for (const peerId of new Set(givers)) {
      if (this.way.isWhole || this.way.isElsewhere) break;
      const ratesBeside = isPatient ? [] : this.way.ratesBeside(peerId, givers);
      await this.way.ask(this.ports, net, { peerId, ratesBeside, isPatient });
    }
    if (this.way.isWhole) await this.take(this.way, walked);
    const after = this.height();
    return after !== undefined && after > before;
  }

  private height(): number | undefined {
    const state = this.ports.ledger.state(this.registerId);
    return isFailure(state) ? undefined : state.height;
  }

  /**
   * Stores what the givers give of the way. Without patience, one that gives less than was asked for is left to the
   * others.
   */
  private async take(way: ProvenWay, { net, givers, isPatient }: TipWalk): Promise<void> {
    const { registerId, target } = this;
    const left = new Set(givers);
    const flights = new Flights(this.ports, {
      ...{ registerId, rates: way.rates },
      bytesOf: (height) => way.at(height).bytes,
    });
    try {
      while (true) {
        const before = this.height();
        if (before === undefined || before >= target.height) return;
        const flight = flights.next({
          ...{ net, from: before + 1, to: target.height },
          giverOf: (_, load) => {
            const quick = quickOf([...left], (peerId) => way.rates.of(peerId));
            const [peerId] = [...quick].sort((a, b) => load(a) - load(b));
            return peerId === undefined ? undefined : { peerId, height: target.height, isPromised: false };
          },
          ratesBeside: (peerId) => (isPatient ? [] : way.ratesBeside(peerId, left)),
        });
        if (!flight) return;
        const adopted = await this.ports.ledger
          .adoptConfirmed?.(registerId, onWay(flight.dockets, way), this.ports.mode)
          .finally(() => flights.end(flight));
        if (adopted && adopted.adopted > 0 && (isPatient || !flight.isCut())) continue;
        left.delete(flight.peerId);
        flights.leave(flight.peerId);
      }
    } finally {
      flights.stop();
    }
  }
}

/** Dockets as long as they are those of the way. */
async function* onWay(dockets: AsyncIterable<SealedDocket>, way: ProvenWay): AsyncGenerator<SealedDocket> {
  for await (const sealed of dockets) {
    const { hash, header } = sealed.docket;
    if (hash !== way.at(header.height).hash || docketHash(header) !== hash) return;
    yield sealed;
  }
}
