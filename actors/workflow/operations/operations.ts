// The operations of a node: which submission becomes one, and what is told of it. The driver that runs them is
// supervised: one that fails is followed by another, which goes on from the disk. A small action is submitted while its
// caller waits, and leaves nothing here.
import { type Actor, createActor } from 'xstate';
import { type Issue, issue } from '../../../core/base/issue.js';
import {
  ENCRYPTED_AT_ONCE_BYTES_MAX,
  ENCRYPTED_AT_ONCE_RECIPIENTS_MAX,
  OPERATIONS_NODE_MAX,
  OPERATIONS_WALLET_MAX,
} from '../../../core/base/limits/node/operations.js';
import type { Random, Timer } from '../../../core/base/ports.js';
import { Shares } from '../../../core/base/queues/shares.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import type { Journal } from '../../../storage/engine/journal.js';
import { newId } from '../../../storage/secrets/new-wallet.js';
import type { OperationRecord } from '../../../storage/tables/workflow/operations.js';
import { offlineIssue } from '../../ledger/registry.js';
import { RESTART_POLICY, type Supervised, supervisor } from '../../supervisor.js';
import type { ActionAsk, ActionOutcome, ActionWork } from '../moves/action/ask.js';
import type { OperationPorts } from './driver-ports.js';
import { askText, sameText } from './operation-ask.js';
import { OperationDriver } from './operation-driver.js';
import type { OperationStarted, Operations, OperationView, SubmissionManner } from './operation-ports.js';
import { turnOf } from './operation-rights.js';
import { operationView } from './operation-steps.js';

export interface OperationHostPorts extends OperationPorts {
  readonly journal: Pick<Journal, 'commit' | 'whenDrained'>;
  readonly random: Pick<Random, 'bytes'>;
}

export class OperationHost implements Operations {
  private readonly ports: OperationHostPorts;
  private driver: OperationDriver | undefined;
  private actor: Actor<typeof supervisor> | undefined;

  constructor(ports: OperationHostPorts) {
    this.ports = ports;
  }

  /** Goes on with what an earlier run of the node has left. */
  start(): void {
    const { clock, journal } = this.ports;
    const input: Supervised<OperationDriver> = {
      policy: RESTART_POLICY,
      steady: () => clock.steady(),
      open: (fail) => new OperationDriver(this.ports, fail),
      discard: (driver) => driver.discard(),
      whenSettled: () => journal.whenDrained(),
      onLive: (driver) => {
        this.driver = driver;
      },
      onDown: (error) => this.down(error, 'Operations failed and go on from the disk.'),
      onHalted: (error) => this.down(error, 'Operations failed too often and are halted until the node is restarted.'),
    };
    this.actor = createActor(supervisor, {
      input,
      clock: {
        setTimeout: (run, delayMs) => clock.setTimer(() => run(), delayMs),
        clearTimeout: (timer: Timer | undefined) => timer?.cancel(),
      },
    });
    this.actor.subscribe({ error: (error) => this.down(error, 'The supervisor of operations failed.') });
    this.actor.start();
  }

  /** An action that is being encrypted ends or is left as it is stored. */
  async stop(): Promise<void> {
    const { actor } = this;
    this.driver = undefined;
    if (actor?.getSnapshot().status !== 'active') return;
    await new Promise<void>((resolve) => {
      actor.subscribe({ complete: resolve, error: () => resolve() });
      actor.send({ type: 'STOP' });
    });
  }

  /** True after too many failures: nothing is encrypted in the background until the node is restarted. */
  get isHalted(): boolean {
    return this.actor?.getSnapshot().value === 'halted';
  }

  /** Operations that have not ended. */
  get unfinished(): number {
    return this.driver?.records.length ?? 0;
  }

  async submit(ask: ActionAsk, manner: SubmissionManner): Promise<Result<ActionOutcome | OperationStarted>> {
    const again = await this.underWay(ask, manner);
    if (again) return again;
    const outcome = await this.ports.workflow.carry(ask, {
      ...{ check: manner.check, ...(manner.keep && { keep: manner.keep }) },
      proceed: (work) => !manner.background && !isLarge(work),
    });
    if (isFailure(outcome) || outcome.status !== 'deferred') return outcome;
    return manner.keep ? fail(IS_LARGE) : this.begin(ask, manner, outcome.work);
  }

