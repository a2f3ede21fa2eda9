// A rehearsal as a command goes through it: where it stands, what may be done by whom, and the acts, each as the role
// that it belongs to. It asks no question and decides nothing.
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../api/client/client.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Action, Definition } from '../../core/blueprint/definition/types.js';
import type { VoteChoice } from '../../core/blueprint/plan/approval.js';
import { definitionOf } from './place.js';

export type ShownRehearsal = Awaited<ReturnType<Client['getRehearsal']>>;
/** An action that may be done now. */
export type RehearsalPlace = ShownRehearsal['currentActions'][number];

export interface RehearsedVote {
  readonly vote: VoteChoice;
  /** The first role that can vote unless stated. */
  readonly as?: string | undefined;
}

/** Looks at a rehearsal in which no role can act, and how long each waits for the next. */
const LOOKS_MAX = 20;
const LOOK_MS = 100;

export class RehearsalWalk {
  readonly #client: Client;
  #now: ShownRehearsal;
  /** The line of the log that was told last. */
  #told: ShownRehearsal['log'][number] | undefined;
  #definition: Promise<Definition | undefined> | undefined;

  private constructor(client: Client, now: ShownRehearsal) {
    this.#client = client;
    this.#now = now;
  }

  static async begin(client: Client, id: string): Promise<RehearsalWalk> {
    return new RehearsalWalk(client, await client.startRehearsal({ params: { id }, body: { mode: 'full' } }));
  }

  /** An item that was left; `of` is what its list said before it was looked at. */
  static async resume(
    client: Client,
    of: Pick<ShownRehearsal, 'blueprintId' | 'rehearsalId' | 'updatedAt'>,
  ): Promise<RehearsalWalk> {
    const params = { id: of.blueprintId, rehearsalId: of.rehearsalId };
    const walk = new RehearsalWalk(client, await client.getRehearsal({ params }));
    // Up to its last step it was told where that was done; timers may have fired since.
    walk.#told = walk.#now.log.findLast(({ at }) => at <= of.updatedAt);
    return walk;
  }

  get now(): ShownRehearsal {
    return this.#now;
  }

  places(): readonly RehearsalPlace[] {
    return this.#now.currentActions;
  }

  /** Waits a little where no role can act: a timer that is due goes on in a docket of its own. */
  async settle(): Promise<void> {
    for (let look = 0; look < LOOKS_MAX && this.#now.outcome === 'InProgress' && this.places().length === 0; look++) {
      if (look > 0) await pause(LOOK_MS);
      this.#now = await this.#client.getRehearsal({ params: this.#params() });
    }
  }

  /** The action that waits; of a rehearsal that ended, how and why. */
  standing(): string {
    const { outcome, log } = this.#now;
    const waiting = this.places().map(({ actionId, participantId }) => `${actionId} (${participantId})`);
    if (waiting.length > 0) return `Waiting: ${waiting.join(', ')}.`;
    if (outcome === 'InProgress')
      return `No role can act now: it goes on once a timer is due. Scenarios move the clock: quorate blueprint rehearse ${this.#now.blueprintId} --scenarios FILE.`;
    const why = log.at(-1)?.message;
    return `It is ${outcome}${why === undefined ? '.' : `: ${why}`}`;
  }

  /** The lines that the node has logged since the last call. */
  news(): readonly string[] {
    const { log } = this.#now;
    const news = this.#told;
    // The node keeps the newest lines only, so what was told is found again by what it says and not by its place.
    const last =
      news === undefined ? -1 : log.findLastIndex(({ at, message }) => at === news.at && message === news.message);
    this.#told = log.at(-1);
    return log.slice(last + 1).map(({ kind, message }) => `  ${kind.padEnd(9)} ${message}`);
  }

  /** The definition that it runs by; undefined where neither the sandbox nor the draft can be read. */
  async definition(): Promise<Definition | undefined> {
    this.#definition ??= this.#read();
    return this.#definition;
  }

  /** The texts of an action for people; undefined members where neither the sandbox nor the draft can be read. */
  async actionOf({ actionId }: RehearsalPlace): Promise<Pick<Action, 'calculations' | 'form'>> {
    const action = (await this.definition())?.actions.find(({ id }) => id === actionId);
    return {
      ...(action?.calculations && { calculations: action.calculations }),
      ...(action?.form && { form: action.form }),
    };
  }

  async as(role: string): Promise<void> {
    if (this.#now.currentActingRole === role) return;
    this.#now = await this.#client.switchRehearsalRole({ params: this.#params(), body: { role } });
  }

  /** `vote` where several roles decide it; then by the role that votes. */
  async submit({ actionId, participantId }: RehearsalPlace, payload: JsonObject, vote?: RehearsedVote): Promise<void> {
    await this.as(vote?.as ?? participantId);
    const body = { actionId, payload, ...(vote && { vote: vote.vote }) };
    this.#now = await this.#client.submitRehearsalStep({ params: this.#params(), body });
  }

  async reject({ actionId, participantId }: RehearsalPlace, reason: string): Promise<void> {
    await this.as(participantId);
    const body = { actionId, ...(reason === '' ? {} : { reason }) };
    this.#now = await this.#client.rejectRehearsalStep({ params: this.#params(), body });
  }

  async discard(): Promise<void> {
    await this.#client.discardRehearsal({ params: this.#params() });
  }

  /** As it stands in the sandbox, or the draft where the caller may not read that. */
  async #read(): Promise<Definition | undefined> {
    const value = await definitionOf(this.#client, this.#now);
    return (
      value ?? ((await this.#client.getBlueprint({ params: { id: this.#now.blueprintId } })) as unknown as Definition)
    );
  }

  #params() {
    return { id: this.#now.blueprintId, rehearsalId: this.#now.rehearsalId };
  }
}
