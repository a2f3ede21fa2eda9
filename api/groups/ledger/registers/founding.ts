// From a request to a sealed docket 0: the steps that the one-call form and initiate/finalize share. Rules of
// attestation are core/register/genesis/genesis.ts; the node's system wallet signs the genesis only after they passed.

import type { Founding } from '../../../../actors/ledger-port.js';
import { toBase64Url } from '../../../../core/base/bytes.js';
import { hashHex } from '../../../../core/base/hash.js';
import { type Issue, issue } from '../../../../core/base/issue.js';
import { ATTESTATIONS_MAX, REGISTRATIONS_PENDING_MAX } from '../../../../core/base/limits/ledger/registers.js';
import { fail, isFailure, type Result } from '../../../../core/base/result.js';
import { verifySync } from '../../../../core/crypto/signing/algorithms.js';
import type { Validator } from '../../../../core/model/register.js';
import {
  finalize,
  genesisDraft,
  initiate,
  type Registration,
  type SignedAttestation,
} from '../../../../core/register/genesis/genesis.js';
import type { PolicyDraft } from '../../../../core/register/policy.js';
import type { KvOp } from '../../../../storage/engine/kv.js';
import { newId } from '../../../../storage/secrets/new-wallet.js';
import type { PendingRegistration } from '../../../../storage/tables/node/registrations.js';
import { seesAllTenants } from '../../../access/registers.js';
import { isAllowed } from '../../../auth/policy.js';
import type { ApiCall } from '../../../define.js';
import { registersProblem, withinRegisters } from '../../../requests/quotas.js';
import { type Attestor, attestorsOf } from '../../../submission/owners.js';
import { seatKeyFor } from '../../../submission/seat-key.js';
import { systemTransaction } from '../../../submission/system.js';
import type { LedgerDeps } from '../deps.js';

/** The members that both forms ask for. */
export interface FoundingRequest {
  readonly name: string;
  readonly description?: string | undefined;
  readonly tenantId?: string | undefined;
  readonly registerId?: string | undefined;
  readonly owners: readonly { readonly userId: string; readonly walletId: string }[];
  readonly additionalAdmins?:
    | readonly {
        readonly userId: string;
        readonly walletId: string;
        readonly role?: 'Admin' | 'Designer' | 'Auditor' | undefined;
      }[]
    | undefined;
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly advertise?: boolean | undefined;
  readonly purpose?: string | undefined;
  readonly policy?: PolicyDraft | undefined;
  /** Peer ids of the first roster; this node alone without it. */
  readonly validators?: readonly string[] | undefined;
}

export interface Begun {
  readonly pending: PendingRegistration;
  readonly attestors: readonly Attestor[];
  /** Of the registration; the pending one knows its hash only. */
  readonly nonce: string;
}

/**
 * The registration of a request that the caller may make: FORBIDDEN for another tenant or the purpose System, and the
 * issues of `initiate`.
 */
export async function begin(call: ApiCall<LedgerDeps>, request: FoundingRequest): Promise<Result<Begun>> {
  const { deps, caller } = call;
  const tenantId = request.tenantId ?? caller.organisationId;
  const problem = rightsProblem(call, request, tenantId) ?? registersProblem(deps, tenantId);
  if (problem) return fail(problem);
  if (request.registerId !== undefined && deps.ledger.register(request.registerId))
    return fail(issue('REGISTER_IN_USE', '/registerId', 'This node has a register of this id.'));
  const owners = await attestorsOf(deps, request.owners, 'owners');
  if (isFailure(owners)) return owners;
  const admins = await attestorsOf(deps, request.additionalAdmins ?? [], 'additionalAdmins');
  if (isFailure(admins)) return admins;
  const registerId = request.registerId ?? newId(deps.random);
  const validators = seatsOf(deps, await ownSeat(deps, registerId), request.validators);
  if (isFailure(validators)) return validators;
  const nonce = toBase64Url(deps.random.bytes(32));
  const registration = initiate(
    {
      name: request.name,
      tenantId,
      owners: owners.map(registrant),
      additionalAdmins: admins.map((admin) => ({ ...registrant(admin), role: admin.role ?? 'Admin' })),
      ...(request.description === undefined ? {} : { description: request.description }),
      ...(request.metadata === undefined ? {} : { metadata: request.metadata }),
      policy: policyDraft(deps, request.policy),
    },
    {
      registerId,
      nonce: nonceHash(nonce),
      nowMs: deps.clock.now(),
      validators: validators.length,
    },
  );
  if (isFailure(registration)) return registration;
  const pending = {
    registration: registration as Registration,
    advertise: request.advertise ?? false,
    ...(request.purpose === undefined ? {} : { purpose: request.purpose }),
    initiatedBy: caller.subject,
    validators,
  };
  return { pending, attestors: [...owners, ...admins], nonce };
}

function rightsProblem({ caller }: ApiCall<LedgerDeps>, request: FoundingRequest, tenantId: string): Issue | undefined {
  if (tenantId !== caller.organisationId && !seesAllTenants(caller))
    return issue('FORBIDDEN', '/tenantId', 'Your token is not for this tenant.');
  if (request.purpose?.toLowerCase() === 'system' && !isAllowed('CanCreateSystemRegisters', caller))
    return issue('FORBIDDEN', '/purpose', 'Only a SystemAdmin of the platform organisation founds system registers.');
  if (request.owners.length + (request.additionalAdmins?.length ?? 0) > ATTESTATIONS_MAX)
    return issue('BODY_INVALID', '/owners', `At most ${ATTESTATIONS_MAX} owners and administrators attest a register.`);
  return undefined;
}

