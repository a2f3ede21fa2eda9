// Parties that end a dispute now: the holder of the role that the definition names, or all but the one at fault
// together. Pure; it reads sealed state only, so that validators and the sender's node judge alike.

import { type Issue, issue } from '../../base/issue.js';
import { INSTANCE_RESOLUTIONS_MAX } from '../../base/limits/ledger/disputes.js';
import { fail, isFailure, type Result } from '../../base/result.js';
import type { Definition, Participant } from '../../blueprint/definition/types.js';
import { isPaused, wantedBy } from '../../blueprint/disputes/disputes.js';
import type { RunMove } from '../../blueprint/instance/run-rows.js';
import { planOf } from '../../blueprint/plan/plan.js';
import type { Dispute, DisputeOutcome, Unproven } from '../../blueprint/state/dispute.js';
import type { FlowInstance } from '../../blueprint/state/instance.js';
import { countOf } from '../../blueprint/state/member-order.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import type { StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isReplaced } from '../../register/people/participants.js';
import { isSameOwner, isSameParty, partyOf } from '../../register/people/party.js';
import { STATE_KEY } from '../../register/state-keys.js';
import { moveTypeOf } from '../../transaction/move-type.js';
import { plannedFor } from '../../transaction/stated-vote.js';
import { confirmedAt } from '../people/amounts.js';
import { askedHolder, type HoldersRow, heldNow, holderNow, ownRecordOf, primaryNow } from '../people/holders.js';
import { type ResolutionText, readResolution } from '../resolution-form.js';
import { decisionsOn } from './ballots-undone.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/** A dispute as it stands, and the state that says who the parties are. */
interface Disputing {
  readonly definition: Definition;
  readonly instanceId: string;
  readonly instance: FlowInstance;
}

interface Resolving extends Disputing {
  readonly tx: Pick<Transaction, 'header' | 'payload'>;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
}

interface Resolved extends Pick<ResolutionText, 'role'> {
  readonly outcome: DisputeOutcome | undefined;
  readonly proven: boolean | undefined;
  /** The dispute ends with it; else others have to agree. */
  readonly decides: boolean;
}

/** A role that has a word in a dispute. */
export interface Asked {
  readonly role: string;
  readonly wallet: string;
}

/**
 * VAL_RES_001 the instance is not paused by a dispute about this objection; 002 the wallet does not hold the role, or
 * is of the party at fault; 003 the role said so before, or has said what it may; 004 an outcome before the resolver
 * has said whether a private objection is proven, or that of one which all know to be.
 */
export function judgeResolution(view: View, of: Resolving): Result<Resolved> {
  const { tx, definition, instance, atMs } = of;
  const read = readResolution(tx.payload);
  if (isFailure(read)) return read;
  const { dispute } = instance;
  const isIt = dispute?.objection === tx.header.previousTransactionId;
  if (!dispute || !isPaused(instance, atMs) || !isIt || String(dispute.action) !== tx.header.actionId)
    return fail(
      issue(
        'VAL_RES_001',
        '/header/previousTransactionId',
        'This is no objection that pauses the instance: only a dispute that lasts is resolved.',
      ),
    );
  const { outcome, role, proven } = read;
  if ((proven === undefined) === (dispute.unproven !== undefined)) return fail(otherWord(dispute));
  const wallet = tx.header.senderWallet;
  if (outcome === undefined) {
    const judge = judgeIn(view, of, dispute);
    if (judge?.role === role && judge.wallet === wallet) return { outcome, proven, role, decides: true };
    const until = new Date(dispute.untilMs ?? atMs).toISOString();
    const why = `The party to which a private objection was sealed as the resolver reads it alone, and says what it is with its newest key: no later holder of the role. Without its word it is not proven after ${until}, and its role objects in public from then on.`;
    return fail(issue('VAL_RES_002', '/payload/role', why));
  }
  const participant = definition.participants.find(({ id }) => id === role);
  const held = participant && holderOf(view, of, participant);
  if (held?.wallet === '')
    return fail(
      issue('VAL_RES_002', '/payload/role', `No wallet holds the role ${JSON.stringify(role)}: it has no word.`),
    );
  if (!participant || held?.wallet !== wallet)
    return fail(issue('VAL_RES_002', '/header/senderWallet', 'The wallet does not hold the role that it speaks for.'));
  const accused = accusedOf(instance, dispute);
  if (isSameOwner(view, wallet, accused))
    return fail(
      issue('VAL_RES_002', '/header/senderWallet', 'The party at fault has no word in how the dispute ends.'),
    );
  if (wasOfAccused(view, of, participant))
    return fail(
      issue('VAL_RES_002', '/payload/role', 'The party at fault held this role: it has no word in the dispute.'),
    );
  if (resolverIn(view, of, dispute)?.role === role) return { outcome, proven, role, decides: true };
  // The last one that had to agree may have left: then the word of another decides, also one that it gave before.
  if (missingConsents(view, of, { outcome, role, wallet }).length === 0)
    return { outcome, proven, role, decides: true };
  if (wantedBy(dispute, { role, wallet }) === outcome)
    return fail(issue('VAL_RES_003', '/payload/outcome', 'The role said so before: others have to agree now.'));
  const share = Math.floor(INSTANCE_RESOLUTIONS_MAX / definition.participants.length);
  const isFirst = !dispute.consents || !Object.hasOwn(dispute.consents, role);
  if (!isFirst && countOf(instance.resolutions, role) >= share)
    return fail(issue('VAL_RES_003', '/payload/role', 'The role has said how disputes shall end as often as it may.'));
  return { outcome, proven, role, decides: false };
}

