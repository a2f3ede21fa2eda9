// The connections that are not let in yet, so that those which never finish keep no others out: sockets in the middle
// of a handshake, and guests that have not proven their name. When there are too many the oldest of the busiest address
// goes. It reads nothing of what they send.

/** Handshakes take milliseconds: so many at once are a start of a large mesh, or an attack. */
export const WAITING_MAX = 256;
/** Of one address: all nodes of one organisation may stand behind it. */
const WAITING_PER_ADDRESS_MAX = 64;

interface Waiting {
  readonly address: string;
  close(): void;
}

export interface PendingConnectionsBounds {
  readonly all: number;
  readonly perAddress: number;
}

export class PendingConnections {
  readonly #bounds: PendingConnectionsBounds;
  /** By `address:port`; the oldest of each address first. */
  readonly #byAddress = new Map<string, Map<string, Waiting>>();
  #size = 0;

  constructor(bounds: PendingConnectionsBounds = { all: WAITING_MAX, perAddress: WAITING_PER_ADDRESS_MAX }) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#size;
  }

  /** Takes one in, and closes another one for it when room is lacking. */
  enter(remote: string, waiting: Waiting): void {
    this.leave(remote);
    const { address } = waiting;
    const same = this.#byAddress.get(address) ?? new Map<string, Waiting>();
    this.#byAddress.set(address, same);
    if (same.size >= this.#bounds.perAddress) this.#closeOldest(address);
    else if (this.#size >= this.#bounds.all) this.#closeOldest(this.#busiest());
    same.set(remote, waiting);
    this.#byAddress.set(address, same);
    this.#size += 1;
  }

  /** It was let in, or is gone. */
  leave(remote: string): void {
    const address = remote.slice(0, remote.lastIndexOf(':'));
    const same = this.#byAddress.get(address);
    if (!same?.delete(remote)) return;
    this.#size -= 1;
    if (same.size === 0) this.#byAddress.delete(address);
  }

  #closeOldest(address: string): void {
    const [oldest] = this.#byAddress.get(address) ?? [];
    if (!oldest) return;
    this.leave(oldest[0]);
    oldest[1].close();
  }

  #busiest(): string {
    let busiest = '';
    let most = 0;
    for (const [address, { size }] of this.#byAddress) {
      if (size <= most) continue;
      busiest = address;
      most = size;
    }
    return busiest;
  }
}
