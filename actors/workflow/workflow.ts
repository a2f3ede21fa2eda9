// Runs instances of workflows on this node: reads where an instance stands in the sealed ledger, runs the engine,
// seals, signs and submits. It remembers nothing of an instance: what a submission changes is seen once the ledger
// has it. Moves of one instance wait for each other here, so that a caller who asks twice is answered twice and
// moves once.
import { type Issue, isIssue, isIssues, issue } from '../../core/base/issue.js';
import type { JsonObject } from '../../core/base/json.js';
import type { Random } from '../../core/base/ports.js';
import { SUSPECTS_KEPT_MAX } from '../../core/base/reading-limits.js';
import { keptRuns } from '../../core/blueprint/disputes/disputes.js';
import type { Executed } from '../../core/blueprint/execution/execute.js';
import { cellSealingProblems } from '../../core/cells/seal.js';
import { BoundedCache } from '../../core/crypto/cache.js';
import { hasCarriers } from '../../core/disclosure/envelope.js';
import { sealingProblems } from '../../core/disclosure/seal.js';
import { suspectCount } from '../../core/disclosure/suspicion.js';
import type { Visible } from '../../core/disclosure/visible.js';
import { instanceAt, nextOf, rowsIn } from '../../core/transaction/kinds/action.js';
import { deliveriesIn } from '../../core/transaction/owed.js';
import type { Transaction } from '../../core/transaction/types.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { InstanceOpenings } from '../../storage/tables/workflow/instances.js';
import type { Ledger } from '../ledger/ledger.js';
import { issuesOf, ofSent } from '../ledger/tip-wait.js';
import type { Acting } from './asks/acting.js';
import type { ActionAsk, ActionOutcome, Deferred } from './asks/actions.js';
import type { ChallengeAsk, DeliveriesSent, DeliveryAsk } from './asks/deliveries.js';
import type { ObjectionAsk, ResolutionAsk } from './asks/disputes.js';
import type { CancellationAsk, MoveAsk, MoveOutcome, RejectionAsk, RejectionOutcome } from './asks/moves.js';
import type { ShowingAsk, ShowingOutcome, Suspects, SuspectsAsk } from './asks/reading.js';
import { Turns } from './background/turns.js';
import type { CredentialGate } from './credentials/credential-gate.js';
import { gateProblems } from './credentials/gated.js';
import { challengeBy, deliveriesFrom } from './deliveries/delivering.js';
import { sentAll } from './deliveries/sent-deliveries.js';
import { objectionBy } from './disputes/objecting.js';
import { resolutionBy } from './disputes/resolving.js';
import {
  type InstancePorts,
  type InstanceRecord,
  instanceNotFound,
  isGoing,
  type RegisterPlace,
  readInstance,
} from './instance/instance-record.js';
import type { InstanceView } from './instance/instance-types.js';
import { instanceView } from './instance/instance-view.js';
import { owedTo } from './instance/owed-runs.js';
import { votedProblem, votingIn } from './instance/voting.js';
import { moveOf } from './moves/action-move.js';
import { workOf } from './moves/action-work.js';
import { endingOf, type InstanceEnding, type Rejecting, rejectionOf } from './moves/endings.js';
import { executeFor, refusalOf } from './moves/execution.js';
import { endingMove, madeMove } from './moves/moves.js';
import {
  apartProblem,
  beyondProblem,
  followingPlace,
  type OpeningAsk,
  type PlannedPlace,
  startingPlace,
} from './moves/place.js';
import { nextActionOf, nextActionsOf, repeatedAction, withWaits } from './moves/repeats.js';
import { sealedAnew } from './moves/sealed-anew.js';
import type { ActionSteps, Workflow } from './ports.js';
import { readRecord } from './reading/reading-record.js';
import { showingOf } from './reading/showing.js';
import { LocalSealer, type Sealer, type SealingAsk } from './sealing/sealer.js';
import { askOf, type SigningPorts, sealingOf, signedMove, signSealed, type UnsealedMove } from './sealing/signing.js';

