// The act of the building permit: five parties of four organisations, each at its own node, decide on three
// applications, and each sees of them what it is to see. It ends with what each party's wallet opens, field by field;
// nothing here reads with a wallet of another node.
import type { JsonObject } from '../../core/base/json.js';
import { introduce, newPlayer, type Player } from '../harness/cast.js';
import { Course, isNotHereYet } from '../harness/course.js';
import { newIssuer } from '../harness/credentials.js';
import type { ClusterMember } from '../harness/mesh-cluster.js';
import { fromTemplate, publishDraft } from '../harness/publishing.js';
import type { NarratedStep, Narrator } from './narrator.js';
import { type MeshWorld, short } from './world.js';

const WORKFLOW_ID = 'construction-permit';
/** Of the permit whose approval is proven in the end. */
export const PERMIT_NUMBER = 'BP-2026-0002';

interface Role {
  readonly organisation: string;
  /** Index of the member that keeps its wallet. */
  readonly member: number;
  readonly algorithm: 'ED25519' | 'NISTP256' | 'ML-DSA-65';
  /** Its wallet is one of its organisation, by which credentials are signed. */
  readonly issues?: true;
}

const ROLES = {
  contractor: { organisation: 'Brightwall Construction', member: 0, algorithm: 'NISTP256' },
  engineer: { organisation: 'Keystone Engineers', member: 1, algorithm: 'ED25519' },
  planner: { organisation: 'Town council', member: 2, algorithm: 'NISTP256', issues: true },
  environment: { organisation: 'Environment agency', member: 3, algorithm: 'ML-DSA-65' },
  control: { organisation: 'Town council', member: 2, algorithm: 'ED25519' },
} as const satisfies Readonly<Record<string, Role>>;

type RoleName = keyof typeof ROLES;
const NAMES = Object.keys(ROLES) as RoleName[];

/** The members of a permit that each party sees in the end. */
const SEES: Readonly<Record<RoleName, readonly string[]>> = {
  contractor: [
    ...['project', 'buildingUse', 'storeys', 'floorArea', 'projectValue', 'bankReference'],
    ...['riskScore', 'planningConditions', 'mitigation', 'inspector', 'permitFee', 'permitNumber'],
  ],
  engineer: ['project', 'buildingUse', 'storeys', 'floorArea', 'structuralNotes', 'baseScore', 'riskScore'],
  planner: [
    ...['project', 'buildingUse', 'storeys', 'floorArea', 'structuralNotes', 'baseScore', 'riskScore'],
    ...['planningConditions', 'permitFee', 'permitNumber'],
  ],
  environment: ['project', 'floorArea', 'riskScore', 'planningConditions', 'mitigation'],
  control: [
    ...['project', 'floorArea', 'projectValue', 'bankReference'],
    ...['planningConditions', 'mitigation', 'inspector', 'permitFee'],
  ],
};
/** Fields of the action that is left out where the risk is low. */
const OF_HIGH_RISK: readonly string[] = ['mitigation'];

export interface Town {
  readonly world: MeshWorld;
  readonly players: Readonly<Record<RoleName, Player>>;
}

interface Application {
  readonly storeys: number;
  readonly buildingUse: string;
  readonly floorArea: number;
  /** An amount: a text with its places. */
  readonly projectValue: string;
}

const LOW: Application = { storeys: 3, buildingUse: 'residential', floorArea: 800, projectValue: '500000.00' };
const HIGH: Application = { storeys: 8, buildingUse: 'commercial', floorArea: 3500, projectValue: '5000000.00' };
const MIDDLE: Application = { storeys: 4, buildingUse: 'commercial', floorArea: 1200, projectValue: '900000.00' };

export function publishPermit(tell: Narrator, world: MeshWorld): Promise<Town> {
  return tell.step(async (step) => {
    const { registerId } = world;
    const { members } = world.cluster;
    step.say(
      'Each party has a wallet at its own node, and a record on the register with the keys that others seal to.',
    );
    const made = NAMES.map(async (name) => {
      const { member, issues, ...role }: Role = ROLES[name];
      const part = { name, at: members[member] as ClusterMember, ...role };
      return [name, await (issues ? newIssuer(part) : newPlayer(part))] as const;
    });
    const players = Object.fromEntries(await Promise.all(made)) as Record<RoleName, Player>;
    await introduce(registerId, Object.values(players), members);
    for (const name of NAMES) {
      const { at, organisation, algorithm } = players[name];
      step.show(name, `${organisation} at ${at.name}, signs with ${algorithm}`);
    }
    step.say("The planner's wallet is one of the town council, with a certificate: it signs credentials too.");
    const council = players.planner.at;
    const parameters = {
      organisations: Object.fromEntries(NAMES.map((name) => [name, ROLES[name].organisation])),
      wallets: Object.fromEntries(NAMES.map((name) => [name, players[name].address])),
    };
    const blueprint = await fromTemplate(council, WORKFLOW_ID, { id: WORKFLOW_ID, parameters });
    const first = [council, ...members.filter((member) => member !== council)];
    const { publicationTxId } = await publishDraft({ registerId, members: first }, blueprint);
    step.expect(
      publicationTxId !== '',
      `The town council publishes the permit from a template, as ${short(publicationTxId)}; every node has it.`,
    );
    return { world, players };
  });
}

export function grantLow(tell: Narrator, town: Town): Promise<void> {
  return tell.step(async (step) => {
    const course = await assess(step, town, { application: LOW, score: '6.10', next: 5 });
    step.say('Below 7 the environment agency is not asked.');
    await approve(step, town, { course, fee: '2200.00', permitNumber: 'BP-2026-0001', path: [1, 2, 3, 5, 6] });
    await showViews(step, town, { course, isHigh: false });
  });
}

