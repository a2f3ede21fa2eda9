// Plays a scenario over the stage: every party acts through the node of its own organisation. It holds each answer
// against what the file expects, and leaves what became of the instance to judge.ts.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { clientOf, introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import { fromTemplate, publishDraft } from '../../cli/harness/publishing.js';
import { isClientError } from '../../cli/remote/remote.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { filled, type Scenario, type StepOf } from './scenario-file.js';
import { memberOf, restart, type Stage } from './stage.js';

export interface Played {
  readonly scenario: Scenario;
  readonly course: Course;
  readonly players: Readonly<Record<string, Player>>;
  readonly publicationTxId: string;
  readonly blueprint: JsonObject;
}

const STATE_MS = 20_000;

export async function play(stage: Stage, scenario: Scenario): Promise<Played> {
  const players = await cast(stage, scenario);
  await introduce(stage.registerId, Object.values(players), stage.members);
  const blueprint = await blueprintOf(stage, scenario, players);
  const target = publishers(stage, scenario);
  const { publicationTxId, warnings } = await publishDraft(target, blueprint);
  const expected = scenario.warnings ?? [];
  expect(warnings, warnings.join('; ')).to.have.length(expected.length);
  for (const [i, part] of expected.entries()) expect(warnings[i]).to.include(part);
  const course = new Course(stage.registerId, scenario.id);
  const played = { scenario, course, players, publicationTxId, blueprint };
  const done: string[] = [];
  for (const [i, step] of scenario.steps.entries()) {
    try {
      done.push(await take(stage, played, step, done));
    } catch (error) {
      if (error instanceof Error)
        error.message = `step ${i + 1} (${JSON.stringify(step).slice(0, 120)}): ${error.message}`;
      throw error;
    }
  }
  return played;
}

async function cast(stage: Stage, { parties }: Scenario): Promise<Record<string, Player>> {
  const made = Object.entries(parties).map(async ([name, { node, organisation, algorithm, hybrid }]) => {
    const part = { name, organisation, at: memberOf(stage, node), isHybrid: hybrid === true };
    return [name, await newPlayer(algorithm === undefined ? part : { ...part, algorithm })] as const;
  });
  return Object.fromEntries(await Promise.all(made));
}

async function blueprintOf(
  stage: Stage,
  { id, template, parameters, blueprint, parties, publisher }: Scenario,
  players: Readonly<Record<string, Player>>,
): Promise<JsonObject> {
  const mentioned = JSON.stringify(parameters ?? {});
  const roles = Object.entries(parties).filter(
    ([name, { stranger }]) => !stranger && !mentioned.includes(`{"$wallet":"${name}"}`),
  );
  const bound = roles.filter(([, { open }]) => !open).map(([name]) => [name, players[name]?.address ?? ''] as const);
  const wallets = Object.fromEntries(bound);
  if (template !== undefined) {
    const organisations = Object.fromEntries(roles.map(([name, { organisation }]) => [name, organisation]));
    const stated = withWallets((parameters ?? {}) as JsonObject, players) as JsonObject;
    const { members } = publishers(stage, { publisher });
    return fromTemplate(members[0], template, { id, parameters: { ...stated, organisations, wallets } });
  }
  const written = blueprint as { readonly participants: readonly { readonly id: string }[] };
  const participants = written.participants.map((role) =>
    role.id in wallets ? { ...role, walletAddress: wallets[role.id] } : role,
  );
  return { ...written, id, participants } as unknown as JsonObject;
}

/** Parameters in which `{"$wallet": "fire"}` stands for the address of that party. */
function withWallets(value: Json, players: Readonly<Record<string, Player>>): Json {
  if (Array.isArray(value)) return value.map((item) => withWallets(item, players));
  if (typeof value !== 'object' || value === null) return value;
  const { $wallet } = value as JsonObject;
  if (typeof $wallet === 'string') return players[$wallet]?.address ?? '';
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withWallets(item as Json, players)]));
}

/** The register, its publisher before the other nodes. */
function publishers(stage: Stage, { publisher }: Pick<Scenario, 'publisher'>) {
  const first = memberOf(stage, publisher);
  const others = stage.members.filter((member) => member !== first);
  return { registerId: stage.registerId, members: [first, ...others] as const };
}

