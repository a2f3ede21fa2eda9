// Judges what one reader sees of the actions of an instance, one after the other in ledger order: it takes a member only where the definition lets this action state it
// and shows it to this reader, checks it against the schema, and recomputes. The rest is suspect. It opens nothing, and trusts no sender.
import { canonical, escapePointer, type Json, type JsonObject } from '../base/json.js';
import { SEEN_STATEMENTS_MAX, SEEN_STATES_MAX, SUSPICIONS_MAX } from '../base/reading-limits.js';
import { pointersFor, project } from '../blueprint/disclose.js';
import { onlyAfter, type Plan, type PlannedAction } from '../blueprint/plan.js';
import { parsePointer } from '../blueprint/pointer.js';
import { seenFaults, showsAll } from '../blueprint/seen-schema.js';
import { type Statements, shownName, statementsOf } from '../blueprint/statements.js';
import type { Definition } from '../blueprint/types.js';
import { outcomeOfHeader } from '../transaction/action-metadata.js';
import type { Transaction } from '../transaction/types.js';
import { miscomputed, type Operand } from './recompute.js';
import type { Suspicion, SuspicionReason } from './suspicion.js';

/** Who reads, and by which definition. */
export interface Reader {
  readonly definition: Definition;
  readonly plan: Plan;
  readonly walletAddress: string;
  /** Wallets by participant id. */
  readonly roles: Readonly<Record<string, string>>;
  /** Only some actions of the instance are read: nothing that needs earlier ones is recomputed. */
  readonly isPart?: boolean;
}

/** What was opened of an action. */
export interface Shown {
  readonly tx: Transaction;
  /** Undefined for an action that is not encrypted. */
  readonly wallets: readonly string[] | undefined;
  /** One for each group that the reader opens. */
  readonly parts: readonly JsonObject[];
}

export interface Judged {
  /** What is taken. */
  readonly fields: JsonObject;
  /** Members of `fields` that stand over no earlier value: another participant stated it, and no action declares it. */
  readonly later: ReadonlySet<string>;
  readonly suspect: readonly Suspicion[];
}

/** One action that was judged, as far as later ones need it. */
interface Run {
  readonly at: number;
  readonly planned: PlannedAction;
  readonly sender: string;
  readonly wallets: ReadonlySet<string> | undefined;
  /** Values of operands that were taken. */
  readonly stated: ReadonlyMap<string, Json>;
  /** Operands of which the sender of a later action may have another value. */
  readonly unsure: ReadonlySet<string> | 'all';
}

export class Judge {
  private readonly reader: Reader;
  /** Places of transactions in the order in which they were given. */
  private readonly places = new Map<string, number>();
  /** Runs that could state an operand, by its name. */
  private readonly history = new Map<string, Run[]>();
  private readonly firsts = new Map<number, readonly number[]>();
  private readonly pointers = new Map<string, readonly string[]>();

  constructor(reader: Reader) {
    this.reader = reader;
  }

  /** The actions that a rejection takes back, by their ids as text; none where it ends the instance. */
  undoneBy(tx: Transaction): (actionId: string) => boolean {
    this.places.set(tx.txId, this.places.size);
    const { plan } = this.reader;
    const config = plan.actions.get(tx.header.actionId)?.action.rejectionConfig;
    if (!config || config.isTerminal === true) return () => false;
    let undone: ((id: number) => boolean) | undefined;
    return (actionId) => {
      undone ??= onlyAfter(plan, config.targetActionId);
      return undone(Number(actionId));
    };
  }

  /** A move that carries no data of the instance. */
  pass({ txId }: Transaction): void {
    this.places.set(txId, this.places.size);
  }

  /** An action that names the reader and does not open. */
  closed(tx: Transaction): Suspicion {
    const planned = this.reader.plan.actions.get(tx.header.actionId);
    if (planned) this.note(tx, planned, { wallets: undefined, stated: new Map(), unsure: 'all' });
    else this.pass(tx);
    return suspicion(tx, '', 'closed');
  }

  take(shown: Shown): Judged {
    const { tx, wallets, parts } = shown;
    const planned = this.reader.plan.actions.get(tx.header.actionId);
    if (!planned) {
      this.pass(tx);
      return { fields: {}, later: new Set(), suspect: [suspicion(tx, '', 'undeclared')] };
    }
    const statements = statementsOf(this.reader.definition, planned.action);
    const found = new Found(tx);
    const raw = merged(parts, found);
    const pointers = this.pointersOf(planned, { ...shown, wallet: this.reader.walletAddress });
    // Nothing of it is for the reader: it says nothing, and hides nothing that it should show.
    if (pointers.length > 0 && (wallets === undefined || parts.length > 0)) {
      for (const name of Object.keys(raw))
        if (['foreign', 'alien'].includes(statements.standingOf(name))) found.add(pointerOf(name), 'undeclared');
      for (const { path, reason } of seenFaults(planned.action, raw, pointers)) found.add(path, reason);
      this.recompute(shown, { planned, statements, raw, pointers, found });
    }
    const visible = showsAll(pointers, raw) ? raw : project(raw, pointers);
    if (visible !== raw)
      for (const [name, value] of Object.entries(raw))
        if (!Object.hasOwn(visible, name) || canonical(visible[name]) !== canonical(value))
          found.add(pointerOf(name), 'undisclosed');
    return this.taken(shown, { planned, statements, visible, found });
  }

