// Rehearsals of drafts: the real workflow on the sandbox register, with a wallet for each role. Everything that
// happened is read from that register, so that a crash or a restart at any moment loses nothing: a rehearsal that is
// behind its instance catches up when it is next looked at. Its pass is for the behaviour that the draft had when it
// began.
import { type Issue, issue } from '../../core/base/issue.js';
import {
  REHEARSALS_PER_BLUEPRINT_MAX,
  REHEARSALS_PER_ORGANISATION_MAX,
} from '../../core/base/limits/node/rehearsals.js';
import type { Random } from '../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import type { Definition } from '../../core/blueprint/definition/types.js';
import { asChecked } from '../../core/blueprint/definition/without-nulls.js';
import type { RunFacts } from '../../core/blueprint/logic/facts.js';
import { planOf } from '../../core/blueprint/plan/plan.js';
import { publishedDefinition } from '../../core/instance/publications.js';
import { instanceAt } from '../../core/instance/rows.js';
import { withClaims } from '../../core/instance/runs/claims.js';
import type { ChainStore } from '../../storage/chain/chain-store.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type { Keystore } from '../../storage/secrets/keystore.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { Blueprints } from '../../storage/tables/workflow/blueprints.js';
import type { InstanceOpenings } from '../../storage/tables/workflow/instances.js';
import {
  dueAtMs,
  type Rehearsal,
  type RehearsalDue,
  type RehearsalName,
  type RehearsalStore,
} from '../../storage/tables/workflow/rehearsals.js';
import type { Ledger } from '../ledger-port.js';
import type { Acting } from '../workflow/encryption/acting.js';
import { readInstance } from '../workflow/instance/instance-record.js';
import type { Workflow } from '../workflow/ports.js';
import { actingAs, castOf, keysOf, withCast } from './cast.js';
import { confirmWaiting } from './confirming.js';
import { deliverOpened } from './delivering.js';
import type {
  RehearsalCounts,
  RehearsalMove,
  RehearsalRejection,
  RehearsalStart,
  RehearsalSubmission,
  Rehearsals,
  RehearsalView,
} from './ports.js';
import type { Sandboxes } from './sandbox.js';
import { prepareForGates, showAtGates } from './showing.js';
import { line, linesOf, withLines } from './telling.js';
import { beginning, isOwn, type Planned, type WalkedRehearsal, walkOf } from './walk.js';

export interface RehearsalPorts {
  readonly clock: { now(): number };
  readonly random: Pick<Random, 'bytes'>;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly store: RehearsalStore;
  readonly sandboxes: Pick<Sandboxes, 'ready' | 'publish' | 'nameVerifier'>;
  readonly workflow: Pick<Workflow, 'prepare' | 'submit' | 'visible' | 'move' | 'instance'>;
  readonly openings: Pick<InstanceOpenings, 'add'>;
  readonly blueprints: Pick<Blueprints, 'putPass'>;
  readonly keystore: Pick<Keystore, 'mint' | 'signFormatted' | 'useToOpen' | 'forget'>;
  readonly ledger: Pick<Ledger, 'register'>;
  readonly chain: Pick<ChainStore, 'view' | 'byInstance' | 'transaction' | 'lasting'>;
  readonly counts: RehearsalCounts | null;
}

/** A rehearsal with where its instance stands; no walk where the sandbox is gone, or the instance not its own. */
interface Standing {
  readonly rehearsal: Rehearsal;
  readonly walk: WalkedRehearsal | undefined;
  readonly planned: Planned | undefined;
}

/** How long a step waits for its seal: a sandbox has one validator, which is this node. */
const SEAL_WAIT_MS = 10_000;
/** Rehearsals that one sweep looks at. */
const SWEPT_MAX = 100;
const MEDDLED = 'A wallet without one of its roles acted in its instance: this is not a walk through the draft.';

export class RehearsalHost implements Rehearsals {
  private readonly ports: RehearsalPorts;
  private readonly mutex = new TaskScheduler(MUTEX);

  constructor(ports: RehearsalPorts) {
    this.ports = ports;
  }

