// Published versions of a blueprint, read from the sealed state of the registers that the caller sees: every node that
// replicates them gives the same. Nothing here ever stands in for something else: what is not found is a refusal.
import { LRUCache } from 'lru-cache';
import { hashHex } from '../../core/base/hash.js';
import { type Issue, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { BLUEPRINT_REGISTERS_MAX, DEFINITION_CACHE_MAX } from '../../core/base/limits/node/designs.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { executionHash } from '../../core/blueprint/definition/definition-hash.js';
import { STATE_KEY } from '../../core/register/state-keys.js';
import { isSandbox, type RegisterRecord } from '../../storage/chain/registers.js';
import { visibleRegister } from '../access/registers.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { publicationView } from './publish.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain'>;

/** A register with publications of a blueprint. */
interface Share {
  readonly record: RegisterRecord;
  /** How many there are; their ordinals go from 1 to it. */
  readonly count: number;
}

/** Hashes by publicationTxId, which is a content address. */
const hashes = new LRUCache<string, string>({ max: 8 * DEFINITION_CACHE_MAX });

/**
 * The registers but sandboxes with publications of a blueprint that the caller sees, by id; only `registerId` where
 * that is given, REGISTER_NOT_FOUND if it is not seen.
 */
export async function sharesOf(
  call: ApiCall<Deps>,
  blueprintId: string,
  registerId: string | undefined,
): Promise<Result<readonly Share[]>> {
  const { chain, ledger } = call.deps;
  const seen: RegisterRecord[] = [];
  if (registerId !== undefined) {
    const record = visibleRegister(call, registerId);
    if (isFailure(record)) return record;
    seen.push(record);
  } else {
    const numbers = new Set(await chain.registersOfBlueprint(blueprintId, BLUEPRINT_REGISTERS_MAX));
    for (const record of ledger.registers())
      if (numbers.has(record.reg) && !isSandbox(record) && !isFailure(visibleRegister(call, record.id)))
        seen.push(record);
  }
  return seen
    .map((record) => ({
      record,
      count: Number(chain.view(record.reg).state(STATE_KEY.blueprint(blueprintId))?.count ?? 0),
    }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => (a.record.id < b.record.id ? -1 : 1));
}

/** A version by its register and its ordinal there: as none is ever taken away, it is found by counting. */
export type VersionPlace = readonly [registerId: string, ordinal: number];

/** How many of the joined shares come up to a version, it among them. */
export function upTo(shares: readonly Share[], [registerId, ordinal]: VersionPlace): number {
  const earlier = shares.filter(({ record }) => record.id < registerId).reduce((sum, { count }) => sum + count, 0);
  return shares.some(({ record }) => record.id === registerId) ? earlier + ordinal : earlier;
}

/** The last of the first `count` versions. */
export function placeIn(shares: readonly Share[], count: number): VersionPlace | undefined {
  let before = 0;
  for (const share of shares) {
    if (count <= before + share.count) return [share.record.id, count - before];
    before += share.count;
  }
  return undefined;
}

/** Versions `skip` to `skip + top` of the shares joined in their order. */
export function versionsOf(
  deps: Deps,
  { shares, blueprintId }: { readonly shares: readonly Share[]; readonly blueprintId: string },
  { skip, top }: { readonly skip: number; readonly top: number },
) {
  const rows = [];
  let before = 0;
  for (const { record, count } of shares) {
    for (let n = Math.max(1, skip - before + 1); n <= count && rows.length < top; n++) {
      const view = versionAt(deps, { record, blueprintId, ordinal: n });
      // Above the last common docket of a split chain nothing is told as sealed.
      if (isFailure(view)) continue;
      const { blueprint, ...rest } = view;
      rows.push({ ...rest, title: String(blueprint.title ?? '') });
    }
    before += count;
  }
  return rows;
}

/** A version of a register; PUBLICATION_NOT_FOUND or REGISTER_FORKED. */
export function versionAt(
  deps: Deps,
  at: { readonly record: RegisterRecord; readonly blueprintId: string; readonly ordinal: number },
) {
  const row = deps.chain.view(at.record.reg).state(STATE_KEY.publicationAt(at.blueprintId, at.ordinal));
  const txId = row?.publicationTxId;
  return typeof txId === 'string' ? definitionView(deps, at.record, txId) : fail(publicationNotFound('/version'));
}

interface PublicationName {
  readonly blueprintId: string;
  readonly publicationTxId: string;
}

/** The publication on one of the shares, or PUBLICATION_NOT_FOUND. */
export function definitionAmong(deps: Deps, shares: readonly Share[], of: PublicationName) {
  const share = shares.find(({ record }) => isPublishedOn(deps, record, of));
  return share ? definitionView(deps, share.record, of.publicationTxId) : fail(publicationNotFound('/publicationTxId'));
}

/** The publication on a register, for every caller who sees that one; PUBLICATION_NOT_FOUND or REGISTER_FORKED. */
export function definitionOn(deps: Deps, registerId: string, of: PublicationName) {
  const record = deps.ledger.register(registerId);
  const isThere = record !== undefined && isPublishedOn(deps, record, of);
  return isThere ? definitionView(deps, record, of.publicationTxId) : fail(publicationNotFound('/publicationTxId'));
}

function isPublishedOn({ chain }: Deps, { reg }: RegisterRecord, { blueprintId, publicationTxId }: PublicationName) {
  return chain.view(reg).state(STATE_KEY.publication(publicationTxId))?.blueprintId === blueprintId;
}

/** The publication that was sealed last on the shares; REGISTER_FORKED where a split chain hides which one that is. */
export function newestOf(deps: Deps, shares: readonly Share[], blueprintId: string) {
  const views = shares.map(({ record, count }) => versionAt(deps, { record, blueprintId, ordinal: count }));
  const refused = views.find((view) => isFailure(view));
  const newest = views
    .flatMap((view) => (isFailure(view) ? [] : [view]))
    .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
  return newest[0] ?? refused ?? fail(publicationNotFound('/blueprintId'));
}

function definitionView(deps: Deps, record: RegisterRecord, txId: string) {
  const view = publicationView(deps, record, txId);
  if (isFailure(view)) return view.mapIssues((problem) => ({ ...problem, path: '/publicationTxId' }));
  const { definition, ...rest } = view;
  return { ...rest, execDefHash: hashOf(txId, definition as JsonObject), blueprint: definition };
}

function hashOf(txId: string, definition: JsonObject): string {
  let hash = hashes.get(txId);
  if (hash === undefined) {
    hash = executionHash(definition, hashHex);
    hashes.set(txId, hash);
  }
  return hash;
}

function publicationNotFound(path: string): Issue {
  return issue('PUBLICATION_NOT_FOUND', path, 'No register that you see here has this publication of the blueprint.');
}