function otherWord({ unproven }: Dispute): Issue {
  const message = unproven
    ? 'Its resolver has not said yet whether this private objection is proven: only that is said now.'
    : 'This is proven, as all know: only how it ends is said now.';
  return issue('VAL_RES_004', '/payload/proven', message);
}

/**
 * Roles that have to agree to an outcome and have not. A party agrees once for all of its roles. A vacant role, or one
 * that no wallet took, has no word; neither have roles of the party at fault. `role` agrees now.
 */
export function missingConsents(
  view: View,
  of: Disputing,
  { outcome, role, wallet }: { readonly outcome: DisputeOutcome } & Partial<Asked>,
): readonly string[] {
  const { dispute } = of.instance;
  if (!dispute) return [];
  const asked = askedIn(view, of, dispute);
  const agree = asked.filter(
    (one) => (one.role === role && one.wallet === wallet) || wantedBy(dispute, one) === outcome,
  );
  const missing = asked.filter((one) => !agree.some((other) => isSameOwner(view, one.wallet, other.wallet)));
  // A wallet that the record of the party at fault lists is that party, and does not agree in the place of another.
  const accused = partyOf(view, accusedOf(of.instance, dispute));
  const isOther = agree.some((one) => !isSameParty(partyOf(view, one.wallet), accused, false));
  return missing.length > 0 || isOther ? missing.map((one) => one.role) : asked.map((one) => one.role);
}

/** Roles that are held by other parties than the one at fault. */
export function askedIn(view: View, of: Disputing, dispute: Dispute): readonly Asked[] {
  const accused = accusedOf(of.instance, dispute);
  return of.definition.participants.flatMap((role) => {
    const { wallet } = holderOf(view, of, role);
    const isOfAccused = isSameOwner(view, wallet, accused) || wasOfAccused(view, of, role);
    return wallet === '' || isOfAccused ? [] : [{ role: role.id, wallet }];
  });
}

/** The role that the definition names, where its holder can decide: it is there, and is not at fault. */
export function resolverIn(view: View, of: Disputing, dispute: Dispute): Asked | undefined {
  if (dispute.unproven) return judgeIn(view, of, dispute);
  const found = resolverOf(view, of);
  if (!found || isSameOwner(view, found.held.wallet, accusedOf(of.instance, dispute))) return undefined;
  const isBiased =
    wasOfAccused(view, of, found.role) || isOfPrincipal(view, of, { ...found, objection: dispute.objection });
  return isBiased ? undefined : { role: found.role.id, wallet: found.held.wallet };
}

/** True where a deputy sent the run for who resolves: that would judge itself, and keeps its word among the others. */
function isOfPrincipal(
  view: View,
  of: Disputing,
  { objection, role, held }: Resolver & Pick<Dispute, 'objection'>,
): boolean {
  const fault = of.instance.faults?.find(({ objectionTxId }) => objectionTxId === objection);
  const run = fault?.txId ?? '';
  const places = [run, objection];
  return principalsOf(view, of, { run, role: fault && confirmedAt(fault) }).some(
    (party) => isSameOwner(view, held.wallet, party) || wasHeldBy(view, of, { role, party, places }),
  );
}

