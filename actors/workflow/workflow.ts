// The instances of workflows on this node, before who asks: each ask is taken in the turn of its instance, and carried
// out by the part that knows how. It remembers nothing of an instance: what a submission changes is seen once the
// ledger has it.
import { MADE_ANEW_FIRST } from '../../core/base/limits/node/sealing.js';
import type { Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { newInstanceId } from '../../core/blueprint/state/instance-id.js';
import { deliveriesIn } from '../../core/instance/deliveries/owed.js';
import { rowsIn } from '../../core/instance/rows.js';
import type { Transaction } from '../../core/model/transaction.js';
import type { Visible } from '../../core/reading/cells/visible.js';
import type { Ledger } from '../ledger-port.js';
import type { Acting } from './asks/acting.js';
import type { ActionAsk, ActionOutcome, Deferred } from './asks/actions.js';
import type { ChallengeAsk, DeliveriesSent, DeliveryAsk } from './asks/deliveries.js';
import type { ObjectionAsk, ResolutionAsk } from './asks/disputes.js';
import type {
  CancellationAsk,
  MoveAsk,
  MoveOutcome,
  RejectionAsk,
  RejectionOutcome,
  RoleClaimAsk,
} from './asks/moves.js';
import type { ShowingAsk, ShowingOutcome, Suspects, SuspectsAsk } from './asks/reading.js';
import { challengeBy, deliveriesFrom } from './deliveries/delivering.js';
import { sentAll } from './deliveries/sent-deliveries.js';
import { objectionBy } from './disputes/objecting.js';
import { resolutionBy } from './disputes/resolving.js';
import type { InstanceView } from './instance/instance-types.js';
import { instanceView } from './instance/instance-view.js';
import type { ActionWay } from './moves/action-way.js';
import { InstanceMutex } from './moves/instance-mutex.js';
import { leavesTime } from './moves/leaving-time.js';
import { answerBy, cancellationBy, claimBy, rejectionBy } from './moves/sent-moves.js';
import { actInStages, type StagePorts } from './moves/stages.js';
import type { Workflow } from './ports.js';
import { readRecord } from './reading/reading-record.js';
import { showingOf } from './reading/showing.js';
import { SuspectCounts } from './reading/suspect-counts.js';
import { LocalSealer, type Sealer } from './sealing/sealer.js';
import { type Sending, submitMove } from './sealing/submitting.js';

export interface WorkflowPorts extends Omit<StagePorts, 'sealer'> {
  readonly ledger: Pick<Ledger, 'register' | 'state' | 'submit' | 'atTip' | 'expect'>;
  readonly random: Pick<Random, 'bytes'>;
  /** Instead of sealing in this thread. */
  readonly sealer?: Sealer | undefined;
}

export class WorkflowHost implements Workflow {
  private readonly ports: WorkflowPorts & StagePorts;
  private readonly turns: InstanceMutex;
  private readonly suspected = new SuspectCounts();

  constructor(ports: WorkflowPorts) {
    this.ports = { ...ports, sealer: ports.sealer ?? new LocalSealer(ports) };
    this.turns = new InstanceMutex(this.ports);
  }

  async submit(ask: ActionAsk): Promise<Result<ActionOutcome>> {
    // Nothing ends it before it is sent.
    return (await this.carry(ask, { proceed: () => true })) as Result<ActionOutcome>;
  }

  async carry(ask: ActionAsk, way: ActionWay): Promise<Result<ActionOutcome | Deferred>> {
    const at = this.turns.place(ask.registerId);
    if (isFailure(at)) return at;
    const instanceId = ask.instanceId ?? ask.opens ?? newInstanceId(this.ports.clock.now(), this.ports.random);
    const isNew = ask.instanceId === undefined;
    const placed = { at, isNew, ...ask, instanceId };
    const leaves = (): boolean => !isNew && leavesTime(this.ports.chain.view(at.reg), placed);
    return this.turns.take(
      placed,
      (tries) =>
        actInStages(
          this.ports,
          { isAgain: tries > 0 || way.isAgain === true, isFirst: tries >= MADE_ANEW_FIRST, ...placed },
          way,
        ),
      leaves,
    );
  }

  moving(registerId: string, instanceId: string): Promise<void> | undefined {
    return this.turns.ended({ registerId, instanceId });
  }

  reject(ask: RejectionAsk): Promise<Result<RejectionOutcome>> {
    return this.turns.takeIn(ask, (record) => rejectionBy(this.ports, record, ask));
  }

  cancel(ask: CancellationAsk): Promise<Result<ActionOutcome>> {
    return this.turns.takeIn(ask, (record) => cancellationBy(this.ports, record, ask));
  }

  deliver(ask: DeliveryAsk): Promise<Result<DeliveriesSent>> {
    return this.turns.takeIn(ask, async (record) =>
      sentAll(await deliveriesFrom(this.ports, record, ask), this.sending(ask)),
    );
  }

  move(ask: MoveAsk): Promise<Result<MoveOutcome>> {
    return this.turns.takeIn(ask, (record) => answerBy(this.ports, record, ask));
  }

  claim(ask: RoleClaimAsk): Promise<Result<MoveOutcome>> {
    return this.turns.takeIn(ask, (record) => claimBy(this.ports, record, ask));
  }

  challenge(ask: ChallengeAsk): ReturnType<Workflow['challenge']> {
    return this.turns.takeIn(ask, (record) => challengeBy(this.ports, record, { ...ask, submit: this.sending(ask) }));
  }

  object(ask: ObjectionAsk): ReturnType<Workflow['object']> {
    return this.turns.takeIn(ask, (record) => objectionBy(this.ports, record, { ...ask, submit: this.sending(ask) }));
  }

  resolve(ask: ResolutionAsk): ReturnType<Workflow['resolve']> {
    return this.turns.takeIn(ask, (record) => resolutionBy(this.ports, record, { ...ask, submit: this.sending(ask) }));
  }

  async instance(registerId: string, instanceId: string): Promise<Result<InstanceView>> {
    const record = await this.turns.record({ registerId, instanceId });
    if (isFailure(record)) return record;
    return instanceView(record, this.ports.chain.view(record.at.reg), this.ports.clock.now());
  }

  async visible(registerId: string, instanceId: string, reader: Acting): Promise<Result<Visible>> {
    const record = await this.turns.record({ registerId, instanceId });
    return isFailure(record) ? record : readRecord(this.ports, record, reader);
  }

  async show(ask: ShowingAsk): Promise<Result<ShowingOutcome>> {
    const record = await this.turns.record(ask);
    if (isFailure(record)) return record;
    const { keystore, chain } = this.ports;
    const carrying = (txId: string) => chain.transaction(record.at.reg, txId)?.transaction;
    const view = chain.view(record.at.reg);
    return showingOf({ keystore, carrying, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) }, record, ask);
  }

  suspects(ask: SuspectsAsk): Suspects {
    return this.suspected.of(ask, () => this.visible(ask.registerId, ask.instanceId, ask.reader));
  }

  private sending(by: Sending) {
    return (tx: Transaction) => submitMove(this.ports, tx, by);
  }
}
