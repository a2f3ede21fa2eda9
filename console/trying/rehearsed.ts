// A rehearsal of a draft in the sandbox of its organisation, as the pane goes through it: each act is a call, and its
// answer says where it stands. It decides nothing.
import type { JsonObject } from '../../core/base/json.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import type { RunFacts } from '../../core/blueprint/logic/facts.js';
import type { Scenario, ScenarioStep } from '../../core/scenario/form.js';
import type { FormData } from '../act/use-form.js';
import { node } from '../session/node.js';

type NodeView = Awaited<ReturnType<typeof node.rehearsals.getRehearsal>>;
export type RehearsedPlace = NodeView['currentActions'][number];

/** The clock of a rehearsal that has one of its own. */
export interface RehearsalClock {
  readonly atMs: number;
  /** When time alone changes something, the next time. */
  readonly nextMs?: number | undefined;
}

type Shown = 'steps' | 'currentActions' | 'log' | 'outcome' | 'currentActingRole' | 'roles' | 'view';

/** Where a rehearsal stands, by any player. */
export interface RehearsalNow extends Pick<NodeView, Shown> {
  readonly clock?: RehearsalClock;
  /** Why it did not pass, in English. */
  readonly reason?: string;
}

export interface RehearsedStep {
  readonly place: RehearsedPlace;
  /** The role that votes, or does it. */
  readonly role: string;
  readonly payload: JsonObject;
  readonly vote?: 'yes' | 'no' | 'abstain' | undefined;
}

/** Goes through a rehearsal; each act gives where it stands then, or throws why it is refused. */
export interface RehearsalPlayer {
  /** The steps as a scenario; undefined where it was begun elsewhere. */
  readonly scenario: Omit<Scenario, 'name'> | undefined;
  /** As it stands by now: timers may have fired. */
  look(): Promise<RehearsalNow>;
  actAs(role: string): Promise<RehearsalNow>;
  submit(step: RehearsedStep): Promise<RehearsalNow>;
  sendBack(place: RehearsedPlace, reason: string): Promise<RehearsalNow>;
  /** Time passes: to a date, or for a duration such as P3D. Absent where the clock is that of the node. */
  moveOn?(at: string): Promise<RehearsalNow>;
}

/** A rehearsal with the draft as it was when it began. */
export interface RehearsalShown {
  readonly now: RehearsalNow;
  readonly definition: Definition;
  readonly player: RehearsalPlayer;
}

export async function beginRehearsal(id: string): Promise<RehearsalShown> {
  return viewOf(await node.rehearsals.startRehearsal({ params: { id }, body: { mode: 'full' } }), []);
}

/** The newest of the draft, where one was begun: it may have ended. */
export async function newestRehearsal(id: string): Promise<RehearsalShown | undefined> {
  const [newest] = await node.rehearsals.listRehearsals({ params: { id } });
  if (newest === undefined) return undefined;
  const params = { id, rehearsalId: newest.rehearsalId };
  return viewOf(await node.rehearsals.getRehearsal({ params }), undefined);
}

async function viewOf(now: NodeView, steps: readonly ScenarioStep[] | undefined): Promise<RehearsalShown> {
  const { sandboxRegisterId: registerId, publicationTxId: txId } = now;
  const { definition } = await node.transactions.getPublication({ params: { registerId, txId } });
  return { now, definition: definition as unknown as Definition, player: new SandboxPlayer(now, steps) };
}

/** The node plays it, on the register of the sandbox. */
class SandboxPlayer implements RehearsalPlayer {
  private readonly params: { readonly id: string; readonly rehearsalId: string };
  private role: string;
  private steps: readonly ScenarioStep[] | undefined;

  constructor({ blueprintId: id, rehearsalId, currentActingRole }: NodeView, steps: SandboxPlayer['steps']) {
    this.params = { id, rehearsalId };
    this.role = currentActingRole;
    this.steps = steps;
  }

  get scenario(): RehearsalPlayer['scenario'] {
    return this.steps && { steps: this.steps };
  }

  look(): Promise<RehearsalNow> {
    return node.rehearsals.getRehearsal({ params: this.params });
  }

  async actAs(role: string): Promise<RehearsalNow> {
    const now = await node.rehearsals.switchRehearsalRole({ params: this.params, body: { role } });
    this.role = now.currentActingRole;
    return now;
  }

  async submit(step: RehearsedStep): Promise<RehearsalNow> {
    const { place, role, payload, vote } = step;
    if (this.role !== role) await this.actAs(role);
    const body = { ...placeOf(place), payload, ...(vote && { vote }) };
    const now = await node.rehearsals.submitRehearsalStep({ params: this.params, body });
    return this.keep(stepDone(step), now);
  }

  async sendBack(place: RehearsedPlace, reason: string): Promise<RehearsalNow> {
    if (this.role !== place.participantId) await this.actAs(place.participantId);
    const said = reason === '' ? {} : { reason };
    const now = await node.rehearsals.rejectRehearsalStep({
      params: this.params,
      body: { ...placeOf(place), ...said },
    });
    return this.keep({ reject: place.actionId, ...said }, now);
  }

  private keep(step: ScenarioStep, now: NodeView): RehearsalNow {
    this.steps = this.steps && [...this.steps, step];
    return now;
  }
}

function placeOf({ actionId, previousTransactionId }: RehearsedPlace) {
  return { actionId, ...(previousTransactionId !== undefined && { previousTransactionId }) };
}

/** As a scenario has it: a role that does what is not its own action is named. */
export function stepDone({ place: { actionId, participantId }, role, payload, vote }: RehearsedStep): ScenarioStep {
  const isNamed = vote !== undefined || role !== participantId;
  return { action: actionId, payload, ...(vote && { vote }), ...(isNamed && { as: role }) };
}

/** The facts that the acting role reads, as rules of its action read them. */
export function factsIn({ view, log }: RehearsalNow, signedAt: string): FormData['facts'] {
  const runs = (view?.runs ?? []).map(({ transactionId: txId, actionId: action, data }): RunFacts => {
    return { txId, action, data: data as JsonObject };
  });
  const sealed = log.filter(({ kind }) => kind === 'Sealed');
  const [first, last] = [sealed[0]?.at, sealed.at(-1)?.at];
  return {
    runs,
    time: {
      ...(first !== undefined && { opened: first }),
      ...(last !== undefined && { previous: last }),
      signed: signedAt,
    },
  };
}
