// A role of an instance passes to another participant: the form of a Handover, the consents that it
// needs, and what it changes. Pure; it reads sealed state only. A register cannot make a party sign, so a holder who
// neither left nor was proven false is asked for seven days.

import { type Issue, issue } from '../../base/issue.js';
import { hasOnly, type Json, type JsonObject } from '../../base/json.js';
import { HANDOVER_DELAY_MS, INSTANCE_HANDOVERS_MAX } from '../../base/limits/ledger/disputes.js';
import { ID_LENGTH_MAX } from '../../base/limits/ledger/transactions.js';
import { fail, failIf, isFailure, type Result } from '../../base/result.js';
import type { Definition, Participant } from '../../blueprint/definition/types.js';
import { candidacyOf } from '../../blueprint/plan/role-candidates.js';
import type { Instance } from '../../blueprint/state/instance.js';
import { inOrder } from '../../blueprint/state/member-order.js';
import { addressOfBase64, isAddress } from '../../crypto/keys/address.js';
import { LACKS_KEY, lacksKey } from '../../instance/people/able.js';
import { candidatesOfRole } from '../../instance/people/candidates.js';
import { takingRefusal } from '../../instance/people/claims.js';
import { takingProblem } from '../../instance/people/four-eyes.js';
import {
  actingRecord,
  askedHolder,
  type HoldersRow,
  holderNow,
  holdersNow,
  type PendingHandover,
} from '../../instance/people/holders.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction } from '../../model/transaction.js';
import { isSameOwner, isSameParty, partyOf } from '../../register/people/party.js';
import { STATE_KEY } from '../../register/state-keys.js';

/** Payload of a transaction whose metadata.type is Handover. */
export type Handover =
  | {
      readonly type: 'handover';
      readonly v: 1;
      readonly role: string;
      /** The wallet that holds the role now; absent where it is vacant. */
      readonly from?: string;
      readonly to: string;
      /**
       * Others agree in its place. Said here, because signatures are not part of a TxId: without the one of the holder
       * a Handover would otherwise be another one.
       */
      readonly withoutHolder?: true;
    }
  /** By the holder: the role is not given away. */
  | { readonly type: 'handover'; readonly v: 1; readonly role: string; readonly refuse: true };

const MEMBERS = ['type', 'v', 'role', 'from', 'to', 'withoutHolder', 'refuse'];

/** VAL_SCHEMA_004 under `/payload` for what is not a hand-over. */
export function readHandover(payload: Json): Result<Handover> {
  const bad = (path: string, message: string): Issue => issue('VAL_SCHEMA_004', `/payload${path}`, message);
  if (!hasOnly(payload, MEMBERS) || payload.type !== 'handover' || payload.v !== 1)
    return fail(
      bad(
        '',
        'A Handover has the members type, which is handover, v, which is 1, role, and from, to and withoutHolder, or refuse.',
      ),
    );
  const { role, from, to, withoutHolder, refuse } = payload;
  if (typeof role !== 'string' || role.length === 0 || role.length > ID_LENGTH_MAX)
    return fail(bad('/role', 'A Handover names a role.'));
  if (refuse !== undefined) {
    if (refuse === true && Object.keys(payload).length === 4) return payload as unknown as Handover;
    return fail(bad('/refuse', 'Expected refuse to be true, without from and to.'));
  }
  if (from !== undefined && (typeof from !== 'string' || !isAddress(from)))
    return fail(bad('/from', 'Expected the wallet that holds the role, or no from where it is vacant.'));
  if (typeof to !== 'string' || !isAddress(to) || to === from) return fail(bad('/to', 'Expected another wallet.'));
  if (withoutHolder !== undefined && withoutHolder !== true)
    return fail(bad('/withoutHolder', 'Expected true, or no such member where the holder signs.'));
  return payload as unknown as Handover;
}

export interface Handing {
  readonly tx: Transaction;
  readonly definition: Definition;
  readonly instanceId: string;
  readonly instance: Instance;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
}

/** A hand-over that was read, and the wallets that sign it. */
export interface SignedHandover extends Omit<Handing, 'tx'> {
  readonly read: Handover;
  readonly signers: ReadonlySet<string>;
}

/** The role passes, passes unless its holder refuses, or stays. */
export type Handed =
  | { readonly kind: 'passes'; readonly role: string; readonly record: string }
  | { readonly kind: 'waits'; readonly role: string; readonly pending: PendingHandover }
  | { readonly kind: 'stays'; readonly role: string };

type View = Pick<StateView, 'state' | 'transaction'>;

/**
 * VAL_HAND_001 a role that is not there, is reserved, or that one of its candidates takes; 001 as well for another
 * holder than it says, nothing to refuse, or too many of them; 002 a consent is missing; 003 the holder may still
 * refuse; 004 the new holder has no Active record of its own, or cannot receive; VAL_FLOW_005 of four eyes.
 */
export function judgeHandover(view: View, handing: Handing): Result<Handed> {
  const signed = readSigned(handing);
  return isFailure(signed) ? signed : judgeSigned(view, signed);
}

