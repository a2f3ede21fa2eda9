// Searches the states of the model from nothing sealed: every move of every row and steps of time to a depth, then random walks that go further. States that differ in
// nothing but the names of transactions are the same. It also seals each two moves in both orders.
import { sha256Hex } from '../../../core/base/hash.js';
import { canonical } from '../../../core/base/json.js';
import { runsInForceAt } from '../../../core/blueprint/run-rows.js';
import { rowsIn } from '../../../core/transaction/kinds/action.js';
import { Dice } from '../../support/dice.js';
import { MOVES, type Move } from './moves.js';
import { changedEnd, PROPERTIES } from './properties.js';
import { DAY_MS, DEFINITION, HOUR_MS, instanceOf, START, type State, sealed } from './world.js';

export interface Bounds {
  /** Every order of so many moves. */
  readonly depth: number;
  /** And so many walks of WALK_MOVES moves, by their number. */
  readonly walks: number;
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
  /** The moves that lead to it, and what is wrong there. */
  readonly problem: string | undefined;
}

const SOON_MS = 1000;
const WALK_MOVES = 9;
/** A step of time before a move: none, past a pause, past a timer, past a window. */
const WAITS_MS = [0, 3 * HOUR_MS, 26 * HOUR_MS, 3 * DAY_MS];

interface Node {
  readonly state: State;
  readonly path: readonly string[];
  readonly waited: number;
}

export function explore(bounds: Bounds): Explored {
  return new Search(bounds).run();
}

class Search {
  private readonly seen = new Set<string>();
  private readonly counted = { states: 0, sealed: 0, refused: 0, pairs: 0, lies: 0, disputes: 0, ends: 0, depth: 0 };
  private readonly fromMs: number;

  constructor(private readonly bounds: Bounds) {
    this.fromMs = bounds.now();
  }

  run(): Explored {
    const problem = this.level([{ state: START, path: [], waited: 0 }]) ?? this.walks();
    return { ...this.counted, problem };
  }

  private get isOver(): boolean {
    const { states, now, ms } = this.bounds;
    return this.counted.states >= states || now() - this.fromMs > ms;
  }