  async start(ask: RehearsalStart): Promise<Result<RehearsalView>> {
    const { organisationId, by: caller } = ask;
    const sandboxRegisterId = await this.ports.sandboxes.ready({ organisationId, caller });
    if (isFailure(sandboxRegisterId)) return sandboxRegisterId;
    // A start at a time in an organisation: room is counted and taken in one turn. They wait for the sandbox together,
    // not one after the other.
    return this.mutex.run(`org/${ask.organisationId}`, () => this.begin(ask, sandboxRegisterId));
  }

  private async begin(ask: RehearsalStart, sandboxRegisterId: string): Promise<Result<RehearsalView>> {
    const leaving = await this.room(ask);
    if (isFailure(leaving)) return leaving;
    const begun = await this.prepare(ask, sandboxRegisterId);
    if (isFailure(begun)) return begun;
    const { rehearsal, ops } = begun;
    // In its own turn: somebody may have looked at it meanwhile.
    if (leaving) await this.discard(leaving);
    await this.ports.commit(ops);
    this.ports.counts?.rehearsalBegun();
    return this.turn(rehearsal, (standing) => this.viewOf(standing));
  }

  async list(organisationId: string, blueprintId: string): Promise<readonly Rehearsal[]> {
    const rows = await this.ports.store.of(organisationId, blueprintId, REHEARSALS_PER_BLUEPRINT_MAX);
    return [...rows].sort((a, b) => b.startedAtMs - a.startedAtMs);
  }

  read(name: RehearsalName): Promise<Result<RehearsalView>> {
    return this.turn(name, (standing) => this.viewOf(standing));
  }

  switchRole(name: RehearsalName, role: string): Promise<Result<RehearsalView>> {
    return this.turn<Result<RehearsalView>>(name, async (standing) => {
      const { rehearsal } = standing;
      if (!rehearsal.roles.includes(role))
        return fail(issue('REHEARSAL_ROLE_UNKNOWN', '/role', `The roles are ${rehearsal.roles.join(', ')}.`));
      return this.viewOf({ ...standing, rehearsal: await this.touch(rehearsal, { currentActingRole: role }) });
    });
  }

  submit(name: RehearsalName, step: RehearsalSubmission): Promise<Result<RehearsalView>> {
    return this.move(name, step, async (rehearsal, by) => {
      const { blueprintId, publicationTxId, currentActingRole: role } = rehearsal;
      const asked = { ...this.placeOf(rehearsal, step), blueprintId, publicationTxId, by, payload: step.payload };
      const ask = { ...asked, ...(step.vote && { vote: { vote: step.vote, role } }) };
      const prepared = await showAtGates(this.ports, rehearsal, ask);
      return isFailure(prepared) ? prepared : this.ports.workflow.submit({ ...ask, ...(prepared && { prepared }) });
    });
  }

  reject(name: RehearsalName, step: RehearsalRejection): Promise<Result<RehearsalView>> {
    const { reason, fieldErrors } = step;
    return this.move(name, step, async (rehearsal, by) =>
      rehearsal.told === 0
        ? fail(issue('REHEARSAL_STEP_REFUSED', '/actionId', 'Nothing is done yet, so there is nothing to reject.'))
        : this.ports.workflow.move('Rejection', { ...this.placeOf(rehearsal, step), by, reason, fieldErrors }),
    );
  }

  async discard(name: RehearsalName): Promise<void> {
    await this.mutex.run(name.rehearsalId, async () => {
      const value = this.ports.store.find(name);
      if (!value) return;
      // A pass that it has earned stays; what cannot be read goes all the same.
      const before = await this.standing(value, value.startedBy).then(
        ({ rehearsal }) => rehearsal,
        () => value,
      );
      await this.ports.commit(this.forget(before));
      if (before.outcome === 'InProgress') this.countEnd({ ...before, outcome: 'Abandoned' });
    });
  }

  async sweep(nowMs: number): Promise<void> {
    const failures: unknown[] = [];
    for (const due of await this.ports.store.due(nowMs, SWEPT_MAX))
      try {
        await this.swept(due, nowMs);
      } catch (error) {
        failures.push(error);
      }
    // A rehearsal that cannot be read keeps the wallets of no other.
    if (failures.length > 0) throw failures[0];
  }

