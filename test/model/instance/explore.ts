// Searches the states of a model from nothing sealed: every move of every row and steps of time to a depth, then random
// walks that go further. States that differ in nothing but the names of transactions are the same. It also seals moves
// of one state in all orders.
import { sha256Hex } from '../../../core/base/hash.js';
import { mayTurn } from '../../../core/validate/finality.js';
import { validate } from '../../../core/validate/validate.js';
import { Dice } from '../../support/base/dice.js';
import { ENDS } from './ending.js';
import type { Model, Move, Node } from './moves.js';
import { ordersProblem } from './orders.js';
import { ALWAYS } from './properties.js';
import { HOUR_MS, instanceOf, judged, SOON_MS, type State, sealed } from './world.js';

export interface Bounds {
  /** Every order of so many moves. */
  readonly depth: number;
  /** And so many walks of so many moves, by their number. */
  readonly walks: number;
  readonly steps: number;
  readonly states: number;
  /** Milliseconds since any origin. */
  readonly now: () => number;
  readonly ms: number;
}

export interface Explored {
  readonly states: number;
  readonly sealed: number;
  readonly refused: number;
  readonly pairs: number;
  readonly lies: number;
  readonly disputes: number;
  readonly ends: number;
  readonly depth: number;
  /** How often a move of each row was sealed. */
  readonly rows: Readonly<Record<string, number>>;
  /** The moves that lead to it, and what is wrong there. */
  readonly problem: string | undefined;
}

/** The share of the bounds that all orders of few moves may take, where walks follow. */
const LEVELS_SHARE = 0.5;
/** Refusals for good of one step that a walk goes on looking at. */
const ENDED_A_STEP = 4;
/** Moves that a walk seals in all orders at once. */
const TOGETHER = 3;
/**
 * Steps of time that the moves of one path wait for: each leads to other states, and some in a row tell terms apart.
 */
const WAITS_MAX = 3;

export function explore(model: Model, bounds: Bounds): Explored {
  return new Search(model, bounds).run();
}

class Search {
  private readonly seen = new Set<string>();
  readonly counted = { states: 0, sealed: 0, refused: 0, pairs: 0, lies: 0, disputes: 0, ends: 0, depth: 0 };
  private readonly rows = new Map<string, number>();
  private readonly fromMs: number;

  constructor(
    private readonly model: Model,
    private readonly bounds: Bounds,
  ) {
    this.fromMs = bounds.now();
  }

  get inDocket(): Model['inDocket'] {
    return this.model.inDocket;
  }

  run(): Explored {
    const problem = this.level([this.start]) ?? this.walks();
    return { ...this.counted, rows: Object.fromEntries(this.rows), problem };
  }

  private get start(): Node {
    return { state: this.model.start, path: [], waited: 0 };
  }

  private get isOver(): boolean {
    return this.isSpent(1);
  }

  /** Walks have half: all orders of few moves would take all, and few of them deliver or resolve. */
  private isSpent(share: number): boolean {
    const { states, now, ms } = this.bounds;
    return this.counted.states >= states * share || now() - this.fromMs > ms * share;
  }

  /** All states that so many moves lead to, one move further at a time. */
  private level(nodes: readonly Node[], at = 1): string | undefined {
    const next: Node[] = [];
    for (const node of nodes) {
      const moves = this.movesOf(node);
      const problem = ordersProblem(node, moves, this);
      if (problem) return problem;
      for (const [move, wait] of moves.flatMap((one) => this.waitsOf(node).map((ms) => [one, ms] as const))) {
        if (this.isSpent(LEVELS_SHARE)) return undefined;
        const made = this.take(node, move, wait);
        if (typeof made === 'string') return made;
        if (made) next.push(made);
      }
    }
    this.counted.depth = at;
    return at < this.bounds.depth && next.length > 0 ? this.level(next, at + 1) : undefined;
  }

  private walks(): string | undefined {
    for (let seed = 1; seed <= this.bounds.walks && !this.isOver; seed++) {
      const dice = new Dice(`${this.model.name} ${seed}`);
      let node = this.start;
      const ended: Ended[] = [];
      for (let left = this.bounds.steps; left > 0; left--) {
        const moves = this.movesOf(node);
        const some = dice.chance(0.5) ? drawn(moves, dice).slice(0, TOGETHER) : [];
        const problem = ordersProblem(node, some, this);
        if (problem) return problem;
        const turned = this.turned(node, ended);
        if (turned) return turned;
        let made = this.forbidden(node, moves, dice.pick(this.waitsOf(node)));
        for (const move of made ? [] : drawn(moves, dice)) {
          made = this.takeSoon(node, move, dice);
          if (made) break;
        }
        if (typeof made === 'string') return made;
        if (!made) break;
        ended.push(...endedIn(node, moves).slice(0, ENDED_A_STEP));
        node = made;
      }
    }
    return undefined;
  }

  /** Mostly at once; a timer as soon as it may. */
  private takeSoon(node: Node, move: Placed, dice: Dice): Node | string | undefined {
    const waits = this.waitsOf(node);
    const isTimer = move.tx.signatures.length === 0;
    for (const wait of isTimer ? waits : [dice.chance(0.7) ? 0 : dice.pick(waits)]) {
      const made = this.take(node, move, wait, true);
      if (made) return made;
    }
    return undefined;
  }

