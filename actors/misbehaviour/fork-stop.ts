// The stop of this node when a chain is split: the proof and the stop are durable in one batch, and the register goes
// OFFLINE with its seat. It stays so over restarts until an operator says which branch is the ledger. It never chooses
// a branch itself.
import { type Issue, issue } from '../../core/base/issue.js';
import { FORKS_SETTLED_MAX } from '../../core/base/limits/node/consensus.js';
import type { MemberEvidence } from '../../core/chain/annex.js';
import type { Message } from '../../core/consensus/types.js';
import { verifySeat } from '../../core/crypto/signing/algorithms.js';
import {
  attributeFork,
  commonHeight,
  forkHeight,
  forkProofProblems,
  isSettledBy,
  type SettledFork,
  signersOfBoth,
} from '../../core/mesh/fork.js';
import type { ForkProof } from '../../core/mesh/frames.js';
import type { Certificate, DocketHeader, Hash, SealedDocket } from '../../core/model/register.js';
import { docketHash as hashOf } from '../../core/register/docket.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { RegisterRecord } from '../../storage/chain/registers.js';
import type { EvidenceRows, ForkRow } from '../../storage/tables/node/evidence.js';
import type { Log } from '../ports.js';
import type { RegisterRecords } from '../register-records.js';
import type { ForkClaims } from './fork-claims.js';
import type { ForkJudge } from './fork-judge.js';

/** Status reasons that an operator and the tests read. */
export const FORK_REASON = 'FORK';
export const DIVERGENCE_REASON = 'VALIDITY_DIVERGENCE';

export interface ForkPorts {
  readonly judge: ForkJudge;
  readonly rows: EvidenceRows;
  readonly claims: ForkClaims;
  readonly records: RegisterRecords;
  readonly chain: Pick<
    ChainStore,
    'durableState' | 'docket' | 'docketAt' | 'loadBody' | 'loadCertificate' | 'justification'
  >;
  readonly log: Log;
  /** Something of a branch that was given up is passed over. */
  onIgnored(): void;
  /** Resolves when everything that was sealed until now is durable. */
  whenDrained(): Promise<void>;
  /** Lets go of the register: its seat votes on nothing more. */
  close(registerId: string): Promise<void>;
  /** Opens the register again, whose seat stopped for what is not a reason to. */
  reopen(registerId: string): Promise<void>;
}

/**
 * The worth of a proof here. `split`: it holds, and the register is stopped by it. `settled`: it shows a branch that
 * the operator gave up. `noted`: its signer has no say about what is sealed here, and it is kept against them
 * if it is new. `false`: it names this very chain and does not hold, so its bringer lies. `unknown`: it
 * cannot be judged from what this node has.
 */
export type ForkVerdict = 'split' | 'settled' | 'noted' | 'false' | 'unknown';

export class ForkStop {
  private readonly ports: ForkPorts;
  private readonly known = new Map<string, ForkRow>();
  private turn: Promise<void> = Promise.resolve();

  constructor(ports: ForkPorts) {
    this.ports = ports;
  }

  /** Reads what the disk holds, once, before any register is opened. */
  async load(): Promise<void> {
    for await (const [registerId, row] of this.ports.rows.splits()) this.known.set(registerId, row);
  }

  row(registerId: string): ForkRow | undefined {
    return this.known.get(registerId);
  }

  /** Judges a proof, of any bringer. When it is `split` the register is stopped, and the proof is durable. */
  report(proof: ForkProof): Promise<ForkVerdict> {
    // Each after the other: the same proof often comes from many at once.
    const judged = this.turn.then(() => this.judge(proof));
    this.turn = judged.then(
      () => undefined,
      () => undefined,
    );
    return judged;
  }

