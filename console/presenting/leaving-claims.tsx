// The claims of one credential before they are shown: those that the verifier reads with their values, and a bar for
// each that stays.
import { shownJson } from '../../core/base/hidden.js';
import { BlackBar } from '../parts/black-bar.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import type { PreviewedPart } from './use-preview.js';

export function LeavingClaims({ part: { rows, isKnown } }: { readonly part: PreviewedPart }) {
  const words = useWords();
  const leaving = rows.filter(({ value }) => value !== undefined).length;
  return (
    <div className="claims">
      <p>{words('present.leaves', { leaving, all: rows.length, staying: rows.length - leaving })}</p>
      <dl className="facts">
        {rows.map(({ name, value }) => (
          <div key={`${name} ${value === undefined}`} className="contents">
            <dt>
              <ForeignText text={name} />
            </dt>
            <dd data-leaves={value !== undefined}>
              {value === undefined ? (
                <BlackBar />
              ) : (
                <ForeignText text={typeof value === 'string' ? value : shownJson(value)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="hint">{words('present.technical')}</p>
      {isKnown && <p className="note">{words('present.known')}</p>}
    </div>
  );
}
