// Runs that a holder of a role reads and was not given: they were sealed before it held the role, while its record
// was revoked, or before they were opened to it. So it is with a deputy of the holder, for as long as its delegation
// counts. It follows from sealed state alone, so that it is the same everywhere. Pure.

import { READERS_BESIDE_MAX } from '../../base/limits/ledger/people.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { findSeal, type OpeningState, openSince, type SealedUntil } from '../../blueprint/instance/sealed-runs.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { roleHolder } from '../../blueprint/state/role-holder.js';
import type { RowOf, RunRow } from '../../blueprint/state/run-row.js';
import { isAddress } from '../../crypto/keys/address.js';
import { groupsOfRun } from '../../envelope/cells/expecting.js';
import { type CellGroup, groupsOf, holdersOf } from '../../envelope/layout/groups.js';
import { type Layout, layoutOf } from '../../envelope/layout/layout.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { isEncrypted } from '../../transaction/action-metadata.js';
import { isDoing } from '../../transaction/move-type.js';
import { planFor } from '../../transaction/stated-vote.js';
import { cannotReceiveIn } from '../people/able.js';
import { claimOf } from '../people/claims.js';
import { deputiesOf } from '../people/deputies.js';
import { type HeldNow, holderNow, holdersNow } from '../people/holders.js';

/** Value of the state key `delivered/{run}/{wallet}/{role}`: deliveries of one run to one holder, in ledger order. */
export interface DeliveredRow {
  readonly by: readonly Delivered[];
}

/** Members in canonical order. */
export interface Delivered {
  /** Timestamp of its docket, ms. */
  readonly at: number;
  /** Moves of the instance before it. */
  readonly n: number;
  /** The wallet that sent it. */
  readonly sender: string;
  readonly txId: string;
}

/** The record of which run was given to whom. */
export interface Giving {
  readonly definition: Definition;
  readonly instance: Pick<Instance, 'participants' | 'since'> & OpeningState['instance'];
  readonly rowOf: RowOf;
  readonly deliveredTo: DeliveredTo;
}

/** By role; with a gate the deliveries of its kept evidence. */
export type DeliveredTo = (run: string, wallet: string, role: string | EvidenceOf) => DeliveredRow | undefined;

/** The kept evidence of a gate that a role reads. */
export type EvidenceOf = Readonly<Record<'gate' | 'role', string>>;

/** Deliveries that a view has. */
export function deliveriesIn(view: Pick<StateView, 'state'>): DeliveredTo {
  return (run, wallet, of) =>
    deliveriesOf(view, run, typeof of === 'string' ? { wallet, role: of } : { wallet, ...of });
}

/** Deliveries of a part of a run to its holder. */
export function deliveriesOf(view: Pick<StateView, 'state'>, run: string, part: PartDue): DeliveredRow | undefined {
  return view.state(deliveryKey(run, part)) as unknown as DeliveredRow | undefined;
}

/** The key of their row. */
export function deliveryKey(run: string, { wallet, role, gate }: PartDue): string {
  return gate === undefined
    ? STATE_KEY.delivery(run, wallet, role)
    : STATE_KEY.evidenceDelivery(run, gate, { wallet, role });
}

type Run = Pick<Transaction, 'txId' | 'header'>;

/** True for a run whose cells are sealed: a wallet sent it, and not everybody reads it. */
export function isSealedRun({ header }: Pick<Run, 'header'>): boolean {
  return isDoing(header) && isEncrypted(header);
}

/** The cells of a run as its sender did it: of a vote as the role that voted. */
export function layoutOfRun(definition: Definition, { header }: Pick<Run, 'header'>): Layout | undefined {
  const planned = isDoing(header) ? planFor(planOf(definition), header) : undefined;
  return planned && layoutOf(definition, planned.action);
}

/** The same by the row of a run. */
function layoutOfRow(definition: Definition, { action, as, vote }: RunRow): Layout | undefined {
  const planned = planOf(definition).actions.get(String(action));
  const standIn = as === undefined ? undefined : planned?.standIns.get(as);
  const voter = vote && planned?.approval?.voters.get(vote.role)?.planned;
  const done = standIn ?? voter ?? planned;
  return done && layoutOf(definition, done.action);
}

/** Places of the classes of a run that a role reads, ascending. */
export function classesRead(definition: Definition, run: Pick<Run, 'header'>, role: string): readonly number[] {
  return layoutOfRun(definition, run)?.classesOf(role) ?? [];
}

