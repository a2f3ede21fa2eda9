// The clients of a chaos run: each submits through whichever node it picks, asks again with the same bytes when it got
// no answer, and remembers exactly what it was told. Pairs of them contend for the turns of workflows, and a reader a
// node looks on all the while.
import { setTimeout as pause } from 'node:timers/promises';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import { benchSubmission, type Workload } from '../../cli/harness/workload.js';
import type { KeyPair } from '../../core/crypto/signing/algorithms.js';
import type { Dice } from '../support/base/dice.js';
import { callSubmission } from '../tools/crash/workflow.js';
import { ask } from './ask.js';
import { type Stories, type Story, storyOf } from './story.js';
import { Witness } from './witness.js';

/** A register with the two blueprints that clients use. */
export interface Field {
  readonly workload: Workload;
  readonly callsTxId: string;
}

export interface ClientsOptions {
  /** Nodes that clients and readers talk to. */
  readonly members: readonly ClusterMember[];
  readonly fields: readonly Field[];
  readonly dice: Dice;
  /** The clock of this member is wrong, or was a moment ago: it may refuse by it, and take tokens for expired. */
  readonly isSkewed?: (index: number) => boolean;
}

/** One run of a workflow for whose turns two clients contend. */
interface Line {
  readonly id: string;
  readonly field: Field;
  turn: number;
  follows: string | undefined;
}

const TRIES_MAX = 6;
const READ_MS = 250;
/** How long the end of a contended turn is looked for before its line is left alone. */
const TURN_MS = 30_000;
const TURNS_MAX = 200;
/** Refusals that depend on the clock of the node that gives them. */
const BY_CLOCK = /^VAL_TIME_|^VAL_BP_012$|^CLOCK_/;
/** Index of no member. */
const NOBODY = -1;

export class Clients {
  readonly stories: Stories = new Map();
  readonly witness = new Witness();
  readonly latenciesMs: number[] = [];
  /** Transactions of which some node said that they are sealed: what readers look at. */
  private readonly told: Story[] = [];
  private readonly options: ClientsOptions;
  private sequence = 0;
  private answered = 0;
  private lines = 0;
  private isOpen = true;

  constructor(options: ClientsOptions) {
    this.options = options;
  }

  /** Transactions of which some node said that it keeps them or that they are sealed. */
  get acknowledged(): number {
    return this.answered;
  }

  /**
   * Runs `count` clients of notes, `lines` contended workflows and a reader a node until `stop`. Resolves when all have
   * ended.
   */
  run({ count, lines }: { readonly count: number; readonly lines: number }): Promise<unknown> {
    const { members } = this.options;
    return Promise.all([
      ...Array.from({ length: count }, () => this.notes()),
      ...Array.from({ length: lines }, (_, i) => this.contend(i)),
      ...members.map((member) => this.reader(member)),
    ]);
  }

  stop(): void {
    this.isOpen = false;
  }

  private async notes(): Promise<void> {
    const { dice, fields } = this.options;
    while (this.isOpen) {
      const story = this.tell(storyOf(benchSubmission(dice.pick(fields).workload, this.sequence++)));
      const prefer = dice.chance(0.5) ? 'wait=5' : dice.chance(0.4) ? 'durability=quorum' : undefined;
      for (let tries = 0; tries < TRIES_MAX && this.isOpen; tries++) {
        if ((await this.submit(this.someone(), story, prefer)) === 'told') break;
        await pause(dice.between(20, 400));
      }
      await pause(dice.between(0, 60));
    }
  }

  /**
   * Two clients sign a transaction each for every turn of a line and submit them at once, mostly through different
   * nodes: one wins.
   */
  private async contend(number: number): Promise<void> {
    const { fields } = this.options;
    let line: Line | undefined;
    while (this.isOpen) {
      line ??= {
        id: `line-${this.lines++}`,
        field: fields[number % fields.length] as Field,
        turn: 0,
        follows: undefined,
      };
      const now: Line = line;
      const rivals = [0, 1].map((rival) => this.tell(storyOf(turnOf(now, rival), true)));
      const ends = await Promise.all(rivals.map((story) => this.turn(story)));
      const won = rivals.find((_, i) => ends[i] === 'sealed');
      if (won && line.turn < TURNS_MAX) {
        line.follows = won.body.transactionId;
        line.turn++;
      } else line = undefined;
      await pause(this.options.dice.between(0, 150));
    }
  }

  private async turn(story: Story): Promise<'sealed' | 'refused' | 'unknown'> {
    const until = performance.now() + TURN_MS;
    while (this.isOpen && performance.now() < until) {
      const answer = await this.submit(this.someone(), story, 'wait=5');
      if (story.sealed.length > 0) return 'sealed';
      if (answer === 'lost') return 'refused';
      await pause(this.options.dice.between(20, 200));
    }
    return 'unknown';
  }

