// The port of conversations with the designer, which its hub touches and no group of operations.
import type { Conversations } from '../../actors/designer/ports.js';

export interface ApiDesigner {
  readonly conversations: Conversations;
}