/** The thing for which a run still waits before the role reads it, in a docket of this time; undefined for none. */
export function findSealNow(
  { definition, ...state }: Pick<Giving, 'definition'> & OpeningState,
  run: Pick<Run, 'txId' | 'header'>,
  { role, atMs }: { readonly role: string; readonly atMs: number },
): SealedUntil | undefined {
  const seal = layoutOfRun(definition, run)?.seals.get(role);
  return seal && findSeal({ seal, txId: run.txId }, state, atMs);
}

/** The time since which a role reads a run whose disclosure began later; undefined for one that it read at once. */
export function readSince(
  { definition, ...state }: Pick<Giving, 'definition'> & OpeningState,
  run: Pick<Run, 'txId' | 'header'>,
  role: string,
): number | undefined {
  const seal = layoutOfRun(definition, run)?.seals.get(role);
  return seal && openSince({ seal, txId: run.txId }, state);
}

/** Places of the classes that were encrypted to a wallet with the run. */
export function classesSealed(of: Omit<Giving, 'deliveredTo'>, run: Run, wallet: string): readonly number[] {
  return classesOf(of, run)(wallet);
}

/** The same of each wallet: a run has one envelope, whose groups are found once. */
function classesOf(of: Omit<Giving, 'deliveredTo'>, run: Run): (wallet: string) => readonly number[] {
  const recipients = new Set(run.header.recipients);
  let groups: readonly CellGroup[] | undefined;
  return (wallet) => {
    if (!recipients.has(wallet)) return [];
    groups ??= groupsIn(of, run);
    return groups.find(({ wallets }) => wallets.includes(wallet))?.classes ?? [];
  };
}

function groupsIn(of: Omit<Giving, 'deliveredTo'>, run: Run): readonly CellGroup[] {
  const row = of.rowOf(run.txId);
  const taken = row ? rolesTakenBefore(of.instance, row) : {};
  return groupsOfRun(of.definition, run, { taken, row })?.groups ?? [];
}

/**
 * True where the holder reads classes of a run that its wallet had no other role to be given. The row of the run alone
 * tells: a rule that reads each run of an action asks so, and reads no transaction. A wallet that could not receive
 * then counts as one that did, as of a run that is sealed for no role.
 */
export function wasMissedBy(
  { definition, instance }: Pick<Giving, 'definition' | 'instance'>,
  row: RunRow,
  { role, wallet }: Holder,
): boolean {
  const layout = layoutOfRow(definition, row);
  if (!row.sealed || !layout?.seals.has(role)) return false;
  const { also, held } = row;
  const of = { sender: senderOf({ definition, instance }, row), taken: rolesTakenBefore(instance, row), held, also };
  const groups = groupsOf(layout, holdersOf(definition, layout, { ...of, cannotReceive: () => false }));
  const given = groups.find(({ wallets }) => wallets.includes(wallet))?.classes ?? [];
  return isMissing(layout.classesOf(role), given);
}

/** The wallet that sent a run: the row names it where that is not the holder of the role. */
function senderOf({ definition, instance }: Pick<Giving, 'definition' | 'instance'>, row: RunRow): string {
  if (row.by !== undefined) return row.by;
  const planned = planOf(definition).actions.get(String(row.action));
  const voter = row.vote && planned?.approval?.voters.get(row.vote.role)?.planned;
  const of = { held: row.held, taken: rolesTakenBefore(instance, { n: row.n + 1 }) };
  const holder = planned && roleHolder((voter ?? planned).sender, of);
  return holder ?? (row.as === undefined ? '' : (roleHolder({ id: row.as }, of) ?? ''));
}

/** Open roles that were held before a move, by participant id. */
export function rolesTakenBefore(
  { participants, since }: Pick<Instance, 'participants' | 'since'>,
  { n }: Pick<RunRow, 'n'>,
): Readonly<Record<string, string>> {
  const held = Object.entries(participants).filter(([id]) => Object.hasOwn(since, id) && (since[id] as number) < n);
  return Object.fromEntries(held);
}

/** Places of the classes that a wallet was given of a run: sealed to it, or delivered. */
export function classesGiven(
  of: Giving,
  run: Run,
  { wallet, roles }: { readonly wallet: string; readonly roles: readonly string[] },
): ReadonlySet<number> {
  const given = new Set(classesSealed(of, run, wallet));
  for (const role of roles)
    if (of.deliveredTo(run.txId, wallet, role)) for (const at of classesRead(of.definition, run, role)) given.add(at);
  return given;
}

