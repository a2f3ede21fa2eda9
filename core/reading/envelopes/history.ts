// The moves of an instance as one reader judged them, and what the sender of a later one must have found under a name.
// It trusts no sender: a value that the reader did not take counts as not stated, and where sender and reader may have
// been shown different things the value is not known.
import { escapePointer, type Json } from '../../base/json.js';
import { parsePointer } from '../../blueprint/definition/pointer.js';
import type { Definition } from '../../blueprint/definition/types.js';
import { pointersFor } from '../../blueprint/names/disclose.js';
import { statementsOf } from '../../blueprint/names/statements.js';
import type { Plan, PlannedAction } from '../../blueprint/plan/planned.js';
import type { Reader } from '../../envelope/reader.js';
import { Roles } from '../../envelope/roles.js';
import type { TransactionHeader } from '../../model/transaction.js';
import type { Operand } from './recompute.js';

/** One action that was judged, as far as later ones need it. */
interface Run {
  readonly planned: PlannedAction;
  readonly sender: string;
  /** Whom it was sealed for; undefined where everybody reads it. */
  readonly wallets: ReadonlySet<string> | undefined;
  /** The last place that its sender knew for certain. */
  readonly low: number;
  /** The pointers that show it to the reader. */
  readonly pointers: readonly string[];
  /** Values of operands that were taken. */
  readonly stated: ReadonlyMap<string, Json>;
  /** Operands of which the sender of a later action may have another value. */
  readonly unsure: ReadonlySet<string> | 'all';
  /** Operands that the reader should have been given and was not. */
  readonly kept: ReadonlySet<string> | 'all';
}

interface Placed extends Run {
  readonly at: number;
}

/** An operand since a place. */
interface Since {
  readonly at: number;
  readonly operand: Operand;
}

export class History {
  readonly roles: Roles;
  private readonly definition: Definition;
  private readonly plan: Plan;
  private readonly wallet: string;
  private readonly places = new Map<string, number>();
  /** Runs that could state an operand, by its name. */
  private readonly runs = new Map<string, Placed[]>();
  /** For each pair of an operand and a sender, what it was since when; made as far as it was asked for. */
  private readonly known = new Map<string, { upTo: number; readonly list: Since[] }>();
  /** By action, and for each action that it waits for: its first run since the action ran itself. */
  private readonly firsts = new Map<number, Map<number, number>>();
  private readonly waiting = new Map<number, number[]>();
  private readonly pointers = new Map<string, readonly string[]>();

  constructor(of: Pick<Reader, 'definition' | 'plan' | 'walletAddress' | 'partOf'>) {
    this.definition = of.definition;
    this.plan = of.plan;
    this.wallet = of.walletAddress;
    this.roles = new Roles(of.definition, of.partOf);
    for (const { action, priors } of of.plan.actions.values())
      for (const prior of priors) this.waiting.set(prior, [...(this.waiting.get(prior) ?? []), action.id]);
  }

  /** Moves so far: the place of the next one. */
  get size(): number {
    return this.places.size;
  }

  /** A move that states nothing. One that binds a role says of which action it is. */
  pass(tx: { readonly txId: string; readonly header: TransactionHeader }, isBinding: boolean): void {
    const planned = isBinding ? this.plan.actions.get(tx.header.actionId) : undefined;
    if (planned) this.roles.take(planned, tx.header.senderWallet, this.places.size);
    this.places.set(tx.txId, this.places.size);
  }

  note(txId: string, run: Run): void {
    const placed: Placed = { ...run, at: this.places.size };
    const { action } = run.planned;
    this.places.set(txId, placed.at);
    this.roles.take(run.planned, run.sender, placed.at);
    this.firsts.delete(action.id);
    for (const join of this.waiting.get(action.id) ?? []) {
      const firsts = this.firsts.get(join) ?? new Map<number, number>();
      this.firsts.set(join, firsts);
      if (!firsts.has(action.id)) firsts.set(action.id, placed.at);
    }
    for (const name of statementsOf(this.definition, action).operands) {
      const runs = this.runs.get(name);
      if (runs) runs.push(placed);
      else this.runs.set(name, [placed]);
    }
  }

  /**
   * The last place that the sender knew for certain: what it follows, and what had to be complete. An action that waits
   * for others took every branch that led to it, so what it follows is younger than its last run, and the others ran
   * again since.
   */
  lowest({ previousTransactionId: previous }: TransactionHeader, { action, priors }: PlannedAction): number {
    const followed = previous === undefined ? -1 : (this.places.get(previous) ?? -1);
    const firsts = this.firsts.get(action.id);
    return Math.max(followed, ...priors.map((prior) => firsts?.get(prior) ?? -1));
  }

