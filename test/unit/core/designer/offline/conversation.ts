// A conversation with the offline provider, whose tools are carried out at once.
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { goOnTalking } from '../../../../../core/designer/offline/talk.js';
import type { ChatMessage } from '../../../../../core/designer/provider.js';
import type { Bench } from '../../../../../core/designer/tools/define.js';
import { draftOf, itemsOf } from '../../../../../core/edits/draft.js';
import { emptyBlueprint } from '../../../../../core/edits/empty.js';
import { newHistory } from '../../../../../core/edits/history.js';

export class Conversation {
  bench: Bench;
  memory: Json | undefined;
  private readonly messages: ChatMessage[] = [];

  constructor() {
    const draft = draftOf({ blueprint: emptyBlueprint('Process', 'A process of people.'), scenarios: [] });
    if (isFailure(draft)) throw new Error(draft.issue.message);
    this.bench = { draft, history: newHistory(draft) };
  }

  /** The answer of the designer. */
  say(text: string): string {
    this.messages.push({ from: 'person', text });
    const talk = goOnTalking({ bench: this.bench, memory: this.memory, text: '' }, this.messages);
    ({ bench: this.bench, memory: this.memory } = talk);
    this.messages.push({ from: 'designer', text: talk.text });
    return talk.text;
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