  private async submit(
    member: ClusterMember,
    story: Story,
    prefer: string | undefined,
  ): Promise<'told' | 'again' | 'lost'> {
    const { body } = story;
    const started = performance.now();
    const path = `/api/registers/${body.registerId}/transactions`;
    const answer = await ask(member, { method: 'POST', path, body, prefer });
    if (!answer) {
      story.unknown++;
      return 'again';
    }
    const { status, json } = answer;
    const isFirst = story.sealed.length + story.promises.length === 0;
    if (isFirst && (json.status === 'sealed' || json.status === 'pending')) this.answered++;
    if (json.status === 'sealed') {
      const place = { height: Number(json.docketNumber), index: Number(json.index) };
      if (story.sealed.length === 0) this.told.push(story);
      story.sealed.push({ ...place, by: member.index });
      story.confirmedMs ??= performance.now();
      this.latenciesMs.push(performance.now() - started);
      return 'told';
    }
    if (json.status === 'pending') {
      story.promises.push({ by: member.index, isQuorum: answer.applied.includes('durability=quorum') });
      return 'told';
    }
    const code = String(json.code ?? `STATUS_${status}`);
    if (this.options.isSkewed?.(member.index) && (status === 401 || BY_CLOCK.test(code))) return 'again';
    story.refusals.push(code);
    return LOST.has(code) ? 'lost' : 'again';
  }

  private async reader(member: ClusterMember): Promise<void> {
    const { dice, fields } = this.options;
    while (this.isOpen) {
      await pause(READ_MS);
      const { registerId } = dice.pick(fields).workload;
      const register = await ask(member, { method: 'GET', path: `/api/registers/${registerId}` });
      if (register?.status === 200) this.witness.head(member.name, registerId, Number(register.json.height));
      if (register) this.witness.status(member.name, 'a register', register.status);
      if (this.told.length === 0) continue;
      const story = dice.pick(this.told);
      const path = `/api/registers/${story.body.registerId}/transactions/${story.body.transactionId}`;
      const found = await ask(member, { method: 'GET', path });
      if (found) this.witness.status(member.name, 'a transaction', found.status);
      const shown = found?.status === 200 ? found.json : undefined;
      if (found?.status === 200 || found?.status === 404) this.witness.transaction(member, story, shown);
    }
  }

  /**
   * The node was put back to an earlier state of its store: what it alone promised since then is gone, and it may know
   * less than it told.
   */
  restored({ name, index }: ClusterMember): void {
    this.witness.forget(name);
    for (const { promises, sealed } of this.stories.values()) {
      for (let i = promises.length; i-- > 0; )
        if (promises[i]?.by === index && !promises[i]?.isQuorum) promises.splice(i, 1);
      for (const [i, told] of sealed.entries()) if (told.by === index) sealed[i] = { ...told, by: NOBODY };
    }
  }

  /**
   * After the storm: one more transaction for each register through each node, which have to be sealed within
   * `withinMs`. Gives what was not, as sentences.
   */
  async afterwards(withinMs: number): Promise<readonly string[]> {
    const { members, fields } = this.options;
    const asked = fields.flatMap(({ workload }) =>
      members.map(async (member) => {
        const story = this.tell(storyOf(benchSubmission(workload, this.sequence++)));
        const until = performance.now() + withinMs;
        while (story.sealed.length === 0) {
          if (performance.now() > until)
            return [
              `${member.name} seals nothing for ${workload.registerId} after the storm (${story.refusals.at(-1) ?? 'it waits'}).`,
            ];
          if ((await this.submit(member, story, 'wait=5')) !== 'told') await pause(100);
        }
        return [];
      }),
    );
    return (await Promise.all(asked)).flat();
  }

  private someone(): ClusterMember {
    return this.options.dice.pick(this.options.members);
  }

  private tell(story: Story): Story {
    this.stories.set(story.body.transactionId, story);
    return story;
  }
}

/** The refusals that the loser of a contended turn is told. */
export const LOST: ReadonlySet<string> = new Set(['VAL_CHAIN_FORK', 'VAL_BP_001']);

function turnOf({ id, field, turn, follows }: Line, rival: number): ReturnType<typeof callSubmission> {
  const { registerId, keys } = field.workload;
  const key = keys[turn % 2] as KeyPair;
  // Another time makes another transaction of the same turn.
  const nowMs = Date.now() - rival;
  return callSubmission({ registerId, publicationTxId: field.callsTxId, instanceId: id, turn, follows, key, nowMs });
}
