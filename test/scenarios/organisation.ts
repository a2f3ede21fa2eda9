// Organisation ping-pong: one organisation from nothing. Its administrator is invited, founds it and invites three
// members; each makes a wallet, they found a register by signed attestations that three nodes seal, publish themselves
// on it, and play.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { sessionIn } from '../../api/client/client.js';
import { introduce, newPlayer, type Player } from '../../cli/harness/cast.js';
import { Course } from '../../cli/harness/course.js';
import type { ClusterMember } from '../../cli/harness/mesh-cluster.js';
import { publishDraft } from '../../cli/harness/publishing.js';
import { everywhere } from '../../cli/harness/shared-register.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Stage } from './stage.js';

const FILE = join('test', 'scenarios', 'organisation-ping-pong.json');

interface Person {
  readonly email: string;
  readonly displayName: string;
  readonly password: string;
}

interface Club {
  readonly organisation: { readonly name: string; readonly subdomain: string };
  readonly administrator: Person;
  readonly members: Readonly<Record<string, Person>>;
  readonly rounds: number;
  readonly blueprint: JsonObject & { readonly participants: readonly { readonly id: string }[] };
  readonly sees: Readonly<Record<string, readonly string[]>>;
}

export async function organisationPingPong(stage: Stage): Promise<void> {
  const club = JSON.parse(readFileSync(FILE, 'utf8')) as Club;
  const [host] = stage.members as readonly [ClusterMember, ...ClusterMember[]];
  const seats = stage.members.slice(0, 3);
  const { token, organizationId } = await founded(host, club);
  const captain: ClusterMember = { ...host, token };
  const players = await invited(captain, organizationId, club);
  const registerId = await signedRegister(captain, seats);
  await introduce(registerId, Object.values(players), seats);
  const { items } = await host.node.client(token).listParticipants({ params: { registerId } });
  expect(items.map(({ organizationName }) => organizationName)).to.deep.equal(
    Object.keys(players).map(() => club.organisation.name),
  );
  const participants = club.blueprint.participants.map((role) => ({
    ...role,
    walletAddress: players[role.id]?.address ?? '',
  }));
  const target = { registerId, members: [captain, ...seats.slice(1)] };
  const { warnings } = await publishDraft(target, { ...club.blueprint, participants });
  expect(warnings.join()).to.include('routes lead in a circle');
  await played(new Course(registerId, String(club.blueprint.id)), { club, players, seats });
}

/** The administrator of the node invites somebody, who founds the organisation and speaks for it. */
async function founded({ node, token }: ClusterMember, { organisation, administrator }: Club) {
  const client = node.client(token);
  const { organizationId: platform } = await client.getMe();
  await joined({ node, token }, String(platform), administrator);
  const first = await loggedIn(node, administrator);
  const made = await node.client(first).createOrganization({ body: organisation });
  const { accessToken } = await node.client(first).switchOrganization({ body: { organizationId: made.id } });
  return { token: accessToken, organizationId: made.id };
}

/** Invites somebody, who takes the code and makes an account with a password of its own. */
async function joined({ node, token }: Pick<ClusterMember, 'node' | 'token'>, organizationId: string, person: Person) {
  const { email, displayName, password } = person;
  const body = { email, displayName, roles: ['User'] };
  const made = await node.client(token).inviteUser({ params: { organizationId }, body });
  if (made.made !== 'invitation') throw new Error('there is a user without an answer');
  const { code } = made;
  await node.client('').registerInvited({ body: { code, password } });
}

async function loggedIn(node: ClusterMember['node'], { email, password }: Person): Promise<string> {
  return sessionIn(await node.client('').login({ body: { email, password } })).accessToken;
}

async function invited(captain: ClusterMember, organizationId: string, { members, organisation }: Club) {
  const made: [string, Player][] = [];
  for (const [name, person] of Object.entries(members)) {
    await joined(captain, organizationId, person);
    const token = await loggedIn(captain.node, person);
    made.push([name, await newPlayer({ name, organisation: organisation.name, at: captain, token })]);
  }
  return Object.fromEntries(made);
}

/** A register of the organisation, which its administrator owns and three nodes seal. */
async function signedRegister(captain: ClusterMember, seats: readonly ClusterMember[]): Promise<string> {
  const client = captain.node.client(captain.token);
  const { userId } = await client.getMe();
  const owner = await newPlayer({ name: 'captain', organisation: '', at: captain });
  const validators = seats.map(({ peerId }) => peerId);
  const owners = [{ userId, walletId: owner.address }];
  const begun = await client.initiateRegister({ body: { name: 'Matches', owners, validators } });
  const [asked] = begun.attestationsToSign;
  if (!asked) throw new Error('The owner is asked to sign.');
  const { attestationData, dataToSign, derivationPath } = asked;
  const signing = { data: Buffer.from(dataToSign, 'hex').toString('base64'), isPreHashed: true, derivationPath };
  const signed = await client.signWithWallet({ params: { id: owner.walletId }, body: signing });
  const { publicKey, signature, algorithm } = signed;
  const attestation = { attestationData, publicKey, signature, algorithm: algorithm as 'ED25519' };
  const { registerId, nonce } = begun;
  await client.finalizeRegister({ body: { registerId, nonce, signedAttestations: [attestation] } });
  await everywhere(seats, registerId, 1);
  return registerId;
}

async function played(
  course: Course,
  {
    club,
    players,
    seats,
  }: { readonly club: Club; readonly players: Record<string, Player>; readonly seats: readonly ClusterMember[] },
): Promise<void> {
  const { ping, pong, umpire } = players as Record<'ping' | 'pong' | 'umpire', Player>;
  for (let round = 1; round <= club.rounds; round++) {
    const { calculations } = await course.act(ping, 0, { stroke: `number ${round}` });
    expect(calculations).to.deep.equal({ round });
    const { nextActions } = await course.act(pong, 1, { reply: `to number ${round}` });
    expect(nextActions.map(({ actionId }) => actionId)).to.deep.equal([round < club.rounds ? 0 : 2]);
  }
  await course.act(umpire, 2, { protocol: 'A fair match.' });
  const views = await course.everywhere(seats);
  for (const view of views) expect(view).to.deep.equal(views[0]);
  expect(views[0]).to.include({ state: 'Completed', completedActionCount: 2 * club.rounds + 1 });
  for (const [name, fields] of Object.entries(club.sees)) {
    const data = await course.dataOf(players[name] as Player);
    expect(Object.keys(data).sort(), name).to.deep.equal([...fields].sort());
  }
}
