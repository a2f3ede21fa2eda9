// Runs a tool for a caller: its rights, its input, its gate, then the operations that its row names, each by the rules
// that a request passes. It knows the confirmations of persons and no transport.
import { assert } from '../../core/base/assert.js';
import { utf8 } from '../../core/base/bytes.js';
import { type Issue, issue } from '../../core/base/issue.js';
import { canonical, isObject, type Json, type JsonObject } from '../../core/base/json.js';
import type { Clock, Log, Random } from '../../core/base/ports.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type { StoredAnswer } from '../../storage/tables/accounts/idempotency.js';
import { type Caller, callerKey } from '../auth/caller.js';
import type { OperationId } from '../client/published/operation-calls.js';
import type { Dispatcher, OperationRow } from '../dispatch/dispatcher.js';
import type { StandingGrants } from '../oauth/standing-grants.js';
import { rightsProblem } from '../requests/guard.js';
import type { Repeats } from '../requests/idempotency.js';
import { LocalCall } from '../requests/incoming.js';
import type { Limit } from '../requests/rate.js';
import { type PartsCheck, partsCheck } from '../requests/validation.js';
import { type AskedCall, openQuestion, sealQuestion } from './confirmations.js';
import { operationsFor, type ToolCaller } from './operations.js';
import { questionText } from './questions.js';
import { type ToolResult, toolResult, writtenResult } from './results.js';
import { mayUse } from './rights.js';
import type { ToolAnswer, ToolConfirmation, ToolPorts, ToolQuestion, ToolRow } from './tools/define.js';
import { watchCalls } from './watching.js';

export interface ToolCallPorts {
  readonly clock: Pick<Clock, 'now' | 'steady' | 'setTimer'>;
  readonly random: Random;
  readonly log: Log;
  readonly dispatcher: Pick<Dispatcher, 'call'>;
  readonly operations: ReadonlyMap<string, OperationRow>;
  readonly repeats: Pick<Repeats, 'begin'>;
  readonly grants: Pick<StandingGrants, 'has' | 'actsOf'>;
  /** Of all members of an organisation, beside the limit of each caller. */
  readonly limit: Limit | undefined;
  /** Of one caller, of the tools of the slice `admin`. */
  readonly adminLimit: Limit | undefined;
  /** 32 bytes of this node, under which questions are sealed. */
  readonly confirmationRoot: Uint8Array;
}

export interface ToolRequest {
  readonly name: string;
  readonly input: unknown;
  /** Echoed by the client, with the answers of the person. */
  readonly state: string | undefined;
  readonly responses: Readonly<Record<string, unknown>>;
  /** False for clients of older revisions: no person can be asked through them. */
  readonly canAsk: boolean;
}

export interface ToolAsked {
  readonly question: Pick<ToolQuestion, 'message'>;
  /** Of the form: JSON Schema of texts and yes or no. */
  readonly form: { readonly properties: NonNullable<ToolQuestion['fields']>; readonly required: readonly string[] };
  readonly state: string;
}

type Asked = Result<ToolAnswer> | ToolAsked;

export class ToolCalls {
  private readonly rows: ReadonlyMap<string, ToolRow>;
  private readonly checks = new Map<string, PartsCheck>();

  constructor(
    private readonly tools: readonly ToolRow[],
    private readonly ports: ToolCallPorts,
  ) {
    this.rows = new Map(tools.map((row) => [row.name, row]));
  }

  /** The tools that the caller may use, in the order of the table. */
  visible(caller: Caller): readonly ToolRow[] {
    return this.tools.filter((row) => mayUse(row, caller));
  }

