// Settings of the node for its operator: those that a person stated first, and all of them behind.
import { AsCommand } from '../parts/as-command.js';
import { useWords } from '../words/words.js';
import type { OrganisationRead } from './read-organisation.js';

interface NodeSettingsProps {
  readonly settings: NonNullable<OrganisationRead['nodeSettings']>;
}

export function NodeSettings({ settings }: NodeSettingsProps) {
  const words = useWords();
  const stated = settings.filter(({ origin }) => origin !== 'default');
  const others = settings.filter(({ origin }) => origin === 'default');
  return (
    <>
      <h2>{words('settings.title')}</h2>
      {stated.length === 0 && <p className="card">{words('settings.none')}</p>}
      <SettingRows settings={stated} />
      <details>
        <summary>{words('settings.others', { count: others.length })}</summary>
        <SettingRows settings={others} />
      </details>
      <AsCommand act="node.settings" values={{}} />
    </>
  );
}

function SettingRows({ settings }: NodeSettingsProps) {
  const words = useWords();
  return (
    <ul className="rows">
      {settings.map(({ path, description, value, isSecret, isStated, origin }) => (
        <li key={path} className="row">
          <div className="wide">
            <code translate="no">{path}</code>
            <p className="hint" lang="en">
              {description}
            </p>
          </div>
          <code className="setting-value" translate="no">
            {isSecret && isStated ? words('settings.secret') : (value ?? '–')}
          </code>
          <span className="pill" data-kind={origin === 'default' ? undefined : 'good'}>
            {words('settings.origin', { origin })}
          </span>
        </li>
      ))}
    </ul>
  );
}
