// Negative cases of a guard, one for each conjunct: the guard takes the good input, and refuses each changed one, with
// only that conjunct to refuse it. `npm run tool -- mutants` leaves the conjunct out and holds the case to fail.
import { expect } from 'chai';

/** The title of the case of a conjunct. */
export function caseTitle(name: string, conjunct: string): string {
  return `${name}: ${conjunct}`;
}

/**
 * `takes` judges the good input with a change, and without one for `{}`. `changes` are keyed by the conjunct that
 * refuses them, as it is compiled, on one line.
 */
export function guardCases<C extends object>(
  name: string,
  takes: (change: Partial<C>) => boolean,
  changes: Readonly<Record<string, Partial<C>>>,
): void {
  for (const [conjunct, change] of Object.entries(changes))
    it(caseTitle(name, conjunct), () => {
      expect(takes({}), 'the good input').to.equal(true);
      expect(takes(change), 'the changed one').to.equal(false);
    });
}