  private taken({ tx, wallets }: Shown, { planned, statements, visible, found }: Taking): Judged {
    const later = new Set<string>();
    const unsure = new Set<string>();
    const fields: [string, Json][] = [];
    for (const [name, value] of Object.entries(visible)) {
      if (statements.standingOf(name) === 'loose') {
        const before = this.before(tx, planned, name);
        if (typeof before === 'object' && before.by !== planned.sender.id) found.add(pointerOf(name), 'taken');
        else if (before === 'unknown') {
          later.add(name);
          unsure.add(name);
        }
      }
      if (!found.drops(name)) fields.push([name, value]);
    }
    const taken = Object.fromEntries(fields);
    const stated = new Map(
      statements.operands.flatMap((name) =>
        Object.hasOwn(taken, name) && !later.has(name) ? [[name, taken[name] as Json] as const] : [],
      ),
    );
    for (const name of statements.operands) if (found.names(name)) unsure.add(name);
    // A field that is called `*` narrows what the pointer `/*` shows, to some and not to others.
    const isUnsure = found.names('') || (wallets !== undefined && Object.hasOwn(visible, '*'));
    this.note(tx, planned, { wallets: wallets && new Set(wallets), stated, unsure: isUnsure ? 'all' : unsure });
    return { fields: taken, later, suspect: found.list };
  }

  private recompute(shown: Shown, { planned, statements, raw, pointers, found }: Recomputing): void {
    const { tx } = shown;
    const { header } = tx;
    const isFirst = header.previousTransactionId === undefined && this.places.size === 0 && this.reader.isPart !== true;
    const base = { planned, standingOf: statements.standingOf, seen: raw, pointers, isFirst };
    const outcome = outcomeOfHeader(planned, header);
    let least: ReturnType<typeof miscomputed> | undefined;
    for (const at of this.states(tx, planned)) {
      const earlier = (name: string): Operand =>
        at === 'unknown' ? 'unknown' : this.earlier(name, header.senderWallet, at);
      const wrong = miscomputed({ ...base, outcome, earlier });
      if (least === undefined || wrong.length < least.length) least = wrong;
      if (wrong.length === 0) return;
    }
    for (const { name, reason } of least ?? []) found.add(name === undefined ? '/@route' : pointerOf(name), reason);
  }

  /**
   * The places up to which the sender may have known the ledger: it knew what its action follows, and nothing that was sealed with it or later. Where there are
   * too many to try, earlier values count as unknown: what reads only the action's own members is checked all the same.
   */
  private states(tx: Transaction, planned: PlannedAction): readonly (number | 'unknown')[] {
    const last = this.places.size - 1;
    const low = this.lowest(tx, planned);
    const between = new Set<number>();
    for (const runs of this.history.values())
      for (let i = runs.length - 1; i >= 0 && (runs[i] as Run).at > low; i--) {
        between.add((runs[i] as Run).at);
        if (between.size >= SEEN_STATES_MAX) return ['unknown'];
      }
    const all = [...between, low].filter((at) => at <= last);
    return all.sort((a, b) => b - a);
  }

  /** What the sender knew for certain: what it follows, and what had to be complete. */
  private lowest({ header }: Transaction, planned: PlannedAction): number {
    const previous = header.previousTransactionId;
    const followed = previous === undefined ? -1 : (this.places.get(previous) ?? -1);
    return Math.max(followed, ...planned.priors.map((prior) => this.firsts.get(prior)?.[0] ?? -1));
  }

  /** What the sender of an action must have found under a name. */
  private before(tx: Transaction, planned: PlannedAction, name: string): Operand {
    const low = this.lowest(tx, planned);
    const newest = this.history.get(name)?.at(-1);
    return newest !== undefined && newest.at > low ? 'unknown' : this.earlier(name, tx.header.senderWallet, low);
  }

