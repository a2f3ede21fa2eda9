// The claims of a credential: covered until they are asked for, as somebody may look over a shoulder.
import { useState } from 'react';
import { BlackBar } from '../parts/black-bar.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';

/** Members that say how a credential is made, and nothing of its holder. */
const TECHNICAL: ReadonlySet<string> = new Set(['iss', 'vct', 'cnf', 'status', 'iat', 'nbf', 'exp', 'quorate_ledger']);

export function ClaimsShown({ claims }: { readonly claims: Readonly<Record<string, unknown>> }) {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  const named = Object.entries(claims).filter(([name]) => !TECHNICAL.has(name));
  return (
    <section className="card claims" aria-labelledby="claims">
      <div className="titled">
        <h2 id="claims" className="wide">
          {words('held.claims')}
        </h2>
        <Button icon="eye" onPress={() => setShown(!isShown)}>
          {words(isShown ? 'held.claims.hide' : 'held.claims.show')}
        </Button>
      </div>
      {named.length === 0 && <p className="hint">{words('held.claims.none')}</p>}
      <dl className="facts">
        {named.map(([name, value]) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd>{isShown ? textOf(value) : <BlackBar />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
