// The words that a person agrees to with a credential: its signature is over these words of the verifier.
import { shownJson } from '../../core/base/hidden.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import type { AskedPresentation } from './read-presenting.js';

export function SignedData({ data }: { readonly data: AskedPresentation['transactionData'] }) {
  const words = useWords();
  return (
    <section className="card" aria-labelledby="signs">
      <h2 id="signs">{words('present.signs')}</h2>
      <p className="hint">{words('present.signs.about')}</p>
      {data.map(({ type, data: members }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the data of a request do not move.
        <dl key={at} className="facts">
          <dt>{words('present.signs.type')}</dt>
          <dd>
            <ForeignText text={type} />
          </dd>
          {Object.entries(members)
            .filter(([name]) => name !== 'type' && name !== 'credential_ids')
            .map(([name, value]) => (
              <div key={name} className="contents">
                <dt>
                  <ForeignText text={name} />
                </dt>
                <dd>
                  <ForeignText text={typeof value === 'string' ? value : shownJson(value)} />
                </dd>
              </div>
            ))}
        </dl>
      ))}
    </section>
  );
}