  /** Undefined for a name that no tool has. */
  async call(request: ToolRequest, from: ToolCaller): Promise<ToolResult | ToolAsked | undefined> {
    const row = this.rows.get(request.name);
    if (row === undefined) return undefined;
    const { clock } = this.ports;
    const checkedAtMs = clock.now();
    const startedMs = clock.steady();
    const result = (answer: Result<ToolAnswer>) =>
      toolResult(answer, { checkedAtMs, durationMs: clock.steady() - startedMs });
    const problem = this.problem(row, request.input, from);
    if (problem !== undefined) return result(fail(problem));
    const input = request.input ?? {};
    const said = answerIn(request.responses);
    if (request.state !== undefined && said !== undefined)
      return this.goOn({ row, input, from, state: request.state, said }, result);
    const answer = await this.begin(row, input, { from, canAsk: request.canAsk });
    return 'state' in answer ? answer : result(answer);
  }

  private operationsOf({ operations }: ToolRow): readonly OperationRow[] {
    return operations.map((id) => {
      const row = this.ports.operations.get(id);
      assert(row !== undefined, `a tool names the operation ${id}, which the table does not have`);
      return row;
    });
  }

  /** In the order in which operations ask. */
  private problem(row: ToolRow, input: unknown, { caller, address }: ToolCaller): readonly Issue[] | undefined {
    const counted = new LocalCall({ caller, address, traceId: '', url: '' });
    const often = this.ports.limit?.(counted) ?? (row.slice === 'admin' ? this.ports.adminLimit?.(counted) : undefined);
    if (often !== undefined) return often.issues;
    for (const { operation } of this.operationsOf(row)) {
      const denied = rightsProblem(operation.admission, { caller, denied: undefined, address }, this.ports.log);
      if (denied !== undefined) return [denied];
    }
    const check = this.checks.get(row.name) ?? partsCheck({ input: { body: row.input } });
    this.checks.set(row.name, check);
    return check({ body: input ?? {}, params: {}, query: {}, headers: {} });
  }

  private async begin(
    row: ToolRow,
    input: unknown,
    { from, canAsk }: { readonly from: ToolCaller; readonly canAsk: boolean },
  ): Promise<Asked> {
    const { gate } = row;
    if (gate?.when === 'always') {
      const alone = gate.alone && (await this.actAlone(row, input, { from, operation: gate.alone }));
      if (alone === undefined) return this.ask(row, input, { from, canAsk });
      return isFailure(alone) && alone.issue.code === 'STANDING_GRANT_NEEDED'
        ? this.ask(row, input, { from, canAsk, why: alone.issue.message })
        : alone;
    }
    const answer = await this.run(row, input, { from });
    if (!isFailure(answer) || answer.issue.code !== gate?.when) return answer;
    return this.ask(row, input, { from, canAsk });
  }

  /** By a standing grant of the person; undefined where the program has none. */
  private async actAlone(
    row: ToolRow,
    input: unknown,
    { from, operation }: { readonly from: ToolCaller; readonly operation: OperationId },
  ): Promise<Result<ToolAnswer> | undefined> {
    const { grants } = this.ports;
    if (!grants.has(from.caller)) return undefined;
    const unasked = grants.actsOf(from);
    const answer = await row.run(input, this.portsOf(row, { ...from, alone: { operation, unasked } }), undefined);
    const { used } = unasked;
    if (isFailure(answer) || used === undefined) return answer;
    const { grantId: standingGrantId, leftToday: actsLeftToday } = used;
    const said = `${answer.message} Nobody was asked: a standing grant covers it, with ${actsLeftToday} left today.`;
    return { ...answer, message: said, members: { ...answer.members, standingGrantId, actsLeftToday } };
  }

  private async ask(
    row: ToolRow,
    input: unknown,
    { from, canAsk, why }: { readonly from: ToolCaller; readonly canAsk: boolean; readonly why?: string },
  ): Promise<Asked> {
    const { gate } = row;
    assert(gate !== undefined, 'a tool without a gate asks nobody');
    if (!canAsk) return fail(confirmationNeeded(gate.elsewhere));
    const asked = await gate.ask(input, this.portsOf(row, from));
    if (isFailure(asked)) return asked;
    const question = why === undefined ? asked : { ...asked, message: `${why} ${asked.message}` };
    const { clock, random, confirmationRoot: root } = this.ports;
    const state = sealQuestion(question, callAbout(row, input, from), { root, random, nowMs: clock.now() });
    const properties = { confirm: YES, ...question.fields };
    const message = questionText(question.message, input as JsonObject);
    return { question: { message }, form: { properties, required: ['confirm'] }, state };
  }

