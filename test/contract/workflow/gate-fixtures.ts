// An order whose confirmation takes a permit of the office: the register pins its list, and names this node as one that
// asks wallets.
import { DEFINITION } from '../../../api/examples/ledger.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { UNREHEARSED } from '../../../cli/harness/unrehearsed.js';
import { concat } from '../../../core/base/bytes.js';
import { sha256Hex } from '../../../core/base/hash.js';
import { CURVES } from '../../../core/crypto/keys/curves.js';
import { p256OfJwk } from '../../../core/crypto/keys/jwk.js';
import { permit, showPermit, VCT } from '../../support/credentials/office.js';
import { TYPE } from '../credentials/fixtures.js';
import { LIST_ID, seedVerifier } from '../credentials/verifier-fixtures.js';
import { aRegister, ask, WAIT } from '../ledger/fixtures.js';
import type { Prepare } from '../world/prepared.js';
import type { World } from '../world/world.js';

export const wallet = EXAMPLE.walletAddress;
export const AUDIENCE = 'x509_san_dns:localhost';
const [order, confirm] = DEFINITION.actions;

export const LICENCE = {
  ...{ id: 'licence', vct: VCT, readers: ['buyer'] },
  requiredClaims: [{ claimName: 'name', expectedValue: 'Ada' }],
  trustPolicy: { sources: [{ kind: 'x509-lotl', confersAssurance: 'Substantial', trustListId: LIST_ID }] },
};

/** A gate for a member of the example organisation, whose key the register pins (`pinOwnKey`). */
export const member = () => ({
  ...{ id: 'member', vct: TYPE, readers: ['buyer'], requiredClaims: [{ claimName: 'given_name' }] },
  trustPolicy: { sources: [{ kind: 'x509-lotl', confersAssurance: 'Low', trustListId: 'own' }] },
});

/** The key by which the example organisation issues, once it did. */
export async function pinOwnKey(world: World, registerId: string): Promise<void> {
  const issuer = `http://localhost:8080/credentials/${EXAMPLE.subdomain}`;
  const [key] = world.deps.credentials.issuers.of(EXAMPLE.organisationId).keys;
  const spki = concat(CURVES['P-256'].prefix, p256OfJwk(key?.jwk) as Uint8Array);
  const entries = [{ issuer, key: sha256Hex(spki) }];
  const operation = { operationType: 'set-trust', listId: 'own', kind: 'keys', sequence: 1, entries };
  await must(world, 'propose', { params: { registerId }, body: { wallet, ...operation } });
}

export interface Gated {
  readonly blueprintId: string;
  readonly registerId: string;
  readonly instanceId: string;
}

async function must(world: World, id: string, parts: Parameters<typeof ask>[2], headers = {}) {
  const answer = await ask(world, id, parts, { headers });
  if (answer.status >= 300) throw new Error(`${id}: ${answer.status} ${answer.text}`);
  return answer.json;
}

/** A register that pins the list of the office, with a record that names the client id of this node. */
export async function gatedRegister(world: World): Promise<string> {
  await seedVerifier(world);
  const registerId = await aRegister(world);
  await must(world, 'pinTrustList', { params: { trustListId: LIST_ID }, body: { registerId, wallet } });
  const organizationId = EXAMPLE.organisationId;
  const stated = { registerId, signerWalletAddress: wallet };
  const named = { organizationName: 'Office', participantName: 'Office', addresses: [{ walletAddress: wallet }] };
  const publishing = { params: { organizationId }, body: { ...stated, ...named } };
  const { participantId } = await must(world, 'publishParticipant', publishing, WAIT);
  const update = { params: { organizationId, participantId }, body: { ...stated, verifierIds: [AUDIENCE] } };
  await must(world, 'updateParticipant', update, WAIT);
  return registerId;
}

let serial = 0;

interface OrderOf {
  readonly registerId: string;
  readonly requirements?: readonly object[];
  /** Of the role that does nothing. */
  readonly inspector?: { readonly walletAddress?: string };
}

