// The answer to one message: a turn of the provider over the rows of its conversation, with its time limit, and what is
// told and kept at its end.

import type { Json } from '../../core/base/json.js';
import { CHAT_CONTEXT_MAX, CHAT_TURN_MS } from '../../core/base/limits/node/designs.js';
import type { Clock, Log, Timer } from '../../core/base/ports.js';
import { isFailure } from '../../core/base/result.js';
import type { ConversationEvent } from '../../core/designer/events.js';
import type { DesignProvider } from '../../core/designer/provider.js';
import type { Bench, DocumentFound, ToolOutcome } from '../../core/designer/tools/define.js';
import type { ToolCall } from '../../core/designer/tools/table.js';
import type { EngineWork, WorkResult } from '../../core/tasks/work.js';
import type { KvOp } from '../../storage/engine/kv.js';
import type {
  Conversation,
  ConversationDraft,
  ConversationMessage,
  ConversationOwner,
  ConversationRows,
} from '../../storage/tables/workflow/conversations.js';
import type { Announcements } from '../ports.js';
import { awaitCancellation, CANCELLED, runTurn, type TurnEnd } from './turn.js';

export interface AnswerPorts {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly log: Log;
  readonly rows: ConversationRows;
  readonly commit: (ops: readonly KvOp[]) => Promise<void>;
  readonly engine: { run<T extends EngineWork>(task: T, key: string): Promise<WorkResult<T>> };
  /** Passages of the documents of this node, best first. */
  readonly documents: (words: string) => readonly DocumentFound[];
  readonly announcements: Announcements;
}

type Stop = 'cancelled' | 'late' | 'stopping';

export class ConversationTurn {
  readonly ended: Promise<void>;
  private settle: () => void = () => undefined;
  private readonly abort = new AbortController();
  private stopped: Stop | undefined;

  constructor(
    private readonly ports: AnswerPorts,
    private readonly provider: DesignProvider,
    private readonly head: Conversation,
  ) {
    this.ended = new Promise((resolve) => {
      this.settle = resolve;
    });
  }

  get owner(): ConversationOwner {
    return this.head;
  }

  /** The first reason counts. */
  stop(why: Stop): void {
    this.stopped ??= why;
    this.abort.abort();
  }

  /** Its message was not kept. */
  forgo(): void {
    this.settle();
  }

  /** `onEnded` before the end is told: who hears of it may write at once. */
  run(onEnded: () => void): void {
    const timer = this.ports.clock.setTimer(() => this.stop('late'), CHAT_TURN_MS);
    this.answer(timer, onEnded)
      .catch((error: unknown) => {
        this.ports.log.error(
          { conversationId: this.id, error: String(error) },
          'An answer of the designer was not kept.',
        );
        onEnded();
        this.tell({ kind: 'error', code: 'AI_UNAVAILABLE', message: 'The node failed to keep the answer.' });
      })
      .finally(this.settle);
  }

  private get id(): string {
    return this.head.conversationId;
  }

  private async answer(timer: Timer, onEnded: () => void): Promise<void> {
    const { rows, engine } = this.ports;
    const draft = rows.draftOf(this.id);
    // It was ended while the message was written.
    if (draft === undefined) {
      timer.cancel();
      onEnded();
      return;
    }
    const { blueprint, scenarios, history, memory } = draft;
    const check = engine.run({ kind: 'draft', parts: { blueprint, scenarios } }, this.head.organisationId);
    // The engine may be busy with drafts of others: who cancels does not wait for it.
    const checked = await Promise.race([check, awaitCancellation(this.abort.signal)]);
    if (checked === CANCELLED || isFailure(checked)) {
      timer.cancel();
      onEnded();
      if (checked === CANCELLED) this.tellStopped();
      else this.tell({ kind: 'error', code: 'AI_UNAVAILABLE', message: checked.issue.message });
      return;
    }
    const bench = { draft: checked, history };
    const asked = rows.find(this.owner, this.id) ?? this.head;
    const messages = newestMessages(rows, asked).map(({ from, text }) => ({ from, text }));
    const end = await runTurn(
      this.provider,
      { messages, bench, memory },
      {
        runTool: (now, call) => this.runTool(now, call),
        onText: (chunk) => this.tell({ kind: 'text', chunk }),
        onTool: (call, outcome) => this.onTool(call, outcome, memory),
        pause: () => new Promise((resolve) => void this.ports.clock.setTimer(() => resolve(), 0)),
        signal: this.abort.signal,
      },
    );
    timer.cancel();
    await this.keep(end);
    onEnded();
    if (end.bench !== bench) this.tell({ kind: 'draft', draft: end.bench.draft });
    this.tellEnd(end, asked.messages);
  }