  private async swept(due: RehearsalDue, nowMs: number): Promise<void> {
    const { commit, store } = this.ports;
    const value = await this.turn(due, async ({ rehearsal }) => {
      if (dueAtMs(rehearsal) !== due.atMs) return commit([store.undue(due)]);
      if (rehearsal.wallets.length === 0) return commit(this.forget(rehearsal));
      const outcome = rehearsal.outcome === 'InProgress' ? 'Abandoned' : rehearsal.outcome;
      const message = 'It was not continued for a day: the wallets of the roles are gone.';
      const after = withLines({ ...rehearsal, outcome, wallets: [] }, [line(nowMs, 'Info', message)]);
      await commit([...store.change(rehearsal, after), ...this.keysGone(rehearsal)]);
      if (outcome !== rehearsal.outcome) this.countEnd(after);
    });
    if (isFailure(value)) await commit([store.undue(due)]);
  }

  /** A new rehearsal with its wallets, its publication in the sandbox and its instance. */
  private async prepare(ask: RehearsalStart, sandboxRegisterId: string) {
    const { clock, openings, random, sandboxes, store } = this.ports;
    const { organisationId, blueprintId, execDefHash, hasCycles, by } = ask;
    const definition = asChecked(ask.definition as unknown as Definition);
    const cast = await castOf(this.ports, definition);
    if (isFailure(cast)) return cast;
    const problem = await prepareForGates(this.ports, { registerId: sandboxRegisterId, wallets: cast.wallets });
    if (problem) return problem;
    const publicationTxId = await sandboxes.publish(sandboxRegisterId, {
      blueprintId,
      definition: withCast(ask.definition, cast.wallets),
      caller: by,
    });
    if (isFailure(publicationTxId)) return publicationTxId;
    const { current, steps } = beginning({ definition, plan: planOf(definition) });
    const roles = definition.participants.map(({ id }) => id);
    const first = current[0]?.participantId ?? (roles[0] as string);
    const nowMs = clock.now();
    const rehearsal: Rehearsal = {
      ...{ organisationId, blueprintId, execDefHash, hasCycles, sandboxRegisterId, publicationTxId },
      rehearsalId: newId(random),
      instanceId: newId(random),
      startedBy: by,
      startedAtMs: nowMs,
      touchedAtMs: nowMs,
      roles,
      currentActingRole: first,
      outcome: 'InProgress',
      wallets: cast.wallets,
      steps,
      log: [line(nowMs, 'Info', `The rehearsal begins with a wallet for each of ${roles.join(', ')}; ${first} acts.`)],
      told: 0,
    };
    const { instanceId } = rehearsal;
    const opening = { instanceId, blueprintId, publicationTxId, organisationId, registerId: sandboxRegisterId };
    const opened = openings.add({ ...opening, openedBy: `rehearsals of ${organisationId}`, openedAtMs: nowMs });
    return { rehearsal, ops: [...cast.ops, ...store.change(undefined, rehearsal), ...opened] };
  }

  /**
   * The rehearsal that has to go to make room for one more: the one that ended first. REHEARSALS_FULL when all are
   * under way.
   */
  private async room({ organisationId, blueprintId }: RehearsalStart): Promise<Result<RehearsalName | undefined>> {
    const all = await this.ports.store.of(organisationId, undefined, REHEARSALS_PER_ORGANISATION_MAX);
    const same = all.filter((item) => item.blueprintId === blueprintId);
    const crowded = same.length >= REHEARSALS_PER_BLUEPRINT_MAX ? same : all;
    if (crowded === all && all.length < REHEARSALS_PER_ORGANISATION_MAX) return undefined;
    const [oldest] = crowded
      .filter(({ outcome }) => outcome !== 'InProgress')
      .sort((a, b) => a.touchedAtMs - b.touchedAtMs);
    if (oldest) return oldest;
    const max = crowded === same ? REHEARSALS_PER_BLUEPRINT_MAX : REHEARSALS_PER_ORGANISATION_MAX;
    return fail(issue('REHEARSALS_FULL', '', `${max} rehearsals are under way: finish one, or discard one.`));
  }

