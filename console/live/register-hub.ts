// The one connection of this tab to the hub of registers, which all streams of its pages share. It is opened for the
// first of them and ends with the last. A broken connection is left: its streams ended with it, and begin on another.
import type { HubConnection } from '@microsoft/signalr';

export interface RegisterHub {
  readonly connection: Pick<HubConnection, 'stream' | 'onreconnecting' | 'onclose'>;
  readonly close: () => Promise<void>;
}

interface Shared {
  readonly opened: Promise<RegisterHub>;
  users: number;
}

export class SharedHub {
  private shared: Shared | undefined;

  constructor(private readonly open: () => Promise<RegisterHub>) {}

  /** Settles as `use` does. */
  async during<T>(use: (hub: RegisterHub) => Promise<T>): Promise<T> {
    this.shared ??= this.begin();
    const mine = this.shared;
    mine.users++;
    try {
      return await use(await mine.opened);
    } finally {
      mine.users--;
      if (mine.users === 0) {
        this.leave(mine);
        // A connection that was not opened has told its reason to those who waited.
        void mine.opened.then(({ close }) => close()).catch(() => undefined);
      }
    }
  }

  private begin(): Shared {
    const begun: Shared = { opened: this.open(), users: 0 };
    const onBroken = (): void => this.leave(begun);
    void begun.opened.then(({ connection }) => {
      connection.onreconnecting(onBroken);
      connection.onclose(onBroken);
    }, onBroken);
    return begun;
  }

  private leave(connected: Shared): void {
    if (this.shared === connected) this.shared = undefined;
  }
}
