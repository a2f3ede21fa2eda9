// A conversation with the offline provider, whose tools are carried out at once.
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { offlineTurn } from '../../../../../core/designer/offline/turn.js';
import type { ChatMessage, TurnPart } from '../../../../../core/designer/provider.js';
import type { Bench } from '../../../../../core/designer/tools/define.js';
import { runTool } from '../../../../../core/designer/tools/table.js';
import { draftOf, emptyBlueprint, itemsOf } from '../../../../../core/edits/draft.js';
import { newHistory } from '../../../../../core/edits/history.js';

export class Conversation {
  bench: Bench;
  memory: Json | undefined;
  readonly tools: string[] = [];
  private readonly messages: ChatMessage[] = [];

  constructor() {
    const draft = draftOf({ blueprint: emptyBlueprint('Process', 'A process of people.'), scenarios: [] });
    if (isFailure(draft)) throw new Error(draft.issue.message);
    this.bench = { draft, history: newHistory(draft) };
  }

  /** What the designer answers. */
  say(text: string): string {
    this.messages.push({ from: 'person', text });
    const { draft } = this.bench;
    const parts = offlineTurn({ messages: this.messages, draft, memory: this.memory });
    let answer = '';
    for (let next = parts.next(); !next.done; ) {
      const part = next.value;
      if (part.kind === 'text') answer += part.text;
      if (part.kind === 'memory') this.memory = part.memory;
      next = parts.next(part.kind === 'tool' ? this.call(part) : undefined);
    }
    this.messages.push({ from: 'designer', text: answer });
    return answer;
  }

  private call({ name, input }: Extract<TurnPart, { readonly kind: 'tool' }>) {
    this.tools.push(name);
    const { bench, ...said } = runTool(this.bench, { name, input }, { documents: () => [] });
    this.bench = bench;
    return { ...said, draft: bench.draft };
  }

  get blueprint(): JsonObject {
    return this.bench.draft.blueprint;
  }

  roles(): readonly Json[] {
    return itemsOf(this.blueprint, 'participants').map(({ id }) => id ?? null);
  }

  /** By its title, or a part of it. */
  action(title: string): JsonObject {
    const action = itemsOf(this.blueprint, 'actions').find((item) => String(item.title).includes(title));
    if (!action) throw new Error(`no action ${title}: ${itemsOf(this.blueprint, 'actions').map((item) => item.title)}`);
    return action;
  }

  asks(): Json | undefined {
    return (this.memory as JsonObject | undefined)?.asks;
  }
}
