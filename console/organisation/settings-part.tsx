// The ways into the organisation, and how long its audit trail is kept.
import { useState } from 'react';
import { PROVEN_ACTS, type ProvenAct } from '../../core/tenant/organisations/settings.js';
import { AsCommand } from '../parts/as-command.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import type { OrganisationRead } from './read-organisation.js';

export function SettingsPart({ read }: { readonly read: OrganisationRead }) {
  const words = useWords();
  const { settings, who } = read;
  const domains = settings.allowedEmailDomains.join(', ');
  return (
    <>
      <div className="acts">
        <h2>{words('organisation.settings')}</h2>
        {who.may.has('updateOrganizationSettings') && <ChangeSettings read={read} />}
      </div>
      <dl className="facts">
        <dt>{words('organisation.type')}</dt>
        <dd>{words('organisation.kind', { type: settings.orgType })}</dd>
        <dt>{words('organisation.joining')}</dt>
        <dd>{words(settings.selfRegistrationEnabled ? 'organisation.by-themselves' : 'organisation.by-invitation')}</dd>
        <dt>{words('organisation.domains')}</dt>
        <dd>{domains === '' ? words('organisation.any-domain') : domains}</dd>
        <dt>{words('organisation.audit')}</dt>
        <dd>
          {settings.auditRetentionMonths === null
            ? words('organisation.as-node')
            : words('organisation.months', { count: settings.auditRetentionMonths })}
        </dd>
        <dt>{words('organisation.recent')}</dt>
        <dd>
          {settings.recentSignInFor.length === 0
            ? words('organisation.recent.none')
            : settings.recentSignInFor.map((act) => words('organisation.recent.act', { act })).join(', ')}
        </dd>
      </dl>
    </>
  );
}

function ChangeSettings({ read: { settings, version, who } }: { readonly read: OrganisationRead }) {
  const words = useWords();
  const [domains, setDomains] = useState(settings.allowedEmailDomains.join(' '));
  const [months, setMonths] = useState(String(settings.auditRetentionMonths ?? ''));
  const [acts, setActs] = useState<readonly ProvenAct[]>(settings.recentSignInFor);
  const count = months.trim() === '' ? null : Number(months);
  const isWrong = count !== null && !(Number.isInteger(count) && count > 0);
  const change = () =>
    node.organizationSettings.updateOrganizationSettings(
      {
        params: { organizationId: who.organisationId },
        body: {
          allowedEmailDomains: domains.split(/[\s,]+/).filter((domain) => domain !== ''),
          auditRetentionMonths: count,
          recentSignInFor: [...acts],
        },
      },
      version === undefined ? {} : { headers: { 'if-match': version } },
    );
  return (
    <ActButton label={words('organisation.change')} about={words('organisation.change.about')} onAct={change}>
      <TextField
        label={words('organisation.domains')}
        value={domains}
        onChange={setDomains}
        hint={words('organisation.domains.about')}
      />
      <TextField
        label={words('organisation.audit.label')}
        value={months}
        onChange={setMonths}
        {...(isWrong && { fault: words('organisation.months.wrong') })}
      />
      <fieldset className="field">
        <legend>{words('organisation.recent.label')}</legend>
        {PROVEN_ACTS.map((act) => (
          <label key={act} className="choice">
            <input
              type="checkbox"
              checked={acts.includes(act)}
              onChange={({ target }) =>
                setActs(PROVEN_ACTS.filter((each) => (each === act ? target.checked : acts.includes(each))))
              }
            />
            {words('organisation.recent.act', { act })}
          </label>
        ))}
        <p className="hint">{words('organisation.recent.about')}</p>
      </fieldset>
      {!isWrong && <AsCommand act="organisation.audit-months" values={{ months: count ?? 0 }} />}
    </ActButton>
  );
}
