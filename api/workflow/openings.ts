// Instances that were opened on this node and have done nothing yet: read, listed and ended as those of the ledger are.
// From its first sealed action on an instance is what the ledger says, and nothing here is asked. Other nodes know
// nothing of one.
import { walletsOfRoles } from '../../actors/workflow/instance/instance-record.js';
import type { InstanceView } from '../../actors/workflow/instance/instance-types.js';
import { hashHex } from '../../core/base/hash.js';
import { issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import { INSTANCE_OPENINGS_LISTED_MAX } from '../../core/base/limits/node/inbox.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { executionHash } from '../../core/blueprint/definition/definition-hash.js';
import { namesOf } from '../../core/blueprint/definition/texts.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { type HeldNow, holdersAtStart } from '../../core/instance/people/holders.js';
import { latestPublication, publishedDefinition } from '../../core/instance/publications.js';
import { STATE_KEY } from '../../core/register/state-keys.js';
import { isBoundToOrganisation } from '../../core/tenant/federation/bound.js';
import type { InstanceOpening } from '../../storage/tables/workflow/instances.js';
import { acting, instanceFor } from '../access/instances.js';
import { seesAllTenants } from '../access/registers.js';
import { ownerIdOf } from '../access/wallet-standing.js';
import type { Caller } from '../auth/caller.js';
import type { ApiCall } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import { openedBody } from '../views/instances.js';
import { isoTime } from '../views/transactions.js';

type Deps = Pick<ApiDeps, 'clock' | 'commit' | 'audit' | 'wallets' | 'ledger' | 'chain' | 'workflow' | 'openings'>;

interface Opened {
  readonly opening: InstanceOpening;
  readonly definition: Definition;
  readonly ordinal: number;
  readonly isLatest: boolean;
  /** Holders of the roles that the definition binds to a wallet. */
  readonly held: HeldNow;
}

/**
 * The instance that was opened here, before who opened it, its organisation and those who see all tenants; only of the
 * named register, where one is named.
 */
export function openingFor(
  { caller, deps }: ApiCall<Deps>,
  instanceId: string,
  registerId?: string,
): InstanceOpening | undefined {
  const opening = deps.openings.find(instanceId);
  if (!opening || (registerId ?? opening.registerId) !== opening.registerId) return undefined;
  const isOfOrganisation = caller.organisationId !== '' && opening.organisationId === caller.organisationId;
  return isOwn(caller, opening) || seesAllTenants(caller) || isOfOrganisation ? opening : undefined;
}

/** Whether the caller opened it: one who speaks for a member, in the organisation of that member. */
function isOwn(caller: Caller, { openedBy, organisationId }: InstanceOpening): boolean {
  if (isBoundToOrganisation(caller) && organisationId !== caller.organisationId) return false;
  return openedBy === ownerIdOf(caller);
}

/**
 * The opening of an instance that the ledger does not know, if it was opened here: INSTANCE_NOT_FOUND becomes the
 * opening, and everything else stays.
 */
function openedInstead<T>(call: ApiCall<Deps>, value: Result<T>, at: At): Result<T | Opened> {
  if (!isFailure<unknown>(value) || value.issue.code !== 'INSTANCE_NOT_FOUND') return value;
  const opening = openingFor(call, at.instanceId, at.registerId);
  return (opening && readOpening(call.deps, opening)) ?? value;
}

/** An instance of the ledger, or one that was opened here and has done nothing. */
export async function findShown(
  call: ApiCall<Deps>,
  instanceId: string,
  registerId: string | undefined,
): Promise<Result<InstanceView | Opened>> {
  return openedInstead(call, await instanceFor(call, instanceId, registerId), { instanceId, registerId });
}

interface At {
  readonly instanceId: string;
  readonly registerId: string | undefined;
}

export function isOpened<T extends object>(value: T | Opened): value is Opened {
  return 'opening' in value;
}

/** An opening with the definition that it holds; undefined where this node has the register no more. */
export function readOpening(
  { ledger, chain }: Pick<ApiDeps, 'ledger' | 'chain'>,
  opening: InstanceOpening,
): Opened | undefined {
  const record = ledger.register(opening.registerId);
  if (!record || record.purging) return undefined;
  const view = chain.view(record.reg);
  const { blueprintId, publicationTxId } = opening;
  const definition = publishedDefinition(view, blueprintId, publicationTxId);
  if (!definition) return undefined;
  const ordinal = Number(view.state(STATE_KEY.publication(publicationTxId))?.ordinal ?? 1);
  const isLatest = latestPublication(view, blueprintId) === publicationTxId;
  return { opening, definition, ordinal, isLatest, held: holdersAtStart(view, definition).held };
}

/** The actions that may begin it. */
function startsOf({ definition }: Opened) {
  return [...planOf(definition).actions.values()]
    .filter(({ isStarting, priors }) => isStarting && priors.length === 0)
    .map(({ action }) => action);
}

export function openingBody(of: Opened) {
  const { opening, definition, ordinal, held } = of;
  const starts = startsOf(of).map(({ id }) => id);
  return openedBody(opening, { ordinal, starts, holders: walletsOfRoles(undefined, definition, held) });
}

export function openingDefinition({ opening, definition, ordinal, isLatest }: Opened) {
  return {
    instanceId: opening.instanceId,
    blueprintId: opening.blueprintId,
    publicationTxId: opening.publicationTxId,
    blueprintExecDefHash: executionHash(definition as unknown as JsonObject, hashHex),
    blueprintVersion: ordinal,
    isPinnedToLatest: isLatest,
    pinState: 'pinned' as const,
  };
}

/** Nothing was stated, so there is nothing to open; a wallet that is named has to be the caller's all the same. */
export async function openingState(call: ApiCall<Deps>, { opening }: Opened, wallet: string | undefined) {
  const reader = wallet === undefined ? undefined : await acting(call, wallet, 'decrypt');
  if (isFailure(reader)) return reader;
  return { instanceId: opening.instanceId, actionCount: 0, data: {}, suspect: [], branchStates: {} };
}

export function openingNext(of: Opened, languages: readonly string[]) {
  return {
    instanceId: of.opening.instanceId,
    state: 'Active' as const,
    isComplete: false,
    nextActions: startsOf(of).map((action) => {
      const { title = `Action ${action.id}`, description } = namesOf(of.definition, action, languages);
      return { actionId: action.id, title, description, participantId: action.sender };
    }),
  };
}

/** Forgets it: nothing is on the ledger that could be ended there. FORBIDDEN for others than who opened it. */
export async function cancelOpening(call: ApiCall<Deps>, { opening }: Opened) {
  const { caller, deps } = call;
  if (!isOwn(caller, opening))
    return fail(issue('FORBIDDEN', '', 'An instance that has done nothing yet is cancelled by who opened it.'));
  await deps.commit(deps.openings.remove(opening));
  return {
    instanceId: opening.instanceId,
    status: 'forgotten' as const,
    nextActions: [],
    calculations: {},
    isComplete: true,
    isAsync: false,
    timestamp: isoTime(deps.clock.now()),
  };
}

interface ListWanted {
  readonly registerId?: string | undefined;
  readonly blueprintId?: string | undefined;
  readonly state?: string | undefined;
  readonly wallet?: string | undefined;
}

/**
 * Of those that the caller opened last, the ones that have done nothing, newest first. No wallet takes part in one, and
 * all are active.
 */
export async function openingsListed({ caller, deps }: ApiCall<Deps>, wanted: ListWanted) {
  if (wanted.wallet !== undefined || (wanted.state ?? 'Active') !== 'Active') return [];
  const rows = [];
  for (const opening of deps.openings.latestOf(ownerIdOf(caller), INSTANCE_OPENINGS_LISTED_MAX)) {
    const { instanceId, registerId, blueprintId } = opening;
    if (!isOwn(caller, opening)) continue;
    if ((wanted.registerId ?? registerId) !== registerId || (wanted.blueprintId ?? blueprintId) !== blueprintId)
      continue;
    const reg = deps.ledger.register(registerId)?.reg ?? -1;
    if ((await deps.chain.registersOfInstance(instanceId)).includes(reg)) continue;
    const shown = readOpening(deps, opening);
    if (shown) rows.push(openingBody(shown));
  }
  return rows;
}
