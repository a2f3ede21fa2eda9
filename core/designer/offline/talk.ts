// A turn of the offline provider carried out at once, where no node runs it. Its parts are few, and its tools are
// those of a draft.
import type { Json } from '../../base/json.js';
import type { ChatMessage } from '../provider.js';
import type { Bench } from '../tools/define.js';
import { runTool } from '../tools/table.js';
import { offlineTurn } from './turn.js';

export interface Talk {
  readonly bench: Bench;
  /** Of the turn before. */
  readonly memory: Json | undefined;
  /** The answer; empty before the first turn. */
  readonly text: string;
}

/** The talk behind the last message. */
export function goOnTalking({ bench: before, memory: kept }: Talk, messages: readonly ChatMessage[]): Talk {
  const parts = offlineTurn({ messages, draft: before.draft, memory: kept });
  let [bench, memory, text] = [before, kept, ''];
  for (let next = parts.next(); !next.done; ) {
    const part = next.value;
    if (part.kind === 'text') text += part.text;
    if (part.kind === 'memory') ({ memory } = part);
    if (part.kind === 'tool') {
      const { bench: after, ...said } = runTool(bench, part, { documents: () => [] });
      bench = after;
      next = parts.next({ ...said, draft: bench.draft });
    } else next = parts.next();
  }
  return { bench, memory, text };
}
