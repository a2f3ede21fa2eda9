// Whether a gate was judged by a state that the register had, and that was not old by then. Its validators ask, and a
// verifier before it signs.
import type { StatedGate } from '../../credentials/gate/stated.js';
import type { StateView } from '../../model/register.js';
import { trustRootAt } from '../../register/trust/as-of.js';

/** Why it is another one: dockets that are sealed, and what was pinned by them, stay as they are. */
export function gateStateProblem(
  { rule, statement: { asOf, at, trust } }: Pick<StatedGate, 'rule' | 'statement'>,
  { view, height }: { readonly view: StateView; readonly height: number },
): string | undefined {
  const nextMs = asOf < height ? view.docketAt(asOf + 1)?.timestampMs : undefined;
  if (nextMs !== undefined && nextMs < Date.parse(at) - rule.proofMaxAgeMs)
    return `docket ${asOf} was succeeded more than ${rule.proofMaxAgeMs / 60_000} minutes before it was judged`;
  return trustRootAt(view, asOf) === trust
    ? undefined
    : `the register had other pins as of docket ${asOf} than trust says`;
}
