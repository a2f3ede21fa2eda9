// The reads of the page of an action: the definition, the statements before, and the wallets that may act.
import { notFound } from '@tanstack/react-router';
import { ClientError } from '../../api/client/client-error.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import { factsOf, type ReadFacts } from '../../core/blueprint/form/facts-read.js';
import type { Facts } from '../../core/blueprint/logic/facts.js';
import { MOVE_FACTS } from '../../core/blueprint/state/move-types.js';
import { type FormDraft, type FormDraftPlace, readDraft } from '../forms/drafts.js';
import type { RoleShown } from '../forms/form-context.js';
import { type InstanceAddress, queryOf } from '../instance-address.js';
import { nodeTime } from '../node-time.js';
import { node } from '../session/node.js';

export type InstanceShown = Awaited<ReturnType<typeof node.instances.getInstance>>;
export type WalletShown = Awaited<ReturnType<typeof node.wallets.listWallets>>[number];
export type StepShown = Awaited<ReturnType<typeof node.provenance.getInstanceProvenance>>['steps'][number];
type Seen = Awaited<ReturnType<typeof node.instances.getInstanceState>>;

/** Steps that a page shows: an instance has some hundreds at most. */
const STEPS_MAX = 100;
const WALLETS_MAX = 100;

/** The role that gave an action back, and why, as far as the wallet reads it. */
interface SentBackShown {
  readonly role?: string;
  readonly reason?: string;
}

export interface ActData {
  readonly instance: InstanceShown;
  readonly definition: Definition;
  readonly action: Action;
  readonly steps: readonly StepShown[];
  /** The wallets of the person that may act here; none where it waits for others. */
  readonly wallets: readonly WalletShown[];
  readonly facts: Pick<Facts, 'runs' | 'time'>;
  readonly given: ReadFacts;
  readonly suspect: Seen['suspect'];
  readonly sentBack?: SentBackShown;
  readonly place: FormDraftPlace;
  readonly draft: FormDraft | undefined;
}

export function readOwnWallets(): Promise<readonly WalletShown[]> {
  return node.wallets.listWallets({ query: { top: WALLETS_MAX } });
}

/** The draft as it is now: what the node said may be of before. */
export async function withDraft(data: Omit<ActData, 'draft'>): Promise<ActData> {
  return { ...data, draft: await withSentFiles(await readDraft(data.place)) };
}

/** A file that no action named ends after a day: then it is chosen again. */
async function withSentFiles(draft: FormDraft | undefined): Promise<FormDraft | undefined> {
  if (draft?.files === undefined || Object.keys(draft.files).length === 0) return draft;
  const { uploadOf } = await import('../forms/upload.js');
  const known = await Promise.all(
    Object.entries(draft.files).map(async ([field, manifest]) => {
      // Where the node does not say, it is not known to be gone.
      const isThere = await uploadOf(manifest.fileId).then(
        (upload) => upload?.isComplete === true,
        () => true,
      );
      return isThere ? [[field, manifest] as const] : [];
    }),
  );
  return { ...draft, files: Object.fromEntries(known.flat()) };
}

/** An instance with its definition and what was sealed of it. */
export async function readInstanceParts({ params, deps }: InstanceAddress) {
  const { instanceId } = params;
  const instance = await node.instances.getInstance({ params: { instanceId }, query: queryOf(deps) });
  const { blueprintId: id, publicationTxId, registerId } = instance;
  const [{ blueprint }, steps] = await Promise.all([
    node.blueprints.getDefinition({ params: { id, publicationTxId }, query: { instanceId, registerId } }),
    instance.lastTransactionId === undefined ? [] : stepsOf(instanceId, registerId),
  ]);
  return { instance, definition: blueprint as unknown as Definition, steps };
}