/** The seat of this node, with a key that may sign: one that may have lost votes would found nothing. */
async function ownSeat(deps: LedgerDeps, registerId: string): Promise<Validator> {
  const { validatorId, publicKey: consensusKey } = await seatKeyFor(deps, registerId);
  return { ...deps.validator, validatorId, consensusKey };
}

/**
 * The seats of the first roster. Issues: BODY_INVALID without this node or with one named twice, PEER_NOT_FOUND,
 * MESH_OFF.
 */
function seatsOf(
  deps: LedgerDeps,
  own: Validator,
  peerIds: readonly string[] | undefined,
): Result<readonly Validator[]> {
  if (peerIds === undefined) return [own];
  if (!peerIds.includes(own.peerId) || new Set(peerIds).size !== peerIds.length)
    return fail(issue('BODY_INVALID', '/validators', 'Name each validator once, and this node among them.'));
  const seats: Validator[] = [];
  for (const [i, peerId] of peerIds.entries()) {
    const seat = peerId === own.peerId ? own : deps.mesh.seatOf(peerId);
    if (isFailure(seat)) return seat.mapIssues((problem) => ({ ...problem, path: `/validators/${i}` }));
    const twin = seats.find(({ consensusKey }) => consensusKey === seat.consensusKey);
    if (twin)
      return fail(
        issue(
          'BODY_INVALID',
          `/validators/${i}`,
          `The nodes ${twin.peerId} and ${peerId} have one consensus key, so that one was made from the data folder of the other: stop the copy.`,
        ),
      );
    seats.push(seat);
  }
  return seats;
}

function registrant({ userId, address }: Attestor) {
  return { userId, walletId: address };
}

/** Members that a request leaves out of its policy follow the configuration and the settings of the node. */
export function policyDraft(deps: LedgerDeps, asked: PolicyDraft = {}): PolicyDraft {
  const { buildWindowMs } = deps.validatorSettings.current().docketBuild;
  return { ...asked, consensus: { ...deps.config.newRegisters, buildWindowMs, ...asked.consensus } };
}

/** The nonce is kept hashed: who reads the disk or a backup cannot finalise. */
function nonceHash(nonce: string): string {
  return hashHex('token', nonce);
}

/** Operations that keep a registration for its second step; RATE_LIMITED when too many wait. */
export async function keep({ deps }: ApiCall<LedgerDeps>, begun: Begun): Promise<Result<readonly KvOp[]>> {
  const { ops, left } = await deps.registrations.sweep(deps.clock.now());
  if (left >= REGISTRATIONS_PENDING_MAX)
    return fail(
      issue('RATE_LIMITED', '', 'Too many registrations wait for their attestations; try again in a minute.'),
    );
  return [...ops, deps.registrations.put(begun.pending), ...keyNames(deps, begun.attestors)];
}

/** Attestation keys of organisations' wallets become names of their wallet, so that a roster leads back to it. */
export function keyNames(deps: LedgerDeps, attestors: readonly Attestor[]): KvOp[] {
  return attestors.flatMap(({ wallet, address }) =>
    wallet === undefined || deps.wallets.find(address) !== undefined
      ? []
      : [deps.registrations.nameKey(address, wallet.address)],
  );
}

/** With seats of other nodes: docket 0 goes to each of them and becomes a register with all their attestations. */
async function create({ ledger, mesh }: LedgerDeps, founding: Founding, seats: readonly Validator[]) {
  if (seats.length === 1) return ledger.genesis.found(founding);
  const docket = await ledger.genesis.prepare(founding);
  if (isFailure(docket)) return docket;
  const signatures = await mesh.collectAttestations(docket, seats);
  return isFailure(signatures) ? signatures : ledger.genesis.found(founding, { docket, signatures });
}

/**
 * Checks the attestations, signs the genesis and seals it. Issues of `finalize`, of the system wallet and of the
 * ledger.
 */
export async function foundRegister(
  call: ApiCall<LedgerDeps>,
  pending: PendingRegistration,
  given: { readonly nonce: string; readonly signedAttestations: readonly SignedAttestation[] },
) {
  const { deps } = call;
  const { registration } = pending;
  const payload = finalize(
    registration,
    {
      registerId: registration.registerId,
      nonce: nonceHash(given.nonce),
      signedAttestations: given.signedAttestations,
    },
    { nowMs: deps.clock.now(), validators: pending.validators ?? [deps.validator], verify: verifySync },
  );
  if (isFailure(payload)) return payload;
  const identity = await deps.systemWallet.identity('quorate:register-control');
  if (isFailure(identity)) return identity;
  const draft = genesisDraft(payload, identity.address);
  const transaction = await systemTransaction(call, draft, 'Genesis');
  if (isFailure(transaction)) return transaction;
  const founding = {
    transaction,
    advertise: pending.advertise,
    metadata: registration.metadata,
    trace: call.trace,
    ...(pending.purpose === undefined ? {} : { purpose: pending.purpose }),
  };
  const made = await withinRegisters(deps, registration.tenantId, () =>
    create(deps, founding, pending.validators ?? [deps.validator]),
  );
  if (isFailure(made)) return made;
  return {
    registerId: registration.registerId,
    status: 'created' as const,
    genesisTransactionId: transaction.txId,
    genesisDocketId: String(made.sealed.docket.header.height),
    genesisDocketHash: made.sealed.docket.hash,
    createdAt: made.record.createdAt,
  };
}
