// Docket 0 on this node: founded here, attested for another founder, or taken over from a peer. A register exists only
// with the attestation of every seat of its first roster. A node attests one genesis of an id, ever (docs/protocol.md
// 11). Docket 0, record and consensus record are one synced batch.

import { type Issue, issue } from '../../core/base/issue.js';
import { DOCKET_AHEAD_MAX_MS } from '../../core/base/limits/ledger/clocks.js';
import { TRANSACTION_AGE_MAX_MS } from '../../core/base/limits/ledger/transactions.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import { genesisDocket, genesisState } from '../../core/chain/genesis/docket.js';
import { certificateProblems } from '../../core/consensus/certificate.js';
import { genesisAttestationDigest } from '../../core/consensus/digest.js';
import { freshRecord, tipOf } from '../../core/consensus/state.js';
import { verifySeat, verifySync } from '../../core/crypto/signing/algorithms.js';
import type { Docket, RegisterState, SealedDocket, StateChange } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Checkpoint } from '../../core/register/checkpoint.js';
import type { GenesisPayload } from '../../core/register/genesis/payload.js';
import { rosterHashOf, seatOf } from '../../core/register/roster.js';
import { type RegisterRecord, tenantHere } from '../../storage/chain/registers.js';
import { attestedGenesis, attestOp, leftKeys } from '../../storage/tables/node/attested.js';
import type { Founding, GenesisSignature } from '../ledger-port.js';
import type { LedgerPorts } from './ports.js';

/** A register of a peer: docket 0 with the attestations of its whole roster. */
export interface FollowedGenesis {
  readonly genesis: SealedDocket;
  readonly advertise: boolean;
  /** A person asked for it, and may end it; false for one that a roster brought. */
  readonly subscribed?: boolean;
  /**
   * The organisation of this node that asked for it or holds the seat. Without one it is that of the founder's name, as
   * for a register of one's own.
   */
  readonly tenantId?: string;
  /** As in the record. */
  readonly confirmedAtMs?: number;
  readonly checkpoint?: Checkpoint;
}

export type Founded = { readonly record: RegisterRecord; readonly sealed: SealedDocket };

interface Born {
  readonly state: RegisterState;
  readonly changes: readonly StateChange[];
}

type GenesisPorts = Pick<
  LedgerPorts,
  'kv' | 'registers' | 'keys' | 'clock' | 'verifier' | 'chain' | 'journal' | 'announcements' | 'mayBuild'
>;

/** Why a key may sign no attestation. */
type KeyFence = (validatorId: string) => string | undefined;

export class Genesis {
  private readonly ports: GenesisPorts;
  private readonly fence: KeyFence;
  /** Ids under way: a record is visible only once it is durable. */
  private readonly busy = new Set<string>();

  constructor(ports: GenesisPorts, fence: KeyFence) {
    this.ports = ports;
    this.fence = fence;
  }

  /**
   * Docket 0 as this node founds it, unsigned. Issues: NODE_UNAVAILABLE while its clock is in doubt, REGISTER_IN_USE,
   * ATTESTATION_MISSING without a seat of this node, those of the genesis.
   */
  async prepare(founding: Founding): Promise<Result<Docket>> {
    const { transaction } = founding;
    if (this.ports.mayBuild?.() === false)
      return fail(issue('NODE_UNAVAILABLE', '', 'The clock of this node is in doubt: see "quorate clock show".'));
    const taken = this.takenProblem(transaction.header.registerId);
    if (taken) return fail(taken);
    const docket = genesisDocket({
      transaction,
      // The time of the genesis, not of this moment: founding again after a failure gives the same docket, and who
      // attested it attests it again.
      timestampMs: Date.parse(transaction.header.createdAt),
      proposer: this.proposerOf(transaction),
      ...(founding.rules !== undefined && { rules: founding.rules }),
    });
    const born = await this.born(docket);
    return isFailure(born) ? born : docket;
  }

  /**
   * Founds a register: of one seat at once, of several with the attestations of the others over `docket`, which
   * `prepare` gave. Issues: REGISTER_IN_USE, ATTESTATION_MISSING for a seat without one, CERTIFICATE_INVALID for one
   * that does not hold, and those of the genesis.
   */
  async found(
    founding: Founding,
    prepared?: { readonly docket: Docket; readonly signatures: readonly GenesisSignature[] },
  ): Promise<Result<Founded>> {
    const { registerId } = founding.transaction.header;
    return this.alone(registerId, async () => {
      const docket = prepared?.docket ?? (await this.prepare(founding));
      if (isFailure(docket)) return docket;
      const taken = this.takenProblem(registerId, docket.hash);
      if (taken) return fail(taken);
      if (docket.transactions[0]?.txId !== founding.transaction.txId)
        return fail(issue('ATTESTATION_MISMATCH', '', 'The attested docket is of another genesis.'));
      const born = await this.born(docket);
      if (isFailure(born)) return born;
      const own = this.signDocket(docket, born.state);
      if (isFailure(own)) return own;
      const seat = seatOf(born.state.roster, this.signerIn(born.state)!.validatorId);
      const given = prepared?.signatures.filter(({ voterIndex }) => voterIndex !== seat) ?? [];
      const signatures = [...given, { voterIndex: seat, signature: own }].sort((a, b) => a.voterIndex - b.voterIndex);
      const sealed = sealGenesis(docket, born.state, signatures);
      const problems = missing(born.state, signatures) ?? this.problems(sealed, born.state);
      if (problems.length > 0) return fail(problems);
      const record = this.recordOf(sealed, founding);
      this.ports.announcements.traces.note(founding.transaction.txId, founding.trace);
      await this.store(record, sealed, born);
      return { record, sealed };
    });
  }