  find(operationId: string): OperationView | undefined {
    const record = this.ports.store.find(operationId);
    return record && this.view(record);
  }

  ofWallet(wallet: string): readonly OperationView[] {
    return this.ports.store.ofWallet(wallet).map((record) => this.view(record));
  }

  /** Asks are compared only while something is under way: no other caller pays for it. */
  private async underWay(ask: ActionAsk, manner: SubmissionManner): Promise<OperationStarted | undefined> {
    const { driver, ports } = this;
    await driver?.ready;
    if (!driver || driver.records.length === 0) return undefined;
    const known = driver.same(ports.store.digest(sameText(ask, manner)));
    await known?.stored;
    return known && startedView(known.record, []);
  }

  private async begin(ask: ActionAsk, manner: SubmissionManner, work: ActionWork): Promise<Result<OperationStarted>> {
    const { driver, ports } = this;
    if (!driver) return fail(issue('NODE_UNAVAILABLE', '', 'Operations are being opened again. Try again shortly.'));
    const register = ports.ledger.register(ask.registerId);
    if (register?.status === 'OFFLINE') return fail({ ...offlineIssue(register), path: '/registerId' });
    const text = askText(ask);
    const digest = ports.store.digest(sameText(ask, manner));
    const twin = driver.same(digest);
    if (twin) {
      await twin.stored;
      return startedView(twin.record, work.nextActions);
    }
    // Nothing waits from here to the place that the driver gives it: of two that come at once, the second finds the
    // first.
    const { wallet, address } = ask.by;
    const full = roomProblem(driver.records, { wallet: wallet.address, asker: manner.asker });
    if (full) return fail(full);
    const record: OperationRecord = {
      operationId: newId(ports.random),
      wallet: wallet.address,
      sender: address,
      asker: manner.asker,
      trace: ask.by.trace,
      registerId: ask.registerId,
      blueprintId: ask.blueprintId,
      actionId: ask.actionId,
      instanceId: work.instanceId,
      recipients: work.recipients,
      groups: work.groups,
      digest,
      state: 'Queued',
      createdAtMs: ports.clock.now(),
    };
    const chunks = (ask.files ?? []).flatMap(({ reference }) => reference.chunks);
    await driver.add(record, { text, chunks });
    return startedView(record, work.nextActions);
  }

  private view(record: OperationRecord): OperationView {
    // An operation that is under way is known to the driver before the disk has it.
    const live = this.driver?.progress(record.operationId);
    return operationView(live?.record ?? record, live);
  }

  private down(error: unknown, message: string): void {
    this.driver = undefined;
    this.ports.log.error({ err: error }, message);
  }
}

const IS_LARGE = issue(
  'STANDING_GRANT_NEEDED',
  '',
  'The action is encrypted in the background, which asks its person.',
);

function isLarge({ bytes, groups, recipients }: ActionWork): boolean {
  return bytes * groups > ENCRYPTED_AT_ONCE_BYTES_MAX || recipients > ENCRYPTED_AT_ONCE_RECIPIENTS_MAX;
}

/** OPERATIONS_FULL: an organisation has no more of them than are free, so that one is left for the next. */
function roomProblem(
  records: readonly OperationRecord[],
  { wallet, asker }: Pick<OperationRecord, 'wallet' | 'asker'>,
): Issue | undefined {
  const full = (what: string) => issue('OPERATIONS_FULL', '', `${what} Wait for one of them to end.`);
  const free = OPERATIONS_NODE_MAX - records.length;
  if (free <= 0) return full('This node encrypts as many actions as it may.');
  if (records.filter((item) => item.wallet === wallet).length >= OPERATIONS_WALLET_MAX)
    return full(`The wallet has ${OPERATIONS_WALLET_MAX} operations.`);
  const shares = new Shares();
  for (const item of records) shares.count(turnOf(item.asker), 1);
  if (shares.fits(turnOf(asker), 1, free)) return undefined;
  return full('Your organisation has as many operations as are free on this node.');
}

function startedView(
  { operationId, instanceId }: OperationRecord,
  nextActions: OperationStarted['nextActions'],
): OperationStarted {
  return { status: 'started', operationId, instanceId, nextActions };
}
