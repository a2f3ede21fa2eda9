// Looks at the peers of a node every few seconds, and tells what changed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Remote } from '../remote/session.js';
import type { ToldEvent } from './event.js';

const EVERY_MS = 5000;

export class PeerLook {
  /** State by peer, once one look was taken. */
  private known: ReadonlyMap<string, string> | undefined;

  constructor(
    private readonly emit: (event: ToldEvent) => void,
    private readonly now: () => number,
  ) {}

  /** Looks until the signal; then it resolves. A node without a mesh has no peers, and is looked at once. */
  async go({ client }: Remote, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const { isOn, peers } = await client.getMeshStatus();
      this.compare(peers);
      await pause(isOn ? EVERY_MS : 2 ** 31 - 1, undefined, { signal }).catch(() => undefined);
    }
  }

  private compare(peers: readonly { peerId: string; orgId: string; state: string }[]): void {
    const before = this.known;
    this.known = new Map(peers.map(({ peerId, state }) => [peerId, state]));
    if (before === undefined) return;
    const time = new Date(this.now()).toISOString();
    for (const { peerId, orgId, state } of peers)
      if (before.get(peerId) !== state)
        this.emit({ time, event: 'PeerStateChanged', peerId, organisation: orgId, state });
    for (const peerId of before.keys())
      if (!this.known.has(peerId)) this.emit({ time, event: 'PeerStateChanged', peerId, state: 'forgotten' });
  }
}
