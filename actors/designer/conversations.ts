// Conversations of people with the designer: rows that outlive connections and restarts. Each is answered by one turn
// at a time, and each change of its draft is durable before it is told. It holds nothing but the turns that run.
import { assert } from '../../core/base/assert.js';
import { issue } from '../../core/base/issue.js';
import {
  CHAT_CONVERSATIONS_MAX,
  CHAT_KEPT_MS,
  CHAT_MESSAGES_MAX,
  CHAT_SWEPT_AT_ONCE,
  CHAT_TURNS_MAX,
  CHAT_TURNS_ORGANISATION_MAX,
  CHAT_WARNING_LEFT,
} from '../../core/base/limits/node/designs.js';
import type { Clock, Random } from '../../core/base/ports.js';
import { MUTEX, TaskScheduler } from '../../core/base/queues/task-scheduler.js';
import { fail, isFailure, type Result } from '../../core/base/result.js';
import { isFar } from '../../core/base/time/elapsed.js';
import type { DesignProvider } from '../../core/designer/provider.js';
import { emptyBlueprint } from '../../core/edits/empty.js';
import { newHistory } from '../../core/edits/history.js';
import { newId } from '../../storage/secrets/new-wallet.js';
import type {
  Conversation,
  ConversationDraft,
  ConversationOwner,
  ConversationRows,
} from '../../storage/tables/workflow/conversations.js';
import { type AnswerPorts, ConversationTurn, newestMessages, tell } from './conversation-turn.js';
import type {
  Conversations,
  DraftNow,
  KeepDraft,
  ListedConversation,
  OpenConversation,
  Providers,
  SavedAs,
  SavedDraft,
} from './ports.js';

export interface ConversationPorts extends AnswerPorts {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly random: Pick<Random, 'bytes'>;
  readonly providers: Providers;
}

export class ConversationHost implements Conversations {
  private readonly rows: ConversationRows;
  /** By conversation. */
  private readonly running = new Map<string, ConversationTurn>();
  private readonly mutex = new TaskScheduler(MUTEX);
  private isStopping = false;

  constructor(private readonly ports: ConversationPorts) {
    this.rows = ports.rows;
  }

  start(owner: ConversationOwner, from?: SavedDraft): Promise<Result<Conversation>> {
    return this.mutex.run(keyOf(owner), async () => {
      const provider = this.firstProvider();
      if (provider === undefined) return startFailed('This node has nothing that answers in a conversation.');
      const live = (await this.rows.of(owner)).filter((head) => !this.isOver(head));
      if (live.length >= CHAT_CONVERSATIONS_MAX)
        return startFailed(
          `A person has at most ${CHAT_CONVERSATIONS_MAX} sessions: end one (ListSessions, EndSession).`,
        );
      const parts = { blueprint: from?.document ?? emptyBlueprint(NEW_TITLE, NEW_DESCRIPTION), scenarios: [] };
      const checked = await this.ports.engine.run({ kind: 'draft', parts }, owner.organisationId);
      if (isFailure(checked)) return startFailed(checked.issue.message);
      const nowMs = this.ports.clock.now();
      const head: Conversation = {
        ...{ organisationId: owner.organisationId, person: owner.person, conversationId: newId(this.ports.random) },
        ...{ startedAtMs: nowMs, lastAtMs: nowMs, asked: 0, messages: 0, provider: provider.id },
        ...(from && { saved: { blueprintId: from.blueprintId, revision: from.revision } }),
      };
      const { conversationId: id } = head;
      const title = this.rows.sealTitle(id, parts.blueprint);
      const draft = { ...parts, history: newHistory(parts) };
      const first = firstWords(provider);
      await this.ports.commit([
        this.rows.put({ ...head, ...title, messages: first === undefined ? 0 : 1 }),
        this.rows.putDraft(id, draft),
        ...(first === undefined ? [] : [this.rows.putMessage(id, 0, { from: 'designer', text: first, atMs: nowMs })]),
      ]);
      tell(this.ports, head, { kind: 'started', provider: provider.id, ...toHost(provider) });
      if (first !== undefined) {
        tell(this.ports, head, { kind: 'text', chunk: first });
        tell(this.ports, head, { kind: 'complete', messageId: `${id}/0` });
      }
      return head;
    });
  }