export interface WorkflowPorts extends Omit<SigningPorts, 'sealer'> {
  readonly chain: SigningPorts['chain'] & InstancePorts['chain'] & Partial<Pick<ChainStore, 'drawn'>>;
  readonly ledger: Pick<Ledger, 'register' | 'submit' | 'atHead' | 'expect'>;
  readonly openings: Pick<InstanceOpenings, 'find'>;
  readonly keystore: Pick<Keystore, 'encapsulationKey' | 'use' | 'sign' | 'useToOpen'>;
  readonly gate: CredentialGate;
  readonly random: Pick<Random, 'bytes'>;
  /** Instead of sealing in this thread. */
  readonly sealer?: Sealer | undefined;
  /** Told of the runs that are executed and sealed here. */
  readonly ownRuns?: { add(txId: string): unknown } | undefined;
}

type Placed = ActionAsk & { readonly instanceId: string };
type OnRecord<T> = (record: InstanceRecord) => Promise<T | readonly Issue[]>;

export class WorkflowHost implements Workflow {
  private readonly ports: WorkflowPorts & SigningPorts;
  private readonly turns = new Turns();
  private readonly suspected = new BoundedCache<number>(SUSPECTS_KEPT_MAX / 2);

  constructor(ports: WorkflowPorts) {
    this.ports = { ...ports, sealer: ports.sealer ?? new LocalSealer(ports) };
  }

  async submit(ask: ActionAsk): Promise<ActionOutcome | readonly Issue[]> {
    // Nothing ends it before it is sent.
    return (await this.carry(ask, { proceed: () => true })) as ActionOutcome | readonly Issue[];
  }

  async carry(ask: ActionAsk, steps: ActionSteps): Promise<ActionOutcome | Deferred | readonly Issue[]> {
    const at = this.place(ask.registerId);
    if (isIssue(at)) return [at];
    const instanceId = ask.instanceId ?? ask.opens ?? this.newInstance(at.reg);
    const isNew = ask.instanceId === undefined;
    return this.inTurn({ ...ask, instanceId }, () =>
      sealedAnew((tries) =>
        this.act(at, { ...ask, instanceId }, { steps, isNew, isAgain: tries > 0 || steps.isAgain === true }),
      ),
    );
  }

  moving(registerId: string, instanceId: string): Promise<void> | undefined {
    return this.turns.taken(turnOf({ registerId, instanceId }));
  }

  reject(ask: RejectionAsk): Promise<RejectionOutcome | readonly Issue[]> {
    return this.onRecord(ask, async (record) => {
      const rejecting = rejectionOf(record, ask, this.ports.clock.now());
      if (isIssues(rejecting)) return rejecting;
      const { binds } = rejecting;
      const refused = binds ? await gateProblems(this.ports.gate, { ...ask, ...record.row }, binds) : [];
      return refused.length > 0 ? refused : this.end(record, ask, rejecting);
    });
  }

  cancel(ask: CancellationAsk): Promise<ActionOutcome | readonly Issue[]> {
    return this.onRecord(ask, async (record) => {
      const view = this.ports.chain.view(record.at.reg);
      const ending = endingOf({ record, view }, ask, this.ports.clock.now());
      if (isIssues(ending)) return ending;
      const ended = await this.end(record, ask, ending);
      if (isIssues(ended)) return ended;
      const row = ended.status === 'sealed' ? instanceAt(view, record.id) : undefined;
      return { ...ended, nextActions: [], calculations: {}, isComplete: row !== undefined && !isGoing(row) };
    });
  }

  deliver(ask: DeliveryAsk): Promise<DeliveriesSent | readonly Issue[]> {
    return this.onRecord(ask, async (record) =>
      sentAll(await deliveriesFrom(this.ports, record, ask), (tx) => this.submitted(tx, ask)),
    );
  }

  move(ask: MoveAsk): Promise<MoveOutcome | readonly Issue[]> {
    return this.onRecord(ask, async (record) => {
      const tx = await madeMove(this.ports, record, ask);
      if (isIssues(tx)) return tx;
      const outcome = await this.submitted(tx, ask);
      if (outcome.status === 'refused') return ofSent(outcome.issues);
      return { transactionId: tx.txId, instanceId: record.id, status: outcome.status };
    });
  }

