// The answers of this node to the questions of a peer: dockets, tips, adverts and chunks as far as it may know of them,
// and what became of its submissions. It stores nothing that the ledger did not judge.
import { issue } from '../../../core/base/issue.js';
import { HEADS_MAX } from '../../../core/base/limits/node/replication.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type {
  Advert,
  DocketAnswer,
  DocketRange,
  HeadClaim,
  SubmitAnswer,
  WalletAsk,
} from '../../../core/mesh/frames.js';
import type { Peer } from '../../../core/mesh/types.js';
import type { SealedDocket } from '../../../core/model/register.js';
import type { Transaction } from '../../../core/model/transaction.js';
import type { SharedFiles } from '../../files/ports.js';
import type { WalletHost } from '../../wallet-asks/ports.js';
import type { TipAnnouncer } from '../gossip/tip-announcer.js';
import type { ToldHeights } from '../gossip/told-heights.js';
import { type AdvertsPorts, advertsFor } from '../peers/adverts.js';
import type { RegisterAccess } from '../peers/register-access.js';
import type { MeshLedger, PeerService } from '../ports.js';
import type { AntiEntropy } from '../replication/anti-entropy.js';
import { isParted } from '../replication/divergence.js';
import { type ChunkPorts, chunkFor, type RangeAnswerPorts, rangeFor } from '../replication/ranges.js';
import type { MeshReplication } from '../replication/replication.js';
import { relayOptions } from './relayed.js';

export interface PeerAnswersPorts {
  readonly clock: RangeAnswerPorts['clock'];
  readonly chain: RangeAnswerPorts['chain'] & ChunkPorts['chain'];
  readonly ledger: Pick<MeshLedger, 'register' | 'registers' | 'state' | 'forks' | 'submit' | 'adopt'>;
  readonly files: ChunkPorts['files'] & Pick<SharedFiles, 'onOffered'>;
  readonly rosters: RangeAnswerPorts['rosters'] & ChunkPorts['rosters'] & AdvertsPorts['rosters'];
  readonly access: Pick<RegisterAccess, 'readable' | 'writable'>;
  readonly tipAnnouncer: Pick<TipAnnouncer, 'claimFor'>;
  readonly antiEntropy: Pick<AntiEntropy, 'bucket'>;
  readonly replication: Pick<MeshReplication, 'hint'>;
  readonly told: Pick<ToldHeights, 'onParted'>;
  readonly wallets?: WalletHost | undefined;
}

export class PeerAnswers {
  private readonly ports: PeerAnswersPorts;

  constructor(ports: PeerAnswersPorts) {
    this.ports = ports;
  }

  dockets(from: Peer, range: DocketRange): Result<AsyncIterable<SealedDocket>> {
    return rangeFor(this.ports, from.peerId, range);
  }

  readonly chunk: PeerService['chunk'] = (from, ask) => chunkFor(this.ports, from, ask);

  /** A peer that may not know of the register is told of no wallet in it. */
  async askWallet({ peerId }: Peer, ask: WalletAsk): Promise<Result<Uint8Array>> {
    const record = this.ports.access.readable({ peerId }, ask.registerId);
    if (isFailure(record)) return record;
    const { wallets } = this.ports;
    return wallets ? wallets.answer(peerId, ask) : fail(issue('WALLET_NOT_FOUND', '', 'This node has no wallets.'));
  }

  async heads(from: Peer, which: Parameters<PeerService['heads']>[1]): Promise<readonly HeadClaim[]> {
    const { antiEntropy, ledger, tipAnnouncer } = this.ports;
    const records =
      'bucket' in which
        ? antiEntropy.bucket(from.peerId, which.bucket)
        : which.registerIds.slice(0, HEADS_MAX).flatMap((id) => ledger.register(id) ?? []);
    const claims = await Promise.all(records.slice(0, HEADS_MAX).map((record) => tipAnnouncer.claimFor(record, from)));
    return claims.filter((claim) => claim !== undefined);
  }

  adverts(from: Peer): readonly Advert[] {
    return advertsFor(this.ports, from.peerId);
  }

  async submit(from: Peer, ask: Parameters<PeerService['submit']>[1]): Promise<readonly SubmitAnswer[]> {
    const { registerId, transactions, durable } = ask;
    const record = this.ports.access.writable(from, registerId);
    if (isFailure(record)) return transactions.map(({ txId }) => ({ txId, status: 'refused', issue: record.issue }));
    this.ports.files.onOffered(registerId, from.peerId, transactions);
    return Promise.all(transactions.map((tx) => this.submitOne(tx, { from, registerId, durable })));
  }

  private async submitOne(
    tx: Transaction,
    { from, registerId, durable }: { readonly from: Peer; readonly registerId: string; readonly durable: boolean },
  ): Promise<SubmitAnswer> {
    const { txId } = tx;
    if (tx.header.registerId !== registerId)
      return { txId, status: 'refused', issue: issue('VAL_STRUCT_002', '', 'It is for another register.') };
    const outcome = await this.ports.ledger.submit(tx, { ...relayOptions(from), ...(durable && { durable }) });
    if (outcome.status === 'sealed') return { txId, status: 'sealed', height: outcome.height, index: outcome.index };
    if (outcome.status === 'pending') return { txId, status: 'accepted' };
    return { txId, status: 'refused', issue: outcome.issues[0] ?? issue('INTERNAL', '', 'Refused.') };
  }

  async validateDocket(from: Peer, sealed: SealedDocket): Promise<DocketAnswer> {
    const { registerId, height } = sealed.docket.header;
    const { access, ledger, replication, told: heights } = this.ports;
    const record = access.writable(from, registerId);
    if (isFailure(record)) return { status: 'invalid', height: 0, issues: record.issues };
    const local = this.height(registerId);
    if (height > local + 1) {
      replication.hint(registerId, from.peerId, height);
      return { status: 'behind', height: local, issues: [] };
    }
    const result = await ledger.adopt(registerId, sealed);
    if (result === 'sealed' || result === 'already-sealed')
      return { status: result, height: this.height(registerId), issues: [] };
    if (result.issues.some(isParted)) heights.onParted(registerId, from.peerId, height - 1);
    return { status: 'invalid', height: local, issues: result.issues };
  }

  /** 0 for a register that is not open. */
  private height(registerId: string): number {
    const state = this.ports.ledger.state(registerId);
    return isFailure(state) ? 0 : state.height;
  }
}
