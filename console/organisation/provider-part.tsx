// Where the people of the organisation sign in beside their passwords: tried, and switched on or off.
import { useState } from 'react';
import { Button } from '../parts/button.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import type { OrganisationRead } from './read-organisation.js';

export function ProviderPart({ read }: { readonly read: OrganisationRead }) {
  const words = useWords();
  const { provider, social = [], who } = read;
  if (provider === undefined) return null;
  return (
    <>
      <h2>{words('organisation.providers')}</h2>
      {provider === null && social.length === 0 && <p className="card">{words('organisation.no-provider')}</p>}
      <ul className="rows">
        {provider !== null && <OwnProvider provider={provider} who={who} />}
        {social.map(({ id, provider: name, displayName, isEnabled, clientId }) => (
          <li key={id} className="row">
            <div className="wide">
              <bdi>{displayName}</bdi>
              <p className="hint">
                {name} · <bdi>{clientId}</bdi>
              </p>
            </div>
            <OnOff isOn={isEnabled} />
            {who.may.has('deleteSocialProvider') && (
              <ActButton
                label={words('part.remove')}
                about={words('provider.remove.about')}
                onAct={() =>
                  node.identityProviders.deleteSocialProvider({ params: { orgId: who.organisationId, provider: name } })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface OwnProviderProps {
  readonly provider: NonNullable<OrganisationRead['provider']>;
  readonly who: OrganisationRead['who'];
}

function OwnProvider({ provider, who }: OwnProviderProps) {
  const words = useWords();
  const { displayName, issuerUrl, isEnabled } = provider;
  const params = { orgId: who.organisationId };
  const { isBusy, fault, run } = useAct();
  const [tried, setTried] = useState<{ readonly success: boolean; readonly message: string }>();
  const test = () => run(async () => setTried(await node.identityProviders.testIdentityProvider({ params })));
  return (
    <li className="row">
      <div className="wide">
        <bdi>{displayName}</bdi>
        <p className="hint">
          <bdi>{issuerUrl}</bdi>
        </p>
        <p role="status" className={tried?.success === false || fault ? 'fault' : 'hint'}>
          {tried && <span lang="en">{tried.message}</span>}
          {fault && <span lang="en">{fault}</span>}
        </p>
      </div>
      <OnOff isOn={isEnabled} />
      {who.may.has('testIdentityProvider') && (
        <Button isBusy={isBusy} onPress={test}>
          {words('part.try')}
        </Button>
      )}
      {who.may.has('switchIdentityProvider') && (
        <ActButton
          label={words(isEnabled ? 'provider.off' : 'provider.on')}
          about={words(isEnabled ? 'provider.off.about' : 'provider.on.about')}
          onAct={() => node.identityProviders.switchIdentityProvider({ params, body: { enabled: !isEnabled } })}
        />
      )}
    </li>
  );
}

function OnOff({ isOn }: { readonly isOn: boolean }) {
  const words = useWords();
  return (
    <span className="pill" data-kind={isOn ? 'good' : 'open'}>
      {words(isOn ? 'part.on' : 'part.off')}
    </span>
  );
}
