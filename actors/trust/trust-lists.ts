// Trust lists of organisations: fetched or brought, read in their thread, and kept where they may follow what is kept.
// It judges no signature and no sequence itself (node/trust-lists, core/trust/lists). It calls servers that an
// administrator named, or that a list under a pinned operator points to, and no others.
import { sha256Hex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import {
  TRUST_LIST_BYTES_MAX,
  TRUST_LIST_FETCH_MS,
  TRUST_LISTS_ORGANISATION_MAX,
} from '../../core/base/limits/node/federation.js';
import type { Clock, Log } from '../../core/base/ports.js';
import { type Failure, fail, isFailure, type Result } from '../../core/base/result.js';
import type { Outgoing } from '../../core/outgoing/ports.js';
import { PLATFORM_ORGANISATION_ID } from '../../core/tenant/roles.js';
import { turnKey } from '../../core/tenant/turn-key.js';
import {
  followProblem,
  isPartOf,
  type KeptTrustList,
  type ReadTrustList,
  type TrustListTask,
  withSnapshot,
} from '../../core/trust/lists/snapshot.js';
import type { Anchor } from '../../core/trust/x509/certificate.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { TrustListRows } from '../../storage/tables/trust/trust-lists.js';
import { fetchForTenant } from '../tenant-requests.js';
import { ListAnchors } from './list-anchors.js';

export interface TrustSettings {
  /** Certificates of operators that may sign lists for which no others are pinned, DER as base64. */
  readonly operators: readonly string[];
  readonly strictFreshness: boolean;
  /** The list of lists where an import names no URL; '' without one. */
  readonly lotlUrl: string;
  readonly refreshMs: number;
}

export type TrustListPlace = Pick<KeptTrustList, 'organisationId' | 'trustListId'>;

export type TrustListEvent = 'TrustListImported' | 'TrustListRefused' | 'TrustListRemoved';

export interface TrustListPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly log: Log;
  readonly outgoing: Pick<Outgoing, 'request'>;
  readonly reader: { read(task: TrustListTask, key: string): Promise<Result<ReadTrustList>> };
  readonly rows: TrustListRows;
  readonly settings: TrustSettings;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  /** Counts what became of a list. */
  readonly countOutcome: (outcome: 'taken' | 'refused' | 'unreachable') => void;
}

/** A list to be taken. */
export interface AskedTrustList {
  readonly organisationId: string;
  readonly trustListId: string;
  /** Where it is fetched, or its bytes. */
  readonly from: { readonly url: string } | { readonly bytes: Uint8Array };
  /** Certificates that may sign it, DER as base64; absent: those pinned before, else those of the settings. */
  readonly operators?: readonly string[];
  readonly followPointers?: boolean;
  /** The territory of which it has to be. */
  readonly territory?: string;
  /** It is taken for this list: a refresh of it, or one that it points to. */
  readonly of?: KeptTrustList;
  /** Operations of the same commit, such as a row of the audit trail. */
  readonly also?: (list: KeptTrustList) => readonly KvOp[];
}

/** A list that was taken, and what it points to. */
export interface TakenTrustList {
  readonly list: KeptTrustList;
  readonly pointers: ReadTrustList['pointers'];
}

export class TrustLists {
  private readonly anchors = new ListAnchors();

  constructor(private readonly ports: TrustListPorts) {}

  get settings(): TrustSettings {
    return this.ports.settings;
  }

  /**
   * Takes a list, in the place of one of the same id. TRUSTLIST_MALFORMED and TRUSTLIST_SIGNATURE_INVALID are those of
   * its reading. TRUSTLIST_SEQUENCE_REGRESSION: it may not follow. TRUSTLIST_UNAVAILABLE: what it was taken for was
   * removed, or imported anew, meanwhile. QUOTA_EXCEEDED: the organisation has as many as it may. A list that is
   * fetched may have the codes of outgoing requests.
   */
  async take(asked: AskedTrustList): Promise<Result<TakenTrustList>> {
    const taken = await this.takeOnce(asked);
    const isRefused = isFailure(taken) && taken.issue.code.startsWith('TRUSTLIST_');
    this.ports.countOutcome(isRefused ? 'refused' : isFailure(taken) ? 'unreachable' : 'taken');
    return taken;
  }

