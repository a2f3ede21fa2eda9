// The act of the self-build house: a register of other organisations asks for the permit of the town before works
// begin. The town has no seat there. Later the town revokes the permit, and the next start is refused.
import { setTimeout as pause } from 'node:timers/promises';
import { clientOf, introduce, type Player } from '../harness/cast.js';
import { Course } from '../harness/course.js';
import { authorityOf } from '../harness/credentials.js';
import type { ClusterMember } from '../harness/mesh-cluster.js';
import { publishDraft } from '../harness/publishing.js';
import { carry, type Governor } from '../harness/seats.js';
import { foundShared } from '../harness/shared-register.js';
import { isClientError } from '../remote/remote.js';
import type { HeldPermit } from './held-permit.js';
import { HOUSE, houseOf, INSPECT, START } from './house-definition.js';
import type { Narrator } from './narrator.js';
import { PERMIT_NUMBER, type Town } from './permit.js';

/** The client id of a node whose address is `localhost`. */
const VERIFIER = 'x509_san_dns:localhost';
const WAIT_SECONDS = 20;
const REFUSE_MS = 30_000;

export interface House {
  readonly registerId: string;
  readonly builder: Player;
  readonly inspector: Player;
  readonly permit: HeldPermit;
  /** DER of the authority of the town, as base64. */
  readonly anchor: string;
}

export function startWorks(tell: Narrator, town: Town, permit: HeldPermit): Promise<House> {
  return tell.step(async (step) => {
    const { contractor: builder, engineer: inspector } = town.players;
    const { registerId, anchor, members } = await houseRegister(town);
    const names = members.map(({ name }) => name).join(', ');
    step.say(`${names} found a register for self-build houses. The town has no seat on it.`);
    step.say("Their owners vote to trust the town's authority: its hash is sealed, and every node judges by it.");
    await publishDraft({ registerId, members }, houseOf({ builder, inspector, permitType: permit.type }));
    const house = { registerId, builder, inspector, permit, anchor };
    const bare = await refusalOf(() => new Course(registerId, HOUSE).act(builder, START, { plot: 'Harbour 1' }));
    step.expect(bare?.code === 'CREDENTIAL_REFUSED', `Works start without a permit. Refused: ${bare?.code}.`);
    step.say('They start with it: the wallet signs for this action with this content, and shows the number alone.');
    const course = new Course(registerId, HOUSE);
    const { transactionId } = await startWith(house, course, 'Harbour 1');
    const verdict = await verdictOf(house, course);
    step.expect(verdict === 'verified', "Works may start. The inspector's node judged the permit by itself: verified.");
    const sealed = await clientOf(inspector).getTransaction({ params: { registerId, txId: transactionId } });
    step.expect(
      !JSON.stringify(sealed).includes(PERMIT_NUMBER),
      'On the register stands that the gate was passed, when and under which trust, and nothing of the permit.',
    );
    await course.act(inspector, INSPECT, { depth: '1.20 m' });
    const [{ state = '' } = {}] = await course.everywhere(members);
    step.expect(state === 'Completed', 'The inspector looks at the foundations.');
    return house;
  });
}

export function refuseRevoked(tell: Narrator, { players: { planner } }: Town, house: House): Promise<void> {
  return tell.step(async (step) => {
    const { registerId, builder, permit } = house;
    const params = { credentialId: permit.issuedId };
    const body = { reason: 'The site was sold.' };
    const revoked = await clientOf(planner).revokeCredential({ params, body });
    step.expect('transactionId' in revoked, 'The town revokes the permit: a transaction on its own register.');
    step.say('Its status list follows. A verifier keeps a list for ten seconds here, so the builder tries until then.');
    const refused = await refusedStart(house);
    step.expect(
      refused?.code === 'CREDENTIAL_REFUSED' && refused.message.includes('status'),
      `The builder starts the next house with it. Refused: ${refused?.code} (${refused?.message}).`,
    );
    const { items } = await clientOf(builder).listInstances({ query: { registerId } });
    step.expect(
      items.every(({ state }) => state === 'Completed'),
      'Nothing of that start is on the register.',
    );
  });
}

/** A register of all but the town, which trusts its authority, and whose builder asks for credentials by its node. */
async function houseRegister({ world: { cluster }, players: { contractor, engineer, planner } }: Town) {
  const members = cluster.members.filter((member) => member !== planner.at);
  const shared = await foundShared(cluster, { name: 'Self-build houses', mode: 'majority', seats: members });
  const { registerId } = shared;
  const governors = shared.owners.map(({ walletId }, i) => ({ member: members[i] as ClusterMember, walletId }));
  await introduce(registerId, [contractor, engineer], members);
  const { der: anchor, hash } = await authorityOf(planner.at);
  await carry(registerId, governors as [Governor, ...Governor[]], {
    ...{ operationType: 'set-trust', listId: 'town', kind: 'x509', sequence: 1, entries: [hash] },
  });
  await nameVerifier(registerId, contractor);
  return { registerId, anchor, members };
}

async function nameVerifier(registerId: string, player: Player): Promise<void> {
  const client = clientOf(player);
  const { organizationId } = await client.getMe();
  const { address } = player;
  const { participantId } = await client.getParticipantByAddress({ params: { registerId, address } });
  const params = { organizationId: String(organizationId), participantId };
  const body = { registerId, signerWalletAddress: address, verifierIds: [VERIFIER] };
  await client.updateParticipant({ params, body }, { waitSeconds: WAIT_SECONDS });
}

function startWith({ builder, permit, anchor }: House, course: Course, plot: string) {
  return course.show(builder, { actionId: START, payload: { plot }, credentialId: permit.heldId, anchor });
}

/** The verdict on the gate that the inspector's wallet finds. */
async function verdictOf({ inspector }: House, course: Course): Promise<string | undefined> {
  await course.everywhere([inspector.at]);
  const params = { instanceId: course.instanceId };
  const { facts = [] } = await clientOf(inspector).getInstanceState({ params, query: { wallet: inspector.address } });
  return facts.flatMap(({ runs }) => runs).flatMap(({ gates = [] }) => gates)[0]?.verdict;
}

/** The refusal of a start that was taken as long as the status list was kept; undefined where none comes. */
async function refusedStart(house: House) {
  const until = performance.now() + REFUSE_MS;
  for (;;) {
    const refused = await refusalOf(() => present(house));
    if (refused !== undefined || performance.now() > until) return refused;
    await pause(250);
  }
}

/** Shows the permit for another start, without submitting that. */
async function present({ registerId, builder, permit, anchor }: House): Promise<void> {
  const client = clientOf(builder);
  const action = { blueprintId: HOUSE, actionId: String(START), registerAddress: registerId };
  const body = { ...action, senderWallet: builder.address, payloadData: { plot: 'Harbour 2' } };
  const params = { gateId: (await client.prepareAction({ body })).gateId };
  const shown = { requirement: 'permit', credentialId: permit.heldId, walletAddress: builder.address, consent: true };
  try {
    await client.presentAtGate({ params, body: { ...shown, anchor } });
  } finally {
    await client.cancelPreparedAction({ params });
  }
}

async function refusalOf(act: () => Promise<unknown>) {
  try {
    await act();
    return undefined;
  } catch (error) {
    if (isClientError(error) && error.status >= 400 && error.status < 500) return error;
    throw error;
  }
}
