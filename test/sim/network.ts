// Links between the nodes: every packet is lost, doubled, delayed or cut off as the seed says, each direction by
// itself. It knows nothing of what it carries.

import type { Dice } from '../support/base/dice.js';
import type { Scheduler } from './clock.js';
import type { SimOptions } from './options.js';

export class Network<P> {
  readonly #scheduler: Scheduler;
  readonly #dice: Dice;
  readonly #deliver: (to: number, from: number, packet: P) => void;
  readonly #cut = new Set<string>();
  #quality: SimOptions['net'];

  constructor(given: {
    readonly scheduler: Scheduler;
    readonly dice: Dice;
    readonly quality: SimOptions['net'];
    readonly deliver: (to: number, from: number, packet: P) => void;
  }) {
    this.#scheduler = given.scheduler;
    this.#dice = given.dice;
    this.#quality = given.quality;
    this.#deliver = given.deliver;
  }

  send(from: number, to: number, packet: P): void {
    const { loss, duplication } = this.#quality;
    const copies = this.#dice.chance(duplication) ? 2 : 1;
    for (let i = 0; i < copies; i++) {
      const [low, high] = this.#quality.delayMs;
      const delayMs = this.#dice.skewed(low, Math.max(low, high));
      if (this.#dice.chance(loss)) continue;
      this.#scheduler.at(delayMs, () => {
        if (!this.#cut.has(`${from}>${to}`)) this.#deliver(to, from, packet);
      });
    }
  }

  /** Nothing arrives from `from` at `to` any more. */
  cut(from: number, to: number): void {
    this.#cut.add(`${from}>${to}`);
  }

  mend(from: number, to: number): void {
    this.#cut.delete(`${from}>${to}`);
  }

  /** All links work, and well. A message on the way still comes as it was drawn. */
  heal(): void {
    this.#cut.clear();
    this.#quality = { loss: 0, duplication: 0, delayMs: [1, 20] };
  }
}
