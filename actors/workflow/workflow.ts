// The instances of workflows on this node, before who asks: each ask is taken in the turn of its instance, and carried
// out by the part that knows how. It remembers nothing of an instance: what a submission changes is seen once the
// ledger has it.
import { MADE_ANEW_FIRST } from '../../core/base/limits/node/sealing.js';
import type { Random } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { newInstanceId } from '../../core/blueprint/state/instance-id.js';
import { deliveriesIn } from '../../core/instance/deliveries/owed.js';
import { instanceAt, rowsIn } from '../../core/instance/rows.js';
import type { Visible } from '../../core/reading/cells/visible.js';
import type { Ledger } from '../ledger-port.js';
import type { PreparedAction } from './credentials/prepared.js';
import type { Acting } from './encryption/acting.js';
import { type Encrypter, LocalEncrypter } from './encryption/encrypter.js';
import type { RegisterPlace } from './instance/instance-record.js';
import type { InstanceView } from './instance/instance-types.js';
import { instanceView } from './instance/instance-view.js';
import { evidenceAt } from './kept/ports.js';
import type { ActionAsk, ActionOutcome, Deferred } from './moves/action/ask.js';
import { leavesTime } from './moves/action/leaving-time.js';
import { actInStages, prepareAction, type StageAsk, type StagePorts } from './moves/action/stages.js';
import type { ActionWay } from './moves/action/way.js';
import type { AskOf, MadeType, OutcomeOf } from './moves/asks.js';
import { InstanceMutex } from './moves/parts/instance-mutex.js';
import { MAKERS } from './moves/table.js';
import type { Workflow } from './ports.js';
import type { ShowingAsk, ShowingOutcome, SubjectAsk, Suspects, SuspectsAsk } from './reading/ask.js';
import { readRecord } from './reading/reading-record.js';
import { showingOf } from './reading/showing.js';
import { subjectOf } from './reading/subject.js';
import { SuspectCounts } from './reading/suspect-counts.js';

export interface WorkflowPorts extends Omit<StagePorts, 'encrypter' | 'lostRight'> {
  readonly lostRight: NonNullable<StagePorts['lostRight']>;
  readonly ledger: Pick<Ledger, 'register' | 'state' | 'submit' | 'atTip' | 'expect'>;
  readonly random: Pick<Random, 'bytes'>;
  /** Instead of sealing in this thread. */
  readonly encrypter?: Encrypter | undefined;
}

export class WorkflowHost implements Workflow {
  private readonly ports: WorkflowPorts & StagePorts;
  private readonly turns: InstanceMutex;
  private readonly suspected = new SuspectCounts();

  constructor(ports: WorkflowPorts) {
    this.ports = { ...ports, encrypter: ports.encrypter ?? new LocalEncrypter(ports) };
    this.turns = new InstanceMutex(this.ports);
  }

  async submit(ask: ActionAsk): Promise<Result<ActionOutcome>> {
    // Nothing ends it before it is sent.
    return (await this.carry(ask, { proceed: () => true })) as Result<ActionOutcome>;
  }

  async carry(ask: ActionAsk, way: ActionWay): Promise<Result<ActionOutcome | Deferred>> {
    const at = this.turns.place(ask.registerId);
    if (isFailure(at)) return at;
    const placed = this.placeOf(ask, at);
    const { isNew } = placed;
    const leaves = (): boolean => !isNew && leavesTime(this.ports.chain.view(at.reg), placed);
    return this.turns.take(
      placed,
      (tries) => actInStages(this.ports, { isFirst: tries >= MADE_ANEW_FIRST, ...placed }, way),
      leaves,
    );
  }

  async prepare(ask: ActionAsk): Promise<Result<PreparedAction>> {
    const at = this.turns.place(ask.registerId);
    if (isFailure(at)) return at;
    return prepareAction(this.ports, { ...this.placeOf(ask, at), isFirst: false });
  }

  /** A prepared action that opens an instance may be submitted again once it did. */
  private placeOf(ask: ActionAsk, at: RegisterPlace): Omit<StageAsk, 'isFirst'> {
    const instanceId = ask.instanceId ?? ask.opens ?? newInstanceId(this.ports.clock.now(), this.ports.random);
    const isOpened = ask.prepared && instanceAt(this.ports.chain.view(at.reg), instanceId) !== undefined;
    return { at, isNew: ask.instanceId === undefined && !isOpened, ...ask, instanceId };
  }

  moving(registerId: string, instanceId: string): Promise<void> | undefined {
    return this.turns.endOf({ registerId, instanceId });
  }

  move<T extends MadeType>(type: T, ask: AskOf<T>): Promise<Result<OutcomeOf<T>>> {
    return this.turns.takeIn(ask, (record) => MAKERS[type](this.ports, record, ask));
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
    const { keystore, chain, kept } = this.ports;
    const carrying = (txId: string) => chain.transaction(record.at.reg, txId)?.transaction;
    const view = chain.view(record.at.reg);
    const read = { rowOf: rowsIn(view), deliveredTo: deliveriesIn(view), keptOf: evidenceAt(kept, record.at) };
    return showingOf({ keystore, carrying, ...read }, record, ask);
  }

  async subject(ask: SubjectAsk): Promise<string | undefined> {
    const at = this.turns.place(ask.registerId);
    return isFailure(at) ? undefined : subjectOf(this.ports, at, ask);
  }

  suspects(ask: SuspectsAsk): Suspects {
    return this.suspected.of(ask, () => this.visible(ask.registerId, ask.instanceId, ask.reader));
  }
}
