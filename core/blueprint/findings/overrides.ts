// Overrides: a definition names findings about its control flow that it is published with all the same,
// and why. They stand in the definition, so that each party can read them before it takes part.

import type { Override } from '../definition/choices.js';
import type { Finding, FindingCode, Findings } from './finding.js';

/** Adds findings as warnings where the definition overrides them, and as they are otherwise. */
export class Overrides {
  readonly #reasons: ReadonlyMap<FindingCode, string>;
  readonly #used = new Set<FindingCode>();

  constructor(overrides: readonly Override[] = []) {
    this.#reasons = new Map(overrides.map(({ code, reason }) => [code, reason]));
  }

  add(finding: Finding, findings: Findings): void {
    const reason = this.#reasons.get(finding.code);
    if (reason === undefined) {
      findings.add(finding);
      return;
    }
    this.#used.add(finding.code);
    const message = `${finding.message} The definition overrides this: ${JSON.stringify(reason)}.`;
    findings.add({ ...finding, severity: 'warning', message });
  }

  /**
   * Adds the overrides that nothing needed, or that stand twice: they would hide a fault that a later change brings.
   */
  end(overrides: readonly Override[] = [], findings: Findings): void {
    for (const [i, { code }] of overrides.entries())
      if (!this.#used.delete(code))
        findings.warnOfSurplus(
          'BP_OVERRIDE_UNUSED',
          `/overrides/${i}`,
          `Nothing is left of ${code} to override: leave this out.`,
        );
  }
}