  challenge(ask: ChallengeAsk): ReturnType<Workflow['challenge']> {
    return this.onRecord(ask, (record) =>
      challengeBy(this.ports, record, { ...ask, submit: (tx) => this.submitted(tx, ask) }),
    );
  }

  object(ask: ObjectionAsk): ReturnType<Workflow['object']> {
    return this.onRecord(ask, (record) =>
      objectionBy(this.ports, record, { ...ask, submit: (tx) => this.submitted(tx, ask) }),
    );
  }

  resolve(ask: ResolutionAsk): ReturnType<Workflow['resolve']> {
    return this.onRecord(ask, (record) =>
      resolutionBy(this.ports, record, { ...ask, submit: (tx) => this.submitted(tx, ask) }),
    );
  }

  async instance(registerId: string, instanceId: string): Promise<InstanceView | Issue> {
    const record = await this.record({ registerId, instanceId });
    if (isIssue(record)) return record;
    return instanceView(record, this.ports.chain.view(record.at.reg), this.ports.clock.now());
  }

  async visible(registerId: string, instanceId: string, reader: Acting): Promise<Visible | Issue> {
    const record = await this.record({ registerId, instanceId });
    return isIssue(record) ? record : this.open(record, reader);
  }

  async show(ask: ShowingAsk): Promise<ShowingOutcome | Issue> {
    const record = await this.record(ask);
    if (isIssue(record)) return record;
    const { keystore, chain } = this.ports;
    const carrying = (txId: string) => chain.transaction(record.at.reg, txId)?.transaction;
    const view = chain.view(record.at.reg);
    return showingOf({ keystore, carrying, rowOf: rowsIn(view), deliveredTo: deliveriesIn(view) }, record, ask);
  }

  suspects({ registerId, instanceId, lastTransactionId, reader }: SuspectsAsk): Suspects {
    // The transaction names the state of the instance; a definition that is repaired meanwhile is met by the next one.
    const key = `${registerId} ${instanceId} ${lastTransactionId} ${reader.address}`;
    const count = async (): Promise<number | Issue> => {
      const seen = await this.visible(registerId, instanceId, reader);
      if (isIssue(seen)) return seen;
      const found = suspectCount(seen.suspect);
      this.suspected.set(key, found);
      return found;
    };
    return { known: this.suspected.get(key), count };
  }

  /** A new id. The store is told, so that nobody looks for what cannot be there. */
  private newInstance(reg: number): string {
    const { chain, random } = this.ports;
    const id = newId(random);
    chain.drawn?.(reg, id);
    return id;
  }

  /** A move, in the turn of its instance. One that waits for dockets which this node lacks lets the others go first. */
  private inTurn<T>(of: Pick<Placed, 'registerId' | 'instanceId'>, move: () => Promise<T | readonly Issue[]>) {
    const turn = () => this.turns.take(turnOf(of), move);
    return this.ports.ledger.atHead(of.registerId, turn, issuesOf);
  }

  /** A move in an instance that has begun. */
  private onRecord<T>(of: Pick<Placed, 'registerId' | 'instanceId'>, move: OnRecord<T>): Promise<T | readonly Issue[]> {
    return this.inTurn(of, () =>
      sealedAnew(async () => {
        const record = await this.record(of);
        return isIssue(record) ? [record] : move(record);
      }),
    );
  }

