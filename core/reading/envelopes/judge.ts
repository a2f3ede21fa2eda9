// Judges what one reader sees of the actions of an instance, one after the other in ledger order: it takes a member
// only where the definition lets this action state it and shows it to this reader, checks it against the schema, and
// recomputes. The rest is suspect. It opens nothing, and trusts no sender.
import { canonical, escapePointer, type Json, type JsonObject } from '../../base/json.js';
import { LOGIC_STEPS_MAX } from '../../base/limits/ledger/definitions.js';
import { SEEN_STATE_STEPS, SEEN_STATES_MAX, SEEN_STEPS_MAX, SUSPICIONS_MAX } from '../../base/limits/node/reading.js';
import { parsePointer, readPointer } from '../../blueprint/definition/pointer.js';
import { shownName } from '../../blueprint/definition/shown-name.js';
import { logicBudget } from '../../blueprint/logic/logic-values.js';
import { project } from '../../blueprint/names/disclose.js';
import { type Statements, statementsOf } from '../../blueprint/names/statements.js';
import type { PlannedAction } from '../../blueprint/plan/planned.js';
import { type Due, duesIn } from '../../blueprint/schemas/due.js';
import { seenFaults, showsAll } from '../../blueprint/schemas/seen-schema.js';
import type { Reader } from '../../envelope/reader.js';
import type { Transaction } from '../../model/transaction.js';
import { outcomeOfHeader } from '../../transaction/action-metadata.js';
import { History } from './history.js';
import { type Miscomputed, miscomputed, type Operand, operandsOf } from './recompute.js';
import type { Suspicion, SuspicionReason } from './suspicion.js';
import { type IsTakenBack, takenBackBy } from './taken-back.js';

/** The opened part of an action. */
export interface Shown {
  readonly tx: Transaction;
  /** Undefined for an action that is not encrypted. */
  readonly wallets: readonly string[] | undefined;
  /** One for each group that the reader opens. */
  readonly parts: readonly JsonObject[];
}

interface Judged {
  /** The fields that are taken. */
  readonly fields: JsonObject;
  /** Members of `fields` that stand over no earlier value: another participant stated it, and no action declares it. */
  readonly later: ReadonlySet<string>;
  readonly suspect: readonly Suspicion[];
}

/** Shows everything to everybody, or to its own sender. */
const WHOLE: readonly string[] = [''];

export class Judge {
  private readonly reader: Reader;
  private readonly history: History;
  /** Steps of logic that were spent on old states, by sender. */
  private readonly spent = new Map<string, number>();
  /** The members that the pointers of a list show of every run of their action. */
  private readonly dues = new WeakMap<readonly string[], readonly Due[]>();

  constructor(reader: Reader) {
    this.reader = reader;
    this.history = new History(reader);
  }

  /** The actions that a rejection takes back; none where it ends the instance. */
  undoneBy(tx: Transaction): IsTakenBack {
    this.history.pass(tx, true);
    return takenBackBy(tx, this.reader.definition);
  }

  /** A move that carries no data of the instance. */
  pass(tx: Transaction): void {
    this.history.pass(tx, false);
  }

  /** An action that names the reader and does not open. */
  closed(tx: Transaction): Suspicion {
    const planned = this.reader.plan.actions.get(tx.header.actionId);
    if (planned) {
      const { senderWallet: sender } = tx.header;
      const low = this.history.lowest(tx.header, planned);
      const unknown = { wallets: undefined, pointers: WHOLE, stated: new Map(), unsure: new Set<string>() };
      this.history.note(tx.txId, { ...unknown, planned, sender, low, kept: 'all' });
    } else this.pass(tx);
    return suspicion(tx, '', 'closed');
  }

  take(shown: Shown): Judged {
    const { tx } = shown;
    const planned = this.reader.plan.actions.get(tx.header.actionId);
    if (!planned) {
      this.pass(tx);
      return { fields: {}, later: new Set(), suspect: [suspicion(tx, '', 'undeclared')] };
    }
    const low = this.history.lowest(tx.header, planned);
    let first: Attempt | undefined;
    // The sender knew some state between: where one of them makes it honest, that was the one.
    for (const pointers of this.pointersOf(shown, planned, low)) {
      const attempt = this.attempt(shown, { planned, low, pointers });
      first ??= attempt;
      if (attempt.found.list.length === 0) return this.noted(shown, attempt);
    }
    return this.noted(shown, first as Attempt);
  }

  /**
   * The pointers that show an action to the reader: as it is after all moves before, and then as it was for a sender
   * that knew fewer.
   */
  private *pointersOf({ tx, wallets }: Shown, planned: PlannedAction, low: number): Generator<readonly string[]> {
    const { walletAddress: wallet } = this.reader;
    if (wallets === undefined || wallet === tx.header.senderWallet) {
      yield WHOLE;
      return;
    }
    const { roles } = this.history;
    const least = roles.countAt(wallet, low);
    for (let count = roles.countAt(wallet, this.history.size); count >= least; count--)
      yield this.history.pointersOf(planned, wallet, count);
  }

