// The bans of the peer book: which offences lead to one, and the orders of an operator. A ban is durable before it
// takes effect, and its listeners close the links of the peer then.
import { type Issue, issue } from '../../../core/base/issue.js';
import { afterOffence, banUntil, OFFENCES, pointsAt } from '../../../core/mesh/score.js';
import type { Offence } from '../../../core/mesh/types.js';
import type { Ban } from '../../../storage/tables/node/peers.js';
import type { PeerBookOptions, PeerBookPorts } from './peer-book-ports.js';
import { isBanned, type PeerRecord, rowOf } from './peer-record.js';

export const UNKNOWN_PEER = issue('PEER_NOT_FOUND', '', 'No such peer is known here.');
/** Characters of a reason that are kept. */
const BAN_REASON_MAX = 200;

interface Offending {
  readonly offence: Offence;
  readonly detail: string;
  readonly nowMs: number;
}

export class PeerBans {
  private readonly ports: Pick<PeerBookPorts, 'clock' | 'journal' | 'log' | 'metrics' | 'peers'>;
  private readonly options: Pick<PeerBookOptions, 'isRosterMember'>;
  private readonly records: ReadonlyMap<string, PeerRecord>;
  private readonly listeners: ((peerId: string) => void)[] = [];

  constructor(ports: PeerBans['ports'], options: PeerBans['options'], records: ReadonlyMap<string, PeerRecord>) {
    this.ports = ports;
    this.options = options;
    this.records = records;
  }

  /**
   * Counts an offence and bans at -50; false where it was counted a moment ago. A member of a roster is spared a ban by
   * points, because it may cost quorum; only the proof of an equivocation bans it, until an operator lifts it.
   */
  weigh(record: PeerRecord, offence: Offence, detail: string): boolean {
    const [nowMs, steadyMs] = [this.ports.clock.now(), this.ports.clock.steady()];
    const last = record.offences.get(offence);
    const { onceInMs } = OFFENCES[offence];
    if (last !== undefined && steadyMs - last < onceInMs) return false;
    record.offences.set(offence, steadyMs);
    record.score = afterOffence(record.score, offence, nowMs);
    this.ports.metrics?.offence(offence);
    if (record.pending === undefined && !isBanned(record, nowMs)) this.judge(record, { offence, detail, nowMs });
    return true;
  }

  private judge(record: PeerRecord, { offence, detail, nowMs }: Offending): void {
    const { peerId } = record;
    this.ports.log.debug({ peerId, offence, detail: detail.slice(0, BAN_REASON_MAX) }, 'A peer was blamed.');
    const untilMs = banUntil(record.score, { offence, bansBefore: record.bans, nowMs });
    if (untilMs === undefined) return;
    if (untilMs !== null && this.options.isRosterMember(peerId)) {
      this.ports.log.warn(
        { peerId, offence },
        'A member of a roster behaves badly and is not banned, as that may cost quorum.',
      );
      return;
    }
    const reason = `${offence}: ${detail}`.slice(0, BAN_REASON_MAX);
    // A journal that fails ends the node by itself; no caller waits here to be told.
    this.enforce(record, { atMs: nowMs, untilMs, reason }).catch(() => undefined);
  }

  /**
   * Until an operator lifts it. Issues: PEER_NOT_FOUND, PEER_BANNED, PEER_IN_ROSTER without `force`. Resolves once
   * durable and in effect.
   */
  async ban(
    peerId: string,
    { reason, force }: { readonly reason: string; readonly force: boolean },
  ): Promise<Issue | undefined> {
    const record = this.records.get(peerId);
    if (record === undefined) return UNKNOWN_PEER;
    const nowMs = this.ports.clock.now();
    if (isBanned(record, nowMs) && record.ban?.untilMs === null)
      return issue('PEER_BANNED', '', 'The peer is banned already.');
    if (!force && this.options.isRosterMember(peerId))
      return issue(
        'PEER_IN_ROSTER',
        '',
        'The peer holds a seat in a register of this node; banning it may cost quorum and needs force.',
      );
    await this.enforce(record, { atMs: nowMs, untilMs: null, reason: reason.slice(0, BAN_REASON_MAX) });
    return undefined;
  }

  /**
   * Lifts a ban and what led to it, so that the next failure does not ban again. Issues: PEER_NOT_FOUND,
   * PEER_NOT_BANNED.
   */
  async lift(peerId: string): Promise<Issue | undefined> {
    const record = this.records.get(peerId);
    if (record === undefined) return UNKNOWN_PEER;
    const nowMs = this.ports.clock.now();
    if (!isBanned(record, nowMs)) return issue('PEER_NOT_BANNED', '', 'The peer is not banned.');
    record.score = { points: Math.max(0, pointsAt(record.score, nowMs)), atMs: nowMs };
    await this.settle(record, { ban: undefined, bans: record.bans });
    record.breakers.clear();
    this.ports.log.info({ peerId }, 'The ban of a peer was lifted.');
    return undefined;
  }

  /** Called after a ban is durable: close the links of the peer. */
  onBan(listener: (peerId: string) => void): void {
    this.listeners.push(listener);
  }

  private async enforce(record: PeerRecord, ban: Ban): Promise<void> {
    const { peerId } = record;
    await this.settle(record, { ban, bans: record.bans + 1 });
    this.ports.metrics?.onBanned();
    this.ports.log.warn({ peerId, reason: ban.reason, untilMs: ban.untilMs }, 'A peer was banned.');
    for (const listener of this.listeners) listener(peerId);
  }

  /** Durable first, then in effect. */
  private async settle(record: PeerRecord, next: NonNullable<PeerRecord['pending']>): Promise<void> {
    record.pending = next;
    try {
      await this.ports.journal.commit([this.ports.peers.put(rowOf(record))]);
    } finally {
      if (record.pending === next) record.pending = undefined;
    }
    record.ban = next.ban;
    record.bans = next.bans;
  }
}
