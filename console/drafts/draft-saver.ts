// Saves a draft at its node a second after its last change, each version of it on the one before (If-Match). Where
// somebody else changed it meanwhile, it stops, and says what they made of it.
import { ClientError } from '../../api/client/client-error.js';
import { mayPass } from '../../api/client/passing.js';
import { canonical, type JsonObject } from '../../core/base/json.js';
import type { Difference } from '../../core/design/authoring/difference.js';
import { node } from '../session/node.js';
import { type DraftSaved, readSaved } from './drafts-here.js';

/** After the last change. */
const SAVED_AFTER_MS = 1000;
/** Between two tries while the node does not answer. */
const AGAIN_AFTER_MS = 5000;

/** `waits` a moment, is `away` with its node, was `refused`, or `differs` from what somebody else made of it. */
export type SaveState = 'saved' | 'waits' | 'saving' | 'away' | 'refused' | 'differs';

/** The version of somebody else, and how the page differs from it. */
export interface Theirs extends DraftSaved {
  readonly differences: readonly Difference[];
}

interface Saved {
  readonly document: () => JsonObject;
  readonly onChange: () => void;
  readonly onSaved: () => void;
  readonly differences: (before: JsonObject, after: JsonObject) => Promise<readonly Difference[]>;
}

export class DraftSaver {
  state: SaveState = 'saved';
  refusal: string | undefined;
  theirs: Theirs | undefined;
  private readonly id: string;
  private readonly of: Saved;
  private last: DraftSaved;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: Promise<void> | undefined;
  private isEnded = false;

  constructor(id: string, saved: DraftSaved, of: Saved) {
    this.id = id;
    this.last = saved;
    this.of = of;
  }

  get saved(): DraftSaved {
    return this.last;
  }

  /** A moment after the last change. */
  soon(afterMs = SAVED_AFTER_MS): void {
    clearTimeout(this.timer);
    if (this.state === 'differs' || this.isEnded) return;
    const isSaved = this.of.document() === this.last.blueprint;
    if (this.running === undefined) this.be(isSaved ? 'saved' : this.state === 'away' ? 'away' : 'waits');
    if (!isSaved) this.timer = setTimeout(() => void this.now(), afterMs);
  }

  /** True where the node has the document then. */
  async now(): Promise<boolean> {
    clearTimeout(this.timer);
    await this.running;
    if (this.state === 'differs') return false;
    if (this.of.document() === this.last.blueprint) return true;
    this.running = this.put(this.of.document()).finally(() => {
      this.running = undefined;
    });
    await this.running;
    const isSaved = this.of.document() === this.last.blueprint;
    if (!isSaved && this.state === 'saved') this.soon();
    return isSaved;
  }

  /** Stops until the person says how the two become one. */
  async meet(theirs: DraftSaved): Promise<void> {
    this.be('differs');
    const differences = await this.of.differences(theirs.blueprint, this.of.document());
    this.theirs = { ...theirs, differences };
    this.of.onChange();
  }

  /** The next save is on this version. */
  follow({ blueprint, version }: DraftSaved): void {
    this.last = { blueprint, version };
    this.theirs = undefined;
    this.be('waits');
  }

  async reload(take: (blueprint: JsonObject) => void): Promise<void> {
    await this.running;
    const saved = await readSaved(this.id);
    if (saved.version === this.last.version) return;
    this.follow(saved);
    take(saved.blueprint);
    this.soon();
  }

  end(): void {
    this.isEnded = true;
    clearTimeout(this.timer);
  }

  private async put(blueprint: JsonObject): Promise<void> {
    this.be('saving');
    try {
      const headers = { 'if-match': `"${this.last.version}"` };
      const body = blueprint as { readonly title: string };
      const view = await node.blueprints.updateBlueprint({ params: { id: this.id }, body }, { headers });
      this.last = { blueprint, version: view.version };
      this.be('saved');
      this.of.onSaved();
    } catch (error) {
      await this.afterRefusal(error, blueprint);
    }
  }

  private async afterRefusal(error: unknown, sent: JsonObject): Promise<void> {
    if (!(error instanceof ClientError)) throw error;
    // Nothing that a node said of the draft.
    if (error.status === 0 || mayPass(error)) {
      this.be('away');
      return this.soon(AGAIN_AFTER_MS);
    }
    if (error.code !== 'BLUEPRINT_CHANGED') return this.be('refused', `${error.message} (${error.code})`);
    const theirs = await readSaved(this.id);
    // The answer to an earlier save was lost: what the node has is what was sent.
    if (canonical(theirs.blueprint) !== canonical(sent)) return this.meet(theirs);
    this.last = { blueprint: sent, version: theirs.version };
    this.be('saved');
    this.of.onSaved();
  }

  private be(state: SaveState, refusal?: string): void {
    this.state = state;
    this.refusal = refusal;
    this.of.onChange();
  }
}