/** An order that waits for its confirmation, behind a gate with these requirements. */
export async function gatedOrder(
  world: World,
  { registerId, requirements = [LICENCE], inspector = {} }: OrderOf,
): Promise<Gated> {
  const definition = {
    ...DEFINITION,
    id: `gated-order-${++serial}`,
    participants: [...DEFINITION.participants, { id: 'inspector', name: 'Inspector', ...inspector }],
    actions: [order, { ...confirm, credentialRequirements: requirements }],
  };
  const body = { blueprintId: definition.id, override: UNREHEARSED, blueprintJson: definition };
  await must(world, 'publishBlueprint', { params: { registerId }, body });
  const { instanceId } = await must(world, 'submitAction', {
    body: {
      ...{ blueprintId: definition.id, actionId: '0', senderWallet: wallet, registerAddress: registerId },
      payloadData: { amount: 3 },
    },
  });
  return { blueprintId: definition.id, registerId, instanceId };
}

export interface PreparedGate {
  readonly id: string;
  readonly state: string;
  readonly nonce: string;
  readonly audience: string;
  readonly verifiedBy?: string;
  readonly responseUri: string;
  readonly dcqlQuery: object;
}

export interface PreparedAnswer {
  readonly gateId: string;
  readonly instanceId: string;
  readonly isMet: boolean;
  readonly requirements: readonly PreparedGate[];
}

export async function prepared(world: World, { instanceId }: Gated, more: object = {}): Promise<PreparedAnswer> {
  const body = { actionId: '1', senderWallet: wallet, payloadData: { confirmed: true }, ...more };
  return (await must(world, 'prepareInstanceAction', { params: { instanceId }, body })) as PreparedAnswer;
}

/** The permit, shown for a gate as a program of its holder shows it. */
export function shownAt(
  world: World,
  { nonce, audience }: PreparedGate,
  change: object = {},
  issuing: object = {},
): string {
  const atMs = world.deps.clock.now();
  return showPermit(permit({ atMs, ...issuing }), { nonce, audience, atMs, paths: [['name']], ...change });
}

/** A prepared action whose gate was shown the permit. */
async function met(world: World): Promise<PreparedAnswer> {
  const registerId = await gatedRegister(world);
  const waiting = await prepared(world, await gatedOrder(world, { registerId }));
  const [gate] = waiting.requirements as [PreparedGate];
  const params = { gateId: waiting.gateId };
  const body = { requirement: gate.id, rawPresentation: shownAt(world, gate) };
  return (await must(world, 'presentAtGate', { params, body })) as PreparedAnswer;
}

const waiting: Prepare = async (world) => {
  const registerId = await gatedRegister(world);
  const { gateId } = await prepared(world, await gatedOrder(world, { registerId }));
  return { as: 'administrator', params: { gateId } };
};

export const prepareGates: Readonly<Record<string, Prepare>> = {
  prepareInstanceAction: async (world) => {
    const { instanceId, registerId } = await gatedOrder(world, { registerId: await gatedRegister(world) });
    const body = { actionId: '1', senderWallet: wallet, payloadData: { confirmed: true } };
    return { as: 'administrator', params: { instanceId }, query: { registerId }, body };
  },
  prepareAction: async (world) => {
    const { blueprintId, instanceId, registerId } = await gatedOrder(world, { registerId: await gatedRegister(world) });
    const place = { blueprintId, registerAddress: registerId, instanceId };
    const body = { ...place, actionId: '1', senderWallet: wallet, payloadData: { confirmed: true } };
    return { as: 'administrator', body };
  },
  getPreparedAction: waiting,
  cancelPreparedAction: waiting,
  presentAtGate: async (world) => {
    const registerId = await gatedRegister(world);
    const { gateId, requirements } = await prepared(world, await gatedOrder(world, { registerId }));
    const [gate] = requirements as [PreparedGate];
    const body = { requirement: gate.id, rawPresentation: shownAt(world, gate) };
    return { as: 'administrator', params: { gateId }, body };
  },
  requestAtGate: waiting,
  submitPreparedAction: async (world) => ({ as: 'administrator', params: { gateId: (await met(world)).gateId } }),
};
