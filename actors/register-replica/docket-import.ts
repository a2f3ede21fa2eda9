// The one way into the ledger for a docket that another node or a client brings: everything is verified, then it is
// sealed by the docket driver like its own. Nothing is stored before, and a docket at a sealed height never replaces
// anything.

import { type Issue, issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { checkDocket, type DocketEffect } from '../../core/chain/state.js';
import { certificateClaims, shapeProblem } from '../../core/consensus/certificate.js';
import { kindOf } from '../../core/kinds/index.js';
import type { Certificate, Hash, RegisterState, SealedDocket } from '../../core/model/register.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { BodyRoots } from '../../core/register/body-roots.js';
import { quorum, rosterHashOf } from '../../core/register/roster.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import { isDamage } from '../../storage/engine/fault.js';
import type { CertifiedWork, ClaimsVerifier, SignatureVerifier } from '../ports.js';
import { verifyAll } from '../verifier.js';
import type { ReplicaDriver } from './driver.js';
import { seatIssue } from './seat.js';

interface ImportPorts {
  readonly chain: ChainStore;
  readonly verifier: SignatureVerifier;
  /** As `certifiedWork` of the ledger's ports. */
  readonly certifiedWork?: CertifiedWork | undefined;
  readonly verifyClaims: ClaimsVerifier;
  /**
   * Another docket than the sealed one of its height. Whether its certificate holds, and the chain is split, is judged
   * there.
   */
  conflicting(registerId: string, sealed: SealedDocket): void;
  /** Rows that a docket is judged by are damaged; with the local number of the register. */
  onDamaged(reg: number): void;
  /** The newest rules that are known: those of the program, but for tests that play another one. */
  readonly rulesLatest?: number | undefined;
}

/**
 * `all` verifies every transaction whole. `certified` trusts the quorum that signed the certificate for the signatures,
 * and for what of an action never changes (form, keys, payload against its schema). Roots, places, the rules of
 * instances and governance, and the state are judged in both.
 */
export type AdoptMode = 'all' | 'certified';

/** The proof that a docket was verified on other threads, and the roster under which it was. */
export interface Verified {
  readonly rosterHash: Hash;
  readonly certified: boolean;
  /** Of the body; the judgement makes them itself where no other thread did. */
  readonly roots: BodyRoots | undefined;
  readonly signaturesOk: (tx: Transaction) => boolean;
  readonly hasPassed: (tx: Transaction) => boolean;
}

export interface ImportSettling {
  readonly record: RegisterRecord;
  readonly state: RegisterState;
  readonly sealed: SealedDocket;
  readonly verified: Verified;
}

export type ImportJudgement = Result<{ readonly effect: DocketEffect } | 'already-sealed'>;

const UNJUDGED = issue('NODE_UNAVAILABLE', '', 'Rows that the docket is judged by are damaged here and under repair.');

export class DocketImport {
  private readonly ports: ImportPorts;

  constructor(ports: ImportPorts) {
    this.ports = ports;
  }

  /**
   * Issues: DOCKET_CONFLICT at a sealed height, DOCKET_PARENT_UNKNOWN beyond the next, CERTIFICATE_INVALID, and those
   * of the docket's rules.
   */
  async adopt(
    record: RegisterRecord,
    driver: ReplicaDriver,
    sealed: SealedDocket,
  ): Promise<Result<'sealed' | 'already-sealed'>> {
    const value = await this.judge(record, driver, sealed);
    if (value === 'already-sealed' || isFailure(value)) return value;
    const { height } = sealed.docket.header;
    const docket = driver.docket.driver;
    if (!docket?.adopt(sealed, value.effect)) return this.onLost(record, driver, sealed);
    await docket.settled;
    const stored = this.ports.chain.docketAt(record.reg, height);
    return stored?.hash === sealed.docket.hash ? 'sealed' : fail(notStored(height));
  }

  /**
   * A docket that holds was not sealed, because something else came first: with another docket of its height the chain
   * is split.
   */
  onLost(record: RegisterRecord, driver: ReplicaDriver, sealed: SealedDocket): Result<'already-sealed'> {
    const now = driver.state();
    if (now.height < sealed.docket.header.height) return fail(seatIssue(driver.seat.now.state));
    const place = this.place(record, now, sealed);
    return place === 'next' ? fail(conflict(sealed.docket.header.height)) : place;
  }

  /** The effect of a docket that may be sealed on the state of the driver as it is when this resolves. */
  async judge(record: RegisterRecord, driver: ReplicaDriver, sealed: SealedDocket): Promise<ImportJudgement> {
    for (;;) {
      const before = driver.state();
      const early = this.place(record, before, sealed);
      if (early !== 'next') return early;
      const verified = await this.verify(record, sealed, { before, mode: 'all' });
      if (driver.isClosed) return fail(notStored(sealed.docket.header.height));
      const value = this.settle({ record, state: driver.state(), sealed, verified });
      if (value !== 'again') return value;
    }
  }

  /** Starts everything that other threads can do for a docket. Never rejects. */
  async verify(
    record: RegisterRecord,
    { docket, certificate }: SealedDocket,
    { before, mode }: { readonly before: RegisterState; readonly mode: AdoptMode },
  ): Promise<Verified> {
    const scope = { registerId: record.id, genesisHash: record.genesisHash, roster: before.roster };
    const isSound = certificate.docketHash === docket.hash && !shapeIssue(certificate, before);
    const work = mode === 'certified' ? this.ports.certifiedWork : undefined;
    const verifyClaims = work?.claims ?? this.ports.verifyClaims;
    // Before anything else: a peer that may bring a docket could have thousands of signatures verified for one that
    // no quorum decided. Its shape bounds what there is to verify; what is wrong with it is told when it is settled.
    const certified = isSound && (await verifyClaims(certificateClaims(certificate, scope)));
    const [roots, signaturesOk] = await Promise.all([
      certified ? work?.roots(docket.transactions) : undefined,
      mode === 'all' && certified ? verifyAll(this.ports.verifier, docket) : () => mode !== 'all',
    ]);
    const passed = mode === 'all' ? () => false : isAction;
    return { rosterHash: rosterHashOf(before.roster), certified, roots, signaturesOk, hasPassed: passed };
  }

  /** The judgement in this turn, on this state; `again` when the certificate was verified under another roster. */
  settle({ record, state, sealed, verified }: ImportSettling): ImportJudgement | 'again' {
    const place = this.place(record, state, sealed);
    if (place !== 'next') return place;
    if (verified.rosterHash !== rosterHashOf(state.roster)) return 'again';
    const { docket, certificate } = sealed;
    const shape = shapeIssue(certificate, state);
    if (shape) return fail({ ...shape, path: `/certificate${shape.path}` });
    if (!verified.certified)
      return fail(issue('CERTIFICATE_INVALID', '/certificate/signatures', 'A signature is not of its voter.'));
    const judged = this.check(record, () =>
      checkDocket(docket, state, {
        signaturesOk: verified.signaturesOk,
        isCertified: verified.hasPassed,
        roots: verified.roots,
        view: this.ports.chain.viewOfSealed(record.reg),
        rulesLatest: this.ports.rulesLatest,
      }),
    );
    return isFailure(judged) ? judged.mapIssues((problem) => ({ ...problem, path: `/docket${problem.path}` })) : judged;
  }

  /**
   * A docket that cannot be judged on this disk is not a fault of a peer: it is asked for again once the rows are
   * repaired.
   */
  private check({ reg }: RegisterRecord, judge: () => ReturnType<typeof checkDocket>): ReturnType<typeof checkDocket> {
    try {
      return judge();
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.ports.onDamaged(reg);
      return fail(UNJUDGED);
    }
  }

  /** `next` when it is a docket for the height above `state`, with a certificate that is about it. */
  private place(
    record: RegisterRecord,
    state: RegisterState,
    { docket, certificate }: SealedDocket,
  ): Result<'next' | 'already-sealed'> {
    const { height, registerId } = docket.header;
    if (registerId !== record.id)
      return fail(issue('DOCKET_PARENT_UNKNOWN', '/docket/header/registerId', 'The docket is for another register.'));
    if (height === state.height && docket.hash === state.hash) return 'already-sealed';
    if (height <= state.height) {
      // Read through the journal: the seal may still be on its way to the disk.
      const sealedHash = this.ports.chain.loadCertificate(record.reg, height)?.docketHash;
      if (sealedHash === docket.hash) return 'already-sealed';
      if (sealedHash !== undefined) this.ports.conflicting(record.id, { docket, certificate });
      return fail(conflict(height));
    }
    if (height !== state.height + 1)
      return fail(
        issue('DOCKET_PARENT_UNKNOWN', '/docket/header/height', `The next docket has height ${state.height + 1}.`),
      );
    if (certificate.kind !== 'COMMIT' || certificate.docketHash !== docket.hash || certificate.height !== height)
      return fail(issue('CERTIFICATE_INVALID', '/certificate', 'The certificate is not of this docket.'));
    // Before anything is verified: on another branch another roster may have decided it, and its keys are not known
    // here.
    if (docket.header.prevHash !== state.hash)
      return fail(
        issue('VAL_CHAIN_004', '/docket/header/prevHash', 'The docket follows another docket than the sealed one.'),
      );
    return 'next';
  }
}

function isAction(tx: Transaction): boolean {
  return kindOf(tx.header).kind === 'action';
}

/** The problem of a certificate for the height above `state` that shows without looking at a signature. */
function shapeIssue(certificate: Certificate, { roster, policy }: RegisterState): Issue | undefined {
  const size = roster.validators.length;
  return shapeProblem(certificate, {
    size,
    rosterHash: rosterHashOf(roster),
    quorum: quorum(policy.consensus.mode, size),
  });
}

function conflict(height: number): Issue {
  return issue('DOCKET_CONFLICT', '/docket/header/height', `Another docket is sealed at height ${height}.`);
}

export function notStored(height: number): Issue {
  return issue('NODE_UNAVAILABLE', '', `Docket ${height} could not be written. Send it again.`);
}
