// Random walks of the shipped reducer: slow drivers, deaths between two writes, partial delivery, roster changes and an
// adversary, with rates drawn for each walk; then the faults end and everybody must finish. A walk is its seed.
import type { ConsensusInput } from '../../core/consensus/input.js';
import { isBusy } from '../../core/consensus/state.js';
import { quorum } from '../../core/register/roster.js';
import { Adversary } from './adversary.js';
import { agreementProblem, contradictionWith, keyOf } from './invariants.js';
import { bootOf, type Image, type Library, type Outcome, reboot, run, type Sent, type Signed } from './node.js';
import { idOf, lettersOf, membersAt, type World } from './world.js';

export interface WalkVerdict {
  readonly walks: number;
  readonly steps: number;
  readonly problem: string | undefined;
  /** Seed of the walk that found the problem. */
  readonly seed: number;
  readonly accused: number;
  readonly ms: number;
}

export interface WalkBudget {
  readonly walks: number;
  readonly steps: number;
  readonly seed: number;
  readonly ms: number;
  readonly now: () => number;
}

/** Walks until a problem is found or the budget is used up. */
export function walk(world: World, budget: WalkBudget): WalkVerdict {
  const from = budget.now();
  let steps = 0;
  let accused = 0;
  let walks = 0;
  for (; walks < budget.walks && budget.now() - from < budget.ms; walks++) {
    const one = new Walk(world, budget.seed + walks);
    const problem = one.go(budget.steps);
    steps += one.steps;
    accused += one.accused.size;
    if (problem)
      return {
        walks: walks + 1,
        steps,
        problem,
        seed: budget.seed + walks,
        accused,
        ms: Math.round(budget.now() - from),
      };
  }
  return { walks, steps, problem: undefined, seed: -1, accused, ms: Math.round(budget.now() - from) };
}

/** A seeded stream of numbers in [0, 1). */
export function randomOf(seed: number): () => number {
  let state = (Math.imul(seed, 0x9e3779b1) + 0x7f4a7c15) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4294967296;
  };
}

const HEAL_TURNS = 400;
/** Walks that end without work: the register must fall silent. */
const QUIET_SHARE = 0.4;