  /**
   * Takes a register over from a peer: verified to the last attestation, stored in RECOVERY. Issues: REGISTER_IN_USE
   * for an id that this node has or attested with another genesis, CERTIFICATE_INVALID, and those of the genesis.
   */
  async follow({
    genesis,
    advertise,
    subscribed = true,
    tenantId,
    confirmedAtMs,
    checkpoint,
  }: FollowedGenesis): Promise<Result<RegisterRecord>> {
    const { docket } = genesis;
    const { registerId } = docket.header;
    return this.alone(registerId, async () => {
      const taken = this.takenProblem(registerId, docket.hash);
      if (taken) return fail(taken);
      const born = await this.born(docket);
      if (isFailure(born)) return born;
      const problems = this.problems(genesis, born.state);
      if (problems.length > 0) return fail(problems);
      const [transaction] = docket.transactions;
      const base = this.recordOf(genesis, { transaction: transaction as Transaction, advertise });
      // A seat that voted in this register before its data was deleted may have votes out that no part of this node
      // remembers.
      const left = leftKeys(this.ports.kv, registerId);
      const record: RegisterRecord = {
        ...base,
        status: 'RECOVERY',
        subscribed,
        ...(tenantId !== undefined && { localTenantId: tenantId }),
        ...(confirmedAtMs !== undefined && { confirmedAtMs }),
        ...(checkpoint !== undefined && { checkpoint: { ...checkpoint, namedAtMs: this.ports.clock.now() } }),
        ...(left && { fence: { reason: 'purged', validatorIds: left } }),
      };
      await this.store(record, genesis, born);
      return record;
    });
  }

  /**
   * This node's attestation of a docket 0 that names it: remembered permanently before it is signed, and the same one
   * when it is asked again. Issues: REGISTER_IN_USE after another genesis of the id, FORBIDDEN when the roster does not
   * name this node, VALIDATOR_FENCED, those of the genesis.
   */
  async attest(docket: Docket): Promise<Result<string>> {
    const { registerId, timestampMs } = docket.header;
    const { kv, clock, journal } = this.ports;
    return this.alone(registerId, async () => {
      const taken = this.takenProblem(registerId, docket.hash);
      if (taken) return fail(taken);
      const born = await this.born(docket);
      if (isFailure(born)) return born;
      if (timestampMs > clock.now() + DOCKET_AHEAD_MAX_MS)
        return fail(issue('DOCKET_TIME_INVALID', '/header/timestampMs', 'The docket is stamped too far ahead.'));
      // No quorum judges the time of docket 0: each seat does, once.
      const isAgain = attestedGenesis(kv, registerId) === docket.hash;
      if (!isAgain && isFar(timestampMs, clock.now(), TRANSACTION_AGE_MAX_MS))
        return fail(
          issue('DOCKET_TIME_INVALID', '/header/timestampMs', 'The docket is dated back by an hour or more.'),
        );
      const { state } = born;
      const signer = this.signerIn(state);
      if (!signer) return fail(this.unsignedIssue(state));
      await journal.commit([attestOp(kv, registerId, docket.hash)]);
      return signer.sign(genesisAttestationDigest(registerId, docket.hash));
    });
  }

  private async alone<T>(registerId: string, act: () => Promise<Result<T>>): Promise<Result<T>> {
    if (this.busy.has(registerId)) return fail(inUse('The genesis of this register is under way on this node.'));
    this.busy.add(registerId);
    try {
      return await act();
    } finally {
      this.busy.delete(registerId);
    }
  }

  /** `hash` is the genesis that may have been attested before. */
  private takenProblem(registerId: string, hash?: string): Issue | undefined {
    if (this.ports.registers.byId(registerId)) return inUse('A register with this id exists on this node.');
    const attested = attestedGenesis(this.ports.kv, registerId);
    if (attested === undefined || attested === hash) return undefined;
    return inUse('This node attested a genesis of this id before, and attests no other.');
  }

