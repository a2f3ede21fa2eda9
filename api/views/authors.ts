// The participant records behind wallets, as of a docket: who an address was when it signed.
import { PAGE_SIZE_MAX } from '../../core/base/limits/node/requests.js';
import { addressAt, type ParticipantRecord, participantAt } from '../../core/register/people/participants.js';
import type { SealedTransaction } from '../../storage/chain/chain-read.js';
import type { ApiDeps } from '../deps/deps.js';

export interface AuthorView {
  readonly participantId: string;
  readonly participantName: string;
  readonly organizationName: string;
  readonly version: number;
  /** The publication of the record. */
  readonly transactionId: string;
}

/** Of one register, for one request: records are read once for each address. */
export class Authors {
  private readonly versions = new Map<string, readonly SealedTransaction[]>();

  constructor(
    private readonly chain: Pick<ApiDeps['chain'], 'view' | 'transaction'>,
    private readonly reg: number,
  ) {}

  /**
   * The version that was sealed last up to the height and has the address; undefined where the wallet has no record,
   * where it had none yet, and where more than PAGE_SIZE_MAX versions came since.
   */
  at(address: string, height: number): AuthorView | undefined {
    const sealed = this.versionsOf(address).find((version) => version.height <= height && hasAddress(version, address));
    if (!sealed) return undefined;
    const { participantId, participantName, organizationName, version } = recordOf(sealed);
    return { participantId, participantName, organizationName, version, transactionId: sealed.transaction.txId };
  }

  private versionsOf(address: string): readonly SealedTransaction[] {
    const known = this.versions.get(address);
    if (known) return known;
    const view = this.chain.view(this.reg);
    const row = addressAt(view, address);
    const rows: SealedTransaction[] = [];
    for (
      let next = row && participantAt(view, row.participantId)?.latest;
      next !== undefined && rows.length < PAGE_SIZE_MAX;
    ) {
      const sealed = this.chain.transaction(this.reg, next);
      if (!sealed) break;
      rows.push(sealed);
      next = sealed.transaction.header.previousTransactionId;
    }
    this.versions.set(address, rows);
    return rows;
  }
}

function recordOf({ transaction }: SealedTransaction): ParticipantRecord {
  return transaction.payload as unknown as ParticipantRecord;
}

function hasAddress(sealed: SealedTransaction, address: string): boolean {
  return recordOf(sealed).addresses.some(({ walletAddress }) => walletAddress === address);
}
