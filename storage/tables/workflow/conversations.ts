// Conversations with the designer: a head with counts and times, the draft with what its provider keeps, and a row for
// each message. Drafts and words are sealed under a key of the node and the name of their row.
import type { Json } from '../../../core/base/json.js';
import { CHAT_TITLE_MAX } from '../../../core/base/limits/node/designs.js';
import type { ChatMessage } from '../../../core/designer/provider.js';
import type { DraftParts } from '../../../core/edits/draft.js';
import type { EditHistory } from '../../../core/edits/history.js';
import type { Kv, KvOp } from '../../engine/kv.js';
import { defineTable, type KvReader, RowTable } from '../../engine/table.js';
import type { TextCipher } from '../accounts/identity-providers.js';

/** Whose a conversation is: a person in one organisation. */
export interface ConversationOwner {
  readonly organisationId: string;
  readonly person: string;
}

export interface Conversation extends ConversationOwner {
  readonly conversationId: string;
  readonly startedAtMs: number;
  /** Of its last message, or its start. */
  readonly lastAtMs: number;
  /** Messages of the person, and all of them. */
  readonly asked: number;
  readonly messages: number;
  /** Id of what answers. */
  readonly provider: string;
  /** The draft that it was begun with, or saved as, and the version of that draft then. */
  readonly saved?: { readonly blueprintId: string; readonly revision: number };
  /** Of the draft at the end of its last turn, sealed as the draft is: a list opens no draft. */
  readonly sealedTitle?: string;
}

/** The draft that is talked about, without its findings: they follow from it. */
export interface ConversationDraft extends DraftParts {
  readonly history: EditHistory;
  readonly memory?: Json;
}

export interface ConversationMessage extends ChatMessage {
  readonly atMs: number;
  /** The turn was ended before the answer was whole. */
  readonly isCut?: true;
}

type HeadKey = readonly [organisationId: string, person: string, conversationId: string];

const heads = defineTable<HeadKey, Conversation>('conversations');
const drafts = defineTable<string, string>('conversation-drafts');
const messages = defineTable<readonly [conversationId: string, number: number], string>('conversation-messages');

export class ConversationRows {
  private readonly heads: RowTable<HeadKey, Conversation>;
  private readonly drafts: RowTable<string, string>;
  private readonly messages: RowTable<readonly [string, number], string>;

  /** `queued` is the journal: it sees writes that are not durable yet. */
  constructor(
    kv: KvReader,
    private readonly queued: Pick<Kv, 'getSync'>,
    private readonly cipher: TextCipher,
  ) {
    this.heads = new RowTable(kv, heads);
    this.drafts = new RowTable(kv, drafts);
    this.messages = new RowTable(kv, messages);
  }

  find({ organisationId, person }: ConversationOwner, conversationId: string): Conversation | undefined {
    return this.heads.latest(this.queued, [organisationId, person, conversationId]);
  }

  /** Durable ones, in no order. */
  async of({ organisationId, person }: ConversationOwner): Promise<readonly Conversation[]> {
    const conversations: Conversation[] = [];
    for await (const [, head] of this.heads.range({ prefix: [organisationId, person] })) conversations.push(head);
    return conversations;
  }

  /** Durable ones whose last message is older, at most so many. */
  async olderThan(atMs: number, limit: number): Promise<readonly Conversation[]> {
    const conversations: Conversation[] = [];
    for await (const [, head] of this.heads.range()) {
      if (head.lastAtMs < atMs) conversations.push(head);
      if (conversations.length >= limit) break;
    }
    return conversations;
  }

  put(head: Conversation): KvOp {
    return this.heads.put([head.organisationId, head.person, head.conversationId], head);
  }

  /** Empty where the draft has none. */
  titleOf({ conversationId, sealedTitle }: Conversation): string {
    return sealedTitle === undefined ? '' : this.cipher.decrypt(titleName(conversationId), sealedTitle);
  }

  sealTitle(conversationId: string, { title }: ConversationDraft['blueprint']): Pick<Conversation, 'sealedTitle'> {
    if (typeof title !== 'string') return {};
    return { sealedTitle: this.cipher.encrypt(titleName(conversationId), title.slice(0, CHAT_TITLE_MAX)) };
  }

  draftOf(conversationId: string): ConversationDraft | undefined {
    const sealed = this.drafts.latest(this.queued, conversationId);
    return sealed === undefined ? undefined : this.open(draftName(conversationId), sealed);
  }

  putDraft(conversationId: string, draft: ConversationDraft): KvOp {
    return this.drafts.put(conversationId, this.seal(draftName(conversationId), draft));
  }

  /** Undefined where it is not there, such as of a conversation that was just deleted. */
  message(conversationId: string, number: number): ConversationMessage | undefined {
    const sealed = this.messages.latest(this.queued, [conversationId, number]);
    return sealed === undefined ? undefined : this.open(messageName(conversationId, number), sealed);
  }

  putMessage(conversationId: string, number: number, message: ConversationMessage): KvOp {
    return this.messages.put([conversationId, number], this.seal(messageName(conversationId, number), message));
  }

  /** All rows of it. */
  delete({ organisationId, person, conversationId, messages: count }: Conversation): readonly KvOp[] {
    const numbers = Array.from({ length: count }, (_, number) => this.messages.del([conversationId, number]));
    return [this.heads.del([organisationId, person, conversationId]), this.drafts.del(conversationId), ...numbers];
  }

  private seal(name: string, value: ConversationDraft | ConversationMessage): string {
    return this.cipher.encrypt(name, JSON.stringify(value));
  }

  private open<T>(name: string, sealed: string): T {
    return JSON.parse(this.cipher.decrypt(name, sealed)) as T;
  }
}

function titleName(conversationId: string): string {
  return `conversation-title/${conversationId}`;
}

function draftName(conversationId: string): string {
  return `conversation-draft/${conversationId}`;
}

function messageName(conversationId: string, number: number): string {
  return `conversation-message/${conversationId}/${number}`;
}
