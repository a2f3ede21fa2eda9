// The hashes of the dockets between the tip here and a docket whose hash is known. Headers alone are fetched, from that
// docket down: each is proven by the one above it, and stays proven when others give the rest. Nothing is
// stored, and a giver of other headers is passed over.
import { RANGE_BYTES_MAX, RANGE_DOCKETS_MAX, RANGE_HEADERS_MAX } from '../../../core/base/limits/node/replication.js';
import { isTooSlow } from '../../../core/mesh/range-plan.js';
import type { DocketHeader, Hash } from '../../../core/model/register.js';
import { docketHash } from '../../../core/register/docket.js';
import type { PeerNet } from '../ports.js';
import { type FlightPorts, GiverRates, watch } from './flights.js';
import { STALL_MS } from './paced.js';

/** Of a docket on the way; kept in memory until the docket is stored. */
export interface WayStep {
  readonly hash: Hash;
  readonly bytes: number;
}

export interface WayEnds {
  readonly registerId: string;
  /** The tip here, on which the way begins. */
  readonly state: { readonly height: number; readonly hash: Hash };
  readonly target: { readonly height: number; readonly hash: Hash };
}

export interface HeaderGiver {
  readonly peerId: string;
  readonly ratesBeside: readonly (number | undefined)[];
  /** It is not left because it is slow. */
  readonly isPatient: boolean;
}

export class ProvenWay {
  readonly rates = new GiverRates();
  private readonly ends: WayEnds;
  private readonly steps: WayStep[];
  /** The highest docket that is not proven to lead to the tip here yet. */
  private next: { readonly height: number; readonly hash: Hash };

  constructor(ends: WayEnds) {
    this.ends = ends;
    this.steps = new Array<WayStep>(ends.target.height - ends.state.height);
    this.next = ends.target;
  }

  /** Every docket of it is known, and it begins with the tip here. */
  get isWhole(): boolean {
    const { height, hash } = this.ends.state;
    return this.next.height === height && this.next.hash === hash;
  }

  /** It leads to another docket than the tip here. */
  get isElsewhere(): boolean {
    return this.next.height === this.ends.state.height && !this.isWhole;
  }

  /** Known once it is whole. */
  at(height: number): WayStep {
    return this.steps[height - this.ends.state.height - 1] as WayStep;
  }

  /**
   * The rates of the other givers, and one that was not tried: also where there is no other, another register waits for
   * its turn.
   */
  ratesBeside(peerId: string, givers: Iterable<string>): readonly (number | undefined)[] {
    const others = [...givers].filter((other) => other !== peerId);
    return [undefined, ...others.map((other) => this.rates.of(other))];
  }

  /** Asks one giver for what is not proven yet, as long as it gives. */
  async ask(ports: Pick<FlightPorts, 'clock'>, net: PeerNet, giver: HeaderGiver): Promise<void> {
    while (this.next.height > this.ends.state.height) {
      const from = Math.max(this.ends.state.height + 1, this.next.height - RANGE_HEADERS_MAX + 1);
      const headers: DocketHeader[] = [];
      while (from + headers.length <= this.next.height) {
        const before = headers.length;
        const isGiving = await this.more(headers, from, { ...ports, net, giver });
        if (headers.length === before || !isGiving) return;
      }
      if (!this.prove(headers)) return;
    }
  }

  /** Adds headers in rising order, up to the next one to prove. False for a giver that is left for others. */
  private async more(
    headers: DocketHeader[],
    from: number,
    { clock, net, giver }: Pick<FlightPorts, 'clock'> & { readonly net: PeerNet; readonly giver: HeaderGiver },
  ): Promise<boolean> {
    const { peerId, ratesBeside, isPatient } = giver;
    const range = {
      ...{ registerId: this.ends.registerId, fromHeight: from + headers.length, toHeight: this.next.height },
      ...{ bytesMax: RANGE_BYTES_MAX, only: 'headers' as const },
    };
    const isSlow = (bytes: number) => isTooSlow({ bytes, ms: STALL_MS }, ratesBeside);
    const given = watch(net, { peerId, range, use: {}, isPromised: false, isTooSlow: isSlow }, clock);
    try {
      for await (const { docket } of given.dockets) headers.push(docket.header);
    } finally {
      given.over();
    }
    if (given.failure()) return false;
    // A node of an earlier version gives whole dockets, and so fewer at a time.
    const isOlder = given.count().dockets >= RANGE_DOCKETS_MAX;
    return isPatient || isOlder || !given.isCut();
  }

  /** True where they lead to the one that is proven already. */
  private prove(headers: readonly DocketHeader[]): boolean {
    let { height, hash } = this.next;
    const steps: WayStep[] = [];
    for (const header of [...headers].reverse()) {
      if (docketHash(header) !== hash) return false;
      steps.push({ hash, bytes: header.bytes });
      hash = header.prevHash;
      height--;
    }
    for (const [i, step] of steps.entries()) this.steps[this.next.height - this.ends.state.height - 1 - i] = step;
    this.next = { height, hash };
    return true;
  }
}
