// The workflows of this node as the surface asks them. Types only; asks and outcomes stand with their moves. The caller
// has checked that the user may use the wallet (api/access/wallet-standing.ts); what may be written is decided by the
// rules of the ledger.
import type { Result } from '../../core/base/result.js';
import type { Visible } from '../../core/reading/cells/visible.js';
import type { PreparedAction } from './credentials/prepared.js';
import type { Acting } from './encryption/acting.js';
import type { InstanceView } from './instance/instance-types.js';
import type { ActionAsk, ActionOutcome, Deferred } from './moves/action/ask.js';
import type { ActionWay } from './moves/action/way.js';
import type { AskOf, MadeType, OutcomeOf } from './moves/asks.js';
import type { ShowingAsk, ShowingOutcome, SubjectAsk, Suspects, SuspectsAsk } from './reading/ask.js';

export interface Workflow {
  /**
   * Runs an action with the engine, seals what it discloses, signs and submits it. Issues point into the ask:
   * `/payload/...`, `/actionId`, ....
   */
  submit(ask: ActionAsk): Promise<Result<ActionOutcome>>;
  /** The same, on a way of its own: checked before it is sent, deferred, encrypted elsewhere, stored first. */
  carry(ask: ActionAsk, way: ActionWay): Promise<Result<ActionOutcome | Deferred>>;
  /**
   * All checks of an action that takes credentials, but those of its gates, and what its holders sign for. Nothing is
   * sealed. The issues of `submit`; BODY_INVALID at `/actionId` where it takes none.
   */
  prepare(ask: ActionAsk): Promise<Result<PreparedAction>>;
  /** Resolves when what moves the instance now, and what waits to, has ended; undefined where nothing does. */
  moving(registerId: string, instanceId: string): Promise<void> | undefined;
  /**
   * Makes a move beside actions and sends it: `moves/<move>/make.ts` says what it refuses. The register judges it, and
   * whether it decides follows from the ledger.
   */
  move<T extends MadeType>(type: T, ask: AskOf<T>): Promise<Result<OutcomeOf<T>>>;
  /** INSTANCE_NOT_FOUND: the register has sealed nothing of it. REGISTER_NOT_FOUND. */
  instance(registerId: string, instanceId: string): Promise<Result<InstanceView>>;
  /** The data of an instance that a wallet may see: opened with its keys, which its user has been allowed to use. */
  visible(registerId: string, instanceId: string, reader: Acting): Promise<Result<Visible>>;
  /** Parts of a move with what proves them to somebody who has no key (showing.ts). */
  show(ask: ShowingAsk): Promise<Result<ShowingOutcome>>;
  /**
   * The subject of an instance, as far as the wallet reads it (`x-subject`): the first transaction alone is opened.
   * Undefined where it reads none of that, and where its key is not to be had.
   */
  subject(of: SubjectAsk): Promise<string | undefined>;
  /**
   * In how many transactions something stops this wallet from acting; `known` where it was counted already, and nothing
   * is read for it.
   */
  suspects(of: SuspectsAsk): Suspects;
}