  async list(owner: ConversationOwner): Promise<readonly ListedConversation[]> {
    const live = (await this.rows.of(owner)).filter((head) => !this.isOver(head));
    const sorted = live.sort((a, b) => b.lastAtMs - a.lastAtMs).slice(0, CHAT_CONVERSATIONS_MAX);
    return sorted.map((head) => this.listEntry(head));
  }

  async open(owner: ConversationOwner, id: string): Promise<Result<OpenConversation>> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    const { blueprint, scenarios } = this.draftOf(head);
    const checked = await this.ports.engine.run(
      { kind: 'draft', parts: { blueprint, scenarios } },
      owner.organisationId,
    );
    if (isFailure(checked)) return checked;
    const provider = this.ports.providers.get(head.provider);
    const messages = newestMessages(this.rows, head);
    return {
      ...this.listEntry(head),
      ...{ provider: head.provider, ...(provider && toHost(provider)) },
      ...{ isAnswering: this.running.has(id), messages, earlier: head.messages - messages.length, draft: checked },
    };
  }

  async send(owner: ConversationOwner, id: string, text: string): Promise<Result<{ readonly messageId: string }>> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    if (this.running.has(id)) return fail(issue('GENERATION_RUNNING', '', RUNNING_TEXT));
    if (head.asked >= CHAT_MESSAGES_MAX) return fail(issue('MESSAGE_LIMIT', '', LIMIT_TEXT));
    const provider = this.ports.providers.get(head.provider);
    if (provider === undefined || this.isStopping) return fail(issue('AI_UNAVAILABLE', '', GONE_TEXT));
    if (!this.hasRoom(owner)) return fail(issue('AI_UNAVAILABLE', '', BUSY_TEXT));
    const turn = new ConversationTurn(this.ports, provider, head);
    this.running.set(id, turn);
    try {
      const atMs = this.ports.clock.now();
      const asked = head.asked + 1;
      const after = { ...head, asked, messages: head.messages + 1, lastAtMs: atMs };
      await this.ports.commit([
        this.rows.put(after),
        this.rows.putMessage(id, head.messages, { from: 'person', text, atMs }),
      ]);
      const remaining = CHAT_MESSAGES_MAX - asked;
      if (remaining <= CHAT_WARNING_LEFT) tell(this.ports, head, { kind: 'remaining', remaining });
    } catch (error) {
      this.running.delete(id);
      turn.forgo();
      throw error;
    }
    turn.run(() => this.running.delete(id));
    return { messageId: `${id}/${head.messages}` };
  }

  cancel(owner: ConversationOwner, id: string): Result<boolean> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    const turn = this.running.get(id);
    turn?.stop('cancelled');
    return turn !== undefined;
  }

  draft(owner: ConversationOwner, id: string): Result<DraftNow> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    return { blueprint: this.draftOf(head).blueprint, ...(head.saved && { saved: head.saved }) };
  }

  save(owner: ConversationOwner, id: string, keep: KeepDraft): Promise<Result<SavedAs>> {
    return this.mutex.run(id, async () => {
      const now = this.draft(owner, id);
      if (isFailure(now)) return now;
      const saved = await keep(now);
      if (isFailure(saved)) return saved;
      const head = this.find(owner, id);
      if (isFailure(head)) return head;
      await this.ports.commit([this.rows.put({ ...head, saved, lastAtMs: this.ports.clock.now() })]);
      return saved;
    });
  }

  async goOnWith(owner: ConversationOwner, id: string, provider: string): Promise<Result<undefined>> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    if (this.running.has(id)) return fail(issue('GENERATION_RUNNING', '', RUNNING_TEXT));
    if (!this.ports.providers.has(provider)) return fail(issue('AI_UNAVAILABLE', '', GONE_TEXT));
    const draft = this.draftOf(head);
    const { memory: _, ...kept } = draft;
    // The memory of another provider says nothing to this one.
    await this.ports.commit([this.rows.put({ ...head, provider }), this.rows.putDraft(id, kept)]);
    return undefined;
  }

  async end(owner: ConversationOwner, id: string): Promise<Result<undefined>> {
    const head = this.find(owner, id);
    if (isFailure(head)) return head;
    await this.delete(head);
    return undefined;
  }

  /** Deletes those in which nothing was written for CHAT_KEPT_MS; a bounded number of them. */
  async sweep(nowMs: number): Promise<void> {
    for (const head of await this.rows.olderThan(nowMs - CHAT_KEPT_MS, CHAT_SWEPT_AT_ONCE)) await this.delete(head);
  }

  /** Ends the turns, whose words until then are kept. Resolves when none runs. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const all = [...this.running.values()];
    for (const turn of all) turn.stop('stopping');
    await Promise.all(all.map((turn) => turn.ended));
  }

  private async delete(head: Conversation): Promise<void> {
    const turn = this.running.get(head.conversationId);
    turn?.stop('cancelled');
    await turn?.ended;
    // Its turn may have added a message.
    const last = this.rows.find(head, head.conversationId);
    if (last !== undefined) await this.ports.commit(this.rows.delete(last));
  }

  private listEntry(head: Conversation): ListedConversation {
    const { conversationId, startedAtMs, lastAtMs, saved, asked } = head;
    return {
      ...{ conversationId, startedAtMs, lastAtMs, ...(saved && { saved }) },
      ...{ title: this.rows.titleOf(head), remaining: CHAT_MESSAGES_MAX - asked },
    };
  }

  private find(owner: ConversationOwner, id: string): Result<Conversation> {
    const head = this.rows.find(owner, id);
    return head === undefined || this.isOver(head) ? fail(issue('SESSION_EXPIRED', '', EXPIRED_TEXT)) : head;
  }

  /** It is written and deleted with its head. */
  private draftOf({ conversationId }: Conversation): ConversationDraft {
    const draft = this.rows.draftOf(conversationId);
    assert(draft !== undefined, 'a conversation has a draft');
    return draft;
  }

  private isOver({ lastAtMs }: Conversation): boolean {
    return isFar(lastAtMs, this.ports.clock.now(), CHAT_KEPT_MS);
  }

  private hasRoom({ organisationId }: ConversationOwner): boolean {
    const own = [...this.running.values()].filter(({ owner }) => owner.organisationId === organisationId);
    return this.running.size < CHAT_TURNS_MAX && own.length < CHAT_TURNS_ORGANISATION_MAX;
  }

  private firstProvider(): DesignProvider | undefined {
    const [first] = this.ports.providers.values();
    return first;
  }
}

