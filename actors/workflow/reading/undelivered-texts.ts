// The sealed texts of this node that do not give its wallets what they have to. Each is named by its bytes and by whom
// it was opened for, so that nothing makes an entry wrong: what delivers a run later is another text. In memory: after
// a restart each is opened once more.
import { LRUCache } from 'lru-cache';
import { growing } from '../../../core/base/growing.js';
import { UNDELIVERED_KEPT_MAX } from '../../../core/base/limits/node/reading.js';
import type { Undelivered } from '../../../core/envelope/cells/open.js';
import type { KnownTexts } from '../../../core/instance/runs/known-texts.js';

export class UndeliveredTexts implements KnownTexts {
  private readonly kept = new LRUCache<string, Undelivered>(growing(UNDELIVERED_KEPT_MAX));

  get(name: string): Undelivered | undefined {
    return this.kept.get(name);
  }

  set(name: string, why: Undelivered): void {
    this.kept.set(name, why);
  }
}