function readSigned({ tx, ...of }: Handing): Result<SignedHandover> {
  const read = readHandover(tx.payload);
  return isFailure(read) ? read : { ...of, read, signers: signersOf(tx) };
}

/** The same of what was read: a scenario has no signatures. */
export function judgeSigned(view: View, handing: SignedHandover): Result<Handed> {
  const { definition, instance, instanceId, read, signers } = handing;
  const role = definition.participants.find(({ id }) => id === read.role);
  const row = rowOf(view, instanceId);
  const taken = role && holderNow(holdersNow(view, instanceId), role, instance.participants);
  // A role that anybody may take is given by those that take part as a vacant one is, while it is vacant.
  const holder = taken ?? (role && !role.walletAddress && !candidacyOf(role) ? '' : undefined);
  if (!role || holder === undefined)
    return fail(issue('VAL_HAND_001', '/payload/role', 'No one holds this role: it is taken by acting in it.'));
  const waiting = row?.pending && Object.hasOwn(row.pending, role.id) ? row.pending[role.id] : undefined;
  // A role may be named as a member that every object has.
  const of = row && Object.hasOwn(row.roles, role.id) ? (row.roles[role.id] as string) : holder;
  const asked = askedHolder(view, row, { role: role.id, holder });
  if ('refuse' in read) {
    if (waiting?.of !== of)
      return fail(issue('VAL_HAND_001', '/payload/role', 'No hand-over of this role waits for its holder.'));
    return signers.has(asked) ? { kind: 'stays', role: role.id } : fail(missing(asked, 'holds the role'));
  }
  if ((read.from ?? '') !== holder)
    return fail(
      issue(
        'VAL_HAND_001',
        '/payload/from',
        holder === '' ? 'The role is vacant: name no from.' : `The wallet ${holder} holds the role.`,
      ),
    );
  if (!signers.has(read.to)) return fail(missing(read.to, 'is to hold the role'));
  const reserved =
    taken === undefined
      ? takingRefusal(view, { role, candidacy: undefined, instanceId, wallet: read.to, atMs: handing.atMs })
      : undefined;
  if (reserved !== undefined) return fail(issue('VAL_HAND_001', '/payload/to', reserved));
  const record = receiving(view, handing, { role, to: read.to });
  if (isFailure(record)) return record;
  const passes = { kind: 'passes', role: role.id, record } as const;
  const spent = spentProblem(row, { definition, role: role.id, by: byWhom(read) });
  if (holder !== '' && read.withoutHolder !== true)
    return (
      failIf(spent) ??
      (signers.has(holder) ? passes : fail(missing(holder, 'holds the role; others give it away by withoutHolder')))
    );
  const own = waiting?.of === of && waiting.to === record ? waiting : undefined;
  if (own && handing.atMs > own.untilMs) return passes;
  if (spent) return fail(spent);
  const isGone = asked === '' || isAtFault(view, instance, asked);
  if (own && !isGone) return fail(early(own));
  const refused = consents(view, handing, { role, holder: asked, isOpen: taken === undefined, to: read.to, signers });
  if (refused) return fail(refused);
  if (isGone) return passes;
  return { kind: 'waits', role: role.id, pending: { of, to: record, untilMs: handing.atMs + HANDOVER_DELAY_MS } };
}

/** The record of the new holder, or why it does not hold the role. */
function receiving(
  view: View,
  { definition, instance, instanceId }: SignedHandover,
  { role, to }: { readonly role: Participant; readonly to: string },
): Result<string> {
  const record = actingRecord(view, to);
  if (record === undefined)
    return fail(
      issue(
        'VAL_HAND_004',
        '/payload/to',
        'The new holder needs an Active participant record that it signed, of which this is the primary wallet.',
      ),
    );
  if (lacksKey(view, to)) return fail(issue('VAL_HAND_004', '/payload/to', `The new holder ${LACKS_KEY}`));
  const candidacy = candidacyOf(role);
  if (candidacy && !candidatesOfRole(view, candidacy).some((item) => item.record === record))
    return fail(issue('VAL_HAND_004', '/payload/to', 'The role passes to one of its candidates, and this is not one.'));
  const conflict = takingProblem(view, { definition, instanceId, instance, wallet: to, role: role.id });
  return conflict ? fail({ ...conflict, path: '/payload/to' }) : record;
}

const NO_HOLDER =
  'The role has no holder yet, and is taken by acting in it: it is handed over only if those that hold the other roles agree. ';

interface Asked {
  readonly role: Participant;
  readonly holder: string;
  /** It was never taken: anybody may take it by acting in it. */
  readonly isOpen: boolean;
  readonly to: string;
  readonly signers: ReadonlySet<string>;
}

/**
 * Without the holder, those who hold the roles of `replaceBy` sign: every other role unless stated. A signer of them is
 * not the new holder. The party that is replaced is not asked, for another role that it holds neither.
 */