/**
 * For whom a deputy sent a run, or confirmed it for a role: the holder of the role where it was sealed, and now; none
 * where the holder sent it.
 */
function principalsOf(
  view: View,
  of: Disputing,
  { run, role: confirmed }: { readonly run: string; readonly role?: string | undefined },
): readonly string[] {
  const row = view.state(STATE_KEY.run(run)) as unknown as RunRow | undefined;
  if (confirmed !== undefined) {
    const role = of.definition.participants.find(({ id }) => id === confirmed);
    const now = role ? holderOf(view, of, role).wallet : '';
    const { answers = {} } = row ?? {};
    const then = Object.hasOwn(answers, confirmed) ? (answers[confirmed]?.for as string) : '';
    return [then, now].filter((wallet) => wallet !== '');
  }
  const header = view.transaction(run)?.header;
  const role = row?.by !== undefined && header ? plannedFor(planOf(of.definition), header)?.sender : undefined;
  if (!role) return [];
  const holders = [heldAt(view, of, { role, place: run }) ?? '', holderOf(view, of, role).wallet];
  return holders.filter((wallet) => wallet !== '' && wallet !== row?.by);
}

/**
 * The resolver to whom a private objection can be sealed: neither the party that is accused, or for which that acted,
 * nor the one that objects holds the role, or held it where the run was sealed.
 */
export function resolverFor(
  view: View,
  of: Disputing,
  { run, parties }: { readonly run: string; readonly parties: readonly string[] },
): Asked | undefined {
  const found = resolverOf(view, of);
  if (!found) return undefined;
  const { role, held } = found;
  const isOf = (party: string): boolean =>
    isSameOwner(view, held.wallet, party) || wasHeldBy(view, of, { role, party, places: [run] });
  const all = [...parties, ...principalsOf(view, of, { run })];
  return all.some(isOf) ? undefined : { role: role.id, wallet: held.wallet };
}

interface Resolver {
  readonly role: Participant;
  readonly held: Held;
}

function resolverRole({ definition }: Pick<Disputing, 'definition'>): Participant | undefined {
  return definition.participants.find(({ id }) => id === definition.disputes?.resolver);
}

function resolverOf(view: View, of: Disputing): Resolver | undefined {
  const role = resolverRole(of);
  const held = role && holderOf(view, of, role);
  return role && held?.isActing ? { role, held } : undefined;
}

/** The wallet to which a private objection was sealed as the resolver: its key alone opens it. */
export function sealedToIn(
  view: View,
  of: Pick<Disputing, 'definition' | 'instance'>,
  { objection }: Pick<Dispute, 'objection'>,
): string | undefined {
  const role = resolverRole(of);
  return role && heldAt(view, of, { role, place: objection });
}

/**
 * The judge of a private objection: the party to which it was sealed, with its newest key. A later holder of the role
 * reads nothing of it. A wallet that governance replaced, or whose participant left, judges nothing any more.
 */
function judgeIn(view: View, of: Disputing, dispute: Dispute): Asked | undefined {
  const role = resolverRole(of);
  const sealedTo = sealedToIn(view, of, dispute);
  if (!role || !sealedTo || isReplaced(view, sealedTo)) return undefined;
  const record = ownRecordOf(view, sealedTo);
  const wallet = record === undefined ? sealedTo : primaryNow(view, record);
  if (wallet === '' || isReplaced(view, wallet)) return undefined;
  if (isSameOwner(view, wallet, accusedOf(of.instance, dispute))) return undefined;
  return { role: role.id, wallet };
}

/** The wallet that sent the run of the dispute. */
export function accusedOf({ faults = [] }: FlowInstance, { objection, unproven }: Dispute): string {
  if (unproven) return unproven.accused;
  return faults.find(({ objectionTxId }) => objectionTxId === objection)?.wallet ?? '';
}

/**
 * True for a role that the party at fault held where its run, or the objection, was sealed: given away since, its new
 * holder would speak for that party.
 */
