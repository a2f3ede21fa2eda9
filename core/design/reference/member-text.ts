// The form of the reference's text about one member. Types only.
import type { Json } from '../../base/json.js';

export interface MemberText {
  /** A sentence or two. */
  readonly says: string;
  /** A value that the member may have. */
  readonly example: Json;
  /** Nothing enforces it. `kept`: it is kept as it comes; `refused`: it may not be published. */
  readonly unread?: 'kept' | 'refused';
}

export type Members = Readonly<Record<string, MemberText>>;