  private async takeOnce(asked: AskedTrustList): Promise<Result<TakenTrustList>> {
    const { reader, settings, clock, commit, rows } = this.ports;
    const { organisationId, trustListId, from } = asked;
    const key = turnKey({ organisationId, subject: '' });
    const bytes = 'bytes' in from ? from.bytes : await this.fetchList(from.url, key);
    if (isFailure(bytes)) return bytes;
    const before = rows.find(organisationId, trustListId);
    const operators = asked.operators ?? before?.operators ?? settings.operators;
    if (operators.length === 0) return fail(UNPINNED);
    const read = await reader.read({ bytes, operators, nowMs: clock.now() }, key);
    if (isFailure(read)) return read;
    const { pointers, ...facts } = read;
    const snapshot = { ...facts, sha256: sha256Hex(bytes), createdAtMs: clock.now() };
    if (asked.territory !== undefined && read.territory !== asked.territory)
      return refuseForm(`The list is of ${read.territory}; one of ${asked.territory} was expected.`);
    // Judged in the turn in which it is queued: another import, or a removal, may have come meanwhile.
    const kept = rows.find(organisationId, trustListId);
    const arePinned = asked.operators !== undefined || isSame(before?.operators, kept?.operators);
    if (!arePinned || !this.isThere(asked.of)) return fail(CHANGED);
    const problem = kept ? followProblem(kept.snapshot, snapshot) : this.countProblem(organisationId);
    if (problem) return fail(problem);
    const { former, followed } = kept ?? {};
    const list: KeptTrustList = {
      ...{ organisationId, trustListId, followPointers: asked.followPointers ?? false },
      ...('url' in from && { url: from.url }),
      ...((asked.operators ?? kept?.operators) && { operators }),
      ...{ checkedAtMs: clock.now(), snapshot: kept?.snapshot ?? snapshot },
      ...(former && { former }),
      ...(followed && { followed }),
    };
    const next = withSnapshot(list, snapshot, clock.now());
    await commit([rows.put(next), ...(asked.also?.(next) ?? [])]);
    return { list: next, pointers };
  }

  /** Whether the list is there, from the same source and under the same operators. */
  private isThere(of: KeptTrustList | undefined): boolean {
    if (of === undefined) return true;
    const now = this.ports.rows.find(of.organisationId, of.trustListId);
    return now !== undefined && isSame([now.url, now.operators], [of.url, of.operators]);
  }

  private async fetchList(url: string, from: string): Promise<Result<Uint8Array>> {
    const bounds = { bytesMax: TRUST_LIST_BYTES_MAX, timeoutMs: TRUST_LIST_FETCH_MS };
    const answer = await fetchForTenant(this.ports, { purpose: 'trust-list', from, url, ...bounds });
    return isFailure(answer) ? answer : answer.body;
  }

  private countProblem(organisationId: string): Issue | undefined {
    const max = TRUST_LISTS_ORGANISATION_MAX;
    if (this.ports.rows.idsOf(organisationId).length < max) return undefined;
    return issue('QUOTA_EXCEEDED', '', `An organisation has ${max} trust lists at most: remove one that is not used.`);
  }

  /** TRUSTLIST_UNAVAILABLE where the organisation has none of the id. */
  find(organisationId: string, trustListId: string): Result<KeptTrustList> {
    return this.ports.rows.find(organisationId, trustListId) ?? fail(unavailable());
  }

  /** Removes a list with all that it points to. */
  async remove({ organisationId, trustListId }: KeptTrustList, also: readonly KvOp[]): Promise<void> {
    const { rows, commit } = this.ports;
    const ids = rows.idsOf(organisationId).filter((id) => id === trustListId || id.startsWith(`${trustListId}/`));
    await commit([...ids.map((id) => rows.remove(organisationId, id)), ...also]);
  }

  /**
   * The lists that count for an organisation, in their order: its own, and those of the platform. Of an id those of the
   * first that has it, with the lists that it points to.
   */
  placesFor(organisationId: string, id?: string): readonly TrustListPlace[] {
    const places = [...new Set([organisationId, PLATFORM_ORGANISATION_ID])].flatMap((owner) =>
      this.ports.rows.idsOf(owner).map((trustListId) => ({ organisationId: owner, trustListId })),
    );
    if (id === undefined) return places;
    const owner = places.find(({ trustListId }) => trustListId === id)?.organisationId;
    return places.filter((place) => place.organisationId === owner && isPartOf(place.trustListId, id));
  }

  /** The roots of a list, read. */
  anchorsOf({ snapshot }: KeptTrustList): Promise<readonly Anchor[]> {
    return this.anchors.of(snapshot);
  }

  /** The roots of the list at a place, read; none where it is gone. */
  async anchorsAt({ organisationId, trustListId }: TrustListPlace): Promise<readonly Anchor[]> {
    const { rows } = this.ports;
    const facts = rows.factsOf(organisationId, trustListId);
    return facts ? this.anchors.at(facts, () => rows.find(organisationId, trustListId)?.snapshot.roots ?? []) : [];
  }

  /** The lists of an organisation, by their id. */
  of(organisationId: string): readonly KeptTrustList[] {
    const { rows } = this.ports;
    return rows.idsOf(organisationId).flatMap((id) => rows.find(organisationId, id) ?? []);
  }
}

const UNPINNED = issue(
  'TRUSTLIST_SIGNATURE_INVALID',
  '',
  'No operator is pinned: state the certificates that may sign the list (operatorCertificates, or trust.operators).',
);

const CHANGED = issue(
  'TRUSTLIST_UNAVAILABLE',
  '/trustListId',
  'The list was removed, or imported anew, while this one was read: that stands.',
);

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function refuseForm(message: string): Failure {
  return fail(issue('TRUSTLIST_MALFORMED', '', message));
}

function unavailable(): Issue {
  return issue('TRUSTLIST_UNAVAILABLE', '/trustListId', 'The organisation has no trust list of this id.');
}
