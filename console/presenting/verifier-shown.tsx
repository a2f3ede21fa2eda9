// The verifier that asks: the host that the answer goes to, and who vouches for it. Names of a certificate that nothing
// vouches for are not told: anybody could write them.
import { Icon } from '../parts/icon.js';
import { Moment } from '../parts/moment.js';
import { useWords } from '../words/words.js';
import { ForeignText } from './foreign-text.js';
import type { AskedPresentation, AskingVerifier } from './read-presenting.js';

const KINDS: Readonly<Record<AskingVerifier['verdict'], string>> = {
  TrustedListVerified: 'good',
  AuthenticUntrusted: 'open',
  Unverifiable: 'bad',
};

export function VerifierShown({ asked: { verifier, expiresAt } }: { readonly asked: AskedPresentation }) {
  const words = useWords();
  const { verdict, host, names, clientId } = verifier;
  return (
    <section className="card verifier" aria-labelledby="verifier">
      <h2 id="verifier">
        <Icon name={verdict === 'TrustedListVerified' ? 'shield-check' : 'circle-dashed'} />
        <ForeignText text={host} />
        <span className="pill" data-kind={KINDS[verdict]}>
          {words('present.verdict', { verdict })}
        </span>
      </h2>
      <p className={verdict === 'Unverifiable' ? 'fault' : 'lead'}>{words('present.verdict.about', { verdict })}</p>
      <dl className="facts">
        {names.length > 0 && (
          <>
            <dt>{words('present.names')}</dt>
            <dd>
              {names.map((name) => (
                <p key={name}>
                  <ForeignText text={name} />
                </p>
              ))}
            </dd>
          </>
        )}
        <dt>{words('present.host')}</dt>
        <dd>
          <ForeignText text={host} />
          <p className="hint">{words('present.host.about')}</p>
        </dd>
        <dt>{words('present.client')}</dt>
        <dd className="hint">
          <ForeignText text={clientId} />
        </dd>
        <dt>{words('present.until')}</dt>
        <dd>
          <Moment value={expiresAt} />
        </dd>
      </dl>
    </section>
  );
}