  private move(
    name: RehearsalName,
    step: RehearsalMove,
    act: (rehearsal: Rehearsal, by: Acting) => Promise<Result<object>>,
  ): Promise<Result<RehearsalView>> {
    return this.turn<RehearsalView>(name, async (standing) => {
      const { rehearsal: before } = standing;
      const opened = await deliverOpened(this.ports, standing, SEAL_WAIT_MS);
      const rehearsal = opened.length === 0 ? before : await this.save(before, withLines(before, opened));
      const by = actorOf(standing, step.actionId);
      const made = isFailure(by) ? by : await act(rehearsal, by);
      if (isFailure(made)) {
        const nowMs = this.ports.clock.now();
        const lines = made.issues.map(({ path, message }) =>
          line(nowMs, 'Error', path === '' ? message : `${path}: ${message}`),
        );
        await this.save(rehearsal, withLines({ ...rehearsal, touchedAtMs: nowMs }, lines));
        return made;
      }
      const waits = 'status' in made && made.status === 'pending';
      const pending = waits
        ? [line(this.ports.clock.now(), 'Info', 'The step is accepted and waits for its seal.')]
        : [];
      const silent = waits ? [] : await confirmWaiting(this.ports, rehearsal, SEAL_WAIT_MS);
      const touched = await this.touch(rehearsal, withLines(rehearsal, [...pending, ...silent]));
      return this.viewOf(await this.standing(touched, step.by));
    });
  }

  private placeOf(rehearsal: Rehearsal, { actionId, previousTransactionId }: RehearsalMove) {
    return {
      registerId: rehearsal.sandboxRegisterId,
      instanceId: rehearsal.instanceId,
      actionId: String(actionId),
      previousTransactionId,
      externalRecipientKeys: keysOf(rehearsal),
      waitMs: SEAL_WAIT_MS,
    };
  }

  /** Work on one rehearsal, caught up with its instance, after all other work on it. REHEARSAL_NOT_FOUND. */
  private turn<T>(name: RehearsalName, work: (standing: Standing) => Promise<Result<T>>): Promise<Result<T>> {
    return this.mutex.run(name.rehearsalId, async (): Promise<Result<T>> => {
      const value = this.ports.store.find(name);
      if (!value) return fail(issue('REHEARSAL_NOT_FOUND', '/rehearsalId', 'Your organisation has no such rehearsal.'));
      return work(await this.standing(value, value.startedBy));
    });
  }

  /** Where the rehearsal stands on the ledger, made durable where it is news; the pass with it. */
  private async standing(rehearsal: Rehearsal, by: string): Promise<Standing> {
    const { chain, clock, keystore, ledger } = this.ports;
    const { blueprintId, instanceId, publicationTxId, sandboxRegisterId: registerId } = rehearsal;
    const register = ledger.register(registerId);
    const view = register && !register.purging ? chain.view(register.reg) : undefined;
    const definition = view && publishedDefinition(view, blueprintId, publicationTxId);
    const nowMs = clock.now();
    if (!register || !view || !definition) {
      const reason = 'The sandbox register of this rehearsal is gone.';
      const after = await this.settle(rehearsal, { outcome: 'Failed', reason }, { by, lines: [] });
      return { rehearsal: after, walk: undefined, planned: undefined };
    }
    const planned = { definition, plan: planOf(definition) };
    const record = instanceAt(view, instanceId)
      ? await readInstance({ chain }, { registerId, reg: register.reg }, instanceId)
      : undefined;
    if (!record || isFailure(record)) return { rehearsal, walk: beginning(planned), planned };
    const isHeld = rehearsal.wallets.length > 0;
    if (isHeld && !isOwn(rehearsal, record)) {
      const after = await this.settle(rehearsal, { outcome: 'Failed', reason: MEDDLED }, { by, lines: [] });
      return { rehearsal: after, walk: undefined, planned };
    }
    const walk = walkOf(planned, record, { view, nowMs, hasCycles: rehearsal.hasCycles });
    const lines = await linesOf({ chain, keystore }, rehearsal, { planned, record });
    const facts = { ...rehearsal, steps: walk.steps, told: record.transactions.length };
    const isNews = isHeld && (record.transactions.length > rehearsal.told || walk.outcome !== 'InProgress');
    const after = isNews ? await this.settle(rehearsal, walk, { by, lines, told: facts }) : rehearsal;
    return { rehearsal: after, walk, planned };
  }