  private async judge(proof: ForkProof): Promise<ForkVerdict> {
    const { registerId } = proof;
    const record = this.ports.records.get(registerId);
    if (!record) return 'unknown';
    const known = this.known.get(registerId);
    const settled = known?.settled ?? [];
    if (isSettledBy(settled, proof)) {
      this.ports.onIgnored();
      return 'settled';
    }
    const { judge } = this.ports;
    const scope = await judge.scopeOf(record, proof);
    if (!scope) return 'unknown';
    // Above a settled split both branches went on: only dockets that part from this very chain make another one, or
    // show a lie.
    if (settled.length > 0 && !judge.partsHere(record, proof)) return 'unknown';
    const stops = judge.mayStop(record, proof, { signed: scope.roster, agreedHeight: this.agreedHeight(record) });
    const signers = signersOfBoth(proof, scope);
    const accusation = { signers, isHere: judge.accusesMembersHere(record, proof, signers) };
    if (!stops && this.ports.claims.isSpent(registerId, accusation)) return 'noted';
    if (forkProofProblems(proof, scope, verifySeat).length > 0)
      return judge.isEntitled(record, proof) && judge.namesThisChain(record, proof) ? 'false' : 'unknown';
    if (!stops) {
      await this.ports.claims.add(registerId, proof, accusation);
      return 'noted';
    }
    if (known && known.accepted === undefined && forkHeight(proof) >= forkHeight(known.proof)) return 'split';
    const { agreed } = known ?? {};
    const row: ForkRow = { proof, ...(settled.length > 0 && { settled }), ...(agreed && { agreed }) };
    return (await this.stop(registerId, row)) ? 'split' : 'unknown';
  }

  /**
   * The highest docket of this chain that people chose at a split; -1 without one. The person who chose it chose
   * everything below it.
   */
  private agreedHeight({ id, reg }: RegisterRecord): number {
    const row = this.known.get(id);
    const chosen = [
      ...(row?.settled ?? []).map(({ height, accepted }) => ({ height, docketHash: accepted })),
      ...(row?.agreed ? [row.agreed] : []),
    ];
    const held = chosen.filter(({ height, docketHash }) => this.ports.chain.docketAt(reg, height)?.hash === docketHash);
    return Math.max(-1, ...held.map(({ height }) => height));
  }

  /** False for a register that is gone. */
  private async stop(registerId: string, row: ForkRow): Promise<boolean> {
    const known = this.known.get(registerId);
    // Known before it is announced, so that a listener to the stop can pass the proof on.
    this.known.set(registerId, row);
    const stopped = await this.ports.records.offline(registerId, FORK_REASON, [
      this.ports.rows.putFork(registerId, row),
    ]);
    if (!stopped) {
      if (known) this.known.set(registerId, known);
      else this.known.delete(registerId);
      return false;
    }
    const { proof } = row;
    this.ports.log.error({ registerId, height: forkHeight(proof) }, 'The chain of a register is split. It is OFFLINE.');
    await this.ports.close(registerId);
    return true;
  }

  /** The reducer met two certificates of one height, which were verified; `halted` when its seat stopped at them. */
  async split(registerId: string, certificates: readonly [Certificate, Certificate], halted: boolean): Promise<void> {
    // A docket that is sealed here may still be on its way to the disk, and nothing but the disk counts.
    await this.ports.whenDrained();
    const record = this.ports.records.get(registerId);
    if (!record) return;
    const header = (certificate: Certificate) => this.headerOf(record, certificate);
    const headers = [header(certificates[0]), header(certificates[1])] as const;
    const verdict = await this.report({ registerId, headers, certificates });
    if (verdict !== 'split' && halted) await this.ports.reopen(registerId);
  }

  /**
   * Somebody brought another docket for a sealed height: with a certificate that holds it is a fork, without one it is
   * nothing.
   */
  async conflicting(registerId: string, { docket, certificate }: SealedDocket): Promise<ForkVerdict> {
    const record = this.ports.records.get(registerId);
    const { height } = docket.header;
    // A docket that is sealed here may still be on its way to the disk, and nothing but the disk counts.
    if (record && !this.ports.chain.docketAt(record.reg, height)) await this.ports.whenDrained();
    const ours = record && this.ports.chain.docket(record.reg, height);
    if (!ours || ours.hash === docket.hash) return 'unknown';
    const headers = [ours.header, docket.header] as const;
    return this.report({ registerId, headers, certificates: [ours.certificate, certificate] });
  }

