// The tip of one register as its docket driver knows it, and what each seal moves: the fold is in memory at once, and
// one batch writes it with all that belongs to it. The world hears of it behind that write. It judges nothing.
import type { Write } from '../../core/consensus/effect.js';
import type { Env } from '../../core/consensus/types.js';
import type { RegisterState, SealedDocket } from '../../core/model/register.js';
import { isOfTimer } from '../../core/register/state-keys.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Assembly } from './assembly.js';
import { firstEnvironment, nextEnvironment } from './opening.js';
import type { DocketOutcomes } from './outcomes.js';
import type { DocketPorts, DocketRegister } from './ports.js';

type SealWrite = Extract<Write, { readonly kind: 'seal' }>;

export interface SealBookPorts
  extends Pick<DocketPorts, 'chain' | 'evidence' | 'metrics' | 'clock' | 'announceSealed'> {
  readonly pool: Pick<DocketPorts['pool'], 'sealOps' | 'sealing' | 'onSealed'>;
  readonly assembly: Pick<Assembly, 'fold'>;
  readonly outcomes: Pick<DocketOutcomes, 'onSealed'>;
  /** The tip has moved in memory: the driver goes on with the next height. */
  onMoved(sealed: SealedDocket, before: RegisterState): void;
}

export class SealBook {
  private readonly register: DocketRegister;
  private readonly ports: SealBookPorts;
  private sealedState: RegisterState;
  private environment: Env;

  constructor(register: DocketRegister, ports: SealBookPorts, tip: RegisterState) {
    this.register = register;
    this.ports = ports;
    this.sealedState = tip;
    this.environment = firstEnvironment(register, tip);
  }

  /** Sealed state at the tip, the last seal included even while it is being written. */
  get tip(): RegisterState {
    return this.sealedState;
  }

  /** Of the height above the tip. */
  get env(): Env {
    return this.environment;
  }

  /**
   * Folds the docket into the tip and has the batch of it written by `commit`. Gives what is to be done once that is
   * durable.
   */
  seal({ sealed, justification }: SealWrite, commit: (ops: KvOp[]) => void): () => void {
    const { chain, pool, evidence, assembly } = this.ports;
    const { docket } = sealed;
    const before = this.sealedState;
    const fold = assembly.fold(docket, before);
    const ops = chain.sealOps({ reg: this.register.reg, sealed, ...fold, justification });
    ops.push(...pool.sealOps(docket), ...evidence.sealOps(docket));
    commit(ops);
    this.environment = nextEnvironment(this.register, { env: this.environment, before, after: fold.after });
    this.sealedState = fold.after;
    this.ports.outcomes.onSealed();
    pool.sealing(docket);
    this.ports.onMoved(sealed, before);
    const begunMs = this.ports.clock.steady();
    const timed = fold.changes.some(({ key }) => isOfTimer(key));
    return () => {
      const { metrics, clock } = this.ports;
      pool.onSealed(sealed);
      const { txCount, bytes } = docket.header;
      metrics?.onSealed(txCount, bytes, (clock.steady() - begunMs) / 1000);
      this.ports.announceSealed(sealed, timed);
    };
  }
}