  /** A client that was told that a transaction is refused for good was told the truth. */
  private turned({ state, path }: Node, ended: readonly Ended[]): string | undefined {
    const wrong = ended.find(({ tx }) => judged(state, tx, state.register.timestampMs + SOON_MS) === 'ok');
    return wrong && `${path.join(', ')}: ${wrong.name} is taken, and was refused for good with ${wrong.code}`;
  }

  /** A move that must be refused in every state is tried, though a walk goes another way. */
  private forbidden(node: Node, moves: readonly Move[], wait: number): Node | string | undefined {
    for (const move of moves.filter(({ isForbidden }) => isForbidden)) {
      const made = taken(node, move, wait);
      if (made) return made;
    }
    return undefined;
  }

  /** The state behind the move, where it is sealed and `isAgain` or new. */
  private take(node: Node, move: Placed, wait: number, isAgain = false): Node | string | undefined {
    const { counted, seen } = this;
    const made = taken(node, move, wait);
    if (typeof made === 'string') return made;
    if (!made) {
      counted.refused++;
      return undefined;
    }
    counted.sealed++;
    this.rows.set(move.row, (this.rows.get(move.row) ?? 0) + 1);
    const key = keyOf(made.state);
    if (seen.has(key)) return isAgain ? made : undefined;
    seen.add(key);
    const kind = instanceOf(made.state)?.state ?? '';
    counted.states++;
    counted.lies += made.state.truth.lies.size > 0 ? 1 : 0;
    counted.disputes += kind === 'Disputed' ? 1 : 0;
    counted.ends += ENDS.includes(kind) ? 1 : 0;
    return this.problemIn(node, made) ?? made;
  }

  private movesOf({ state }: Node): readonly Placed[] {
    return Object.entries(this.model.moves).flatMap(([row, made]) => made(state).map((move) => ({ ...move, row })));
  }

  private waitsOf({ state, waited }: Node): readonly number[] {
    const canWait = instanceOf(state) && waited < WAITS_MAX && !this.model.isUrgent?.(state);
    return canWait ? this.model.waitsMs : [0];
  }

  private problemIn({ state: before }: Node, { state, path }: Node): string | undefined {
    for (const [name, property] of Object.entries({ ...ALWAYS, ...this.model.properties })) {
      const wrong = property(state, before);
      if (wrong) return `${path.join(', ')}: not "${name}": ${wrong}`;
    }
    return undefined;
  }
}

interface Placed extends Move {
  readonly row: string;
}

interface Ended extends Pick<Move, 'name' | 'tx'> {
  readonly code: string;
}

/** Moves that are refused in a state for good, as a client is told. */
function endedIn({ state }: Node, moves: readonly Move[]): readonly Ended[] {
  const { register, view } = state;
  const docketMs = register.timestampMs + SOON_MS;
  return moves.flatMap(({ name, tx }) => {
    // No client sends a timer.
    if (tx.signatures.length === 0) return [];
    const verdict = validate(tx, { state: register, view, signaturesOk: true, docketMs });
    const [first] = verdict.ok || verdict.fault === 'retry' ? [] : verdict.issues;
    return first && !mayTurn(first) ? [{ name, tx, code: first.code }] : [];
  });
}

/** By chance, and often those first that a dispute is made of: few orders of all moves have one, and fewer have two. */
function drawn(moves: readonly Placed[], dice: Dice): readonly Placed[] {
  const isDisputing = dice.chance(0.6);
  const rank = ({ name, isForbidden }: Move): number => {
    // Else most walks would end soon.
    if (name.startsWith('cancel')) return 2.4;
    if (!isDisputing || isForbidden) return 2;
    if (name.startsWith('object') || name.startsWith('resolve')) return 0;
    return name.startsWith('lie') ? 1 : 2;
  };
  const all = moves.map((move) => ({ move, at: rank(move) + dice.number() * 1.5 }));
  return all.sort((a, b) => a.at - b.at).map(({ move }) => move);
}

/** The node that the move leads to; undefined where it is refused. */
function taken({ state, path, waited }: Node, move: Move, wait: number): Node | string | undefined {
  const atMs = state.register.timestampMs + SOON_MS + wait;
  const { state: after, refused } = sealed(state, [move.tx], atMs, { truth: move.truth });
  const steps = [...path, `${wait > 0 ? `${wait / HOUR_MS} h later ` : ''}${move.name}`];
  if (refused[0] !== undefined) return undefined;
  if (move.isForbidden) return `${steps.join(', ')}: is not refused`;
  return { state: after, path: steps, waited: waited + (wait > 0 ? 1 : 0) };
}

/** The same for states that differ in names, and in times that no term of the definition tells apart. */
function keyOf(state: State): string {
  const { rows, register, moves, truth } = state;
  const ids = new Map(moves.map(({ txId }, n) => [txId, `#${n}`]));
  const own = [...rows].filter(([key]) => !key.startsWith('tx/')).sort(([a], [b]) => (a < b ? -1 : 1));
  let text = JSON.stringify([own, [...truth.lies], register.timestampMs]);
  for (const [txId, name] of ids) text = text.replaceAll(txId, name);
  return sha256Hex(text);
}
