// Presentations of the person's credentials: to whom, and the names of claims. Values are not kept.
import { showHidden } from '../../core/base/hidden.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import type { readShown } from './read-credentials.js';

export function ShownList({ shown }: { readonly shown: Awaited<ReturnType<typeof readShown>> }) {
  const words = useWords();
  if (shown.length === 0) return null;
  return (
    <details>
      <summary>{words('shown-to.title', { count: shown.length })}</summary>
      <ul className="rows">
        {shown.map(({ id, requestingParty, disclosedClaims, outcome, presentedAt }) => (
          <li key={id} className="row">
            <div className="wide">
              <bdi>{showHidden(requestingParty)}</bdi>
              <p className="hint">
                <bdi>{disclosedClaims.map((name) => showHidden(name)).join(', ') || words('shown-to.type-alone')}</bdi>
              </p>
            </div>
            <span className="hint">{words('shown-to.outcome', { outcome })}</span>
            <span className="hint">
              <Moment value={presentedAt} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
