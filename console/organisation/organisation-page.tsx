// The organisation: what it may have and how full that is, and who may join. Under it stand sign-in providers, webhooks
// and programs.
import { useLoaderData } from '@tanstack/react-router';
import { Moment } from '../parts/moment.js';
import '../words/administering.js';
import { useWords } from '../words/words.js';
import './organisation.css';
import { NodeSettings } from './node-settings.js';
import { PlatformPart } from './platform-part.js';
import { ProgramPart } from './program-part.js';
import { ProviderPart } from './provider-part.js';
import type { OrganisationRead } from './read-organisation.js';
import { ServicePart } from './service-part.js';
import { SettingsPart } from './settings-part.js';
import { WebhookPart } from './webhook-part.js';

export function OrganisationPage() {
  const words = useWords();
  const read: OrganisationRead = useLoaderData({ strict: false });
  const { organisation, webhooks, programs, services, platform, nodeSettings } = read;
  return (
    <section className="organisation">
      <h1>
        <bdi>{organisation.name}</bdi>
      </h1>
      <p className="lead">
        {organisation.subdomain} · {words('organisation.since')} <Moment value={organisation.createdAt} />
      </p>
      <Usage read={read} />
      <SettingsPart read={read} />
      <ProviderPart read={read} />
      {webhooks && <WebhookPart webhooks={webhooks} who={read.who} />}
      {programs && <ProgramPart programs={programs} who={read.who} />}
      {services && <ServicePart services={services} />}
      {platform && <PlatformPart platform={platform} />}
      {nodeSettings && <NodeSettings settings={nodeSettings} />}
    </section>
  );
}

const FIGURES = ['registers', 'users', 'wallets', 'bytes'] as const;

function Usage({ read: { organisation } }: { readonly read: OrganisationRead }) {
  const words = useWords();
  const { usage } = organisation;
  if (usage === undefined) return null;
  return (
    <ul className="usage">
      {FIGURES.map((name) => {
        const { used, limit } = usage[name];
        return (
          <li key={name} className="card">
            <span className="hint">{words('organisation.figure', { name })}</span>
            <b>{name === 'bytes' ? words('bytes', { bytes: used }) : words('organisation.used', { used })}</b>
            {limit === undefined ? (
              <span className="hint">{words('organisation.unbounded')}</span>
            ) : (
              <>
                <meter
                  aria-label={words('organisation.figure', { name })}
                  min={0}
                  max={Math.max(1, limit)}
                  high={0.9 * limit}
                  value={used}
                />
                <span className="hint">
                  {words('organisation.of', { limit: name === 'bytes' ? words('bytes', { bytes: limit }) : limit })}
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