/** Does a step. Gives the TxId that came of it, or an empty text. */
async function take(stage: Stage, played: Played, step: StepOf, done: readonly string[]): Promise<string> {
  if (step.restart !== undefined) await restart(stage, memberOf(stage, step.restart));
  if (step.await !== undefined) await awaited(stage, played.course, step.await);
  if (step.amend !== undefined) {
    const amended = { ...played.blueprint, ...(step.amend as JsonObject) };
    await publishDraft(publishers(stage, played.scenario), amended);
  }
  if (step.by === undefined) return '';
  const answer = await answered(played, step, done);
  const { refused } = step;
  if (refused !== undefined) {
    expect(answer.refusal, 'nothing was refused').to.include(refused);
    return '';
  }
  if (answer.refusal) throw answer.cause;
  return answer.txId;
}

interface Answer {
  readonly txId: string;
  readonly refusal?: { readonly status: number; readonly code: string; readonly path: string };
  readonly cause?: unknown;
}

async function answered(played: Played, step: StepOf, done: readonly string[]): Promise<Answer> {
  try {
    return { txId: await moved(played, step, done) };
  } catch (cause) {
    if (!isClientError(cause)) throw cause;
    const { status, code, details } = cause;
    return { txId: '', refusal: { status, code, path: details.path }, cause };
  }
}

async function moved({ course, players }: Played, step: StepOf, done: readonly string[]): Promise<string> {
  const by = players[step.by ?? ''];
  if (!by) throw new Error(`Nobody is called ${step.by}.`);
  if (step.cancel) return (await course.cancel(by, step.reason)).transactionId;
  if (step.reject !== undefined) {
    const { transactionId, targetAction } = await course.reject(by, step.reject, step.reason);
    if (step.next) expect(targetAction ? [targetAction.actionId] : []).to.deep.equal(step.next);
    return transactionId;
  }
  if (step.action === undefined) throw new Error('A step of a party has an action.');
  const { action, times = 1 } = step;
  // The party that is to act finds it among the actions that wait for its wallet, at its own node.
  if (step.refused === undefined && course.made.length > 0) await pending(course, by, action);
  const payload = filled((step.payload ?? {}) as JsonObject) as JsonObject;
  const follows = step.follows === undefined ? undefined : done[step.follows - 1];
  const asking = { actionId: action, payload, follows, blueprintId: step.blueprint };
  const asked = Array.from({ length: times }, () => course.take(by, asking));
  const answers = await Promise.all(asked);
  const [first] = answers as [(typeof answers)[number]];
  expect(new Set(answers.map(({ transactionId }) => transactionId)).size, 'transactions').to.equal(1);
  expect(answers.filter(({ repeated }) => repeated === true)).to.have.length(times - 1);
  if (step.gives) expect(first.calculations).to.deep.equal(step.gives);
  if (step.next) expect(first.nextActions.map(({ actionId }) => actionId)).to.deep.equal(step.next);
  return first.transactionId;
}

async function pending(course: Course, by: Player, action: number): Promise<void> {
  await course.everywhere([by.at]);
  expect(await waitingFor(course, by), `what waits for ${by.name}`).to.include(action);
}

/** Actions of the instance that wait for the player's wallet. */
export async function waitingFor({ registerId, instanceId }: Course, player: Player): Promise<number[]> {
  const params = { wallet: player.address, register: registerId };
  const { items } = await clientOf(player).listPendingActions({ params, query: { pageSize: 100 } });
  return items.filter((item) => item.instanceId === instanceId).map(({ actionId }) => Number(actionId));
}

async function awaited({ members }: Stage, course: Course, state: string): Promise<void> {
  const until = Date.now() + STATE_MS;
  for (;;) {
    const shown = await course.everywhere(members);
    if (shown.every((view) => view.state === state)) return;
    expect(Date.now(), `${shown.map((view) => view.state).join(', ')} in place of ${state}`).to.be.lessThan(until);
    await pause(100);
  }
}