export class Walk {
  steps = 0;
  readonly accused = new Set<string>();
  readonly #random: () => number;
  readonly #letters: string[];
  readonly #images = new Map<string, Image>();
  readonly #library: Library = new Map();
  readonly #sent: Sent[] = [];
  readonly #sentKeys = new Set<string>();
  readonly #signed: Signed[] = [];
  readonly #signedKeys = new Set<string>();
  readonly #rates: {
    deliver: number;
    timer: number;
    work: number;
    crash: number;
    resend: number;
    pause: number;
    lie: number;
    clock: number;
  };
  readonly #slow: boolean;
  readonly #adversary: Adversary | undefined;
  readonly #read = new Map<string, number>();
  #healing = false;
  #quiet = false;
  #workers: readonly string[] = [];
  #crashes: number;
  #problem: string | undefined;

  constructor(
    readonly world: World,
    seed: number,
  ) {
    this.#random = randomOf(seed);
    this.#letters = lettersOf(world).filter((name) => name !== world.liar);
    for (const name of this.#letters) this.#images.set(name, bootOf(world, name));
    // Every rate is drawn for itself: a mix that suits one bug hides another.
    const draw = () => this.#random() ** 2;
    this.#rates = {
      deliver: 0.3 + 2 * draw(),
      timer: draw(),
      work: 0.05 + draw(),
      crash: draw() / 2,
      resend: draw() / 3,
      pause: draw() / 8,
      lie: 0.2 + 2 * draw(),
      clock: draw() / 4,
    };
    this.#slow = this.#random() < 0.5;
    this.#crashes = world.crashes;
    this.#adversary = world.liar ? new Adversary(world, this.#random) : undefined;
  }

  go(length: number): string | undefined {
    for (let i = 0; i < length && !this.#problem; i++) this.#act();
    if (!this.#problem) this.#heal();
    return this.#problem;
  }

  #act(): void {
    const { deliver, timer, work, crash, resend, pause, lie, clock } = this.#rates;
    const weights: [number, () => void][] = [
      [deliver, () => this.#deliver()],
      [this.#slow ? deliver : 0, () => this.#answer()],
      [timer, () => this.#timer()],
      [work, () => this.#feed(this.#pick(this.#letters), { type: 'work', on: true })],
      [this.#crashes > 0 ? crash : 0, () => this.#crash()],
      [resend, () => this.#feed(this.#pick(this.#letters), { type: 'resend' })],
      [pause, () => this.#feed(this.#pick(this.#letters), { type: this.#random() < 0.5 ? 'pause' : 'resume' })],
      [this.#adversary ? lie : 0, () => this.#lie()],
      [this.world.clocks ? clock : 0, () => this.#setClock()],
    ];
    let at = this.#random() * weights.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, action] of weights) {
      at -= weight;
      if (at <= 0) {
        action();
        return;
      }
    }
  }

  #deliver(): void {
    if (this.#sent.length === 0) return;
    // Half of the deliveries are of something recent, or an old height would drown the rest.
    const recent = this.#random() < 0.5 ? Math.max(0, this.#sent.length - 8) : 0;
    const sent = this.#sent[recent + Math.floor(this.#random() * (this.#sent.length - recent))] as Sent;
    this.#feed(sent.to, { type: 'receive', message: sent.message, from: idOf(sent.from) });
  }

  #answer(): void {
    const asked = this.#letters.filter((name) => (this.#images.get(name) as Image).questions.length > 0);
    if (asked.length > 0) this.#answerOf(this.#pick(asked));
  }

  #answerOf(name: string): void {
    const image = this.#images.get(name) as Image;
    const at = Math.floor(this.#random() * image.questions.length);
    const input = image.questions[at] as ConsensusInput;
    this.#images.set(name, { ...image, questions: image.questions.filter((_, i) => i !== at) });
    this.#feed(name, input);
  }

  #timer(): void {
    const name = this.#pick(this.#letters);
    const image = this.#images.get(name) as Image;
    const { height, round } = image.state.record;
    if (image.armed.includes('round') && round < this.world.rounds) this.#feed(name, { type: 'timer', height, round });
  }

  #crash(): void {
    this.#crashes--;
    const name = this.#pick(this.#letters);
    const image = this.#images.get(name) as Image;
    if (this.#random() < 0.5 || this.#sent.length === 0) {
      this.#take(name, reboot(this.world, image, this.#library));
      return;
    }
    // Death in the middle of a step: some of its writes happened, and what was sent before them left.
    const mine = this.#sent.filter((sent) => sent.to === name);
    if (mine.length === 0) return;
    const sent = this.#pick(mine);
    const input: ConsensusInput = { type: 'receive', message: sent.message, from: idOf(sent.from) };
    const dieBefore = Math.floor(this.#random() * 3);
    this.#take(name, run(this.world, image, input, this.#library, { slow: this.#slow, dieBefore }));
  }

  #setClock(): void {
    const name = this.#pick(Object.keys(this.world.clocks ?? {}));
    const image = this.#images.get(name);
    if (image) this.#images.set(name, { ...image, clock: this.#pick([-1, 0, 1] as const) });
  }

  #lie(): void {
    for (const sent of (this.#adversary as Adversary).act(this.#sent, this.#library)) this.#put(sent);
  }

  #feed(name: string, input: ConsensusInput): void {
    const image = this.#images.get(name);
    if (!image || this.#isDone(image)) return;
    this.#take(name, run(this.world, image, input, this.#library, { slow: this.#slow, empty: this.#quiet }));
  }

  #take(name: string, outcome: Outcome): void {
    this.steps++;
    this.#images.set(name, outcome.image);
    this.#problem ??= outcome.problems[0];
    for (const accused of outcome.accused) {
      this.accused.add(accused);
      if (accused !== this.world.liar) this.#problem ??= `honest ${accused} was accused`;
    }
    for (const signed of outcome.signed) this.#judge(signed);
    for (const sent of outcome.sent) this.#put(sent);
    this.#compareHeads();
  }

  #judge(signed: Signed): void {
    const key = keyOf(signed);
    if (this.#signedKeys.has(key)) return;
    this.#signedKeys.add(key);
    this.#problem ??= contradictionWith(this.#signed, signed);
    this.#signed.push(signed);
    this.#problem ??= agreementProblem(this.world, this.#signed);
  }

  #put(sent: Sent): void {
    if (!this.#healing) {
      const key = JSON.stringify(sent);
      if (this.#sentKeys.has(key)) return;
      this.#sentKeys.add(key);
    }
    this.#sent.push(sent);
  }

  #compareHeads(): void {
    const heads = new Map<number, string>();
    for (const { disk } of this.#images.values())
      disk.sealed.forEach(({ docket }, i) => {
        if ((heads.get(i) ?? docket.hash) !== docket.hash) this.#problem ??= 'I1 one docket at each height';
        heads.set(i, docket.hash);
      });
  }

  /**
   * The faults end, what was on its way is lost, the liar falls silent, and everybody or one member has work: all
   * members must seal every height by what they send from now on.
   */
  #heal(): void {
    this.#healing = true;
    const always = this.#letters.filter((name) => this.world.rosters.every((members) => members.includes(name)));
    this.#workers = this.#random() < 0.5 ? this.#letters : [this.#pick(always)];
    for (const name of this.#letters) this.#read.set(name, this.#sent.length);
    // A power cut first, now and then: what was promised is all that anybody remembers.
    if (this.world.crashes > 0 && this.#random() < 0.3)
      for (const name of this.#letters)
        this.#take(name, reboot(this.world, this.#images.get(name) as Image, this.#library));
    for (const name of this.#letters) {
      this.#images.set(name, { ...(this.#images.get(name) as Image), clock: 0 });
      this.#feed(name, { type: 'resume' });
    }
    if (this.#random() < QUIET_SHARE) this.#fallSilent();
    else this.#finish();
  }

  #finish(): void {
    for (let turn = 0; turn < HEAL_TURNS && !this.#problem; turn++) {
      if (this.#waiting().length === 0) return;
      for (const name of this.#letters) this.#healOne(name);
    }
    if (!this.#problem && this.#waiting().length > 0)
      this.#problem = `no progress after healing: ${this.#waiting().join('')} wait`;
  }

  /**
   * The work has vanished, as a transaction that expired: what was promised is decided, and then no node has a timer or
   * anything to say.
   */
  #fallSilent(): void {
    this.#quiet = true;
    this.#workers = [];
    const down = this.#dispensable();
    for (const name of this.#letters) this.#feed(name, { type: 'work', on: false });
    for (let turn = 0; turn < HEAL_TURNS && !this.#problem; turn++) {
      if (this.#isSilent(down)) return;
      for (const name of this.#letters) if (name !== down) this.#healOne(name);
    }
    if (!this.#problem) this.#problem = 'I12 a register without work falls silent';
  }

  /** A member that stays down, now and then, where the others are a quorum. */
  #dispensable(): string | undefined {
    const sizes = this.world.rosters.map((members) => members.length);
    const n = Math.min(...sizes);
    const isEnough = quorum(this.world.mode, n).commit < n - (this.world.liar ? 1 : 0);
    return isEnough && this.#random() < 0.3 ? this.#pick(this.#letters) : undefined;
  }

  #isSilent(down: string | undefined): boolean {
    return this.#letters.every((name) => {
      const image = this.#images.get(name) as Image;
      if (name === down || this.#isDone(image)) return true;
      const unread = this.#sent.slice(this.#read.get(name)).some((sent) => sent.to === name);
      return image.armed.length === 0 && image.questions.length === 0 && !unread;
    });
  }

  #healOne(name: string): void {
    const before = this.#images.get(name) as Image;
    if (this.#isDone(before)) return;
    if (!before.state.work && this.#workers.includes(name)) this.#feed(name, { type: 'work', on: true });
    while ((this.#images.get(name) as Image).questions.length > 0 && !this.#problem) this.#answerOf(name);
    this.#helpStraggler(name);
    const { height, round } = (this.#images.get(name) as Image).state.record;
    const to = this.#sent.length;
    for (const sent of this.#sent.slice(this.#read.get(name), to))
      if (sent.to === name) this.#feed(name, { type: 'receive', message: sent.message, from: idOf(sent.from) });
    this.#read.set(name, to);
    const after = this.#images.get(name) as Image;
    if (after.state.record.height !== height || after.state.record.round !== round) return;
    if (isBusy(after.state)) this.#feed(name, { type: 'resend' });
    // Timers of different members fire at different times.
    if (after.armed.length > 0 && this.#random() < 0.2) this.#feed(name, { type: 'timer', height, round });
  }

  /** Replication: a docket that others sealed reaches everybody in the end. */
  #helpStraggler(name: string): void {
    const { state } = this.#images.get(name) as Image;
    if (this.#random() > 0.1) return;
    for (const other of this.#images.values()) {
      const sealed = other.disk.sealed[state.record.height - 1];
      if (sealed) {
        this.#feed(name, { type: 'adopt', ...sealed });
        return;
      }
    }
  }

  #waiting(): string[] {
    return this.#letters.filter((name) => {
      const image = this.#images.get(name) as Image;
      const needed = membersAt(this.world, this.world.heights).includes(name) ? this.world.heights : 1;
      return image.disk.sealed.length < needed;
    });
  }

  #isDone(image: Image): boolean {
    return image.disk.sealed.length >= this.world.heights;
  }

  #pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.#random() * items.length)] as T;
  }
}