  /** The operand that a sender that knew the moves up to a place must have found under a name. */
  operand(name: string, sender: string, at: number): Operand {
    const list = this.since(name, sender);
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[middle] as Since).at <= at) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 'absent' : (list[low - 1] as Since).operand;
  }

  /** Something could have been stated under the name after a place. */
  isOpenSince(name: string, at: number): boolean {
    return (this.runs.get(name)?.at(-1)?.at ?? -1) > at;
  }

  /**
   * Places after which some of the operands may be different for a sender, from the last move back to `low`, that one
   * included.
   */
  *states(names: Iterable<string>, sender: string, low: number): Generator<number> {
    const open = [...names].map((name) => {
      const list = this.since(name, sender);
      return { list, next: list.length - 1 };
    });
    for (;;) {
      const newest = Math.max(low, ...open.map(({ list, next }) => list[next]?.at ?? low));
      yield newest;
      if (newest === low) return;
      for (const one of open) if (one.list[one.next]?.at === newest) one.next -= 1;
    }
  }

  /**
   * The pointers that show an action to a wallet that took so many open roles. Only who sent it sees all of it for
   * that.
   */
  pointersOf({ action }: PlannedAction, wallet: string, count: number): readonly string[] {
    const key = `${action.id} ${count} ${wallet}`;
    const known = this.pointers.get(key);
    if (known) return known;
    const names = this.roles.names(wallet, count);
    names.delete(action.sender);
    const found = pointersFor(this.definition, action, names);
    this.pointers.set(key, found);
    return found;
  }

  private since(name: string, sender: string): readonly Since[] {
    const key = `${sender} ${name}`;
    const known = this.known.get(key) ?? { upTo: 0, list: [] };
    this.known.set(key, known);
    const runs = this.runs.get(name) ?? [];
    for (; known.upTo < runs.length; known.upTo++) {
      const run = runs[known.upTo] as Placed;
      const operand = this.operandOf(run, name, sender);
      if (operand !== undefined && this.isOver(run, name, { before: known.list.at(-1)?.operand, operand }))
        known.list.push({ at: run.at, operand });
    }
    return known.list;
  }

  /** A name that no action declares stands over no value of another participant, nor over one that is not known. */
  private isOver(
    { planned }: Placed,
    name: string,
    { before, operand }: { readonly before: Operand | undefined; readonly operand: Operand },
  ): boolean {
    if (before === undefined || typeof operand !== 'object') return true;
    if (statementsOf(this.definition, planned.action).standingOf(name) !== 'loose') return true;
    return typeof before === 'object' && before.by === operand.by;
  }

  /** The operand that a run put under a name for a sender; undefined where the earlier one stays. */
  private operandOf(run: Placed, name: string, sender: string): Operand | undefined {
    // A sender that withheld a value cannot have others believe the values that it makes of it.
    if (run.kept === 'all' || run.kept.has(name)) return run.sender === sender ? 'withheld' : 'unknown';
    const mine = this.shareOf(run, this.wallet, name);
    if (mine === undefined || mine !== this.shareOf(run, sender, name)) return 'unknown';
    if (mine === '') return undefined;
    if (run.unsure === 'all' || run.unsure.has(name)) return 'unknown';
    return run.stated.has(name) ? { value: run.stated.get(name) as Json, by: run.planned.sender.id } : undefined;
  }

  /**
   * Which parts of a member a wallet was shown, as one text: `*` for all of it, '' for none; undefined where that
   * depends on what its sender knew.
   */
  private shareOf(run: Placed, wallet: string, name: string): string | undefined {
    if (run.wallets === undefined || wallet === run.sender) return '*';
    if (wallet === this.wallet) return run.wallets.has(wallet) ? part(run.pointers, name) : '';
    if (!run.wallets.has(wallet)) return '';
    const [least, most] = [this.roles.countAt(wallet, run.low), this.roles.countAt(wallet, run.at - 1)];
    const share = part(this.pointersOf(run.planned, wallet, most), name);
    for (let count = least; count < most; count++)
      if (part(this.pointersOf(run.planned, wallet, count), name) !== share) return undefined;
    return share;
  }
}

function part(pointers: readonly string[], name: string): string {
  if (pointers.includes('') || pointers.includes('/*')) return '*';
  const named = pointers.filter((pointer) => parsePointer(pointer)?.[0] === name);
  return named.includes(`/${escapePointer(name)}`) ? '*' : named.join(' ');
}