  private async born(docket: Docket): Promise<Result<Born>> {
    const [transaction] = docket.transactions;
    const signaturesOk = transaction !== undefined && (await this.ports.verifier.verify(transaction));
    return genesisState(docket, { verify: verifySync, signaturesOk: () => signaturesOk });
  }

  /** The key that the genesis names for this node; one that names none of them fails by its own rules. */
  private proposerOf({ payload }: Transaction): string {
    const { validators = [] } = payload as unknown as Partial<GenesisPayload>;
    const { keys } = this.ports;
    const named = keys.all().find((key) => validators.some((seat) => seat.validatorId === key.validatorId));
    return (named ?? keys.current).validatorId;
  }

  private signerIn(state: RegisterState) {
    const { keys } = this.ports;
    return keys.all().find((key) => seatOf(state.roster, key.validatorId) >= 0 && !this.fence(key.validatorId));
  }

  private signDocket(docket: Docket, state: RegisterState): Result<string> {
    const signer = this.signerIn(state);
    return (
      signer?.sign(genesisAttestationDigest(docket.header.registerId, docket.hash)) ?? fail(this.unsignedIssue(state))
    );
  }

  private unsignedIssue({ roster }: RegisterState): Issue {
    if (this.ports.keys.signerIn(roster))
      return issue(
        'VALIDATOR_FENCED',
        '/validators',
        'The key that the roster names for this node may have lost votes, and does not sign. Let this node found a register or make a candidacy, which makes it another key; then try again.',
      );
    return issue('FORBIDDEN', '/validators', 'The roster does not name this node.');
  }

  private problems({ docket, certificate }: SealedDocket, { roster, policy }: RegisterState): readonly Issue[] {
    if (certificate.kind !== 'GENESIS')
      return [issue('CERTIFICATE_INVALID', '/certificate/kind', 'Docket 0 is attested by its roster.')];
    const scope = { registerId: docket.header.registerId, genesisHash: docket.hash, roster, policy: policy.consensus };
    return certificateProblems(certificate, scope, verifySeat).map((item) => ({
      ...item,
      path: `/certificate${item.path}`,
    }));
  }

  private recordOf({ docket }: SealedDocket, given: Founding): RegisterRecord {
    const payload = given.transaction.payload as unknown as GenesisPayload;
    return {
      id: payload.registerId,
      reg: this.ports.registers.reserve(),
      name: payload.name,
      description: payload.description,
      tenantId: payload.tenantId,
      createdAt: payload.createdAt,
      updatedAt: payload.createdAt,
      status: 'ONLINE',
      // It signs whenever the roster names a key of this node, and not before.
      seat: 'Running',
      advertise: given.advertise,
      isFullReplica: true,
      ...(given.purpose !== undefined && { purpose: given.purpose }),
      metadata: { ...payload.metadata, ...given.metadata },
      genesisHash: docket.hash,
    };
  }

  private async store(record: RegisterRecord, sealed: SealedDocket, { state, changes }: Born): Promise<void> {
    const { chain, journal, kv, registers } = this.ports;
    await registers.save(journal, record, [
      ...chain.sealOps({ reg: record.reg, sealed, after: state, changes }),
      ...chain.recordOps(record.reg, freshRecord(tipOf(sealed)), false),
      attestOp(kv, record.id, record.genesisHash),
    ]);
    this.announce(record, sealed);
  }

  private announce(record: RegisterRecord, { docket }: SealedDocket): void {
    const { announcements } = this.ports;
    announcements.announce({
      type: 'register-created',
      registerId: record.id,
      name: record.name,
      tenantId: tenantHere(record),
      cause: docket.transactions[0]?.txId,
    });
    announcements.announce({
      type: 'docket-sealed',
      registerId: record.id,
      height: 0,
      hash: docket.hash,
      transactions: docket.transactions,
      timestampMs: docket.header.timestampMs,
    });
  }
}

function sealGenesis(docket: Docket, { roster }: RegisterState, signatures: readonly GenesisSignature[]): SealedDocket {
  const rosterHash = rosterHashOf(roster);
  return {
    docket,
    certificate: { kind: 'GENESIS', height: 0, round: 0, docketHash: docket.hash, rosterHash, signatures },
  };
}

function missing({ roster }: RegisterState, given: readonly GenesisSignature[]): readonly Issue[] | undefined {
  const seats = new Set(given.map(({ voterIndex }) => voterIndex));
  const issues = roster.validators.flatMap((seat, index) =>
    seats.has(index)
      ? []
      : [issue('ATTESTATION_MISSING', `/validators/${index}`, `The validator ${seat.validatorId} did not attest.`)],
  );
  return issues.length > 0 ? issues : undefined;
}

function inUse(message: string): Issue {
  return issue('REGISTER_IN_USE', '/registerId', message);
}