  /** A quorum holds valid what this node holds invalid: somebody has to look before it goes on. */
  async onDiverged(registerId: string, about: { height: number; docketHash: Hash; code: string }): Promise<void> {
    const reason = `${DIVERGENCE_REASON}: docket ${about.height} (${about.docketHash}) is ${about.code} here`;
    await this.ports.records.offline(registerId, reason);
    this.ports.log.error({ registerId, ...about }, 'Validators disagree about validity. The register is OFFLINE.');
    await this.ports.close(registerId);
  }

  /**
   * The operator says that the branch of this docket is the ledger, and this node holds it: the register may go on, and
   * nothing at its height or below stops it any more. It is the docket sealed here at the height of the split, or the
   * tip, which settles everything up to it; whatever the proof names. REGISTER_STATUS_INVALID when the register is not
   * split, or another docket is sealed here.
   */
  async accept(registerId: string, docketHash: Hash): Promise<Issue | undefined> {
    const record = this.ports.records.get(registerId);
    const row = this.known.get(registerId);
    const state = record && this.ports.chain.durableState(record.reg);
    const refusal = (message: string) => issue('REGISTER_STATUS_INVALID', '/docketHash', message);
    if (!record || !state || !row || !this.isStopped(registerId))
      return refusal('The register is not stopped by a fork on this node.');
    const sealed = this.ownAtFork(record) as { readonly height: number; readonly hash: Hash };
    const agreed = [sealed, state].find(({ hash }) => hash === docketHash);
    if (!agreed) {
      const isOther = row.proof.certificates.some((certificate) => certificate.docketHash === docketHash);
      const value = `Sealed here is ${sealed.hash} at height ${sealed.height}: accept that one to go on from it.`;
      return refusal(
        isOther
          ? `This node does not hold that branch. ${value} Or delete the register here, then subscribe to it again at a node that sealed docket ${forkHeight(row.proof)} so.`
          : `The docket is neither the one sealed here at the height of the fork nor the head. ${value}`,
      );
    }
    const accepted: ForkRow = {
      proof: row.proof,
      accepted: docketHash,
      agreed: { height: agreed.height, docketHash },
      settled: withSettled(row, sealed.hash),
    };
    await this.ports.records.online(registerId, [this.ports.rows.putFork(registerId, accepted)]);
    this.known.set(registerId, accepted);
    this.ports.log.warn(
      { registerId, height: agreed.height, docketHash },
      'An operator settled the fork of a register.',
    );
    return undefined;
  }

  /**
   * The docket that is sealed here where the chain is split, which is the tip where both are above it. Undefined for a
   * register that was never split.
   */
  ownAtFork({ id, reg }: RegisterRecord): { readonly height: number; readonly hash: Hash } | undefined {
    const row = this.known.get(id);
    const state = this.ports.chain.durableState(reg);
    if (!row || !state) return undefined;
    const height = Math.min(forkHeight(row.proof), state.height);
    const hash = this.ports.chain.docketAt(reg, height)?.hash ?? state.hash;
    return { height, hash };
  }

  /** True while no branch is chosen: nothing may open the register. */
  isStopped(registerId: string): boolean {
    return this.forkHeight(registerId) !== undefined;
  }

  /**
   * Heights from here on are not served: the branches may differ. Undefined when nothing is split, or the split is
   * settled.
   */
  forkHeight(registerId: string): number | undefined {
    const row = this.known.get(registerId);
    if (!row || row.accepted !== undefined) return undefined;
    // Where the branches parted earlier than the proof shows, no docket after genesis is known to be common.
    return (commonHeight(row.proof) ?? 0) + 1;
  }

