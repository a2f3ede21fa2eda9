// The port of what answers in a conversation with the designer. A provider says text and calls tools; each change of
// the draft is the call of a tool, and the caller of the turn carries it out. Types only.
import type { Json } from '../base/json.js';
import type { CheckedDraft } from '../edits/draft.js';
import type { ToolName } from './tools/define.js';

export interface ChatMessage {
  readonly from: 'person' | 'designer';
  readonly text: string;
}

export interface TurnContext {
  /** All of the conversation, the newest last: it is what the person just said. */
  readonly messages: readonly ChatMessage[];
  readonly draft: CheckedDraft;
  /** The provider kept it in the turn before; undefined in the first one. */
  readonly memory: Json | undefined;
}

/** The words of a tool, and the draft behind it: that of before, where the tool was refused or only reads. */
export interface TurnAnswer {
  readonly ok: boolean;
  /** Sentences for people. */
  readonly words: string;
  readonly draft: CheckedDraft;
  /** At most CHAT_TOOL_DATA_MAX characters of JSON. */
  readonly data?: Json;
}

export type TurnPart =
  | { readonly kind: 'text'; readonly text: string }
  /** The answer is the value of the `next` that follows. A name that is no tool is answered with a refusal. */
  | { readonly kind: 'tool'; readonly name: ToolName; readonly input: Json }
  /** To be kept with the session: at most CHAT_MEMORY_MAX characters of JSON. The last one of a turn counts. */
  | { readonly kind: 'memory'; readonly memory: Json };

export interface DesignProvider {
  readonly id: string;
  /** The host that the conversation is sent to; absent where it stays on this node. */
  readonly sendsTo?: string;
  /** Ends early once the signal is aborted. An error that it throws ends the turn as AI_UNAVAILABLE. */
  turn(context: TurnContext, signal: AbortSignal): AsyncGenerator<TurnPart, void, TurnAnswer | undefined>;
}
