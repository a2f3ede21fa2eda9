// The events of a conversation, as its person hears them. Types only.
import type { CheckedDraft } from '../edits/draft.js';

/** Codes of an event `error`. */
export type ConversationErrorCode = 'AI_UNAVAILABLE' | 'GENERATION_CANCELLED';

export type ConversationEvent =
  | { readonly kind: 'started'; readonly provider: string; readonly sendsTo?: string }
  | { readonly kind: 'text'; readonly chunk: string }
  | { readonly kind: 'tool'; readonly name: string; readonly ok: boolean; readonly words: string }
  | { readonly kind: 'draft'; readonly draft: Pick<CheckedDraft, 'blueprint' | 'findings'> }
  | { readonly kind: 'complete'; readonly messageId: string }
  | { readonly kind: 'remaining'; readonly remaining: number }
  | { readonly kind: 'error'; readonly code: ConversationErrorCode; readonly message: string };
