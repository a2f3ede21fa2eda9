// The wallets of one rehearsal: fresh ones for every role, and for every address that a draft discloses to without its
// being a participant's. They are sealed in the keystore, stand in no list of wallets, and are forgotten with the
// rehearsal. A role that a draft leaves open is held from the start.
import { toBase64 } from '../../core/base/bytes.js';
import type { JsonObject } from '../../core/base/json.js';
import { RECIPIENTS_MAX } from '../../core/base/limits/ledger/transactions.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { withoutCandidates } from '../../core/blueprint/plan/role-candidates.js';
import { gatesOf } from '../../core/credentials/gate/asked.js';
import { isAddress } from '../../core/crypto/keys/address.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import type { Rehearsal, RoleWallet } from '../../storage/tables/workflow/rehearsals.js';
import type { Acting, ExternalKeys } from '../workflow/encryption/acting.js';
import { testRequirement } from './test-credentials.js';
import { certifyTestIssuer, TEST_ISSUER } from './test-issuer.js';

export interface CastPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly keystore: Pick<Keystore, 'mint'>;
  readonly random: Pick<Random, 'bytes'>;
}

interface Cast {
  /** Participants first, in the order of the draft. */
  readonly wallets: readonly RoleWallet[];
  /** The operations that store their keys. */
  readonly ops: readonly KvOp[];
}

const SEED_BYTES = 64;

/** Wallets for a definition that passed the checks. NODE_UNAVAILABLE of the keystore. */
export async function castOf(ports: CastPorts, definition: Definition): Promise<Result<Cast>> {
  const { keystore, random } = ports;
  const wallets: RoleWallet[] = [];
  const ops: KvOp[] = [];
  for (const [role, algorithm] of castRoles(definition)) {
    const seed = random.bytes(SEED_BYTES);
    const minted = await keystore.mint(seed, { algorithm, hybrid: false });
    seed.fill(0);
    if (isFailure(minted)) return minted;
    const certificates = role === TEST_ISSUER ? await certifyTestIssuer(ports, minted.publicKey) : undefined;
    if (isFailure(certificates)) return certificates;
    const { address, publicKey } = minted;
    wallets.push({ role, address, publicKey: toBase64(publicKey), ...(certificates && { certificates }) });
    ops.push(...minted.ops);
  }
  return { wallets, ops };
}

/** With gates there is a test issuer, whose key is of P-256, as formats of credentials want it. */
function castRoles(definition: Definition): readonly (readonly [role: string, algorithm: 'ED25519' | 'NISTP256'])[] {
  const names = [...definition.participants.map(({ id }) => id), ...strangersOf(definition)];
  const issuers = definition.actions.some((action) => gatesOf(action).length > 0) ? [TEST_ISSUER] : [];
  return [...names.map((role) => [role, 'ED25519'] as const), ...issuers.map((role) => [role, 'NISTP256'] as const)];
}

/** Addresses that the actions disclose to and that no participant has. */
function strangersOf({ actions, participants }: Definition): readonly string[] {
  const known = new Set(participants.flatMap(({ id, walletAddress }) => [id, walletAddress]));
  const named = actions.flatMap(({ disclosures }) => (disclosures ?? []).map((rule) => rule.participantAddress));
  return [...new Set(named)].filter((name) => !known.has(name) && isAddress(name)).slice(0, RECIPIENTS_MAX);
}

/**
 * The definition with the wallets of the cast in place of the addresses that it has, without candidates and
 * `notSameOrganisation`: a rehearsal has no other participants and no records. The wallet of an open role
 * holds it from the start: on a register it claims the role, and is given what came before. Each stands for a party of
 * its own. Gates trust the test issuer alone. Nothing else changes, so that it behaves as the draft will.
 */
export function withCast(definition: JsonObject, wallets: readonly RoleWallet[]): JsonObject {
  const { participants, actions } = withoutCandidates(definition as unknown as Definition);
  const byRole = new Map(wallets.map(({ role, address }) => [role, address]));
  const isHeld = (walletAddress: string | null | undefined): walletAddress is string =>
    walletAddress !== undefined && walletAddress !== null;
  const stands = new Map(
    participants.flatMap(({ id, walletAddress }) => (isHeld(walletAddress) ? [[walletAddress, byRole.get(id)]] : [])),
  );
  const issuer = wallets.find(({ role }) => role === TEST_ISSUER);
  const isRole = new Set(participants.map(({ id }) => id));
  const standIn = (name: string): string => (isRole.has(name) ? name : (stands.get(name) ?? byRole.get(name) ?? name));
  return {
    ...definition,
    participants: participants.map((participant) => ({
      ...participant,
      walletAddress: byRole.get(participant.id) ?? participant.walletAddress,
    })),
    actions: actions.map(({ notSameOrganisation: _, disclosures, credentialRequirements, ...action }) => ({
      ...action,
      ...(disclosures && {
        disclosures: disclosures.map((rule) => ({ ...rule, participantAddress: standIn(rule.participantAddress) })),
      }),
      ...(credentialRequirements && {
        credentialRequirements: credentialRequirements.map((requirement, at) =>
          issuer === undefined ? requirement : testRequirement(requirement, { at, issuer }),
        ),
      }),
    })),
  } as unknown as JsonObject;
}

/** The wallet of a role as one that acts; undefined once the keys are gone, and for what is not a role. */
export function actingAs(rehearsal: Rehearsal, role: string): Acting | undefined {
  const held = rehearsal.wallets.find((wallet) => wallet.role === role);
  if (!held) return undefined;
  const { address, publicKey } = held;
  const atMs = rehearsal.startedAtMs;
  const wallet = {
    id: `${rehearsal.rehearsalId}/${role}`,
    address,
    name: role,
    description: '',
    algorithm: 'ED25519',
    publicKey,
    owner: { kind: 'system', id: 'rehearsal' },
    status: 'Active',
    tags: {},
    createdAt: atMs,
    updatedAt: atMs,
  } as const;
  return { wallet, address };
}

/** No list of wallets has these, so their keys go with each step. */
export function keysOf({ wallets }: Rehearsal): ExternalKeys {
  return Object.fromEntries(
    wallets
      .filter(({ role }) => role !== TEST_ISSUER)
      .map(({ address, publicKey }) => [address, { publicKey, algorithm: 'ED25519' }] as const),
  );
}
