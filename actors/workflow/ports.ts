// The workflows of this node as the surface asks them. Types only; asks and outcomes are in asks/. The caller has
// checked that the user may use the wallet (api/access/wallet-standing.ts); what may be written is decided by the rules
// of the ledger.
import type { Result } from '../../core/base/result.js';
import type { Visible } from '../../core/reading/cells/visible.js';
import type { Acting } from './asks/acting.js';
import type { ActionAsk, ActionOutcome, Deferred } from './asks/actions.js';
import type { ChallengeAsk, DeliveriesSent, DeliveryAsk } from './asks/deliveries.js';
import type { ObjectionAsk, ObjectionOutcome, ResolutionAsk, ResolutionOutcome } from './asks/disputes.js';
import type {
  CancellationAsk,
  MoveAsk,
  MoveOutcome,
  RejectionAsk,
  RejectionOutcome,
  RoleClaimAsk,
} from './asks/moves.js';
import type { ShowingAsk, ShowingOutcome, Suspects, SuspectsAsk } from './asks/reading.js';
import type { InstanceView } from './instance/instance-types.js';
import type { ActionWay } from './moves/action-way.js';

export interface Workflow {
  /**
   * Runs an action with the engine, seals what it discloses, signs and submits it. Issues point into the ask:
   * `/payload/...`, `/actionId`, ....
   */
  submit(ask: ActionAsk): Promise<Result<ActionOutcome>>;
  /** The same, on a way of its own: checked before it is sent, deferred, encrypted elsewhere, stored first. */
  carry(ask: ActionAsk, way: ActionWay): Promise<Result<ActionOutcome | Deferred>>;
  /** Resolves when what moves the instance now, and what waits to, has ended; undefined where nothing does. */
  moving(registerId: string, instanceId: string): Promise<void> | undefined;
  reject(ask: RejectionAsk): Promise<Result<RejectionOutcome>>;
  cancel(ask: CancellationAsk): Promise<Result<ActionOutcome>>;
  /** Gives holders what they are owed and the wallet was given; none where that is nothing. */
  deliver(ask: DeliveryAsk): Promise<Result<DeliveriesSent>>;
  move(ask: MoveAsk): Promise<Result<MoveOutcome>>;
  /** Reserves a role for the wallet, or gives it back. */
  claim(ask: RoleClaimAsk): Promise<Result<MoveOutcome>>;
  /** Says that a run was not delivered to the wallet, so that its sender has to deliver it in time. */
  challenge(ask: ChallengeAsk): Promise<Result<Pick<ActionOutcome, 'transactionId' | 'instanceId' | 'status'>>>;
  /** Proves on the ledger that a run breaks its rules (objecting.ts). */
  object(ask: ObjectionAsk): Promise<Result<ObjectionOutcome>>;
  /** Says how the dispute of an instance ends; whether that decides follows from the ledger. */
  resolve(ask: ResolutionAsk): Promise<Result<ResolutionOutcome>>;
  /** INSTANCE_NOT_FOUND: the register has sealed nothing of it. REGISTER_NOT_FOUND. */
  instance(registerId: string, instanceId: string): Promise<Result<InstanceView>>;
  /** The data of an instance that a wallet may see: opened with its keys, which its user has been allowed to use. */
  visible(registerId: string, instanceId: string, reader: Acting): Promise<Result<Visible>>;
  /** Parts of a move with what proves them to somebody who has no key (showing.ts). */
  show(ask: ShowingAsk): Promise<Result<ShowingOutcome>>;
  /**
   * In how many transactions something stops this wallet from acting; `known` where it was counted already, and nothing
   * is read for it.
   */
  suspects(of: SuspectsAsk): Suspects;
}
