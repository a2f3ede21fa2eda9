// The right to cancel an instance now, as sealed state has it: the roles that a cancellation speaks for,
// and why one is refused. Pure; validators and the sender's node ask the same.

import { type Issue, issue } from '../../base/issue.js';
import { INSTANCE_CANCELLATIONS_MAX } from '../../base/limits/ledger/disputes.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { tooLate, wordsAt } from '../../blueprint/instance/cancelling.js';
import { type CancellationTerms, OPENER } from '../../blueprint/plan/cancellation.js';
import type { Cancelling, Instance } from '../../blueprint/state/instance.js';
import type { RunRow } from '../../blueprint/state/run-row.js';
import { accusedWallet } from '../../disputes/parties.js';
import { type HeldNow, holderNow, holdersNow } from '../../instance/people/holders.js';
import type { StateChange, StateView } from '../../model/register.js';
import type { Transaction, TransactionHeader } from '../../model/transaction.js';
import { isSameOwner, isSameParty, partyOf } from '../../register/people/party.js';
import { STATE_KEY } from '../../register/state-keys.js';

type View = Pick<StateView, 'state' | 'transaction'>;

/** The roles that a cancellation speaks for: those that its metadata names, or the opener. */
export function rolesOf({ metadata }: Pick<TransactionHeader, 'metadata'>): readonly string[] {
  const roles = metadata?.roles;
  return roles === undefined ? [OPENER] : (roles as readonly string[]);
}

interface Holding {
  readonly definition: Definition;
  readonly instance: Instance;
  readonly held: HeldNow;
}

export interface CancellingNow extends Holding {
  readonly terms: CancellationTerms;
  readonly wallet: string;
  /** Time of the docket that would hold it. */
  readonly atMs: number;
}

/**
 * VAL_BP_019 for roles of a wrong form, which end nothing, VAL_BP_002 for one that does not cancel, or that another
 * wallet holds.
 */
export function rolesProblem(of: CancellingNow, roles: unknown): Issue | undefined {
  const at = '/header/metadata/roles';
  const isList = Array.isArray(roles) && roles.length > 0 && roles.every((role) => typeof role === 'string');
  if (!isList || new Set(roles).size < roles.length)
    return issue('VAL_BP_019', at, 'The roles of a cancellation are a list of ids, each once.');
  const { by, consent } = of.terms;
  for (const role of roles as readonly string[]) {
    const shown = JSON.stringify(role.slice(0, 64));
    if (!by.includes(role) && !consent?.of.includes(role))
      return issue(
        'VAL_BP_002',
        '/header/senderWallet',
        `No party cancels this instance as ${shown}, but as ${[...new Set([...by, ...(consent?.of ?? [])])].join(', ')}.`,
      );
    const holder = holderOf(of, role);
    if (holder === of.wallet) continue;
    const who = holder === undefined ? 'No wallet holds' : "The signer's wallet does not hold";
    return issue('VAL_BP_002', '/header/senderWallet', `${who} the role ${shown}.`);
  }
  return undefined;
}

function holderOf({ definition, instance, held }: Holding, role: string): string | undefined {
  if (role === OPENER) return held.opener ?? instance.opener;
  const participant = definition.participants.find(({ id }) => id === role);
  return participant && holderNow(held, participant, instance.participants);
}

/**
 * Roles whose word about the cancellation counts no more: another wallet holds them by now, after a hand-over, with a
 * new key, or because the record of the participant ended. The holder of now speaks for itself, as in a dispute.
 */
function lapsedRoles(of: Holding): readonly string[] {
  const { asked, consents = {} } = of.instance.cancelling ?? {};
  const given = Object.entries(consents).map(([role, { wallet }]) => ({ role, wallet }));
  const gone = [...given, ...(asked ? [asked] : [])].filter(({ role, wallet }) => holderOf(of, role) !== wallet);
  return [...new Set(gone.map(({ role }) => role))].sort();
}

/** The words that count now. */
export function wordsNow(of: Holding & { readonly atMs: number }): Omit<Cancelling, 'count'> {
  return wordsAt(of.instance.cancelling, { atMs: of.atMs, lapsed: lapsedRoles(of) });
}

/** The roles where a cancellation is sealed. */
export function lapsedRolesIn(
  view: View,
  { tx, definition, before }: { tx: Transaction; definition: Definition; before: Instance | undefined },
): readonly string[] {
  if (!before?.cancelling) return [];
  return lapsedRoles({ definition, instance: before, held: holdersNow(view, tx.header.instanceId ?? '') });
}