  private async runTool(bench: Bench, call: ToolCall): Promise<ToolOutcome> {
    const documents = call.name === 'document_search' ? this.find(call.input) : [];
    const ran = await this.ports.engine.run({ kind: 'tool', bench, call, documents }, this.head.organisationId);
    if (isFailure(ran)) return { bench, ok: false, words: ran.issue.message };
    return { bench, ...ran };
  }

  /** The form of the input is judged by the tool. */
  private find(input: Json): readonly DocumentFound[] {
    const { words } = (input ?? {}) as { readonly words?: Json };
    return typeof words === 'string' ? this.ports.documents(words) : [];
  }

  private async onTool({ name }: ToolCall, { ok, words, bench }: ToolOutcome, memory: Json | undefined): Promise<void> {
    const { rows, commit } = this.ports;
    // Of a conversation that was ended nothing is written any more.
    if (ok && rows.find(this.owner, this.id) !== undefined)
      await commit([rows.putDraft(this.id, draftIn(bench, memory))]);
    this.tell({ kind: 'tool', name, ok, words });
  }

  /** The draft, what was said, and what the provider keeps, at once. */
  private async keep({ ending, text, bench, memory }: TurnEnd): Promise<void> {
    const { rows, commit, clock } = this.ports;
    const head = rows.find(this.owner, this.id);
    if (head === undefined) return;
    const atMs = clock.now();
    const isSaid = text !== '' || ending === 'complete';
    const message: ConversationMessage = { from: 'designer', text, atMs };
    const said = ending === 'complete' ? message : ({ ...message, isCut: true } as const);
    const title = rows.sealTitle(this.id, bench.draft.blueprint);
    await commit([
      rows.putDraft(this.id, draftIn(bench, memory)),
      rows.put({ ...head, ...title, lastAtMs: atMs, messages: head.messages + (isSaid ? 1 : 0) }),
      ...(isSaid ? [rows.putMessage(this.id, head.messages, said)] : []),
    ]);
  }

  private tellEnd({ ending, error }: TurnEnd, number: number): void {
    if (ending === 'complete') this.tell({ kind: 'complete', messageId: `${this.id}/${number}` });
    else if (ending === 'cancelled') this.tellStopped();
    else {
      this.ports.log.warn({ provider: this.provider.id, error: String(error) }, 'A provider of the designer failed.');
      this.tellUnavailable('gave no whole answer');
    }
  }

  private tellStopped(): void {
    const { stopped = 'cancelled' } = this;
    if (stopped === 'late') this.tellUnavailable(`took more than ${CHAT_TURN_MS / 60_000} minutes`);
    else this.tell({ kind: 'error', code: 'GENERATION_CANCELLED', message: STOPPED[stopped] });
  }

  private tellUnavailable(why: string): void {
    const { id, sendsTo } = this.provider;
    const next = sendsTo === undefined ? 'write again' : 'write again, or go on without a model (ContinueOffline)';
    const message = `${sendsTo ?? id} ${why}. The changes until then are kept: ${next}.`;
    this.tell({ kind: 'error', code: 'AI_UNAVAILABLE', message });
  }

  private tell(event: ConversationEvent): void {
    tell(this.ports, this.head, event);
  }
}

export function tell(
  { announcements, clock }: Pick<AnswerPorts, 'announcements' | 'clock'>,
  { organisationId, person, conversationId }: Conversation,
  event: ConversationEvent,
): void {
  announcements.announce({
    type: 'conversation-continued',
    organisationId,
    person,
    conversationId,
    event,
    atMs: clock.now(),
  });
}

const STOPPED = {
  cancelled: 'The answer was ended. The changes until then are kept, and can be taken back.',
  stopping: 'The node stops. The words and changes until then are kept: connect again, and write on.',
} as const;

function draftIn({ draft, history }: Bench, memory: Json | undefined): ConversationDraft {
  const { blueprint, scenarios } = draft;
  return { blueprint, scenarios, history, ...(memory !== undefined && { memory }) };
}

/** As many of the newest as CHAT_CONTEXT_MAX takes; the last one in any case. */
export function newestMessages(rows: ConversationRows, head: Conversation): readonly ConversationMessage[] {
  const newest: ConversationMessage[] = [];
  let room = CHAT_CONTEXT_MAX;
  for (let number = head.messages - 1; number >= 0; number--) {
    const message = rows.message(head.conversationId, number);
    if (message === undefined) break;
    room -= JSON.stringify(message.text).length;
    if (room < 0 && newest.length > 0) break;
    newest.unshift(message);
  }
  return newest;
}