export interface Approval {
  readonly instanceId: string;
  readonly txId: string;
}

/** Gives the final approval, behind which the permit is issued. */
export function grantHigh(tell: Narrator, town: Town): Promise<Approval> {
  return tell.step(async (step) => {
    const course = await assess(step, town, { application: HIGH, score: '22.80', next: 4 });
    const { environment } = town.players;
    await course.act(environment, 4, { mitigation: 'Forty trees along the bank.' });
    step.say('From 7 on the environment agency assesses too, at its own node.');
    const granted = { fee: '15250.00', permitNumber: PERMIT_NUMBER, path: [1, 2, 3, 4, 5, 6] };
    const txId = await approve(step, town, { course, ...granted });
    await showViews(step, town, { course, isHigh: true });
    return { instanceId: course.instanceId, txId };
  });
}

export function sendBack(tell: Narrator, town: Town): Promise<void> {
  return tell.step(async (step) => {
    const { players, world } = town;
    const course = await assess(step, town, { application: MIDDLE, score: '10.08', next: undefined });
    const reason = 'Too large for the quay.';
    const { targetAction } = await course.reject(players.planner, 3, reason);
    const views = await course.everywhere(world.cluster.members);
    step.expect(
      targetAction?.actionId === 1 && views.every(({ currentActionIds }) => currentActionIds.join() === '1'),
      'The planner rejects it: on all four nodes it waits for the contractor again.',
    );
    step.expect(
      (await reasonFor(course, players.contractor)) === reason,
      `The contractor reads why at its own node: "${reason}"`,
    );
    const others = await Promise.all(
      [players.engineer, players.environment, players.control].map((player) => reasonFor(course, player)),
    );
    step.expect(
      others.every((read) => read === undefined),
      'The engineer, the agency and building control are not told.',
    );
  });
}

interface Assessment {
  readonly application: Application;
  readonly score: string;
  /** The action after the review; it is not reviewed where none is given. */
  readonly next: number | undefined;
}

/** From the application to the score, and on to the review. */
async function assess(
  step: NarratedStep,
  { players, world }: Town,
  { application, score, next }: Assessment,
): Promise<Course> {
  const { storeys, buildingUse, floorArea, projectValue } = application;
  const course = new Course(world.registerId, WORKFLOW_ID);
  step.say(
    `The contractor applies: ${storeys} storeys, ${buildingUse}, ${floorArea} square metres, worth ${projectValue}.`,
  );
  await course.act(players.contractor, 1, { project: 'Riverside', bankReference: 'account 7', ...application });
  const { calculations } = await course.act(players.engineer, 2, { structuralNotes: 'Sound down to the piles.' });
  step.expect(calculations.riskScore === score, `The engineer's node calculates a risk of ${score}.`);
  if (next === undefined) return course;
  const { nextActions } = await course.act(players.planner, 3, { planningConditions: ['Quiet hours from eight'] });
  step.expect(
    nextActions.map(({ actionId }) => actionId).join() === String(next),
    `The planner's review leads to action ${next}.`,
  );
  return course;
}

interface Grant {
  readonly course: Course;
  readonly fee: string;
  readonly permitNumber: string;
  /** Action ids. */
  readonly path: readonly number[];
}

/** The fee and the permit. Gives the TxId of the approval. */
async function approve(
  step: NarratedStep,
  { players, world }: Town,
  { course, fee, permitNumber, path }: Grant,
): Promise<string> {
  const { calculations } = await course.act(players.control, 5, { inspector: 'Inspector Lee' });
  step.expect(calculations.permitFee === fee, `Building control sets the fee: ${fee}.`);
  const { transactionId } = await course.act(players.planner, 6, { permitNumber });
  const views = await course.everywhere(world.cluster.members);
  const isSame = await course.isSame(world.cluster.members);
  step.expect(
    isSame && views.every(({ state }) => state === 'Completed') && decisionOf(course) === path.join(', '),
    `The permit ${permitNumber} is granted by the actions ${decisionOf(course)}; all four nodes show the same instance.`,
  );
  return transactionId;
}

function decisionOf({ made }: Course): string {
  return made.map(({ actionId }) => actionId).join(', ');
}

/** Prints what each party sees and what it does not. */
async function showViews(
  step: NarratedStep,
  { players }: Town,
  { course, isHigh }: { readonly course: Course; readonly isHigh: boolean },
): Promise<void> {
  const views = await Promise.all(NAMES.map(async (name) => [name, await course.dataOf(players[name])] as const));
  const fields = [...new Set(views.flatMap(([, data]) => Object.keys(data)))];
  for (const [name, data] of views) {
    step.show(`${name} sees`, textOf(data));
    step.show(`${name} does not see`, fields.filter((field) => !Object.hasOwn(data, field)).join(', '));
  }
  const asMeant = views.every(([name, data]) => {
    const meant = SEES[name].filter((field) => isHigh || !OF_HIGH_RISK.includes(field));
    return [...meant].sort().join() === Object.keys(data).sort().join();
  });
  step.expect(
    asMeant,
    'Each wallet opens exactly the fields that the workflow discloses to its role, at its own node.',
  );
}

function textOf(data: JsonObject): string {
  return Object.entries(data)
    .map(([field, value]) => `${field} ${JSON.stringify(value)}`)
    .join(', ');
}

/** Why the instance was sent back, as far as the party is told. */
async function reasonFor({ registerId, made }: Course, { at, token, address }: Player): Promise<unknown> {
  const params = { wallet: address, register: registerId, tx: made.at(-1)?.txId ?? '' };
  try {
    const { payloadData } = await at.node.client(token).getAction({ params });
    return payloadData.reason;
  } catch (error) {
    if (isNotHereYet(error)) return undefined;
    throw error;
  }
}