  /** A question serves once: its result is kept, and a repetition of the call gets it again. */
  private async goOn(
    { row, input, from, state, said }: AnsweredCall,
    result: (answer: Result<ToolAnswer>) => ToolResult,
  ): Promise<ToolResult> {
    const { clock, repeats, confirmationRoot: root } = this.ports;
    const opened = openQuestion(state, callAbout(row, input, from), { root, nowMs: clock.now() });
    if (isFailure(opened)) return result(opened);
    const begun = repeats.begin({
      caller: callerKey(from.caller),
      operationId: `tool:${row.name}`,
      key: opened.nonce,
      url: MCP_PATH,
      body: utf8(canonical(input as Json)),
    });
    if (isFailure(begun)) return result(begun);
    if (!('finish' in begun)) return storedResult(begun);
    try {
      const confirmation = { content: said.content, kept: opened.kept, key: opened.nonce };
      const answer = said.isYes ? await this.run(row, input, { from, confirmation }) : fail(DECLINED);
      const written = result(answer);
      // A refusal of an operation did nothing: the person need not be asked again while the question lives.
      if (isFailure(answer) && said.isYes) begun.abandon();
      else await begun.finish({ status: 200, body: JSON.stringify(written.structuredContent), headers: {} }, false);
      return written;
    } catch (error) {
      begun.abandon();
      throw error;
    }
  }

  private run(
    row: ToolRow,
    input: unknown,
    { from, confirmation }: { readonly from: ToolCaller; readonly confirmation?: ToolConfirmation },
  ): Promise<Result<ToolAnswer>> {
    return row.run(input, this.portsOf(row, from), confirmation);
  }

  private portsOf(row: ToolRow, from: ToolCaller): ToolPorts<never> {
    const { clock, dispatcher, operations, random } = this.ports;
    const plain = operationsFor(row, from, dispatcher);
    const ports = { clock, summaryOf: (id: OperationId) => operations.get(id)?.definition.summary ?? id };
    const { call } = from.watch === undefined ? plain : watchCalls(plain, from.watch, ports);
    return { call, newId: () => newId(random) } as ToolPorts<never>;
  }
}

export const MCP_PATH = '/mcp';

const YES = { type: 'boolean', title: 'Yes, do this' } as const;

interface PersonAnswer {
  readonly isYes: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

interface AnsweredCall {
  readonly row: ToolRow;
  readonly input: unknown;
  readonly from: ToolCaller;
  readonly state: string;
  readonly said: PersonAnswer;
}

/** The answer to the form, as a client gives it: accepted with `confirm`, declined or cancelled. */
function answerIn({ confirm }: Readonly<Record<string, unknown>>): PersonAnswer | undefined {
  if (!isObject(confirm) || typeof confirm.action !== 'string') return undefined;
  const content = isObject(confirm.content) ? confirm.content : {};
  return { isYes: confirm.action === 'accept' && content.confirm === true, content };
}

function callAbout({ name }: ToolRow, input: unknown, { caller }: ToolCaller): AskedCall {
  return { tool: name, input, caller };
}

/** The same result again. */
function storedResult({ body = '{}' }: StoredAnswer): ToolResult {
  return writtenResult(JSON.parse(body) as Readonly<Record<string, unknown>>);
}

const DECLINED = issue('CONFIRMATION_DECLINED', '', 'The person said no: nothing was done.');

function confirmationNeeded(elsewhere: string): Issue {
  return issue(
    'CONFIRMATION_NEEDED',
    '',
    `A person has to confirm this, and this client cannot ask: that takes a client of MCP revision 2026-07-28 or later. The same without one: ${elsewhere}`,
  );
}