export async function readAct(at: InstanceAddress & { readonly params: { readonly actionId: string } }) {
  const { instanceId, actionId } = at.params;
  const [{ instance, definition, steps }, own, me] = await Promise.all([
    readInstanceParts(at),
    readOwnWallets(),
    node.auth.getMe(),
  ]);
  const isOpened = instance.lastTransactionId !== undefined;
  const action = definition.actions.find((each) => String(each.id) === actionId);
  if (action === undefined) throw notFound();
  const wallets = actingWallets({ instance, definition, action, own });
  const { registerId } = instance;
  const place: FormDraftPlace = {
    ...{ person: me.platformUserId ?? me.userId, organisation: me.organizationId ?? '' },
    ...{ registerId, instanceId, actionId },
  };
  const [seen, sentBack] = await Promise.all([
    isOpened ? readSeen(instance, wallets[0]?.address) : undefined,
    readSentBack(instance, action.id, wallets[0]?.address),
  ]);
  const given = (seen?.facts ?? []) as ReadFacts;
  const time = {
    ...(steps[0] && { opened: steps[0].sealedAt }),
    ...(steps.length > 0 && { previous: (steps.at(-1) as StepShown).sealedAt }),
    signed: nodeTime(),
  };
  const facts = factsOf(given, { order: steps.map(({ transactionId }) => transactionId), time });
  const suspect = seen?.suspect ?? [];
  const read = { instance, definition, action, steps, wallets, facts, given, suspect, place };
  return { ...read, ...(sentBack && { sentBack }) } satisfies Omit<ActData, 'draft'>;
}

/** Undefined where the action was not given back. */
async function readSentBack(
  { activeBranches, participantWallets, registerId: register }: InstanceShown,
  actionId: number,
  wallet: string | undefined,
): Promise<SentBackShown | undefined> {
  const back = activeBranches.find(({ currentActionId }) => currentActionId === actionId)?.sentBack;
  if (back === undefined) return undefined;
  const role = back.role ?? Object.keys(participantWallets).find((id) => participantWallets[id] === back.wallet);
  const shown = role === undefined ? {} : { role };
  if (wallet === undefined) return shown;
  try {
    const params = { wallet, register, tx: back.transactionId };
    const { reason } = (await node.actions.getAction({ params })).payloadData;
    return typeof reason === 'string' ? { ...shown, reason } : shown;
  } catch (error) {
    // A wallet that does not read the reason acts without it.
    if (error instanceof ClientError) return shown;
    throw error;
  }
}

/** The last run of an action: other moves name its action too. */
export function lastRun(steps: readonly StepShown[], actionId: number): StepShown | undefined {
  return steps.findLast((step) => step.actionId === String(actionId) && MOVE_FACTS[step.type].does);
}

/** Actions as they were done last; then those that wait, then the others, as the definition has them. */
export function actionsAsDone(
  actions: readonly Action[],
  { currentActionIds }: Pick<InstanceShown, 'currentActionIds'>,
  steps: readonly StepShown[],
): readonly Action[] {
  const placeOf = ({ id }: Action) => {
    const run = lastRun(steps, id);
    return currentActionIds.includes(id) ? steps.length : run ? steps.indexOf(run) : steps.length + 1;
  };
  return actions.toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function stepsOf(instanceId: string, registerId: string): Promise<readonly StepShown[]> {
  const query = { registerId, pageSize: STEPS_MAX };
  return (await node.provenance.getInstanceProvenance({ params: { instanceId }, query })).steps;
}

/** A wallet that takes an open role reads nothing of the instance before. */
async function readSeen({ id, registerId }: InstanceShown, wallet: string | undefined): Promise<Seen | undefined> {
  if (wallet === undefined) return undefined;
  try {
    return await node.instances.getInstanceState({ params: { instanceId: id }, query: { registerId, wallet } });
  } catch (error) {
    if (error instanceof ClientError && error.code === 'WALLET_ACCESS_DENIED') return undefined;
    throw error;
  }
}

interface Acting {
  readonly instance: InstanceShown;
  readonly definition: Definition;
  readonly action: Action;
  readonly own: readonly WalletShown[];
}

/** The holder of the role, else those that the branch names, else any: the first that acts takes an open role. */
function actingWallets({ instance, definition, action, own }: Acting): readonly WalletShown[] {
  const active = own.filter(({ status }) => status === 'Active');
  const branch = instance.activeBranches.find(({ currentActionId }) => currentActionId === action.id);
  const named = branch?.mayAct?.map(({ walletAddress }) => walletAddress);
  const fixed = definition.participants.find(({ id }) => id === action.sender)?.walletAddress ?? undefined;
  const holder = instance.participantWallets[action.sender] ?? fixed;
  const among = named ?? (holder === undefined ? undefined : [holder]);
  if (among === undefined) return active;
  return active.filter(({ address, hybridAddress }) => among.includes(address) || among.includes(hybridAddress ?? ''));
}

export function rolesOf({ participants }: Definition): readonly RoleShown[] {
  return participants.map(({ id, name, organisation }, place) => ({ id, name: name ?? id, organisation, place }));
}