/** A holder of a role now. */
export interface Holder {
  readonly role: string;
  readonly wallet: string;
}

/** A part of a run that is due to a holder: the cells that the role reads, or the kept evidence of a gate. */
export interface PartDue extends Holder {
  readonly gate?: string | undefined;
}

/** The same where it is told to others. */
export interface PartTold extends Holder {
  readonly gate?: string;
}

/**
 * The wallet that holds a role, or claimed it, and can receive; undefined for a role that is open, vacant or not there.
 * A bare address that is disclosed to is a role of its own.
 */
export function receiverNow(view: Pick<StateView, 'state'>, of: Receiving, role: string): string | undefined {
  const { definition, instance, instanceId } = of;
  const participant = definition.participants.find(({ id }) => id === role);
  const held = of.held ?? holdersNow(view, instanceId);
  const holder = participant ? holderNow(held, participant, instance.participants) : role;
  // The wallet that claimed an open role last reads for it, and acts in it next.
  const wallet = holder ?? claimOf(view, instanceId, role)?.wallet;
  return wallet !== undefined && isAddress(wallet) && !cannotReceiveIn(view)(wallet) ? wallet : undefined;
}

interface Receiving extends Pick<Giving, 'definition' | 'instance'> {
  readonly instanceId: string;
  /** Read from the view where it is absent. */
  readonly held?: HeldNow;
}

/** Where the deputies of holders count: the blueprint, and the time of a docket. */
export interface StandingAt {
  readonly blueprintId: string;
  readonly atMs: number;
}

/**
 * The wallets that read for the holder of a role by a delegation that counts at the time, and can receive. They are
 * given what the role reads, also of before; nothing once the delegation is over.
 */
export function deputiesReceiving(
  view: Pick<StateView, 'state'>,
  { definition, instanceId, ...standing }: Pick<Receiving, 'definition' | 'instanceId'> & StandingAt,
  role: string,
): readonly string[] {
  const deputies = deputiesOf(view, { definition, instanceId, ...standing }, { id: role });
  if (deputies.length === 0) return [];
  const cannotReceive = cannotReceiveIn(view);
  return [...new Set(deputies.map(({ wallet }) => wallet))].filter((name) => isAddress(name) && !cannotReceive(name));
}

/** True where the holder reads classes of the run that were not sealed to it. */
export function wasMissed(of: Omit<Giving, 'deliveredTo'>, run: Run, { role, wallet }: Holder): boolean {
  return isMissing(classesRead(of.definition, run, role), classesSealed(of, run, wallet));
}

function isMissing(read: readonly number[], sealed: readonly number[]): boolean {
  return read.some((at) => !sealed.includes(at));
}

/** A run that a holder is owed: it missed it, may read it now, and has no delivery of it. */
export interface OwedRun extends Holder {
  readonly txId: string;
}

/**
 * Runs that holders are owed now, in ledger order; `runs` are sealed transactions of the instance. With `standing` also
 * what their deputies are, of as many as read beside holders: each role in its turn, so that none takes the places of
 * others.
 */
export function listOwedNow(
  view: Pick<StateView, 'state'>,
  of: Receiving & Pick<Giving, 'rowOf'> & { readonly atMs: number; readonly standing?: StandingAt },
  runs: readonly Run[],
): readonly OwedRun[] {
  const { atMs, definition, standing } = of;
  const holders = definition.participants.flatMap(({ id: role }): readonly Holder[] => {
    const wallet = receiverNow(view, of, role);
    return wallet === undefined ? [] : [{ role, wallet }];
  });
  const deputies = !standing
    ? []
    : inTurns(
        definition.participants.map(({ id: role }) =>
          deputiesReceiving(view, { ...of, ...standing }, role).map((wallet) => ({ role, wallet })),
        ),
      );
  const receivers = [...holders, ...deputies.slice(0, READERS_BESIDE_MAX)];
  const deliveredTo = deliveriesIn(view);
  return runs.filter(isSealedRun).flatMap((run) => {
    const sealed = classesOf(of, run);
    const isOwed = ({ role, wallet }: Holder): boolean =>
      isMissing(classesRead(definition, run, role), sealed(wallet)) &&
      !deliveredTo(run.txId, wallet, role) &&
      findSealNow(of, run, { role, atMs }) === undefined;
    return receivers.filter(isOwed).map(({ role, wallet }) => ({ role, txId: run.txId, wallet }));
  });
}

/** The first of each list, then the second of each, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}