  private async settle(
    before: Rehearsal,
    { outcome, reason }: Pick<WalkedRehearsal, 'outcome' | 'reason'>,
    news: { readonly by: string; readonly lines: Rehearsal['log']; readonly told?: Rehearsal },
  ): Promise<Rehearsal> {
    const { blueprints, clock, commit, store } = this.ports;
    const nowMs = clock.now();
    const ends = before.outcome === 'InProgress' && outcome !== 'InProgress';
    if (!ends && news.lines.length === 0) return before;
    const closing = ends ? [line(nowMs, outcome === 'Passed' ? 'Info' : 'Error', reason)] : [];
    const facts = withLines(news.told ?? before, [...news.lines, ...closing]);
    const after = ends ? { ...facts, outcome } : facts;
    const { organisationId, blueprintId, execDefHash } = before;
    const pass = { blueprintId, execDefHash, by: news.by, atMs: nowMs };
    const passed = ends && outcome === 'Passed' ? [blueprints.putPass(organisationId, pass)] : [];
    await commit([...store.change(before, after), ...passed]);
    if (ends) this.countEnd(after);
    return after;
  }

  private touch(rehearsal: Rehearsal, change: Partial<Rehearsal>): Promise<Rehearsal> {
    return this.save(rehearsal, { ...rehearsal, ...change, touchedAtMs: this.ports.clock.now() });
  }

  private async save(before: Rehearsal, after: Rehearsal): Promise<Rehearsal> {
    await this.ports.commit(this.ports.store.change(before, after));
    return after;
  }

  private forget(rehearsal: Rehearsal): readonly KvOp[] {
    return [...this.ports.store.change(rehearsal, undefined), ...this.keysGone(rehearsal)];
  }

  private keysGone({ wallets }: Rehearsal): readonly KvOp[] {
    return wallets.map(({ address }) => this.ports.keystore.forget(address));
  }

  private countEnd({ outcome, startedAtMs }: Rehearsal): void {
    if (outcome === 'InProgress') return;
    this.ports.counts?.rehearsalEnded(outcome, Math.max(0, this.ports.clock.now() - startedAtMs) / 1000);
  }

  private async viewOf({ rehearsal, walk }: Standing): Promise<RehearsalView> {
    const by = actingAs(rehearsal, rehearsal.currentActingRole);
    const seen =
      by && walk && (await this.ports.workflow.visible(rehearsal.sandboxRegisterId, rehearsal.instanceId, by));
    const currentActions = rehearsal.outcome === 'InProgress' && walk ? walk.current : [];
    const shown = isFailure(seen) || !seen ? undefined : seen;
    const inForce = shown?.runs?.filter(({ isInForce }) => isInForce) ?? [];
    const runs = inForce.map(({ txId, action, data, claims = {} }): RunFacts => {
      return { txId, action, data: withClaims(data, claims) };
    });
    return { rehearsal, currentActions, data: by && walk && (shown?.fields ?? {}), runs };
  }
}

/** The wallet that does the action, if the acting role may; REHEARSAL_STEP_REFUSED with the reason. */
function actorOf({ rehearsal, planned, walk }: Standing, actionId: number): Result<Acting> {
  const refusal = (path: string, message: string): Issue => issue('REHEARSAL_STEP_REFUSED', path, message);
  const action = planned?.plan.actions.get(String(actionId));
  const { currentActingRole: role, outcome } = rehearsal;
  if (!planned) return fail(refusal('', 'The sandbox register of this rehearsal is gone: begin another one.'));
  if (!walk) return fail(refusal('', `${MEDDLED} Begin another one.`));
  if (!action) return fail(refusal('/actionId', 'The definition has no such action.'));
  const roles = action.approval ? [...action.approval.voters.keys()] : [action.sender.id];
  if (!roles.includes(role))
    return fail(
      refusal('/actionId', `The action is that of ${roles.join(', ')}, and you act as ${role}: switch the role first.`),
    );
  const by = actingAs(rehearsal, role);
  // A workflow that goes in circles could go on; what is over answers repeats and nothing else.
  if (!by || (outcome !== 'InProgress' && walk.steps.some(({ status }) => status === 'Current')))
    return fail(refusal('', `The rehearsal is over (${outcome}): begin another one.`));
  return by;
}
