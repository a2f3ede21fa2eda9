// Trust lists that are fetched again: by a timer, by a call, and those that a list of lists points to. A list that
// cannot be had leaves its last good snapshot as it is. It judges no list.

import { issue } from '../../core/base/issue.js';
import { TRUST_POINTERS_AT_ONCE } from '../../core/base/limits/node/federation.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import {
  type FollowedPointer,
  isPointedTo,
  type KeptTrustList,
  pointedId,
  type ReadTrustList,
  type TrustListPointer,
} from '../../core/trust/lists/snapshot.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { AskedTrustList, TakenTrustList, TrustListPorts, TrustLists } from './trust-lists.js';

/** Lists that a sweep fetches again: with all that they point to, some minutes of work of a thread at the worst. */
const SWEPT_MAX = 8;

export interface RefreshPorts extends Pick<TrustListPorts, 'clock' | 'log' | 'rows' | 'commit'> {
  readonly lists: TrustLists;
  /** The row of the audit trail of a list that came, or was refused, by the timer. */
  readonly recordEntries: (list: KeptTrustList, code?: string) => readonly KvOp[];
}

export class TrustListRefresher {
  /** Lists whose pointers are being followed, and the end of it. */
  private readonly following = new Map<string, Promise<void>>();
  /** The newest taking of each list whose pointers are still to be followed. */
  private readonly waiting = new Map<string, TakenTrustList>();
  /** When the timer last tried a list of this start. */
  private readonly triedMs = new Map<string, number>();
  private isClosed = false;

  constructor(private readonly ports: RefreshPorts) {}

  /** Takes a list; the lists that it points to follow behind the answer, where the caller asks for them. */
  async take(asked: AskedTrustList): Promise<Result<KeptTrustList>> {
    const taken = await this.ports.lists.take(asked);
    if (isFailure(taken)) return taken;
    if (taken.list.followPointers) this.follow(taken);
    return taken.list;
  }

  /** Fetches a list again from where it came. OUTGOING_REFUSED for one that was brought, else as `take`. */
  async refresh(list: KeptTrustList, also?: AskedTrustList['also']): Promise<Result<KeptTrustList>> {
    const { url, operators, ...rest } = list;
    if (url === undefined)
      return fail(issue('OUTGOING_REFUSED', '', 'The list was uploaded and has no URL: import the next one.'));
    return this.take({ ...rest, from: { url }, of: list, ...(operators && { operators }), ...(also && { also }) });
  }

  /** Fetches lists again that were not looked at for so long; those that others point to go with those. */
  async sweep(nowMs: number): Promise<void> {
    const { lists, rows, log } = this.ports;
    const { refreshMs } = lists.settings;
    let left = SWEPT_MAX;
    for (const { organisationId, trustListId, hasUrl, checkedAtMs } of [...rows.all()]) {
      const key = keyOf({ organisationId, trustListId });
      const isDue = [checkedAtMs, this.triedMs.get(key) ?? 0].every((lastMs) => isFar(lastMs, nowMs, refreshMs));
      if (!hasUrl || isPointedTo(trustListId) || !isDue) continue;
      const list = rows.find(organisationId, trustListId);
      if (list === undefined || left-- <= 0 || this.isClosed) continue;
      this.triedMs.set(key, nowMs);
      const given = await this.refresh(list, (next) =>
        next.snapshot.sha256 === list.snapshot.sha256 ? [] : this.ports.recordEntries(next),
      );
      if (!isFailure(given)) continue;
      const { code, message } = given.issue;
      log.warn({ trustListId, code, reason: message }, 'A trust list was not refreshed; its last snapshot stays.');
      await this.ports.commit(this.ports.recordEntries(list, code));
    }
  }

  /** Resolves when no pointer is being followed. */
  async idle(): Promise<void> {
    await Promise.all(this.following.values());
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.idle();
  }

  /** A list has one run at a time, which goes on with the newest taking that came meanwhile. */
  private follow(taken: TakenTrustList): void {
    const key = keyOf(taken.list);
    this.waiting.set(key, taken);
    if (!this.following.has(key)) this.following.set(key, this.followWaiting(key));
  }

  private async followWaiting(key: string): Promise<void> {
    for (let taken = this.waiting.get(key); taken !== undefined; taken = this.waiting.get(key)) {
      this.waiting.delete(key);
      await this.followAll(taken);
    }
    this.following.delete(key);
  }

  private async followAll({ list, pointers }: TakenTrustList): Promise<void> {
    const { rows, commit, log } = this.ports;
    const { organisationId, trustListId } = list;
    try {
      const followed = await this.everyPointer(list, pointers);
      const parent = rows.find(organisationId, trustListId);
      // A list that its list of lists does not name is not trusted; all of them go with one that was removed meanwhile.
      const named = new Set(parent && followed.map((each) => each.trustListId));
      const gone = rows.idsOf(organisationId).filter((id) => id.startsWith(`${trustListId}/`) && !named.has(id));
      const put = parent === undefined ? [] : [rows.put({ ...parent, followed })];
      await commit([...put, ...gone.map((id) => rows.remove(organisationId, id))]);
    } catch (error) {
      log.error({ trustListId, err: error }, 'The pointers of a trust list were not followed.');
    }
  }

  private async everyPointer(
    list: KeptTrustList,
    pointers: ReadTrustList['pointers'],
  ): Promise<readonly FollowedPointer[]> {
    const waiting = [...pointers.entries()];
    const outcomes: FollowedPointer[] = new Array(pointers.length);
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [i, pointer] = next;
        const isTwice = pointers.findIndex(({ territory }) => territory === pointer.territory) < i;
        outcomes[i] = await this.followOne(list, pointer, isTwice);
      }
    };
    await Promise.all(Array.from({ length: TRUST_POINTERS_AT_ONCE }, work));
    return outcomes;
  }

  private async followOne(
    list: KeptTrustList,
    { url, territory, operators }: TrustListPointer,
    isTwice: boolean,
  ): Promise<FollowedPointer> {
    const { organisationId } = list;
    const trustListId = pointedId(list.trustListId, territory);
    if (isTwice) return { trustListId, code: 'TRUSTLIST_MALFORMED' };
    if (this.isClosed) return { trustListId, code: 'NODE_UNAVAILABLE' };
    const asked = { organisationId, trustListId, from: { url }, operators, territory, of: list };
    const given = await this.ports.lists.take(asked);
    return { trustListId, ...(isFailure(given) && { code: given.issue.code }) };
  }
}

const keyOf = ({ organisationId, trustListId }: Pick<KeptTrustList, 'organisationId' | 'trustListId'>) =>
  `${organisationId} ${trustListId}`;
