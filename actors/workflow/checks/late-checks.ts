// Wallets of this node that were locked when runs were sealed to them: from which docket on these runs are still to be
// checked, once the wallet is unlocked. A wallet has one row in a register however many runs it missed, so that a
// locked wallet costs nothing. It reads no docket and judges nothing.
import { useProblem } from '../../../core/wallet/wallet.js';
import type { KvOp } from '../../../storage/engine/kv.js';
import type { WalletStore } from '../../../storage/tables/accounts/wallets.js';
import type { CheckCursor, RunChecks } from '../../../storage/tables/workflow/run-checks.js';

export interface LateCheckPorts {
  readonly rows: Pick<RunChecks, 'missedWallets' | 'missedOp' | 'dropMissedOp'>;
  readonly wallets: Pick<WalletStore, 'find'>;
}

/** A wallet whose runs behind a docket are to be checked. */
export interface LateCheck {
  readonly address: string;
  readonly cursor: CheckCursor;
}

export class LateChecks {
  private readonly ports: LateCheckPorts;
  /** By local number of the register and address. */
  private readonly missed = new Map<number, Map<string, CheckCursor>>();

  constructor(ports: LateCheckPorts) {
    this.ports = ports;
  }

  /** Reads the rows of a register, once. */
  async load(reg: number): Promise<void> {
    if (!this.missed.has(reg)) this.missed.set(reg, new Map(await this.ports.rows.missedWallets(reg)));
  }

  forget(reg: number): void {
    this.missed.delete(reg);
  }

  /**
   * Writes down that the wallet misses what is sealed behind a docket; nothing where it missed something before that.
   */
  misses(reg: number, { address, cursor }: LateCheck): readonly KvOp[] {
    const known = this.of(reg);
    if (known.has(address)) return [];
    known.set(address, cursor);
    return [this.ports.rows.missedOp([reg, address], cursor)];
  }

  /** It was checked up to a docket: of everything where there is none. */
  came(reg: number, address: string, cursor: CheckCursor | undefined): KvOp {
    const known = this.of(reg);
    if (cursor) known.set(address, cursor);
    else known.delete(address);
    return cursor ? this.ports.rows.missedOp([reg, address], cursor) : this.ports.rows.dropMissedOp([reg, address]);
  }

  /** It could not be checked this time either: others come before it. */
  passOver(reg: number, address: string): void {
    const known = this.of(reg);
    const cursor = known.get(address);
    if (cursor === undefined) return;
    known.delete(address);
    known.set(address, cursor);
  }

  /** A wallet that is not locked any more, or that is gone. */
  next(reg: number): LateCheck | undefined {
    for (const [address, cursor] of this.of(reg)) if (!this.isLocked(address)) return { address, cursor };
    return undefined;
  }

  /** Registers of which something is missed. */
  registers(): readonly number[] {
    return [...this.missed].filter(([, wallets]) => wallets.size > 0).map(([reg]) => reg);
  }

  isLocked(address: string): boolean {
    const wallet = this.ports.wallets.find(address);
    return wallet !== undefined && useProblem(wallet, 'decrypt')?.code === 'WALLET_LOCKED';
  }

  private of(reg: number): Map<string, CheckCursor> {
    const known = this.missed.get(reg) ?? new Map<string, CheckCursor>();
    this.missed.set(reg, known);
    return known;
  }
}
