// What the three ways of designing with an assistant share: a construction permit of five parties at three nodes, its
// parties and steps, and what has to have come of it. One cast plays all of them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { introduce, newPlayer, type Player } from '../../../cli/harness/cast.js';
import type { JsonObject } from '../../../core/base/json.js';
import type { Scenario } from '../scenario-file.js';
import { memberOf, type Stage } from '../stage.js';
import { type Assistant, assistantOf, type ToolAnswered } from './assistant.js';

const FILE = join('test', 'scenarios', 'files', 'construction-permit-low-risk.json');
const STATE_MS = 20_000;

/** Told to a designer that reads sentences: the template, with a question that the engineer is not to see. */
export const SENTENCES = [
  'A construction permit',
  'take 1',
  'add a field neighbours (integer) to "Apply"',
  'The engineer must not see the neighbours.',
  'simulate',
];

export interface PermitStep {
  readonly by: string;
  readonly action: number;
  readonly payload: JsonObject;
}

export interface Permit {
  readonly stage: Stage;
  readonly players: Readonly<Record<string, Player>>;
  readonly steps: readonly PermitStep[];
  /** One at each node, for the person of its token. */
  readonly assistants: Readonly<Record<string, Assistant>>;
  close(): Promise<void>;
}

export async function openPermit(stage: Stage): Promise<Permit> {
  const { parties, steps } = JSON.parse(readFileSync(FILE, 'utf8')) as Scenario;
  const cast = Object.entries(parties).map(async ([name, { node, organisation }]) => {
    return [name, await newPlayer({ name, organisation, at: memberOf(stage, node) })] as const;
  });
  const players = Object.fromEntries(await Promise.all(cast));
  await introduce(stage.registerId, Object.values(players), stage.members);
  const made = stage.members.map(async (member) => [member.name, await assistantOf(member)] as const);
  const assistants: Readonly<Record<string, Assistant>> = Object.fromEntries(await Promise.all(made));
  return {
    ...{ stage, players, assistants },
    steps: (steps as readonly PermitStep[]).map((step, i) =>
      i === 0 ? { ...step, payload: { ...step.payload, neighbours: 3 } } : step,
    ),
    close: async () => void (await Promise.all(Object.values(assistants).map((assistant) => assistant.close()))),
  };
}

export function assistantFor({ players, assistants }: Permit, party: string): Assistant {
  return assistants[players[party]?.at.name ?? ''] as Assistant;
}

/** A call of a tool that has to succeed. */
export async function passed(assistant: Assistant, tool: string, input: object): Promise<ToolAnswered> {
  const answer = await assistant.use(tool, input);
  expect(answer.status, `${tool}: ${answer.message}`).to.equal('Passed');
  return answer;
}

/** Each role gets the wallet of its party, by an edit of the draft. */
export function rolesOf({ players }: Permit): readonly object[] {
  return Object.values(players).map(({ name, organisation, address }) => ({
    ...{ edit: 'set_role', role: name, organisation, walletAddress: address },
  }));
}

/**
 * Opens an instance at the publisher and has each party act by the assistant at its own node, which asks its person
 * before it signs.
 */
export async function playByAssistants(permit: Permit, blueprintId: string): Promise<string> {
  const { registerId } = permit.stage;
  const { instanceId } = await passed(permit.assistants.acme as Assistant, 'instance_create', {
    ...{ blueprintId, registerId },
  });
  const place = { instanceId: instanceId as string, registerId };
  for (const { by, action, payload } of permit.steps) {
    const assistant = assistantFor(permit, by);
    const walletAddress = permit.players[by]?.address ?? '';
    await hasWaited(assistant, place, { actionId: action, walletAddress });
    await passed(assistant, 'action_submit', { ...place, actionId: action, walletAddress, data: payload });
    expect(assistant.questions.at(-1)).to.contain(`(${action})`).and.to.contain('cannot be taken back');
  }
  return place.instanceId;
}

/** Until the node of a party tells that the action waits for a wallet of its person. */
async function hasWaited(
  assistant: Assistant,
  place: object,
  { actionId, walletAddress }: { readonly actionId: number; readonly walletAddress: string },
): Promise<void> {
  let told: ToolAnswered | undefined;
  const waits = async () => {
    told = await assistant.use('instance_explain', place);
    const all = (told.data?.waits ?? []) as readonly { actionId: number; ownWallets: readonly string[] }[];
    return all.some((wait) => wait.actionId === actionId && wait.ownWallets.includes(walletAddress));
  };
  await until(waits, () => `${walletAddress} cannot do ${actionId}: ${JSON.stringify(told)}`);
}

/** Every node has it completed; the planner has read the answer to the added question, and the engineer has not. */
export async function isIssued(permit: Permit, instanceId: string): Promise<void> {
  const { stage, players } = permit;
  const place = { instanceId, registerId: stage.registerId };
  for (const [name, assistant] of Object.entries(permit.assistants)) {
    const isCompleted = async () => (await assistant.use('workflow_status', place)).data?.state === 'Completed';
    await until(isCompleted, () => `The instance is not completed at ${name}.`);
  }
  const reads = async (party: string): Promise<JsonObject> => {
    const of = { ...place, walletAddress: players[party]?.address };
    const { data } = await passed(assistantFor(permit, party), 'disclosed_data', of);
    return Object.assign({}, ...data.disclosures.map((run: { readonly data: JsonObject }) => run.data));
  };
  expect(await reads('contractor')).to.include({ permitNumber: 'BP-2026-0001' });
  expect(await reads('planner')).to.include({ neighbours: 3 });
  expect(await reads('engineer'))
    .to.include({ project: 'Riverside' })
    .and.not.have.property('neighbours');
}

async function until(isSo: () => Promise<boolean>, problem: () => string): Promise<void> {
  const lateMs = performance.now() + STATE_MS;
  while (!(await isSo())) {
    if (performance.now() > lateMs) throw new Error(problem());
    await pause(20);
  }
}
