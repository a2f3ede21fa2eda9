// Runs operations for whatever carries a call: the rules of all operations in their order, and nothing of a transport.
// A route of HTTP, a method of a hub and a program in this process come in here: none of them can leave out a rule. In
// two halves, because over HTTP the body arrives between them: `admit`, then `perform`. The hot path makes one outcome
// and no promise of its own.
import type { Issue } from '../../core/base/issue.js';
import { issue } from '../../core/base/issue.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { StoreError } from '../../storage/engine/fault.js';
import { ANONYMOUS, callerKey } from '../auth/caller.js';
import { orFailure } from '../client/published/call-results.js';
import type {
  OperationAnswer,
  OperationCalls,
  OperationId,
  OperationInput,
} from '../client/published/operation-calls.js';
import { type AnyRoute, type ApiCall, isAnsweredAt, Refusal } from '../define.js';
import type { ApiDeps } from '../deps/deps.js';
import type { ErrorFamilyName } from '../errors/families/families.js';
import type { PoolRefusals } from '../errors/pool-refusals.js';
import type { Repeats, Running } from '../requests/idempotency.js';
import { type IncomingCall, LocalCall, type TracedCall } from '../requests/incoming.js';
import { type CallOutcome, JSON_TYPE, type RefusalManner, refusalIn, refusedOutcome } from '../requests/outcome.js';
import type { RequestScheduler } from '../requests/request-scheduler.js';
import { type Admission, type AdmissionPorts, admit } from './admission.js';
import { readBody } from './body.js';
import { callOf } from './call.js';
import { portsOfReads } from './effects.js';
import { type LocalCaller, localRequest, valueIn } from './local-call.js';
import { type ApiOperation, after, type WriteAnswer } from './operation.js';
import { readRegister } from './reads.js';

export interface DispatcherPorts {
  readonly deps: ApiDeps;
  /** Cap of `Prefer: wait`. */
  readonly waitMsMax: number;
  readonly repeats: Pick<Repeats, 'begin'>;
  readonly turns: Pick<RequestScheduler, 'wait' | 'answer'>;
  readonly poolRefusals: Pick<PoolRefusals, 'take' | 'refuse'>;
}

/** An operation of the table. */
export interface OperationRow {
  readonly definition: AnyRoute;
  readonly operation: ApiOperation;
}

type Answer = (outcome: CallOutcome) => void;
type Given = (result: unknown) => void;
type Fail = (error: unknown) => void;

export class Dispatcher {
  private readonly admitting: AdmissionPorts;
  private readonly reading: ApiDeps;

  constructor(
    private readonly ports: DispatcherPorts,
    private readonly operations: ReadonlyMap<string, OperationRow> = new Map(),
  ) {
    const { tokens, clock, log, isFull, programs, config, counters, tenants } = ports.deps;
    this.reading = portsOfReads(ports.deps);
    const { publicUrl } = config;
    const guarding = { tokens, proofs: programs.proofs, publicUrl, counters };
    this.admitting = { ...guarding, clock, log, isFull, tenants, turns: ports.turns };
  }

  /** The first half. `begin` is called once: with a refusal, or with nothing when the body may come. */
  admit(admission: Admission, incoming: IncomingCall, begin: (refused?: CallOutcome) => void): void {
    const fail = (error: Error) => begin(this.outcomeOfFailure(admission, incoming, error));
    admit(
      admission,
      { call: incoming, ports: this.admitting },
      { begin: (refused) => begin(refused && this.outcomeOfRefusal(refused, incoming, admission)), fail },
    );
  }

  /** The second half, of a call that was admitted: never throws, and answers once. */
  perform(operation: ApiOperation, incoming: IncomingCall, answer: Answer): void {
    const fail = (error: unknown) => answer(this.outcomeOfFailure(operation.admission, incoming, error));
    try {
      const call = this.callOf(operation, incoming);
      const write = this.problem(operation, incoming, call) ?? operation.negotiate?.(incoming) ?? operation.write;
      if (write instanceof Refusal) {
        answer(this.outcomeOfRefusal(write, incoming, operation.admission));
        return;
      }
      if (operation.noStore) incoming.note('cache-control', 'no-store');
      const asked = { operation, incoming, call, write };
      // An empty one too: who sends it believes that it protects.
      if (operation.repeatable && incoming.headers['idempotency-key'] !== undefined) this.once(asked, answer);
      else this.run(asked, (result) => this.write(asked, result, { answer, fail }), fail);
    } catch (error) {
      fail(error);
    }
  }

