// Before the form of an action that takes credentials: which, whom it trusts, who reads what is shown, and what fits.
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { CredentialRequirement } from '../../core/blueprint/definition/types.js';
import type { TrustSource } from '../../core/trust/policy-form.js';
import { typeTitle } from '../credentials/type-title.js';
import type { RoleShown } from '../forms/form-context.js';
import { Face } from '../parts/face.js';
import { Icon } from '../parts/icon.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { type AskedOfSender, askedGates } from './asked-gates.js';
import { type OwnMatch, readOwnMatches } from './own-matches.js';
import './gates.css';

interface GateNoticeProps {
  readonly requirements: readonly CredentialRequirement[];
  readonly roles: readonly RoleShown[];
}

export function GateNotice({ requirements, roles }: GateNoticeProps) {
  const words = useWords();
  const gates = useMemo(() => askedGates(requirements), [requirements]);
  return (
    <section className="card gates" aria-labelledby="gates">
      <h2 id="gates">{words('gate.title', { count: new Set(gates.map(({ id, group }) => group ?? id)).size })}</h2>
      <p className="hint">{words('gate.about')}</p>
      {gates.map((gate) => (
        <AskedPart key={gate.id} gate={gate} roles={roles} />
      ))}
    </section>
  );
}

function AskedPart({ gate, roles }: { readonly gate: AskedOfSender; readonly roles: readonly RoleShown[] }) {
  const words = useWords();
  const { type, description, group, claims, trusted } = gate;
  return (
    <div className="gate">
      <h3>
        <Icon name="badge-check" />
        {typeTitle(type)}
        {group !== undefined && <span className="hint">{words('gate.one-of', { group })}</span>}
      </h3>
      {description !== undefined && <p>{description}</p>}
      <p className="hint">{type}</p>
      <dl className="facts">
        <dt>{words('gate.claims')}</dt>
        <dd>{claims.length === 0 ? words('shown-to.type-alone') : claims.join(', ')}</dd>
        <dt>{words('gate.trusts')}</dt>
        <dd>
          {trusted.length === 0 && words('gate.trusts-nobody')}
          {trusted.map((source) => (
            <p key={JSON.stringify(source)}>
              <SourceText source={source} />
            </p>
          ))}
        </dd>
        <dt>{words('gate.readers')}</dt>
        <dd>
          <ReadersText gate={gate} roles={roles} />
        </dd>
        <dt>{words('gate.yours')}</dt>
        <dd>
          <Fitting query={gate.query} />
        </dd>
      </dl>
    </div>
  );
}

function SourceText({ source }: { readonly source: TrustSource }) {
  const words = useWords();
  const { kind, trustListId: list, allowedIssuers = [] } = source;
  return (
    <>
      {words('gate.source', { kind: kind.replaceAll('-', ''), list: list ?? '' })}
      {allowedIssuers.length > 0 && <>: {allowedIssuers.join(', ')}</>}
    </>
  );
}

function ReadersText({ gate, roles }: { readonly gate: AskedOfSender; readonly roles: readonly RoleShown[] }) {
  const words = useWords();
  const readers = roles.filter(({ id }) => gate.readers.includes(id));
  const verifier = roles.find(({ id }) => id === gate.verifiedBy);
  return (
    <>
      {readers.map((role) => (
        <span key={role.id} className="reader">
          <Face name={role.name} place={role.place} /> {role.name}
        </span>
      ))}
      <p className="hint">{words('gate.evidence', { evidence: gate.evidence, readers: readers.length })}</p>
      {verifier && <p className="hint">{words('gate.verified-by', { role: verifier.name })}</p>}
    </>
  );
}

/** Credentials of the person that answer it now. */
function Fitting({ query }: { readonly query: object }) {
  const words = useWords();
  const [matches, setMatches] = useState<readonly OwnMatch[]>();
  useEffect(() => {
    let isShown = true;
    readOwnMatches(query).then(
      (own) => isShown && setMatches(own),
      () => isShown && setMatches([]),
    );
    return () => {
      isShown = false;
    };
  }, [query]);
  if (matches === undefined) return <span className="hint">{words('nav.loading')}</span>;
  if (matches.length === 0) return <Link to={PATHS.wallets}>{words('gate.yours.none')}</Link>;
  return matches.map(({ credentialId, wallet, walletName, type, issuer }) => (
    <p key={credentialId}>
      <Link to={PATHS.credential} params={{ address: wallet, credentialId }}>
        {typeTitle(type)}
      </Link>{' '}
      <span className="hint">
        {words('held.from', { issuer })} · {walletName}
      </span>
    </p>
  ));
}
