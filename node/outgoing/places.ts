// The number of outgoing requests under way: in all, and to one host. In both, an organisation holds no more than it
// leaves free, so that its targets that answer slowly leave room for those of others: one organisation alone holds
// half, the next half of the rest.
import { Shares } from '../../core/base/queues/shares.js';

export class OutgoingPlaces {
  private readonly all: Room;
  private readonly ofHosts = new Map<string, Room>();

  constructor(private readonly bounds: { readonly all: number; readonly host: number }) {
    this.all = new Room(bounds.all);
  }

  get taken(): number {
    return this.all.taken;
  }

  /**
   * Gives a place for a request of `from` (the turn key of its organisation) to the host, and how to give it back;
   * undefined without room.
   */
  take(host: string, from: string): (() => void) | undefined {
    const ofHost = this.ofHosts.get(host) ?? new Room(this.bounds.host);
    if (!this.all.fits(from) || !ofHost.fits(from)) return undefined;
    this.ofHosts.set(host, ofHost);
    for (const room of [this.all, ofHost]) room.count(from, 1);
    return () => {
      for (const room of [this.all, ofHost]) room.count(from, -1);
      if (ofHost.taken === 0) this.ofHosts.delete(host);
    };
  }
}

class Room {
  private readonly shares = new Shares();
  taken = 0;

  constructor(private readonly size: number) {}

  fits(from: string): boolean {
    return this.shares.fits(from, 1, this.size - this.taken);
  }

  count(from: string, change: 1 | -1): void {
    this.taken += change;
    this.shares.count(from, change);
  }
}