  /** One move of an action, from what the ledger has now. */
  private async act(
    at: RegisterPlace,
    ask: Placed,
    { steps, isNew, isAgain }: { readonly steps: ActionSteps; readonly isNew: boolean; readonly isAgain: boolean },
  ): Promise<ActionOutcome | Deferred | readonly Issue[]> {
    // An id that was drawn a moment ago is nobody's: what is not there costs a read of the disk.
    const begun = !isNew && instanceAt(this.ports.chain.view(at.reg), ask.instanceId) !== undefined;
    const record = begun ? await readInstance(this.ports, at, ask.instanceId) : undefined;
    if (isIssue(record)) return [record];
    const seen = record && (await this.open(record, ask.by));
    if (isIssue(seen)) return [seen];
    const isSettling =
      ask.vote &&
      record &&
      votingIn(this.ports.chain.view(at.reg), record, { action: Number(ask.actionId), atMs: this.ports.clock.now() })
        ?.settles;
    const known = record && seen && !isSettling && repeatedAction(record, seen, ask);
    if (known) return known;
    const asked = { ...ask, sender: ask.by.address, nowMs: this.ports.clock.now() };
    const place = record ? followingPlace(record, asked) : this.opening(at, asked, isNew);
    if (isIssue(place)) return [place];
    const { planned, publicationTxId } = place;
    const doing = { instanceId: ask.instanceId, instance: record?.row, wallet: ask.by.address };
    const view = this.ports.chain.view(at.reg);
    const casting = { wallet: ask.by.address, action: planned.action.id, atMs: asked.nowMs };
    const cast = place.vote && { ...place.vote, ...casting };
    const early = apartProblem(view, place, doing) ?? (cast && record && votedProblem(view, record, cast));
    if (early) return [early];
    const owed = record && owedTo(view, record, { wallet: ask.by.address, role: planned.sender.id });
    const kept = record?.row.language === 2 ? keptRuns(record.row) : [];
    const acceptSuspect = [...(ask.acceptSuspect ?? []), ...kept];
    const suspected = seen && refusalOf(place, seen, { acceptSuspect, ...(owed && { owed }) });
    if (suspected) return [suspected];
    const result = executeFor({ ask, place, record, seen, rowOf: rowsIn(view), nowMs: asked.nowMs });
    if (isIssues(result)) return result;
    const beyond = beyondProblem(place, result.data);
    if (beyond) return [beyond];
    // A credential that was shown for this very move is shown once.
    const refused = isAgain ? [] : await gateProblems(this.ports.gate, { ...ask, publicationTxId }, planned);
    if (refused.length > 0) return refused;
    const made = await this.made(
      moveOf(this.ports.chain.view(at.reg), asked, { reg: at.reg, place, executed: result, record }),
      place,
      steps,
    );
    if (isIssues(made) || 'status' in made) return made;
    this.ports.ownRuns?.add(made.txId);
    return this.send(at, ask, { tx: made, place, executed: result });
  }

  /** Sealed and signed, unless whoever follows it lets it go no further. */
  private async made(move: UnsealedMove, { plan }: PlannedPlace, steps: ActionSteps): Promise<Made> {
    const sealing = await sealingOf(this.ports, move);
    if (isIssues(sealing)) return sealing;
    const unfit = (await steps.check?.()) ?? [];
    if (unfit.length > 0) return unfit;
    const work = workOf(move, plan, sealing);
    if (!steps.proceed(work)) {
      const problems = 'classes' in sealing ? cellSealingProblems(sealing) : sealingProblems(sealing);
      return problems.length > 0 ? problems : { status: 'deferred', work };
    }
    const ask = askOf(this.ports, move, sealing);
    const sealed = await (steps.seal?.(ask) ?? this.sealedSoon(ask));
    if (isIssues(sealed)) return sealed;
    steps.sealed?.();
    const tx = await signSealed(this.ports, move.by, sealed);
    const problems = isIssues(tx) ? tx : ((await steps.signed?.(tx)) ?? []);
    return problems.length > 0 ? problems : tx;
  }

  /** Sealed within a moment, for which a docket may wait. */
  private async sealedSoon(ask: SealingAsk) {
    const arrived = this.ports.ledger.expect(ask.draft.registerId);
    try {
      return await this.ports.sealer.seal(ask);
    } finally {
      // Also where no thread can be started: what is expected for good makes every docket wait.
      arrived();
    }
  }

