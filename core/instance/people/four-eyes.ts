// Four eyes (`notSameAs`): which parties did an action that is kept apart from others, as rows of the state, and why a
// party may not do one now. Pure; it reads sealed state only, so that validators and the sender's node judge alike.
import { type Issue, issue } from '../../base/issue.js';
import type { JsonObject } from '../../base/json.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Apart, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Instance } from '../../blueprint/state/instance.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameParty, namesOf, type Party, partyOf } from '../../register/people/party.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isDoing } from '../../transaction/move-type.js';
import { type HeldNow, hasLeft, holderNow, holdersBeforeStart, holdersNow } from './holders.js';

type View = Pick<StateView, 'state' | 'transaction'>;

export interface Doing {
  readonly definition: Definition;
  readonly planned: PlannedAction;
  readonly instanceId: string;
  /** The instance before; undefined for an opening action. */
  readonly instance: Pick<Instance, 'participants'> | undefined;
  readonly wallet: string;
  /** The wallet that holds the role, where this one stands in for it: what either did counts. */
  readonly standsFor?: string | undefined;
  /** Rejecting does nothing that others check; it may take an open role. */
  readonly isRejection: boolean;
  /** `peopleNow`, where the caller has it. */
  readonly people?: PeopleNow;
}

/** The present holders of the roles, and the parties behind wallets, each found once. */
export interface PeopleNow {
  readonly held: HeldNow;
  readonly partyOf: (wallet: string) => Party;
}

/** Of an instance; before it is opened, those of its definition. */
export function peopleNow(view: View, of: Pick<Doing, 'definition' | 'instanceId' | 'instance'>): PeopleNow {
  const parties = new Map<string, Party>();
  return {
    held: of.instance ? holdersNow(view, of.instanceId) : holdersBeforeStart(view, of.definition),
    partyOf: (wallet) => {
      const party = parties.get(wallet) ?? partyOf(view, wallet);
      parties.set(wallet, party);
      return party;
    },
  };
}

/**
 * VAL_FLOW_005. Asked of the action, and of all that the role does where the wallet takes it now: who could not do the
 * rest would stop the instance later.
 */
export function fourEyesProblem(view: View, doing: Doing): Issue | undefined {
  const { planned, instance, wallet, standsFor, isRejection } = doing;
  const { isOpenRole, sender } = planned;
  const isTaken = instance !== undefined && Object.hasOwn(instance.participants, sender.id);
  const takes = isOpenRole && (!isTaken || hasLeft(view, doing.instanceId, sender.id));
  const apart = takes ? planned.roleApart : isRejection ? [] : planned.apart;
  if (apart.length === 0) return undefined;
  const { people = peopleNow(view, doing) } = doing;
  const parties = [wallet, ...(standsFor === undefined ? [] : [standsFor])].map(people.partyOf);
  for (const party of parties)
    for (const item of apart) {
      const value = keptApart(view, { ...doing, people }, { one: item, party });
      if (value !== undefined) return issue('VAL_FLOW_005', '/header/senderWallet', value);
    }
  return undefined;
}

/** The same of a wallet that is to hold a role from now on. */
export function takingProblem(
  view: View,
  of: Pick<Doing, 'definition' | 'instanceId' | 'instance' | 'wallet'> & { readonly role: string },
): Issue | undefined {
  const doings = [...planOf(of.definition).actions.values()].flatMap(
    (action) => action.approval?.voters.get(of.role)?.planned ?? action,
  );
  const planned = doings.find(({ sender }) => sender.id === of.role);
  if (!planned || planned.roleApart.length === 0) return undefined;
  const people = peopleNow(view, of);
  const party = people.partyOf(of.wallet);
  for (const item of planned.roleApart) {
    const value = keptApart(view, { ...of, planned, people }, { one: item, party });
    if (value !== undefined) return issue('VAL_FLOW_005', '/header/senderWallet', value);
  }
  return undefined;
}

function keptApart(
  view: View,
  {
    definition,
    planned,
    instanceId,
    instance,
    people,
  }: Omit<Doing, 'wallet' | 'isRejection'> & {
    readonly people: PeopleNow;
  },
  { one: item, party }: { readonly one: Apart; readonly party: Party },
): string | undefined {
  const { action, role, byOrganisation } = item;
  const other = `action ${action} of this instance`;
  if (byOrganisation && party.organisation === undefined)
    return `No Owner or Admin of the register vouches for the organisation of this wallet, and ${other} is done by another one: have one of them sign a version of its participant record.`;
  const names = namesOf(party, byOrganisation);
  const opening = instance && openingOf(view, instanceId);
  if (opening !== undefined && names.some((name) => didIn(view, { instanceId, action, opening }, name)))
    return `The same party${byOrganisation ? ' or organisation' : ''} did ${other}: somebody else does action ${planned.action.id}.`;
  const doer = role === undefined ? undefined : definition.participants.find(({ id }) => id === role);
  const holder = doer && holderNow(people.held, doer, instance?.participants);
  if (holder === undefined || !isSameParty(party, people.partyOf(holder), byOrganisation)) return undefined;
  return `The same party${byOrganisation ? ' or organisation' : ''} holds the role ${JSON.stringify(role)}, which does ${other}: somebody else does action ${planned.action.id}.`;
}

/**
 * A move that another instance left under an id that became known before its own opening was sealed counts for nothing.
 */
function openingOf(view: View, instanceId: string): string | undefined {
  return view.state(STATE_KEY.opening(instanceId))?.txId as string | undefined;
}

function didIn(
  view: View,
  of: { readonly instanceId: string; readonly action: number; readonly opening: string },
  name: string,
): boolean {
  return view.state(STATE_KEY.did(of.instanceId, of.action, name))?.opening === of.opening;
}

/** Rows about the party of an action which others are kept apart from. A run that was taken back was done, too. */
export function doerChanges(
  { tx, instanceId, definition, isOpening, standsFor }: Doer,
  view: Pick<StateView, 'state' | 'transaction'>,
): readonly StateChange[] {
  const { header, txId } = tx;
  const { actions } = planOf(definition);
  if (![...actions.values()].some(({ apart }) => apart.length > 0)) return [];
  const opened = isOpening ? [{ key: STATE_KEY.opening(instanceId), value: { txId } }] : [];
  const apart = actions.get(header.actionId)?.apart ?? [];
  const opening = isOpening ? txId : openingOf(view, instanceId);
  if (apart.length === 0 || opening === undefined || !isDoing(header)) return opened;
  const action = Number(header.actionId);
  const byOrganisation = apart.some((item) => item.byOrganisation);
  // The wallet that stood in did it, and so did the participant for which it acted.
  const other = standsFor();
  const wallets = [header.senderWallet, ...(other === undefined ? [] : [other])];
  const names = new Set(wallets.flatMap((wallet) => namesOf(partyOf(view, wallet), byOrganisation)));
  const isNew = (name: string): boolean => !didIn(view, { instanceId, action, opening }, name);
  const value: JsonObject = { opening, txId };
  return [
    ...opened,
    ...[...names].filter(isNew).map((name) => ({ key: STATE_KEY.did(instanceId, action, name), value })),
  ];
}

interface Doer {
  readonly tx: Transaction;
  readonly instanceId: string;
  readonly definition: Definition;
  readonly isOpening: boolean;
  /** The wallet that holds the role, where the sender stands in for it. */
  readonly standsFor: () => string | undefined;
}