  /**
   * Whether a message may reach the seat where a split was settled. `abandoned`: it decides a docket of the branch that
   * was given up. `unplaced`: it decides one whose branch this node cannot tell, which its sender has to be asked for.
   * The seat would stop at either of them again.
   */
  sift(registerId: string, message: Message): 'fine' | 'abandoned' | 'unplaced' {
    const settled = this.known.get(registerId)?.settled;
    const record = settled && this.ports.records.get(registerId);
    const decision = decisionIn(message);
    if (!settled || !record || !decision) return 'fine';
    const { height, docketHash } = decision.certificate;
    // Below every settled split there is one branch.
    if (settled.every((fork) => height < fork.height)) return 'fine';
    if (settled.some((fork) => fork.height === height && fork.abandoned === docketHash)) {
      this.ports.onIgnored();
      return 'abandoned';
    }
    const { chain } = this.ports;
    if (chain.loadCertificate(record.reg, height)?.docketHash === docketHash) return 'fine';
    // People agreed on what is sealed here: the seat would stop at any other docket of the head's height, and be opened
    // again, until the next seal.
    if (height <= this.agreedHeight(record)) {
      this.ports.onIgnored();
      return 'abandoned';
    }
    const parent = chain.loadCertificate(record.reg, height - 1)?.docketHash;
    // Of what is far ahead the seat believes nothing: it asks.
    if (parent === undefined) return 'fine';
    const header =
      decision.header && hashOf(decision.header) === docketHash
        ? decision.header
        : chain.loadBody(record.reg, height, docketHash)?.header;
    return header?.prevHash === parent ? 'fine' : 'unplaced';
  }

  /** Forgets the split of a register that is deleted here. The caller has the deletion written. */
  forget(registerId: string): void {
    this.known.delete(registerId);
  }

  /**
   * Members that made the split, each with a lie proven by itself, at the register's known fork. Empty where the
   * branches were decided in two rounds and this node did not store the round changes that show the lie: who signed
   * both may be honest then.
   */
  async culprits(record: RegisterRecord): Promise<readonly MemberEvidence[]> {
    const row = this.known.get(record.id);
    const scope = row && (await this.ports.judge.scopeOf(record, row.proof));
    if (!row || !scope) return [];
    const justifications = this.ports.chain.justification(record.reg, forkHeight(row.proof));
    return attributeFork(row.proof, scope, { justifications, verify: verifySeat });
  }

  private headerOf(record: RegisterRecord, certificate: Certificate): DocketHeader | null {
    const { height, docketHash } = certificate;
    const sealed = this.ports.chain.docket(record.reg, height);
    if (sealed?.hash === docketHash) return sealed.header;
    return this.ports.chain.loadBody(record.reg, height, docketHash)?.header ?? null;
  }
}

/** True for a register that a fork stopped. */
export function isForked(record: Pick<RegisterRecord, 'statusReason'>): boolean {
  return record.statusReason === FORK_REASON;
}

/** True for a register whose validators disagree about the ledger itself: its seat is Faulted. */
export function isFaulty(record: Pick<RegisterRecord, 'statusReason'>): boolean {
  return isForked(record) || record.statusReason?.startsWith(DIVERGENCE_REASON) === true;
}

/** REGISTER_FORKED, with what an operator can do about it. */
export function forkedIssue(): Issue {
  return issue(
    'REGISTER_FORKED',
    '',
    'The chain is split: two quorums decided one height. The organisations choose a branch; a node that holds it goes on with accept-fork and the hash of ' +
      'the docket that it sealed. Every other node deletes the register and subscribes to it again. The proof, and that hash, are under /misbehaviour.',
  );
}

/**
 * The splits that were settled before, and this one with them: the newest, should there ever be too many. Of an
 * invented pair both dockets are given up.
 */
function withSettled(row: ForkRow, accepted: Hash): readonly SettledFork[] {
  const height = forkHeight(row.proof);
  const others = row.proof.certificates.map(({ docketHash }) => docketHash).filter((hash) => hash !== accepted);
  const split = others.map((abandoned): SettledFork => ({ height, accepted, abandoned }));
  return [...(row.settled ?? []), ...split].slice(-FORKS_SETTLED_MAX);
}

/**
 * The certificate by which a message makes the seat take a height as decided, with the header of its docket when that
 * comes along.
 */
function decisionIn(
  message: Message,
): { readonly certificate: Certificate; readonly header: DocketHeader | undefined } | undefined {
  if (message.type === 'decided') return { certificate: message.certificate, header: message.docket?.header };
  return message.type === 'proposal' ? { certificate: message.proposal.parent, header: undefined } : undefined;
}