  /** The place of a starting action: under a new id, or in an instance that was opened here with its definition. */
  private opening(
    at: RegisterPlace,
    ask: Placed & Pick<OpeningAsk, 'sender' | 'nowMs'>,
    isNew: boolean,
  ): PlannedPlace | Issue {
    const view = this.ports.chain.view(at.reg);
    if (isNew) return startingPlace(view, ask);
    const opened = this.ports.openings.find(ask.instanceId);
    if (opened?.registerId !== at.registerId) return instanceNotFound();
    const pin = opened.publicationTxId;
    if (opened.blueprintId !== ask.blueprintId || (ask.publicationTxId !== undefined && ask.publicationTxId !== pin))
      return issue('INSTANCE_PIN_MISMATCH', '/blueprintId', 'The instance was opened with another definition.');
    return startingPlace(view, { ...ask, publicationTxId: pin });
  }

  private async send(
    at: RegisterPlace,
    ask: Placed,
    { tx, place, executed }: { tx: Transaction; place: PlannedPlace; executed: Executed },
  ): Promise<ActionOutcome | readonly Issue[]> {
    const outcome = await this.submitted(tx, ask);
    if (outcome.status === 'refused') return ofSent(outcome.issues);
    const isSealed = outcome.status === 'sealed';
    const view = this.ports.chain.view(at.reg);
    const row = isSealed ? instanceAt(view, ask.instanceId) : undefined;
    const cast = isSealed && place.vote ? rowsIn(view)(tx.txId) : undefined;
    const led = cast?.vote?.led;
    const { plan } = place;
    const next = led ? nextOf(plan, tx.header, cast).map((actionId) => ({ actionId })) : executed.decision.nextActions;
    const calculations = executed.calculated.map((field) => [field, executed.data[field]] as const);
    return {
      transactionId: tx.txId,
      instanceId: ask.instanceId,
      status: outcome.status,
      nextActions: withWaits(nextActionsOf(plan, next), { row, plan, txId: tx.txId }),
      ...(led && { decided: led }),
      calculations: Object.fromEntries(calculations) as JsonObject,
      isComplete: row !== undefined && !isGoing(row),
    };
  }

  /** Seals, signs and submits what takes an instance back or ends it. */
  private async end(
    record: InstanceRecord,
    ask: RejectionAsk | CancellationAsk,
    ending: InstanceEnding | Rejecting,
  ): Promise<RejectionOutcome | readonly Issue[]> {
    const tx = await signedMove(this.ports, endingMove(this.ports, record, { ask, ending }));
    if (isIssues(tx)) return tx;
    const outcome = await this.submitted(tx, ask);
    if (outcome.status === 'refused') return ofSent(outcome.issues);
    const target = 'target' in ending && record.plan ? nextActionOf(record.plan, ending.target) : undefined;
    return { transactionId: tx.txId, instanceId: record.id, status: outcome.status, ...(target && { target }) };
  }

  private async submitted(tx: Transaction, { waitMs, by: { from } }: Pick<Placed, 'waitMs' | 'by'>) {
    const how = { priority: 'Normal', waitMs, ...(from !== undefined && { from }) } as const;
    const outcome = await this.ports.ledger.submit(tx, how);
    if (outcome.status === 'sealed' && hasCarriers(tx)) this.ports.sealer.carried(tx.txId);
    return outcome;
  }

  private open(record: InstanceRecord, reader: Acting): Promise<Visible | Issue> {
    return readRecord(this.ports, record, reader);
  }

  private async record(of: Pick<Placed, 'registerId' | 'instanceId'>): Promise<InstanceRecord | Issue> {
    const at = this.place(of.registerId);
    return isIssue(at) ? at : readInstance(this.ports, at, of.instanceId);
  }

  private place(registerId: string): RegisterPlace | Issue {
    const record = this.ports.ledger.register(registerId);
    if (!record || record.purging)
      return { code: 'REGISTER_NOT_FOUND', path: '/registerId', message: 'This node does not have the register.' };
    return { registerId, reg: record.reg };
  }
}

type Made = Transaction | Deferred | readonly Issue[];

/** By register too: whoever begins an instance chooses its name, and keeps nobody waiting on another register. */
function turnOf({ registerId, instanceId }: Pick<Placed, 'registerId' | 'instanceId'>): string {
  return `${registerId} ${instanceId}`;
}
