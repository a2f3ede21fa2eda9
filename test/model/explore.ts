// Exhaustive search of the shipped reducer: every order of deliveries, losses and duplicates (the network only grows),
// timers, work, and crashes. Local steps are memoised; nothing is pruned by an argument about the protocol. States are
// told apart by a 53-bit hash.
import { createHash } from 'node:crypto';
import type { ConsensusInput } from '../../core/consensus/input.js';
import { agreementProblem, contradictionWith, keyOf } from './invariants.js';
import { Keys } from './keys.js';
import { bootOf, type Image, type Library, type Outcome, reboot, run, type Sent, type Signed } from './node.js';
import { idOf, lettersOf, type World } from './world.js';

export interface Verdict {
  /** Distinct global states. */
  readonly states: number;
  readonly steps: number;
  readonly locals: number;
  readonly complete: boolean;
  readonly problem: string | undefined;
  readonly ms: number;
}

interface Hash {
  readonly low: number;
  readonly high: number;
}

interface Global extends Hash {
  readonly nodes: readonly number[];
  /** Ids of messages and signed objects, in the order in which they appeared. */
  readonly things: readonly number[];
  readonly crashes: number;
}

type Thing = { readonly sent?: Sent; readonly signed?: Signed };

interface Edge {
  readonly node: number;
  readonly things: readonly number[];
  readonly problem: string | undefined;
}

export interface Budget {
  readonly states: number;
  readonly ms: number;
  /** Milliseconds since any origin. */
  readonly now: () => number;
}

/** Searches until nothing new is found, a problem is found, or the budget is used up. */
export function explore(world: World, budget: Budget): Verdict {
  return new Search(world, budget).verdict();
}

const NOTHING: Omit<Outcome, 'image'> = { sent: [], signed: [], problems: [], accused: [] };

class Search {
  readonly #letters: string[];
  readonly #images: Image[] = [];
  readonly #imageIds = new Map<string, number>();
  readonly #things: Thing[] = [];
  readonly #thingIds = new Map<string, number>();
  /** By node and input, both of which are counted from 0. */
  readonly #edges: (Edge | undefined)[][] = [];
  readonly #library: Library = new Map();
  readonly #seen = new Keys();
  readonly #marks: number[][] = [[], []];
  #steps = 0;
  #problem: string | undefined;
  #seed = 0x2545f491;

  constructor(
    readonly world: World,
    readonly budget: Budget,
  ) {
    this.#letters = lettersOf(world);
  }

