// A Resolution: a party says how a dispute shall end, or the resolver what it found of a private objection.
import { disputeTermsOf } from '../../blueprint/disputes/disputes.js';
import type { MoveParts } from '../../blueprint/state/move.js';
import { formIssues } from '../parts/none.js';
import type { MoveRow, Stating } from '../parts/row.js';
import { foldResolution } from './fold.js';
import { type ResolutionText, readResolution } from './form.js';
import { resolvesIn } from './resolutions.js';
import { resolvedRuns } from './runs.js';

export const resolution: MoveRow<'Resolution'> = {
  form: ({ tx }) => formIssues(readResolution(tx.payload)),
  facts: ({ tx, definition, before, atMs }, view) => ({
    resolves: before !== undefined && resolvesIn(view, { tx, definition, instance: before, atMs }),
  }),
  statedParts: resolutionPart,
  fold: foldResolution,
  runs: resolvedRuns,
};

function resolutionPart({ tx, definition, resolves = false }: Stating): MoveParts['Resolution'] {
  const { role, outcome, proven: is, ground, at } = tx.payload as unknown as ResolutionText;
  const terms = disputeTermsOf(definition);
  const value = { ...(ground !== undefined && { ground }), ...(at !== undefined && { at }), terms };
  const proven = is === undefined ? {} : { proven: { is, ...value } };
  return { resolution: { role, outcome, ...proven, redoWithinMs: terms.redoWithinMs, decides: resolves } };
}