  /**
   * Both halves, for a caller of this process whose call is whole: gives what the handler gave, unwritten, or the
   * refusal.
   */
  invoke(operation: ApiOperation, incoming: IncomingCall, give: (result: unknown) => void): void {
    const fail = (error: unknown) => give(this.failure(operation.id, incoming, error));
    const begin = (late?: Refusal): void => {
      try {
        const call = this.callOf(operation, incoming);
        const refused = late ?? this.problem(operation, incoming, call);
        if (refused !== undefined) give(refused);
        else this.run({ operation, incoming, call }, (result) => give(refusalIn(result) ?? result), fail);
      } catch (error) {
        fail(error);
      }
    };
    admit(operation.admission, { call: incoming, ports: this.admitting }, { begin, fail });
  }

  /**
   * Both halves of an operation of the table for a program of this process: the value that a client over HTTP would
   * get, or the failure with the issues of the refusal.
   */
  async call<K extends OperationId>(
    id: K,
    input: OperationInput<K>,
    caller: LocalCaller,
  ): Promise<Result<OperationAnswer<K>>> {
    const row = this.operations.get(id);
    if (row === undefined || !isAnsweredAt(row.definition, 'public'))
      return fail(issue('ROUTE_NOT_FOUND', '', `There is no operation ${id}.`));
    const { definition, operation } = row;
    const incoming = new LocalCall(localRequest(definition, input ?? {}, caller));
    try {
      const outcome = await this.whole(operation, incoming);
      if (outcome.refusal !== undefined) return fail(withRetryTime(outcome.refusal.issues, outcome.headers));
      return await orFailure(() => valueIn(definition, outcome) as Promise<OperationAnswer<K>>);
    } finally {
      // A file holds its place until it is read.
      incoming.end();
    }
  }

  /** The port of operations for one caller, which a client over HTTP fulfils too. */
  callsOf(caller: LocalCaller): OperationCalls {
    return { call: (id, ...[input, options]) => this.call(id, input as never, { ...caller, ...options }) };
  }

  /** It never rejects. */
  private whole(operation: ApiOperation, incoming: LocalCall): Promise<CallOutcome> {
    return new Promise((resolve) => {
      const answer = (outcome: CallOutcome): void =>
        resolve({ ...outcome, headers: { ...incoming.notes, ...outcome.headers } });
      this.admit(operation.admission, incoming, (refused) => {
        if (refused !== undefined) answer(refused);
        else this.perform(operation, incoming, answer);
      });
    });
  }

  /** An error that was thrown, as it is told: a fault of ours is logged, and found by its trace. */
  outcomeOfFailure({ id, family }: FailedAt, incoming: TracedCall, error: unknown): CallOutcome {
    return refusedOutcome(this.failure(id, incoming, error), incoming, { family });
  }

  private failure(
    operationId: string | undefined,
    { traceId }: Pick<IncomingCall, 'traceId'>,
    error: unknown,
  ): Refusal {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    this.ports.deps.log.error({ operationId, traceId, error: message, stack }, 'An operation failed.');
    if (error instanceof StoreError) return refusalOf(error.issue.code, unusable(error));
    return refusalOf('INTERNAL', 'The node failed to answer; the trace id finds the reason in its log.');
  }

  private callOf({ id, writesNothing }: ApiOperation, incoming: IncomingCall): ApiCall<ApiDeps> {
    const { deps, waitMsMax } = this.ports;
    return callOf(incoming, { operationId: id, deps: writesNothing ? this.reading : deps, waitMsMax });
  }

  private problem(operation: ApiOperation, incoming: IncomingCall, call: ApiCall<ApiDeps>): Refusal | undefined {
    return (
      readBody(operation.body, incoming) ??
      operation.validate(incoming) ??
      operation.charge?.(incoming) ??
      endedMeanwhile(call)
    );
  }

  private run({ operation, incoming, call }: Omit<Asked, 'write'>, given: Given, fail: Fail): void {
    const attempt = () => operation.run(incoming, call);
    const result = operation.reads ? readRegister(incoming, call, attempt) : attempt();
    if (!(result instanceof Promise)) {
      given(result);
      return;
    }
    const settle = (value: unknown): void => {
      try {
        given(value);
      } catch (error) {
        fail(error);
      }
    };
    result.then(operation.answersInTurn ? (value) => this.ports.turns.answer(() => settle(value)) : settle, fail);
  }

  private write(asked: Asked, result: unknown, { answer, fail }: { answer: Answer; fail: Fail }): void {
    const outcome = this.outcome(asked, result);
    if (outcome instanceof Promise) outcome.then(answer).catch(fail);
    else answer(outcome);
  }

  private outcome({ operation, incoming, write }: Asked, result: unknown): CallOutcome | Promise<CallOutcome> {
    const refusal = refusalIn(result);
    const paces = operation.submits ? this.pace(refusal, incoming) : undefined;
    const { id, family } = operation.admission;
    if (refusal !== undefined) return this.outcomeOfRefusal(refusal, incoming, { id, family, told: paces });
    return after(write(result), (written) =>
      written instanceof Refusal ? this.outcomeOfRefusal(written, incoming, { id, family }) : written,
    );
  }