function consents(
  view: View,
  { definition, instance, instanceId }: SignedHandover,
  { role, holder, isOpen, to, signers }: Asked,
): Issue | undefined {
  const now = holdersNow(view, instanceId);
  const row = rowOf(view, instanceId);
  const asked = definition.participants.filter(({ id }) => id !== role.id && (role.replaceBy?.includes(id) ?? true));
  const walletOf = (item: Participant): string =>
    askedHolder(view, row, { role: item.id, holder: holderNow(now, item, instance.participants) ?? '' });
  const wallets = new Set(asked.map(walletOf).filter((wallet) => wallet !== ''));
  for (const wallet of wallets) if (isSameOwner(view, wallet, holder)) wallets.delete(wallet);
  for (const wallet of wallets) {
    if (signers.has(wallet)) continue;
    const lacking = missing(wallet, 'holds a role that has to agree');
    return isOpen ? { ...lacking, message: NO_HOLDER + lacking.message } : lacking;
  }
  const others = [...wallets].filter((wallet) => !isSameParty(partyOf(view, wallet), partyOf(view, to), false));
  if (others.length > 0) return undefined;
  return issue(
    'VAL_HAND_002',
    '/signatures',
    `${isOpen ? NO_HOLDER : ''}Another party than the new holder has to agree, and none of those that may is there.`,
  );
}

function isAtFault(view: View, { faults = [] }: Instance, holder: string): boolean {
  // The others kept what is wrong with a run: its sender keeps its role.
  return faults.some(({ resolved, wallet }) => resolved?.outcome !== 'keep' && isSameOwner(view, wallet, holder));
}

/** Of each kind they are counted for themselves. */
function byWhom(read: Handover): 'own' | 'others' {
  return 'from' in read && read.withoutHolder !== true ? 'own' : 'others';
}

function isWaited(pending: Readonly<Record<string, PendingHandover>>, handed: Handed): boolean {
  const waiting = Object.hasOwn(pending, handed.role) ? pending[handed.role] : undefined;
  return handed.kind === 'passes' && waiting?.to === handed.record;
}

function spentProblem(
  row: HoldersRow | undefined,
  { definition, role, by }: Pick<Handing, 'definition'> & { readonly role: string; readonly by: 'own' | 'others' },
): Issue | undefined {
  const most = Math.floor(INSTANCE_HANDOVERS_MAX / (2 * definition.participants.length));
  if (handoverCounts(row, role)[by] < most) return undefined;
  return issue('VAL_HAND_001', '/payload/role', `The role is handed over so at most ${most} times in an instance.`);
}

function handoverCounts(
  row: Pick<HoldersRow, 'handed'> | undefined,
  role: string,
): { readonly others: number; readonly own: number } {
  const { others = 0, own = 0 } = row?.handed && Object.hasOwn(row.handed, role) ? (row.handed[role] ?? {}) : {};
  return { others, own };
}

function early({ untilMs }: PendingHandover): Issue {
  const until = new Date(untilMs).toISOString();
  return issue('VAL_HAND_003', '', `The holder may refuse until ${until}: sign it again after that.`);
}

function missing(wallet: string, why: string): Issue {
  return issue('VAL_HAND_002', '/signatures', `The signature of ${wallet} is missing, which ${why}.`);
}

/** Every signature was verified before. */
function signersOf({ signatures }: Transaction): ReadonlySet<string> {
  return new Set(signatures.map(({ algorithm, publicKey }) => addressOfBase64(algorithm, publicKey) ?? ''));
}

function rowOf(view: View, instanceId: string): HoldersRow | undefined {
  return view.state(STATE_KEY.holding(instanceId)) as unknown as HoldersRow | undefined;
}

/** The row of holders after a Handover that was judged. */
export function handoverChanges(view: View, handing: Handing): readonly StateChange[] {
  const signed = readSigned(handing);
  return isFailure(signed) ? [] : signedChanges(view, signed);
}

/** The same of what was read. */
export function signedChanges(view: View, handing: SignedHandover): readonly StateChange[] {
  const handed = judgeSigned(view, handing);
  if (isFailure(handed)) return [];
  const row: Partial<HoldersRow> = rowOf(view, handing.instanceId) ?? {};
  const { claims = {}, pending = {}, roles = {}, ...rest } = row;
  const by = byWhom(handing.read);
  const counts = handoverCounts(row, handed.role);
  // A hand-over that is refused, or passes when it has waited, was counted when it began to wait.
  const isNew = handed.kind !== 'stays' && (by === 'own' || !isWaited(pending, handed));
  const counted = isNew ? { ...counts, [by]: counts[by] + 1 } : counts;
  const { [handed.role]: _, ...others } = pending;
  const { [handed.role]: _1, ...free } = claims;
  const claimed = handed.kind === 'passes' ? free : claims;
  const waiting = handed.kind === 'waits' ? { ...others, [handed.role]: handed.pending } : others;
  const after: HoldersRow = {
    ...rest,
    ...(Object.keys(claimed).length > 0 && { claims: claimed }),
    handed: inOrder({ ...rest.handed, [handed.role]: counted }),
    ...(Object.keys(waiting).length > 0 && { pending: waiting }),
    roles: handed.kind === 'passes' ? { ...roles, [handed.role]: handed.record } : roles,
  };
  return [{ key: STATE_KEY.holding(handing.instanceId), value: after as unknown as JsonObject }];
}