  /** Judges by these pointers, and notes nothing. */
  private attempt(shown: Shown, { planned, low, pointers }: Pick<Attempt, 'planned' | 'low' | 'pointers'>): Attempt {
    const { tx, wallets, parts } = shown;
    const found = new Found(tx);
    const { definition } = this.reader;
    const statements = statementsOf(definition, planned.action);
    const raw = merged(parts, found);
    const of = { planned, low, pointers, statements, raw, found };
    const isFor = wallets === undefined || parts.length > 0;
    if (pointers.length > 0 && isFor) {
      for (const name of Object.keys(raw))
        if (['foreign', 'alien'].includes(statements.standingOf(name))) found.add(pointerOf(name), 'undeclared');
      for (const { path, reason } of seenFaults({ definition, action: planned.action }, raw, pointers))
        found.add(path, reason);
    }
    for (const { path, isOfAll } of this.duesOf(planned, pointers)) {
      // A declared field that is called `*` is all that the pointer `/*` shows.
      if (isFor && isOfAll && statements.standingOf('*') === 'own' && !showsAll(pointers, raw)) continue;
      if (readPointer(raw, parsePointer(path) ?? []) === undefined) found.add(path, 'missing');
    }
    // Rules of language 2 read runs, which a reader recomputes when each run has a root of its own (issue 15, step 4).
    if (pointers.length > 0 && isFor && this.reader.plan.language === 1) this.recompute(shown, of);
    const visible = showsAll(pointers, raw) ? raw : project(raw, pointers);
    if (visible !== raw)
      for (const [name, value] of Object.entries(raw))
        if (!Object.hasOwn(visible, name) || canonical(visible[name]) !== canonical(value))
          found.add(pointerOf(name), 'undisclosed');
    const taken = this.taken(tx, { ...of, visible });
    return { ...of, visible, ...taken };
  }

  private duesOf({ action }: PlannedAction, pointers: readonly string[]): readonly Due[] {
    if (pointers === WHOLE) return [];
    let found = this.dues.get(pointers);
    if (!found) {
      found = duesIn(action, pointers);
      this.dues.set(pointers, found);
    }
    return found;
  }

  private taken(
    tx: Transaction,
    { planned, low, statements, visible, found }: Omit<Attempt, 'fields' | 'later'>,
  ): Pick<Attempt, 'fields' | 'later'> {
    const later = new Set<string>();
    const fields: [string, Json][] = [];
    for (const [name, value] of Object.entries(visible)) {
      if (statements.standingOf(name) === 'loose') {
        const before = this.before(tx, low, name);
        if (typeof before === 'object' && before.by !== planned.sender.id) found.add(pointerOf(name), 'taken');
        else if (before === 'unknown' || before === 'withheld') later.add(name);
      }
      if (!found.drops(name)) fields.push([name, value]);
    }
    return { fields: Object.fromEntries(fields), later };
  }

  private noted({ tx, wallets }: Shown, attempt: Attempt): Judged {
    const { planned, low, pointers, statements, raw, visible, found, fields, later } = attempt;
    const stated = new Map(
      statements.operands.flatMap((name) =>
        Object.hasOwn(fields, name) && !later.has(name) ? [[name, fields[name] as Json] as const] : [],
      ),
    );
    // A field that is called `*` narrows what the pointer `/*` shows, to some and not to others.
    const unsure = wallets !== undefined && Object.hasOwn(visible, '*') ? 'all' : later;
    const kept = new Set(statements.operands.filter((name) => found.names(name) && !Object.hasOwn(raw, name)));
    const run = { planned, low, pointers, stated, unsure, kept, sender: tx.header.senderWallet } as const;
    this.history.note(tx.txId, { ...run, wallets: wallets && new Set(wallets) });
    return { fields, later, suspect: found.list };
  }

  /**
   * The sender knew the moves up to some place, and it alone knows which: what one of these states gives is honest.
   * The newest are tried first, for an honest sender is a moment behind. The first few cost nothing; what all further
   * ones cost is counted for each sender, and one that has spent it is not believed.
   */
  private recompute({ tx }: Shown, { planned, low, statements, raw, pointers, found }: Recomputing): void {
    const { header } = tx;
    const { senderWallet: sender } = header;
    const isPart = this.reader.partOf !== undefined;
    const isFirst = header.previousTransactionId === undefined && this.history.size === 0 && !isPart;
    const outcome = outcomeOfHeader(planned, header);
    const base = { planned, standingOf: statements.standingOf, seen: raw, pointers, isFirst, outcome };
    const names = operandsOf(planned).filter(
      (name) => statements.standingOf(name) !== 'own' || !Object.hasOwn(raw, name),
    );
    let least: readonly Miscomputed[] | undefined;
    let tried = 0;
    for (const at of isPart ? [low] : this.history.states(names, sender, low)) {
      const spent = this.spent.get(sender) ?? 0;
      if (tried >= SEEN_STATES_MAX && spent >= SEEN_STEPS_MAX) break;
      const earlier = (name: string): Operand => (isPart ? 'unknown' : this.history.operand(name, sender, at));
      const budget = logicBudget();
      const wrong = miscomputed({ ...base, earlier }, budget);
      if (wrong.length === 0) return;
      if (least === undefined || wrong.length < least.length) least = wrong;
      tried += 1;
      if (tried > SEEN_STATES_MAX)
        this.spent.set(sender, spent + SEEN_STATE_STEPS + names.length + LOGIC_STEPS_MAX - budget.steps);
    }
    for (const { name, reason } of least ?? []) found.add(name === undefined ? '/@route' : pointerOf(name), reason);
  }

  /** The operand that the sender of an action must have found under a name. */
  private before({ header }: Transaction, low: number, name: string): Operand {
    if (this.reader.partOf !== undefined || this.history.isOpenSince(name, low)) return 'unknown';
    return this.history.operand(name, header.senderWallet, low);
  }
}

/** An action judged by one list of pointers. */
interface Attempt {
  readonly planned: PlannedAction;
  readonly low: number;
  readonly pointers: readonly string[];
  readonly statements: Statements;
  readonly raw: JsonObject;
  readonly visible: JsonObject;
  readonly found: Found;
  readonly fields: JsonObject;
  readonly later: ReadonlySet<string>;
}

type Recomputing = Omit<Attempt, 'visible' | 'fields' | 'later'>;

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
    // An undisclosed part is cut away; the rest of that member stays.
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