  /** A refusal as it is told; its trace leads to a line of the log at the level debug. */
  private outcomeOfRefusal(refusal: Refusal, incoming: IncomingCall, manner: FailedAt & RefusalManner): CallOutcome {
    const { traceId } = incoming;
    const [first] = refusal.issues;
    const fields = { operationId: manner.id, traceId, code: first?.code, path: first?.path };
    this.ports.deps.log.debug(fields, 'A call was refused.');
    return refusedOutcome(refusal, incoming, manner);
  }

  /** Says how long who found no room in a pool is to wait, by how many others do. */
  private pace(refusal: Refusal | undefined, incoming: IncomingCall): Record<string, number> | undefined {
    const { poolRefusals } = this.ports;
    if (refusal === undefined) poolRefusals.take();
    else if (refusal.issues[0]?.code === 'POOL_FULL') return { 'retry-after': poolRefusals.refuse(incoming) };
    return undefined;
  }

  /** Under an Idempotency-Key: a repeat gets the answer that was stored, and that is stored before it is sent. */
  private once(asked: Asked, answer: Answer): void {
    const { operation, incoming, call } = asked;
    const begun = this.ports.repeats.begin({
      caller: callerKey(call.caller) || call.address,
      operationId: call.operationId,
      key: call.idempotencyKey,
      url: incoming.url,
      body: call.rawBody,
    });
    if (!('finish' in begun)) {
      answer(repeatOutcome(begun, incoming, operation.admission));
      return;
    }
    const fail = (error: unknown): void => {
      begun.abandon();
      answer(this.outcomeOfFailure(operation.admission, incoming, error));
    };
    const finish = (outcome: CallOutcome): void => {
      if (outcome.status < 300 && outcome.refusal === undefined) this.keep(asked, { outcome, running: begun }, answer);
      else {
        begun.abandon();
        answer(outcome);
      }
    };
    try {
      this.run(asked, (result) => this.write(asked, result, { answer: finish, fail }), fail);
    } catch (error) {
      fail(error);
    }
  }

  private keep(
    { operation, incoming }: Asked,
    { outcome, running }: { readonly outcome: CallOutcome; readonly running: Running },
    answer: Answer,
  ): void {
    const { 'content-type': type, ...rest } = outcome.headers as Readonly<Record<string, string>>;
    const headers = type === undefined || type === JSON_TYPE ? rest : { ...rest, 'content-type': type };
    const body = outcome.body === undefined ? '' : String(outcome.body);
    running.finish({ status: outcome.status, body, headers }, operation.secret).then(
      () => answer(outcome),
      (error: unknown) => answer(this.outcomeOfFailure(operation.admission, incoming, error)),
    );
  }
}

/** Where something was thrown; without an id before an operation was found. */
interface FailedAt {
  readonly id?: string | undefined;
  readonly family?: ErrorFamilyName | undefined;
}

interface Asked {
  readonly operation: ApiOperation;
  readonly incoming: IncomingCall;
  readonly call: ApiCall<ApiDeps>;
  /** In the form that the call accepts. */
  readonly write: WriteAnswer;
}

function refusalOf(code: Issue['code'], message: string): Refusal {
  return new Refusal([issue(code, '', message)]);
}

/** With the time to come back that the headers tell. */
function withRetryTime(issues: readonly Issue[], headers: CallOutcome['headers']): readonly Issue[] {
  const seconds = Number(headers['retry-after']);
  return issues.map((problem, i) => (i === 0 && seconds > 0 ? { ...problem, retryAfterSeconds: seconds } : problem));
}

/**
 * The caller was judged before the body arrived, which may take as long as its sender likes: a suspension or a new
 * password may lie between.
 */
function endedMeanwhile({ caller, deps, rawBody }: ApiCall<ApiDeps>): Refusal | undefined {
  if (caller === ANONYMOUS || rawBody.length === 0) return undefined;
  const ended = deps.tokens.standing(caller);
  return ended && new Refusal([ended]);
}

function repeatOutcome(
  begun: Exclude<ReturnType<Repeats['begin']>, Running>,
  incoming: IncomingCall,
  { family }: Admission,
): CallOutcome {
  if (isFailure(begun)) return refusedOutcome(new Refusal([begun.issue]), incoming, { family });
  const type = begun.body ? { 'content-type': JSON_TYPE } : {};
  const headers = { ...type, ...begun.headers, 'idempotency-replayed': 'true' };
  return { status: begun.status, headers, body: begun.body || undefined };
}

/** Nothing of the files, and of many registers the one that is damaged. */
function unusable({ registerId }: StoreError): string {
  return registerId === undefined
    ? 'The store cannot be used now.'
    : `Rows of register ${registerId} are damaged on this node. Ask for others by their ids, ask another node, or wait until it is repaired.`;
}
