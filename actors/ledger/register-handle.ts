// A register of this node, for those who bring something to it: messages of its members, bodies that it asked for. It
// looks up what is open itself, each time. Messages come for registers that are closed too, so the number that waits
// for an opening is bounded. It judges nothing.
import { RECEIVED_COLD_MAX } from '../../core/base/limits/node/consensus.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { ReceivedFrom } from '../../core/consensus/types.js';
import type { Docket, Hash } from '../../core/model/register.js';
import type { DocketDriver } from '../docket/driver.js';
import type { ForkStop } from '../misbehaviour/fork-stop.js';
import type { ClaimsVerifier, RegisterMetrics } from '../ports.js';
import type { RegisterRecords } from '../register-records.js';
import { ReplicaDriver } from '../register-replica/driver.js';
import type { ClosedSubmissions } from './closed-submissions.js';
import type { Registry } from './registry.js';
import type { TipTrust } from './tip-trust.js';

/** The parts that the handles of all registers of a node share. */
export interface RegisterHandleParts {
  readonly records: Pick<RegisterRecords, 'get'>;
  readonly registry: Pick<Registry, 'driver' | 'peek'>;
  readonly closed: Pick<ClosedSubmissions, 'outstanding'>;
  readonly heads: Pick<TipTrust, 'isHeld'>;
  readonly forks: Pick<ForkStop, 'sift'>;
  readonly metrics: RegisterMetrics | null;
  /** Messages that wait for the opening of their register. */
  cold: number;
}

export class RegisterHandle {
  private readonly parts: RegisterHandleParts;
  private readonly registerId: string;

  constructor(parts: RegisterHandleParts, registerId: string) {
    this.parts = parts;
    this.registerId = registerId;
  }

  /**
   * A consensus message of a member; opens the register when it is closed. False when it decides a docket of a branch
   * that this node cannot tell, after a split was settled: its sender has to be asked for the docket.
   */
  receive(envelope: ReceivedFrom, verify: ClaimsVerifier): boolean {
    const { records, registry, heads, forks } = this.parts;
    if (heads.isHeld(records.get(this.registerId))) return true;
    const value = forks.sift(this.registerId, envelope.message);
    if (value !== 'fine') return value !== 'unplaced';
    const driver = registry.driver(this.registerId);
    if (driver instanceof ReplicaDriver) driver.docket.driver?.inbox.receive(envelope, verify);
    else this.whenOpen(driver, (docket) => docket.inbox.receive(envelope, verify));
    return true;
  }

  /** A body that the register asked for: verified against its hash by the caller. */
  body(docket: Docket): void {
    const driver = this.parts.registry.driver(this.registerId);
    if (driver instanceof ReplicaDriver) driver.docket.driver?.inputs.push({ type: 'body', docket });
    else this.whenOpen(driver, (open) => open.inputs.push({ type: 'body', docket }));
  }

  /**
   * The member can be reached again: a register that waits for others repeats to it what it said last. False when it
   * has nothing to say, as a closed one never has.
   */
  renew(to: Hash): boolean {
    return this.parts.registry.peek(this.registerId)?.driver?.docket.driver?.renew(to) ?? false;
  }

  /** Promised here and not sealed, oldest first; undefined while the register is opened again. */
  outstanding(): ReturnType<ClosedSubmissions['outstanding']> {
    const hot = this.parts.registry.peek(this.registerId);
    return hot ? hot.driver?.pool.outstanding() : this.parts.closed.outstanding(this.registerId);
  }

  private whenOpen(opening: Result<Promise<Result<ReplicaDriver>>>, give: (docket: DocketDriver) => void): void {
    if (isFailure(opening)) return;
    if (this.parts.cold >= RECEIVED_COLD_MAX) {
      this.parts.metrics?.onDropped('cold');
      return;
    }
    this.parts.cold++;
    opening.then(
      (driver) => {
        this.parts.cold--;
        if (!isFailure(driver) && driver.docket.driver) give(driver.docket.driver);
      },
      () => void this.parts.cold--,
    );
  }
}