const NEW_TITLE = 'New workflow';
const NEW_DESCRIPTION = 'A workflow that is being designed.';
const RUNNING_TEXT = 'The message before this one is being answered: wait for it, or CancelGeneration.';
const LIMIT_TEXT = `A session has ${CHAT_MESSAGES_MAX} messages at most: SaveBlueprint, and StartSession with the draft.`;
const GONE_TEXT = 'The provider of this session is not there any more: SaveBlueprint, and StartSession with the draft.';
const BUSY_TEXT = 'Too many messages are being answered at this moment: try again in a minute.';
const EXPIRED_TEXT = 'You have no session of this id: it has ended, or nobody wrote in it for seven days.';

function startFailed(message: string): ReturnType<typeof fail> {
  return fail(issue('SESSION_START_FAILED', '', message));
}

/** Said before the person writes anything; undefined where nothing leaves the node. */
function firstWords({ sendsTo }: DesignProvider): string | undefined {
  return sendsTo === undefined
    ? undefined
    : `Your messages, the draft and the answers of its tools are sent to ${sendsTo}. Nothing else is sent there.`;
}

function toHost({ sendsTo }: DesignProvider): { readonly sendsTo?: string } {
  return sendsTo === undefined ? {} : { sendsTo };
}

function keyOf({ organisationId, person }: ConversationOwner): string {
  return `${organisationId} ${person}`;
}
