// Security events: one structured log line (child `audit: true`) and one durable row that the caller commits with the
// change it tells of. Never a password, token or payload.
import { LRUCache } from 'lru-cache';
import { bytesToUuid } from '../../core/base/bytes.js';
import { growing } from '../../core/base/growing.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import type { AuditEvent } from '../../core/tenant/organisations/audit-events.js';
import {
  type EventRepeats,
  isKept,
  REPEATS_ACTORS_MAX,
  REPEATS_KEPT,
  withRepeat,
} from '../../core/tenant/organisations/repeats.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type {
  AuditFilter,
  AuditPage,
  AuditRow,
  AuditTrail,
  NumberedAuditPage,
} from '../../storage/tables/accounts/audit-trail.js';
import type { Caller } from './caller.js';

export interface AuditEntry extends Omit<AuditRow, 'eventType' | 'details'> {
  readonly eventType: AuditEvent;
  /** Empty when the organisation is not known. */
  readonly organisationId: string;
  readonly details?: AuditRow['details'];
  /** The platform user whom it concerns, where the store does not say so yet: a membership of the same commit. */
  readonly about?: string;
  /** The trace-id of the request, for those who are told at once. Not kept. */
  readonly trace?: string | undefined;
}

/** The members of an event that its call does not tell. */
type CallerEvent = Pick<AuditEntry, 'eventType' | 'details' | 'about'> & { readonly organisationId?: string };

/** A recorded event, for those parts that tell people of it. */
export interface RecordedEvent extends AuditEntry {
  readonly id: string;
  readonly atMs: number;
}

export class Audit {
  private readonly log: Log;
  /** By the operation that stores it: forgotten with that. */
  private readonly recorded = new WeakMap<KvOp, RecordedEvent>();
  private readonly repeats = new LRUCache<string, EventRepeats>(growing(REPEATS_ACTORS_MAX));

  constructor(
    private readonly ports: { readonly clock: Clock; readonly random: Random; readonly log: Log },
    private readonly trail: AuditTrail,
  ) {
    this.log = ports.log.child({ audit: true });
  }

  /** Logs the event and gives the operation that stores it. */
  record(entry: AuditEntry): KvOp {
    const { organisationId, details = {}, about: _, trace: _trace, ...rest } = entry;
    this.writeLine(entry);
    const id = bytesToUuid(this.ports.random.bytes(16));
    const atMs = this.ports.clock.now();
    const op = this.trail.put([organisationId, atMs, id], { ...rest, details });
    this.recorded.set(op, { ...entry, id, atMs });
    return op;
  }

  /** `record` of what the caller of a call did, in its own organisation where no other is named. */
  byCaller(
    { caller, address, trace }: { readonly caller: Caller; readonly address: string; readonly trace?: string },
    { organisationId = caller.organisationId, ...event }: CallerEvent,
  ): KvOp {
    return this.record({ ...event, organisationId, identityId: caller.subject, address, success: true, trace });
  }

  /**
   * The same for an event that its actor can make without end: the log has all of many, the trail few with their number
   * (`times`).
   */
  recordRepeated(entry: AuditEntry): readonly KvOp[] {
    const key = [entry.eventType, entry.organisationId, entry.identityId].join(' ');
    const repeats = withRepeat(this.repeats.peek(key), this.ports.clock.steady());
    this.repeats.set(key, repeats);
    if (!isKept(repeats)) {
      this.writeLine(entry);
      return [];
    }
    const times = repeats.count > REPEATS_KEPT ? { times: repeats.count } : {};
    return [this.record({ ...entry, details: { ...entry.details, ...times } })];
  }

  private writeLine({ about: _, trace: _trace, details = {}, ...rest }: AuditEntry): void {
    // An event that a person has to look at stays in a log that leaves out the rest.
    const level = rest.success && details.status !== 'Suspended' ? 'info' : 'warn';
    this.log[level]({ details, ...rest }, 'A security event.');
  }

  /** The event that an operation stores; undefined for every other operation. */
  eventOf(op: KvOp): RecordedEvent | undefined {
    return this.recorded.get(op);
  }

  /** Stored events of an organisation, newest first, by the number of their page. */
  numberedPage(
    organisationId: string,
    filter: AuditFilter,
    place: { readonly page: number; readonly pageSize: number },
  ): Promise<NumberedAuditPage | undefined> {
    return this.trail.numberedPage(organisationId, filter, place);
  }

  /** Stored events of these organisations, newest first; those of no organisation have an empty one. */
  page(organisationIds: readonly string[], filter: AuditFilter, limit: number): Promise<AuditPage> {
    return this.trail.page(organisationIds, filter, limit);
  }
}