  private earlier(name: string, sender: string, at: number): Operand {
    if (this.reader.isPart === true) return 'unknown';
    const runs = this.history.get(name) ?? [];
    for (let i = runs.length - 1, tried = 0; i >= 0; i--) {
      const run = runs[i] as Run;
      if (run.at > at) continue;
      if (++tried > SEEN_STATEMENTS_MAX) return 'unknown';
      const mine = this.shareOf(run, this.reader.walletAddress, name);
      if (mine !== this.shareOf(run, sender, name)) return 'unknown';
      if (mine === '') continue;
      if (run.unsure === 'all' || run.unsure.has(name)) return 'unknown';
      if (run.stated.has(name)) return { value: run.stated.get(name) as Json, by: run.planned.sender.id };
    }
    return 'absent';
  }

  /** Which parts of a member a wallet was shown, as one text: `*` for all of it, '' for none. */
  private shareOf(run: Run, wallet: string, name: string): string {
    const shown = { wallets: run.wallets && [...run.wallets], tx: { header: { senderWallet: run.sender } } };
    const pointers = this.pointersOf(run.planned, { ...shown, wallet });
    if (pointers.includes('') || pointers.includes('/*')) return '*';
    const named = pointers.filter((pointer) => parsePointer(pointer)?.[0] === name);
    return named.includes(pointerOf(name)) ? '*' : named.join(' ');
  }

  /** The pointers that show an action to a wallet that it was sealed for. */
  private pointersOf(
    planned: PlannedAction,
    of: {
      readonly wallets: readonly string[] | undefined;
      readonly wallet: string;
      readonly tx: { readonly header: { readonly senderWallet: string } };
    },
  ): readonly string[] {
    const { wallet, wallets, tx } = of;
    if (wallets === undefined || wallet === tx.header.senderWallet) return [''];
    if (!wallets.includes(wallet)) return [];
    const key = `${planned.action.id} ${wallet}`;
    const known = this.pointers.get(key);
    if (known) return known;
    const { definition, roles } = this.reader;
    const names = new Set([wallet, ...Object.keys(roles).filter((role) => roles[role] === wallet)]);
    // Only the wallet that sent it sees all of it.
    names.delete(planned.action.sender);
    const found = pointersFor(definition, planned.action, names);
    this.pointers.set(key, found);
    return found;
  }

  private note(tx: Transaction, planned: PlannedAction, of: Pick<Run, 'wallets' | 'stated' | 'unsure'>): void {
    const run: Run = { ...of, at: this.places.size, planned, sender: tx.header.senderWallet };
    this.places.set(tx.txId, run.at);
    const { id } = planned.action;
    this.firsts.set(id, [...(this.firsts.get(id) ?? []), run.at].slice(0, 1));
    for (const name of statementsOf(this.reader.definition, planned.action).operands) {
      const runs = this.history.get(name);
      if (runs) runs.push(run);
      else this.history.set(name, [run]);
    }
  }
}

interface Taking {
  readonly planned: PlannedAction;
  readonly statements: Statements;
  readonly visible: JsonObject;
  readonly found: Found;
}

type Recomputing = Omit<Taking, 'visible'> & { readonly raw: JsonObject; readonly pointers: readonly string[] };

/** The suspicions of one action: all are dropped, the first of them told. */
class Found {
  readonly list: Suspicion[] = [];
  private readonly dropped = new Set<string>();
  private readonly tx: Transaction;

  constructor(tx: Transaction) {
    this.tx = tx;
  }

  add(member: string, reason: SuspicionReason): void {
    const name = parsePointer(member)?.[0] ?? '';
    const isNews = !this.dropped.has(name);
    // What is not disclosed is cut away; the rest of that member stays.
    if (reason !== 'undisclosed') this.dropped.add(name);
    if (isNews && this.list.length < SUSPICIONS_MAX) this.list.push(suspicion(this.tx, member, reason));
  }

  drops(name: string): boolean {
    return this.dropped.has(name) || this.dropped.has('');
  }

  names(name: string): boolean {
    return this.dropped.has(name);
  }
}

function suspicion({ txId, header }: Transaction, member: string, reason: SuspicionReason): Suspicion {
  return { txId, actionId: header.actionId, sender: header.senderWallet, member: shownName(member), reason };
}

/** The members of all groups that the reader opens; one that two groups tell differently has no value. */
function merged(parts: readonly JsonObject[], found: Found): JsonObject {
  if (parts.length === 1) return parts[0] as JsonObject;
  const members = new Map<string, Json>();
  const twice = new Set<string>();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    if (members.has(name) && canonical(members.get(name)) !== canonical(value)) twice.add(name);
    members.set(name, value);
  }
  for (const name of twice) {
    found.add(pointerOf(name), 'twice');
    members.delete(name);
  }
  return Object.fromEntries(members);
}

function pointerOf(name: string): string {
  return `/${escapePointer(name)}`;
}
