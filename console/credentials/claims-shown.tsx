// The claims of a credential: covered until they are asked for, as somebody may look over a shoulder.
import { useState } from 'react';
import { showHidden, shownJson } from '../../core/base/hidden.js';
import type { Json, JsonObject } from '../../core/base/json.js';
import { claimRows } from '../../core/credentials/holding/claim-rows.js';
import { BlackBar } from '../parts/black-bar.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';

export function ClaimsShown({ claims }: { readonly claims: JsonObject }) {
  const words = useWords();
  const [isShown, setShown] = useState(false);
  const rows = claimRows(claims, claims);
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
      {rows.length === 0 && <p className="hint">{words('held.claims.none')}</p>}
      <dl className="facts">
        {rows.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt>
              <bdi>{showHidden(name)}</bdi>
            </dt>
            <dd>{isShown ? <bdi>{textOf(value)}</bdi> : <BlackBar />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? showHidden(value) : shownJson(value ?? null);
}
