// A device of one organisation at the gate of another node. Its credential has no certificate, so the register pins the
// key of its issuer. The node of the gate asks the host of the issuer for that key; readers judge without any host.
import { expect } from 'chai';
import { clientOf, introduce } from '../../../cli/harness/cast.js';
import { type ActionAtGates, Course } from '../../../cli/harness/course.js';
import type { ClusterMember } from '../../../cli/harness/mesh-cluster.js';
import { publishDraft } from '../../../cli/harness/publishing.js';
import { carry } from '../../../cli/harness/seats.js';
import { toBase64Url, utf8 } from '../../../core/base/bytes.js';
import { sha256, sha256Hex } from '../../../core/base/hash.js';
import type { JsonObject } from '../../../core/base/json.js';
import { spkiOfJwk } from '../../../core/crypto/keys/issuer-address.js';
import { aKey, jwtOf } from '../../contract/credentials/phone.js';
import { newHolder } from './holder.js';
import { introduceOffices, openOffice } from './office.js';
import { gatesSeenBy } from './reading.js';
import { refusalOf } from './refusals.js';
import type { CredentialStage } from './stage.js';

const LIST = 'acme-devices';
const ID = 'device-at-the-door';
const seconds = () => Math.floor(Date.now() / 1000);

interface Device {
  readonly deviceId: string;
  readonly key: ReturnType<typeof aKey>;
  readonly credential: string;
}

export async function deviceGate(stage: CredentialStage): Promise<void> {
  const { members, second } = stage;
  const { registerId } = second;
  const [acme, bolt, crux] = members;
  const [visitor, door] = await Promise.all([newHolder(bolt, 'Visitor'), openOffice(crux, 'Door')]);
  await introduce(registerId, [visitor], members);
  await introduceOffices(registerId, { offices: [door], members });
  const [device, lost, foreign] = [await enrol(acme), await enrol(acme), await enrol(bolt)];
  await pinIssuer(stage, device);
  await publishDraft({ registerId, members }, definitionOf({ visitor: visitor.address, door: door.address }));
  const shown = (by: Device) => async () => {
    const course = new Course(registerId, ID);
    await course.takeAtGates(visitor, { actionId: 0, payload: { room: '12' } }, (at) => showByDevice(visitor, by, at));
    return course;
  };

  await acme.node.client(acme.token).revokeDevice({ params: { deviceId: lost.deviceId } });
  expect(await refusalOf(shown(lost)()), 'revoked at its own node').to.equal('CREDENTIAL_REFUSED status');
  expect(await refusalOf(shown(foreign)()), 'of a node that nobody pinned').to.equal('CREDENTIAL_REFUSED issuer');
  const stolen = { ...device, key: aKey() };
  expect(await refusalOf(shown(stolen)()), 'without its key').to.equal('CREDENTIAL_REFUSED binding');
  const course = await shown(device)();
  expect(await gatesSeenBy(door, course)).to.deep.equal(['device verified']);
  expect(await course.isSame(members)).to.equal(true);
}

/** The key is proved to the platform organisation of the node, which issues to devices. */
async function enrol({ node, token }: ClusterMember): Promise<Device> {
  const issuer = `http://localhost:${node.port}/credentials/system-admin`;
  const { c_nonce: nonce } = (await (await fetch(`${issuer}/nonce`, { method: 'POST' })).json()) as { c_nonce: string };
  const key = aKey();
  const header = { typ: 'openid4vci-proof+jwt', alg: 'ES256', jwk: key.jwk };
  const keyProof = jwtOf(key, header, { aud: issuer, iat: seconds(), nonce });
  const client = node.client(token);
  const { sessionToken } = await client.createEnrolSession();
  const body = { sessionToken, device: { label: 'Phone', platform: 'ios' as const, keyProof } };
  const { deviceId, credential = '' } = await client.redeemEnrolSession({ body });
  return { deviceId, key, credential };
}

async function pinIssuer(
  { second: { registerId, governors } }: CredentialStage,
  { credential }: Device,
): Promise<void> {
  const [{ kid }, { iss: issuer }] = [0, 1].map((part) =>
    JSON.parse(Buffer.from(credential.split('.')[part] ?? '', 'base64url').toString()),
  ) as [{ kid: string }, { iss: string }];
  const { keys } = (await (await fetch(`${issuer}/jwks`)).json()) as { keys: { kid: string }[] };
  const spki = spkiOfJwk(keys.find((jwk) => jwk.kid === kid));
  const entries = [{ issuer, key: sha256Hex(spki as Uint8Array) }];
  await carry(registerId, governors, { operationType: 'set-trust', listId: LIST, kind: 'keys', sequence: 1, entries });
}

async function showByDevice(
  visitor: Parameters<typeof clientOf>[0],
  { key, credential }: Device,
  { gateId, requirements }: ActionAtGates,
): Promise<void> {
  const [{ id: requirement = '', nonce = '', audience = '' } = {}] = requirements;
  const proof = { iat: seconds(), aud: audience, nonce, sd_hash: toBase64Url(sha256(utf8(credential))) };
  const rawPresentation = `${credential}${jwtOf(key, { alg: 'ES256', typ: 'kb+jwt' }, proof)}`;
  await clientOf(visitor).presentAtGate({ params: { gateId }, body: { requirement, rawPresentation } });
}

function definitionOf(wallets: Readonly<Record<string, string>>): JsonObject {
  return {
    ...{ id: ID, language: 2, title: 'At the door', description: 'A device of a partner opens a room.' },
    cancellation: { by: ['opener'] },
    participants: Object.entries(wallets).map(([id, walletAddress]) => ({ id, name: id, walletAddress })),
    actions: [
      {
        ...{ id: 0, title: 'Ask', sender: 'visitor', isStartingAction: true },
        dataSchemas: [{ type: 'object', required: ['room'], properties: { room: { type: 'string' } } }],
        disclosures: [{ participantAddress: 'door', dataPointers: ['/room'] }],
        credentialRequirements: [
          {
            ...{ id: 'device', vct: 'urn:quorate:device:1', readers: ['door'], requiredClaims: [] },
            trustPolicy: { sources: [{ kind: 'x509-lotl', trustListId: LIST }] },
          },
        ],
        routes: [{ id: 'open', nextActionIds: [1] }],
      },
      {
        ...{ id: 1, title: 'Open', sender: 'door' },
        dataSchemas: [{ type: 'object', properties: { open: { type: 'boolean' } } }],
        disclosures: [{ participantAddress: 'visitor', dataPointers: ['/open'] }],
      },
    ],
  };
}
