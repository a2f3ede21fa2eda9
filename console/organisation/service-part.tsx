// Service principals of the node, for its operator: stopped, let on, given another secret, deleted for good.
import { useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import type { OrganisationRead } from './read-organisation.js';
import { SecretSheet } from './secret-sheet.js';

interface ServicePartProps {
  readonly services: NonNullable<OrganisationRead['services']>;
}

const KINDS: Readonly<Record<string, string>> = { Active: 'good', Suspended: 'open' };

export function ServicePart({ services }: ServicePartProps) {
  const words = useWords();
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <h2>{words('organisation.services')}</h2>
      {services.length === 0 && <p className="card">{words('organisation.no-service')}</p>}
      <ul className="rows">
        {services.map((service) => (
          <li key={service.id} className="row">
            <div className="wide">
              <bdi>{service.serviceName}</bdi>
              <p className="hint" translate="no">
                <bdi>{service.clientId}</bdi> · {service.scopes.join(', ')}
              </p>
            </div>
            <span className="pill" data-kind={KINDS[service.status] ?? 'bad'}>
              {words('service.status', { status: service.status })}
            </span>
            {service.status !== 'Revoked' && <ServiceActs service={service} onSecret={setSecret} />}
          </li>
        ))}
      </ul>
      {secret !== undefined && <SecretSheet secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}

interface ServiceActsProps {
  readonly service: ServicePartProps['services'][number];
  readonly onSecret: (secret: string) => void;
}

function ServiceActs({ service: { id, clientId, status, hasSecret }, onSecret }: ServiceActsProps) {
  const words = useWords();
  const params = { id };
  const values = { service: clientId };
  return (
    <div className="acts some whole">
      {status === 'Active' ? (
        <ActButton
          label={words('webhook.suspend')}
          about={words('service.ends')}
          onAct={() => node.servicePrincipals.suspendServicePrincipal({ params })}
        >
          <AsCommand act="services.suspend" values={values} />
        </ActButton>
      ) : (
        <ActButton
          label={words('webhook.resume')}
          about={words('service.resume.about')}
          onAct={() => node.servicePrincipals.reactivateServicePrincipal({ params })}
        >
          <AsCommand act="services.reactivate" values={values} />
        </ActButton>
      )}
      {hasSecret && (
        <ActButton
          label={words('part.rotate')}
          about={words('service.rotate.about')}
          onAct={async () =>
            onSecret((await node.servicePrincipals.rotateServicePrincipalSecret({ params })).clientSecret)
          }
        >
          <AsCommand act="services.rotate" values={values} />
        </ActButton>
      )}
      <ActButton
        label={words('service.delete')}
        about={words('service.delete.about')}
        onAct={() => node.servicePrincipals.deleteServicePrincipal({ params })}
      >
        <AsCommand act="services.delete" values={values} />
      </ActButton>
    </div>
  );
}
