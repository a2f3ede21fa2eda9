// Counts the steps of a question over claims: an array of a hundred kilobytes that sixty claims ask for takes seconds.
import { DCQL_STEPS_MAX } from '../base/limits/ledger/credentials.js';
import { need } from './fault.js';

export class StepMeter {
  #left = DCQL_STEPS_MAX;

  /** Throws a fault where the question takes more than DCQL_STEPS_MAX in all. */
  take(steps: number): void {
    this.#left -= steps;
    need(this.#left >= 0, `The query takes over ${DCQL_STEPS_MAX} steps.`);
  }
}
