// The docket driver of one open register as it comes and goes: opened with its seat, opened again when the seat
// changes, and what is known of the register between two of them. When it opens is decided by the seat.
import type { RegisterState } from '../../core/model/register.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Journal } from '../../storage/engine/journal.js';
import type { DocketDriver } from '../docket/driver.js';
import type { DocketFigures } from '../docket/ports.js';
import type { Clock } from '../ports.js';

export interface OpenDocketPorts {
  readonly clock: Pick<Clock, 'now'>;
  readonly journal: Pick<Journal, 'whenDrained'>;
  readonly chain: Pick<ChainStore, 'loadState'>;
  /** A driver from disk; throws where the disk does not hold what it needs. */
  make(signing: boolean): DocketDriver;
  onOpened(): void;
  fail(error: unknown): void;
}

export class OpenDocket {
  private readonly reg: number;
  private readonly ports: OpenDocketPorts;
  private current: DocketDriver | undefined;
  private sealedState: RegisterState | undefined;
  private reopening: Promise<void> = Promise.resolve();
  private earlier: DocketFigures = { proposed: 0, sealed: 0, rejected: 0, lastBuildAtMs: undefined };
  private signsSinceMs: number | undefined;
  private isClosed = false;

  constructor(reg: number, ports: OpenDocketPorts) {
    this.reg = reg;
    this.ports = ports;
  }

  /** Undefined while it is opened again, and for good when the ledger is in doubt. */
  get driver(): DocketDriver | undefined {
    return this.current;
  }

  /** Since when it signs; undefined where it only observes. */
  get startedAtMs(): number | undefined {
    return this.signsSinceMs;
  }

  /** Of all drivers of the register since it was opened. */
  get figures(): DocketFigures {
    const now = this.current?.figures;
    if (!now) return this.earlier;
    return {
      proposed: this.earlier.proposed + now.proposed,
      sealed: this.earlier.sealed + now.sealed,
      rejected: this.earlier.rejected + now.rejected,
      lastBuildAtMs: now.lastBuildAtMs ?? this.earlier.lastBuildAtMs,
    };
  }

  /** Sealed state at the tip, also while no driver is open. */
  state(): RegisterState {
    const state = this.current?.registerState ?? this.sealedState ?? this.ports.chain.loadState(this.reg);
    if (!state) throw new Error('a register has a sealed genesis');
    this.sealedState = state;
    return state;
  }

  /** Resolves when no change is under way. */
  get steady(): Promise<void> {
    return this.reopening;
  }

  open(signing: boolean): void {
    this.current = this.ports.make(signing);
    this.signsSinceMs = signing ? this.ports.clock.now() : undefined;
    this.ports.onOpened();
  }

  /**
   * Closes the driver, waits until the disk has all of it, and opens it again: signing or not, or not at all without a
   * word. Reading the record earlier would bring back an older promise while the newer vote still goes out
   * (docs/protocol.md 12). Each after the other, however often the seat changes.
   */
  reopen(signing: boolean | undefined): Promise<void> {
    this.reopening = this.reopening.then(async () => {
      const { current } = this;
      try {
        await current?.stop();
        await this.ports.journal.whenDrained();
        if (this.isClosed) return;
        this.sealedState = current?.registerState ?? this.sealedState;
        this.earlier = this.figures;
        this.current = undefined;
        this.signsSinceMs = undefined;
        if (signing !== undefined) this.open(signing);
      } catch (error) {
        if (!this.isClosed) this.ports.fail(error);
      }
    });
    return this.reopening;
  }

  /** Nothing is opened any more. The driver that is open is stopped or discarded by the caller. */
  close(): void {
    this.isClosed = true;
  }
}
