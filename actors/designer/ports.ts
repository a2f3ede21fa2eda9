// Conversations with the designer, as the surface asks for them. Types only. The caller has checked that the person may
// design in the organisation.
import type { JsonObject } from '../../core/base/json.js';
import type { Result } from '../../core/base/result.js';
import type { DesignProvider } from '../../core/designer/provider.js';
import type { CheckedDraft } from '../../core/edits/draft.js';
import type {
  Conversation,
  ConversationMessage,
  ConversationOwner,
} from '../../storage/tables/workflow/conversations.js';

/** A draft of the organisation to begin with. */
export interface SavedDraft {
  readonly blueprintId: string;
  readonly revision: number;
  readonly document: JsonObject;
}

export interface ListedConversation
  extends Pick<Conversation, 'conversationId' | 'startedAtMs' | 'lastAtMs' | 'saved'> {
  readonly title: string;
  /** Messages that are left. */
  readonly remaining: number;
}

export interface OpenConversation extends ListedConversation {
  readonly provider: string;
  readonly sendsTo?: string;
  readonly isAnswering: boolean;
  /** The newest, the last one last. */
  readonly messages: readonly ConversationMessage[];
  /** Older ones, which are not told. */
  readonly earlier: number;
  readonly draft: CheckedDraft;
}

export type SavedAs = NonNullable<Conversation['saved']>;

/** The blueprint as it stands, and what it was saved as. */
export interface DraftNow extends Pick<Conversation, 'saved'> {
  readonly blueprint: JsonObject;
}

export type KeepDraft = (now: DraftNow) => Promise<Result<SavedAs>>;

export interface Conversations {
  /** SESSION_START_FAILED where the draft cannot be talked about, or the person has too many. */
  start(owner: ConversationOwner, from?: SavedDraft): Promise<Result<Conversation>>;
  /** The newest first. */
  list(owner: ConversationOwner): Promise<readonly ListedConversation[]>;
  // Each of the following is SESSION_EXPIRED for a conversation that is not the owner's, or is over.
  open(owner: ConversationOwner, id: string): Promise<Result<OpenConversation>>;
  /**
   * Resolves when the message is durable; the answer comes as events. MESSAGE_LIMIT, GENERATION_RUNNING,
   * AI_UNAVAILABLE.
   */
  send(owner: ConversationOwner, id: string, text: string): Promise<Result<{ readonly messageId: string }>>;
  /** False where nothing was being answered. */
  cancel(owner: ConversationOwner, id: string): Result<boolean>;
  draft(owner: ConversationOwner, id: string): Result<DraftNow>;
  /** Notes where `keep` kept the draft. Saves of a conversation run one after another: two of them make one draft. */
  save(owner: ConversationOwner, id: string, keep: KeepDraft): Promise<Result<SavedAs>>;
  /** From its next message on the provider of this id answers, which sends nothing. AI_UNAVAILABLE without it. */
  goOnWith(owner: ConversationOwner, id: string, provider: string): Promise<Result<undefined>>;
  end(owner: ConversationOwner, id: string): Promise<Result<undefined>>;
}

/** The providers of this node by their ids. New conversations have the first. */
export type Providers = ReadonlyMap<string, DesignProvider>;