/** The row that tells them to who reads the instance without the records of then. Members in canonical order. */
export function lapsedRows(
  { txId, header }: Pick<Transaction, 'txId' | 'header'>,
  { lapsed, before, atMs }: { lapsed: readonly string[]; before: Instance | undefined; atMs: number },
): readonly StateChange[] {
  if (lapsed.length === 0 || !before) return [];
  const action = Number(header.actionId);
  const row: RunRow = { action, at: atMs, causes: [], kind: 'back', lapsed, n: before.moves };
  return [{ key: STATE_KEY.run(txId), value: row as unknown as StateChange['value'] }];
}

/**
 * VAL_BP_018 an action that ends the time to cancel is complete; 019 the cancellation would change nothing: its party
 * or role agreed before, more than one role agrees at once, or there are too many of them. The roles were checked.
 */
export function cancellationProblem(view: View, of: CancellingNow, roles: readonly string[]): Issue | undefined {
  const { terms, instance } = of;
  const { cancelling } = instance;
  const late = tooLate(terms, instance);
  if (late !== undefined && !isStoppedByOther(view, of))
    return issue(
      'VAL_BP_018',
      '/header/instanceId',
      `Action ${late} is complete: the instance cannot be cancelled now.`,
    );
  const { by, consent } = terms;
  if (!consent) return undefined;
  const needless = (why: string): Issue => issue('VAL_BP_019', '/header/metadata/roles', why);
  if ((cancelling?.count ?? 0) >= INSTANCE_CANCELLATIONS_MAX - 1)
    return needless(`An instance has at most ${INSTANCE_CANCELLATIONS_MAX} transactions that ask to cancel it.`);
  const agreeing = roles.filter((role) => consent.of.includes(role));
  if (terms.isDefault)
    return agreeing.some((role) => !hasAgreed(view, of, role)) ? undefined : needless('Its roles agreed before.');
  if (agreeing.length > 1) return needless('A party agrees once, for one of its roles.');
  const asks = roles.some((role) => by.includes(role)) && !wordsNow(of).asked;
  const [role] = agreeing;
  if (role === undefined) return asks ? undefined : needless('It was asked for before: others have to agree now.');
  return hasAgreed(view, of, role) ? needless('This role, or this party for another one, agreed before.') : undefined;
}

/**
 * In a stop it is never too late, or no party could leave where none decides. Whose run stopped the instance gains
 * nothing by that. How long the stop has to last is told by the step of the chain.
 */
function isStoppedByOther(view: View, { instance, wallet }: CancellingNow): boolean {
  const { dispute } = instance;
  const isStopped = dispute !== undefined && dispute.untilMs === undefined;
  return isStopped && !isSameOwner(view, wallet, accusedWallet(instance, dispute));
}

/** By the role itself, or by its party for another one; by default each role agrees. */
function hasAgreed(view: View, of: CancellingNow, role: string): boolean {
  const { terms, wallet } = of;
  const given = Object.entries(wordsNow(of).consents);
  const party = given.length === 0 || terms.isDefault ? undefined : partyOf(view, wallet);
  return given.some(
    ([id, consent]) => id === role || (party && isSameParty(partyOf(view, consent.wallet), party, false)),
  );
}

/** The roles that are asked to agree and have not, with their holders; a party that agreed for another is not. */
export function consentsMissing(
  view: View,
  of: Omit<CancellingNow, 'wallet'>,
): readonly { readonly role: string; readonly wallet: string }[] {
  return (of.terms.consent?.of ?? []).flatMap((role) => {
    const wallet = holderOf(of, role);
    return wallet && !hasAgreed(view, { ...of, wallet }, role) ? [{ role, wallet }] : [];
  });
}

/**
 * The roles as which a wallet cancels: one that asks and one that agrees, by default all of its own, as far as it holds
 * some that still matter; none where it may not.
 */
export function rolesToCancelAs(view: View, of: CancellingNow): readonly string[] {
  const { by, consent, isDefault } = of.terms;
  const mine = (roles: readonly string[]): readonly string[] =>
    roles.filter((role) => holderOf(of, role) === of.wallet);
  const asks = mine(by);
  const agrees = mine(consent?.of ?? []);
  const left = agrees.filter((role) => !hasAgreed(view, of, role));
  const [asking] = consent && wordsNow(of).asked ? [] : asks;
  const chosen = [asking, ...(isDefault ? left : left.slice(0, 1))].filter((role) => role !== undefined);
  // Nothing is new: the ledger says so of the first one.
  return [...new Set(chosen.length > 0 ? chosen : [...asks, ...agrees].slice(0, 1))];
}
