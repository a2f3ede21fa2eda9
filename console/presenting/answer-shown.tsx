// The answer that was given: which claims went to whom, and where the verifier wants the browser to go on.
import { Link } from '@tanstack/react-router';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import type { PreviewedPart } from './use-preview.js';

export interface AnswerGiven {
  readonly host: string;
  /** Absent where nothing was shown. */
  readonly parts?: readonly PreviewedPart[];
  readonly redirectUri?: string;
}

export function AnswerShown({ given: { host, parts, redirectUri } }: { readonly given: AnswerGiven }) {
  const words = useWords();
  const names = (parts ?? []).flatMap(({ rows }) =>
    rows.flatMap(({ name, value }) => (value === undefined ? [] : name)),
  );
  return (
    <section className="presenting">
      <div role="status">
        <h1>
          <Icon name={parts ? 'circle-check' : 'circle-x'} />
          {words(parts ? 'present.sent' : 'present.denied', { host })}
        </h1>
      </div>
      {parts && (
        <p className="lead">
          {words('present.sent.claims')} <ForeignText text={names.join(', ') || words('shown-to.type-alone')} />
        </p>
      )}
      {redirectUri !== undefined && <GoOn host={host} redirectUri={redirectUri} />}
      <p className="row-acts">
        <Link className="button" to={PATHS.wallets}>
          {words('present.back')}
        </Link>
      </p>
    </section>
  );
}

/** The node gives addresses of pages alone. */
function GoOn({ host, redirectUri }: { readonly host: string; readonly redirectUri: string }) {
  const words = useWords();
  const next = new URL(redirectUri).host;
  return (
    <>
      {next !== host && <p className="note">{words('present.go-on.other', { host, next })}</p>}
      <p>
        <a className="button main" href={redirectUri} target="_blank" rel="noopener noreferrer">
          {words('present.go-on', { next })}
        </a>
      </p>
    </>
  );
}