function wasOfAccused(view: View, of: Disputing, role: Participant): boolean {
  const { dispute, faults = [] } = of.instance;
  if (!dispute) return false;
  const { objection } = dispute;
  const before = view.transaction(objection)?.header.previousTransactionId;
  const places = [objection, before, faults.find(({ objectionTxId }) => objectionTxId === objection)?.txId];
  return wasHeldBy(view, of, { role, party: accusedOf(of.instance, dispute), places });
}

function wasHeldBy(
  view: View,
  of: Disputing,
  {
    role,
    party,
    places,
  }: Pick<RolePlace, 'role'> & { readonly party: string; readonly places: readonly (string | undefined)[] },
): boolean {
  return places.some((place = '') => {
    const holder = heldAt(view, of, { role, place });
    return holder ? isSameOwner(view, holder, party) : false;
  });
}

interface RolePlace {
  readonly role: Participant;
  /** A sealed move. */
  readonly place: string;
}

/** The wallet that held a role where a move was sealed; undefined for none, and for what has no row. */
function heldAt(view: View, { instance }: Pick<Disputing, 'instance'>, { role, place }: RolePlace): string | undefined {
  const row = view.state(STATE_KEY.run(place)) as unknown as RunRow | undefined;
  return row && holderNow({ roles: row.held ?? {} }, role, instance.participants);
}

interface Held {
  /** Empty where there is none. */
  readonly wallet: string;
  /** False for one whose record an Owner or Admin alone ended: it is asked, and does not act. */
  readonly isActing: boolean;
}

function holderOf(view: View, { instance, instanceId }: Disputing, role: Participant): Held {
  const row = view.state(STATE_KEY.held(instanceId)) as unknown as HoldersRow | undefined;
  const holder = holderNow(heldNow(view, instanceId), role, instance.participants) ?? '';
  const wallet = askedHolder(view, row, { role: role.id, holder });
  return { wallet, isActing: holder !== '' && !isReplaced(view, holder) };
}

/** True for a sealed Resolution that ends the dispute. */
export function resolvesIn(view: View, of: Omit<Resolving, 'instanceId'> & { readonly tx: Transaction }): boolean {
  if (moveTypeOf(of.tx.header) !== 'Resolution') return false;
  const judged = judgeResolution(view, { ...of, instanceId: of.tx.header.instanceId ?? '' });
  return !isFailure(judged) && judged.decides;
}

/** The changes that a Resolution makes to the runs; undefined for one consent more. */
export function resolvingOf(
  { txId, header }: Pick<Transaction, 'txId' | 'header'>,
  { before, after }: { readonly before: FlowInstance; readonly after: FlowInstance },
): Omit<RunMove, 'atMs'> | undefined {
  const { dispute } = before;
  if (!dispute || after.dispute?.objection === dispute.objection) return undefined;
  const { objection, unproven } = dispute;
  if (unproven) return judgedOf({ txId, header }, { unproven, before, after });
  const fault = after.faults?.find((one) => one.objectionTxId === objection);
  const resolved = fault?.resolved?.outcome;
  if (!fault || !resolved) return undefined;
  const move = { txId, action: Number(header.actionId), kind: 'back', causes: [], undoes: [], resolved } as const;
  if (resolved !== 'keep') return move;
  const then = { ...before, ballots: { ...before.ballots, ...dispute.ballots } };
  const undoesAfter = decisionsOn(fault.txId, then, before);
  return { ...move, keeps: { objection, undoes: [fault.txId], undoesAfter } };
}

/** A run that is proven false goes as after an objection that every validator judged. */
function judgedOf(
  { txId, header }: Pick<Transaction, 'txId' | 'header'>,
  of: { readonly unproven: Unproven; readonly before: FlowInstance; readonly after: FlowInstance },
): Omit<RunMove, 'atMs'> {
  const { unproven, before, after } = of;
  const { run, role } = unproven;
  // A fault beyond the share of its role is not listed; a private objection that was not proven stays with its role.
  const isProven = !after.privately || !Object.hasOwn(after.privately, role);
  const move = { txId, action: Number(header.actionId), kind: 'back', causes: [], undoes: [] } as const;
  if (!isProven) return { ...move, resolved: 'unproven' };
  return { ...move, resolved: 'proven', undoes: [run], undoesAfter: decisionsOn(run, before, after) };
}