  /** All states that so many moves lead to, one move further at a time. */
  private level(nodes: readonly Node[], at = 1): string | undefined {
    const next: Node[] = [];
    for (const node of nodes) {
      const moves = movesOf(node);
      const problem = pairProblem(node, moves, this.counted);
      if (problem) return problem;
      for (const [move, wait] of moves.flatMap((one) => waitsOf(node).map((ms) => [one, ms] as const))) {
        if (this.isOver) return undefined;
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
      const dice = new Dice(`instance ${seed}`);
      let node: Node = { state: START, path: [], waited: 0 };
      for (let left = WALK_MOVES; left > 0; left--) {
        const moves = movesOf(node);
        const problem = dice.chance(0.3) ? pairProblem(node, moves, this.counted) : undefined;
        if (problem) return problem;
        const tried = inOrder(moves, dice);
        let made: Node | string | undefined;
        for (const move of tried) {
          const waits = waitsOf(node);
          made = this.take(node, move, dice.chance(0.7) ? 0 : dice.pick(waits), true);
          if (made) break;
        }
        if (typeof made === 'string') return made;
        if (!made) break;
        node = made;
      }
    }
    return undefined;
  }

  /** The state behind the move, where it is sealed and `isAgain` or new. */
  private take(node: Node, move: Move, wait: number, isAgain = false): Node | string | undefined {
    const { counted, seen } = this;
    const made = taken(node, move, wait);
    if (typeof made === 'string') return made;
    if (!made) {
      counted.refused++;
      return undefined;
    }
    counted.sealed++;
    const key = keyOf(made.state);
    if (seen.has(key)) return isAgain ? made : undefined;
    seen.add(key);
    const kind = instanceOf(made.state)?.state ?? '';
    counted.states++;
    counted.lies += made.state.truth.lies.size > 0 ? 1 : 0;
    counted.disputes += kind === 'Disputed' ? 1 : 0;
    counted.ends += ['Completed', 'Rejected', 'Cancelled'].includes(kind) ? 1 : 0;
    return problemIn(node, made) ?? made;
  }
}

/** By chance, and often those first that a dispute is made of: few orders of all moves have one, and fewer have two. */
function inOrder(moves: readonly Move[], dice: Dice): readonly Move[] {
  const isDisputing = dice.chance(0.7);
  const rank = ({ name, isForbidden }: Move): number => {
    if (isDisputing && name.startsWith('object') && !isForbidden) return 0;
    return isDisputing && name.startsWith('lie') ? 1 : 2;
  };
  const drawn = moves.map((move) => ({ move, at: rank(move) + dice.number() / 2 }));
  return drawn.sort((a, b) => a.at - b.at).map(({ move }) => move);
}

function movesOf({ state }: Node): readonly Move[] {
  return Object.values(MOVES).flatMap((row) => row(state));
}

/** Each wait leads to other states: two in a row of moves tell the terms apart. */
function waitsOf({ state, waited }: Node): readonly number[] {
  return instanceOf(state) && waited < 2 ? WAITS_MS : [0];
}

/** What the move leads to; undefined where it is refused. */
function taken({ state, path, waited }: Node, move: Move, wait: number): Node | string | undefined {
  const atMs = state.register.timestampMs + SOON_MS + wait;
  const { state: after, refused } = sealed(state, [move.tx], atMs, move.truth);
  const steps = [...path, `${wait > 0 ? `${wait / HOUR_MS} h later ` : ''}${move.name}`];
  if (refused[0] !== undefined) return undefined;
  if (move.isForbidden) return `${steps.join(', ')}: is not refused`;
  return { state: after, path: steps, waited: waited + (wait > 0 ? 1 : 0) };
}

function problemIn({ state: before }: Node, { state, path }: Node): string | undefined {
  const changed = changedEnd(before, state);
  if (changed) return `${path.join(', ')}: ${changed}`;
  for (const [name, property] of Object.entries(PROPERTIES)) {
    const wrong = property(state);
    if (wrong) return `${path.join(', ')}: not "${name}": ${wrong}`;
  }
  return undefined;
}

/** Two moves that are both valid in either order, sealed in one docket, leave the same instance. */
function pairProblem({ state, path }: Node, moves: readonly Move[], counted: { pairs: number }): string | undefined {
  const atMs = state.register.timestampMs + SOON_MS;
  for (const [i, a] of moves.entries())
    for (const b of moves.slice(i + 1)) {
      const [one, other] = [
        [a, b],
        [b, a],
      ].map((pair) =>
        sealed(
          state,
          pair.map(({ tx }) => tx),
          atMs,
        ),
      );
      if (!one || !other || [...one.refused, ...other.refused].some((code) => code !== undefined)) continue;
      counted.pairs++;
      if (leftBy(one.state) !== leftBy(other.state))
        return `${path.join(', ')}: ${a.name} and ${b.name} leave two instances`;
    }
  return undefined;
}

/** The instance and its runs, without the order of moves that did not wait for each other. */
function leftBy(state: State): string {
  const instance = instanceOf(state);
  if (!instance) return '';
  const { runs, faults = [], ...rest } = instance;
  const rowOf = rowsIn(state.view);
  const actions = DEFINITION.actions.map(({ id }) => id);
  const inForce = runsInForceAt(instance, actions, rowOf).map(({ txId }) => txId);
  const counts = Object.entries(runs).map(([id, { count }]) => [id, count]);
  const undone = state.moves.map(({ txId }) => [txId, rowOf(txId)?.undone?.by ?? '']).sort();
  return canonical(JSON.parse(JSON.stringify([rest, faultsBy(faults), inForce.sort(), counts.sort(), undone])));
}

/** Faults are a list in the order of their objections. */
function faultsBy(faults: readonly { readonly txId: string }[]) {
  return [...faults].sort((a, b) => (a.txId < b.txId ? -1 : 1));
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