  verdict(): Verdict {
    const from = this.budget.now();
    const nodes = this.#letters.map((name) => this.#intern(bootOf(this.world, name)));
    const stack: Global[] = [this.#global(nodes, [], this.world.crashes)];
    let complete = false;
    while (!this.#problem) {
      const global = stack.pop();
      if (!global) {
        complete = true;
        break;
      }
      this.#expand(global, stack);
      if (this.#seen.size >= this.budget.states) break;
      if ((this.#steps & 0x3ff) < 16 && this.budget.now() - from > this.budget.ms) break;
    }
    const { size } = this.#seen;
    const ms = Math.round(this.budget.now() - from);
    return { states: size, steps: this.#steps, locals: this.#images.length, complete, problem: this.#problem, ms };
  }

  #expand(global: Global, stack: Global[]): void {
    global.nodes.forEach((node, at) => {
      const image = this.#images[node] as Image;
      if (this.#isDone(image)) return;
      const name = this.#letters[at] as string;
      for (const thing of global.things) {
        if (this.#things[thing]?.sent?.to === name) this.#follow(global, at, this.#edge(node, thing + 8), stack);
      }
      const { record, work } = image.state;
      if (image.armed.length > 0 && record.round < this.world.rounds)
        this.#follow(global, at, this.#edge(node, 0), stack);
      if (!work && this.world.work.includes(name)) this.#follow(global, at, this.#edge(node, 1), stack);
      if (image.armed.length > 0) this.#follow(global, at, this.#edge(node, 3), stack);
      if (image.clock !== 0) this.#follow(global, at, this.#edge(node, 4), stack);
      if (global.crashes > 0) this.#follow(global, at, this.#edge(node, 2), stack, 1);
    });
  }

  /**
   * Inputs by number: 0 timer, 1 work, 2 crash, 3 resend, 4 a clock that is set right, from 8 on the delivery of a
   * thing.
   */
  #edge(node: number, input: number): Edge {
    this.#edges[node] ??= [];
    const edges = this.#edges[node];
    let edge = edges[input];
    if (!edge) {
      const image = this.#images[node] as Image;
      const outcome =
        input === 2
          ? reboot(this.world, image, this.#library)
          : input === 4
            ? { ...NOTHING, image: { ...image, clock: 0 as const } }
            : run(this.world, image, this.#input(image, input), this.#library);
      edge = { node: this.#intern(outcome.image), things: this.#thingsOf(outcome), problem: problemOf(outcome) };
      edges[input] = edge;
    }
    return edge;
  }

  #input(image: Image, input: number): ConsensusInput {
    const { height, round } = image.state.record;
    if (input === 0) return { type: 'timer', height, round };
    if (input === 1) return { type: 'work', on: true };
    if (input === 3) return { type: 'resend' };
    const sent = this.#things[input - 8]?.sent as Sent;
    return { type: 'receive', message: sent.message, from: idOf(sent.from) };
  }

  #follow(global: Global, at: number, edge: Edge, stack: Global[], crash = 0): void {
    this.#steps++;
    if (edge.problem) {
      this.#problem ??= edge.problem;
      return;
    }
    const fresh = edge.things.filter((thing) => !global.things.includes(thing));
    const node = global.nodes[at] as number;
    if (fresh.length === 0 && edge.node === node) return;
    // Most steps lead to a state that was seen: what changes is mixed into the hash, and nothing is copied before it is
    // looked up.
    const changed = [letterMark(node, at), letterMark(edge.node, at), ...fresh.map(thingMark)];
    if (crash > 0) changed.push(global.crashes, global.crashes - crash);
    const hash = this.#mixed(global, changed);
    if (!this.#seen.add(hash)) return;
    const nodes = global.nodes.map((other, i) => (i === at ? edge.node : other));
    const next = { nodes, things: [...global.things, ...fresh], crashes: global.crashes - crash, ...hash };
    this.#check(global, fresh, next);
    stack.push(next);
  }

  #check(global: Global, fresh: readonly number[], next: Global): void {
    const before = global.things.flatMap((id) => this.#things[id]?.signed ?? []);
    let judged = false;
    for (const id of fresh) {
      const { signed } = this.#things[id] as Thing;
      if (!signed) continue;
      judged = true;
      this.#problem ??= contradictionWith(before, signed);
      before.push(signed);
    }
    if (judged)
      this.#problem ??= agreementProblem(
        this.world,
        next.things.flatMap((id) => this.#things[id]?.signed ?? []),
      );
    const heads = new Map<number, string>();
    for (const node of next.nodes) {
      (this.#images[node] as Image).disk.sealed.forEach(({ docket }, i) => {
        if ((heads.get(i) ?? docket.hash) !== docket.hash) this.#problem ??= 'I1 one docket at each height';
        heads.set(i, docket.hash);
      });
    }
  }

  /**
   * The hash is the XOR of a mark for each node's state, each thing and the crashes left, so order of arrival does not
   * matter.
   */
  #global(nodes: readonly number[], things: readonly number[], crashes: number): Global {
    const all = [crashes, ...nodes.map(letterMark), ...things.map(thingMark)];
    return { nodes, things, crashes, ...this.#mixed({ low: 0, high: 0 }, all) };
  }

  #mixed({ low, high }: Hash, ids: readonly number[]): Hash {
    for (const id of ids) {
      low = (low ^ this.#mark(0, id)) >>> 0;
      high = (high ^ this.#mark(1, id)) & 0x1fffff;
    }
    return { low, high };
  }

  #mark(half: 0 | 1, id: number): number {
    const marks = this.#marks[half] as number[];
    let mark = marks[id];
    if (mark === undefined) {
      this.#seed = (Math.imul(this.#seed ^ (this.#seed >>> 15), 0x85ebca6b) + 0x6d2b79f5) >>> 0;
      let z = this.#seed ^ (id * 0x9e3779b1);
      z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
      z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
      mark = (z ^ (z >>> 15)) >>> 0;
      marks[id] = mark;
    }
    return mark;
  }

  #isDone(image: Image): boolean {
    return image.disk.sealed.length >= this.world.heights;
  }

  /** The memory of a finished node is of no consequence, because the node takes no more steps. */
  #intern(image: Image): number {
    const text = this.#isDone(image)
      ? JSON.stringify([image.name, image.disk.sealed.map(({ docket }) => docket.hash)])
      : JSON.stringify(image);
    const key = createHash('sha1').update(text).digest('base64');
    let id = this.#imageIds.get(key);
    if (id === undefined) {
      id = this.#images.length;
      this.#images.push(image);
      this.#imageIds.set(key, id);
    }
    return id;
  }

  #thingsOf(outcome: Outcome): number[] {
    const ids = new Set<number>();
    for (const signed of outcome.signed) ids.add(this.#thing(keyOf(signed), { signed }));
    for (const sent of outcome.sent) ids.add(this.#thing(JSON.stringify(sent), { sent }));
    return [...ids];
  }

  #thing(text: string, thing: Thing): number {
    const key = createHash('sha1').update(text).digest('base64');
    let id = this.#thingIds.get(key);
    if (id === undefined) {
      id = this.#things.length;
      this.#things.push(thing);
      this.#thingIds.set(key, id);
    }
    return id;
  }
}

/** Crashes are marked by their number, which stays below 64. */
const letterMark = (node: number, at: number): number => 64 + node * 16 + at * 2;
const thingMark = (thing: number): number => 65 + thing * 2;

function problemOf(outcome: Outcome): string | undefined {
  if (outcome.accused.length > 0) return `honest ${outcome.accused[0]} was accused`;
  return outcome.problems[0];
}
