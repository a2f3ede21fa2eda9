// A rehearsal whose clock is that of the person who rehearses: a scenario that grows by a step at a time, judged beside
// the page by the rules of a register. The node walks through it once it is whole, and records the pass.
import { isObject, type Json, type JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { Scenario, ScenarioStep } from '../../core/scenario/form.js';
import type { ScenarioStanding } from '../../core/scenario/standing.js';
import { node } from '../session/node.js';
import address from '../workers/clock.js?worker&url';
import type { ClockAnswered, ClockAsked } from '../workers/clock-messages.js';
import { startWorker } from '../workers/trusted.js';
import { type ClockRehearsal, forgetClock, keepClock, readClock } from './clock-kept.js';
import {
  type RehearsalNow,
  type RehearsalPlayer,
  type RehearsedPlace,
  type RehearsedStep,
  stepDone,
} from './rehearsed.js';

/** The newest one stays while the page lives: it outlives the panel that began it. */
let newest: ClockPlayer | undefined;

/** That of before, where the draft was rehearsed so last. */
export async function clockPlayerOf(blueprintId: string): Promise<ClockPlayer | undefined> {
  if (newest?.blueprintId === blueprintId) return newest;
  const kept = await readClock(blueprintId);
  return kept && new ClockPlayer(blueprintId, kept);
}

/** The draft is rehearsed in another way now. */
export async function endClock(blueprintId: string): Promise<void> {
  newest?.end();
  newest = undefined;
  await forgetClock(blueprintId);
}

export class ClockPlayer implements RehearsalPlayer {
  readonly blueprintId: string;
  readonly definition: Definition;
  private readonly start: string;
  private readonly worker = startWorker(address);
  private readonly waiting = new Map<number, (answered: ClockAnswered) => void>();
  private last = 0;
  private steps: readonly ScenarioStep[];
  private role: string;
  /** The verdict of the node on the steps. */
  private verdict: { readonly steps: readonly ScenarioStep[]; readonly said: Verdict } | undefined;

  constructor(blueprintId: string, { definition, start, steps, role }: ClockRehearsal) {
    this.blueprintId = blueprintId;
    this.definition = definition;
    this.start = start;
    this.steps = steps;
    this.role = role;
    this.worker.onmessage = ({ data }: MessageEvent<ClockAnswered>) => {
      this.waiting.get(data.id)?.(data);
      this.waiting.delete(data.id);
    };
    newest?.end();
    newest = this;
  }

  end(): void {
    this.worker.terminate();
  }

  get scenario(): RehearsalPlayer['scenario'] {
    return { start: this.start, steps: this.steps };
  }

  look(): Promise<RehearsalNow> {
    return this.stand(this.steps, this.role);
  }

  actAs(role: string): Promise<RehearsalNow> {
    return this.stand(this.steps, role);
  }

  submit(step: RehearsedStep): Promise<RehearsalNow> {
    return this.stand([...this.steps, stepDone(step)], step.role);
  }

  sendBack({ actionId, participantId }: RehearsedPlace, reason: string): Promise<RehearsalNow> {
    return this.stand([...this.steps, { reject: actionId, ...(reason !== '' && { reason }) }], participantId);
  }

  moveOn(at: string): Promise<RehearsalNow> {
    return this.stand([...this.steps, { at }], this.role);
  }

  private async stand(steps: readonly ScenarioStep[], role: string): Promise<RehearsalNow> {
    const scenario: Scenario = { name: this.definition.title, start: this.start, steps };
    const { answer } = await this.ask({ definition: this.definition as unknown as JsonObject, scenario, role });
    if ('refusals' in answer) throw new Error(answer.refusals.join(' '));
    this.steps = answer.steps;
    this.role = role;
    await keepClock(this.blueprintId, { definition: this.definition, start: this.start, steps: this.steps, role });
    return { ...viewOf(this.definition, answer, role), ...(await this.judge(answer)) };
  }

  private ask(asked: Omit<ClockAsked, 'id'>): Promise<ClockAnswered> {
    const id = ++this.last;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve);
      this.worker.postMessage({ id, ...asked } satisfies ClockAsked);
    });
  }

  /**
   * The node decides whether it passed, by the draft as it keeps it. Where ways lead in circles each action is done.
   */
  private async judge({ state, ever, steps }: ScenarioStanding): Promise<Verdict> {
    if (state === 'Rejected' || state === 'Cancelled') return { outcome: 'Failed' };
    const isWhole = state === 'Completed' || this.definition.actions.every(({ id }) => ever.includes(id));
    if (!isWhole) return { outcome: 'InProgress' };
    if (this.verdict?.steps === steps) return this.verdict.said;
    const { title: name } = this.definition;
    const body = { scenarios: [{ name, start: this.start, steps }] };
    const { passed, reason } = await node.rehearsals.rehearseScenarios({ params: { id: this.blueprintId }, body });
    const failed = state === 'Completed' ? 'Failed' : 'InProgress';
    const said: Verdict = passed ? { outcome: 'Passed' } : { outcome: failed, reason };
    this.verdict = { steps, said };
    return said;
  }
}

type Verdict = Pick<RehearsalNow, 'outcome' | 'reason'>;

function viewOf(
  { actions, participants }: Definition,
  { atMs, nextMs, open, done, events, runs }: ScenarioStanding,
  role: string,
): Omit<RehearsalNow, 'outcome'> {
  const titleOf = (id: number): string => actions.find((action) => action.id === id)?.title ?? String(id);
  const isOpen = new Set(open.map(({ actionId }) => actionId));
  return {
    clock: { atMs, nextMs },
    currentActingRole: role,
    roles: participants.map(({ id }) => id),
    steps: actions.map(({ id, sender }) => ({
      ...{ actionId: id, title: titleOf(id), actingRole: sender },
      status: isOpen.has(id) ? 'Current' : done.includes(id) ? 'Done' : 'Pending',
    })),
    currentActions: open.map(({ actionId, roles, isRejectable }) => ({
      ...{ actionId, title: titleOf(actionId), participantId: roles[0] ?? '', voters: [...roles] },
      // No wallet is there that could show one: the file says what is shown.
      ...{ isRejectable, isGated: false, schemas: [] },
    })),
    log: events.map(({ atMs: ms, actionId, timer }) => ({
      at: new Date(ms).toISOString(),
      kind: 'Sealed',
      message: `Action ${actionId} (${titleOf(actionId)}) is ${timer === undefined ? 'sealed' : `ended by its timer "${timer}"`}.`,
    })),
    view: {
      ...{ participantId: role, data: {} },
      runs: runs.map(({ txId, action, data }) => ({ transactionId: txId, actionId: action, data: objectIn(data) })),
    },
  };
}

function objectIn(value: Json): JsonObject {
  return isObject(value) ? value : {};
}
