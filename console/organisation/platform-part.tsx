// Settings that hold for all organisations of the node, for its operator.
import { useId, useState } from 'react';
import { AsCommand } from '../parts/as-command.js';
import { TextField } from '../parts/text-field.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import type { OrganisationRead } from './read-organisation.js';

const FOUNDING = ['platform', 'anyone', 'node'] as const;

interface PlatformPartProps {
  readonly platform: NonNullable<OrganisationRead['platform']>;
}

export function PlatformPart({ platform }: PlatformPartProps) {
  const words = useWords();
  return (
    <>
      <div className="acts">
        <h2>{words('platform.title')}</h2>
        <ChangePlatform platform={platform} />
      </div>
      <dl className="facts">
        <dt>{words('platform.founding')}</dt>
        <dd>{words('platform.founding.who', { who: platform.founding })}</dd>
        <dt>{words('platform.days')}</dt>
        <dd>
          {platform.invitationDays === null
            ? words('organisation.as-node')
            : words('platform.days.count', { count: platform.invitationDays })}
        </dd>
      </dl>
    </>
  );
}

function ChangePlatform({ platform }: PlatformPartProps) {
  const words = useWords();
  const id = useId();
  const [founding, setFounding] = useState(platform.founding);
  const [typed, setTyped] = useState(String(platform.invitationDays ?? ''));
  const days = typed.trim() === '' ? null : Number(typed);
  const isWrong = days !== null && !(Number.isInteger(days) && days > 0);
  return (
    <ActButton
      label={words('organisation.change')}
      about={words('platform.about')}
      onAct={() => node.platform.updatePlatformSettings({ body: { founding, invitationDays: days } })}
    >
      <div className="field">
        <label htmlFor={id}>{words('platform.founding')}</label>
        <select id={id} value={founding} onChange={({ target }) => setFounding(target.value as typeof founding)}>
          {FOUNDING.map((who) => (
            <option key={who} value={who}>
              {words('platform.founding.who', { who })}
            </option>
          ))}
        </select>
      </div>
      <TextField
        label={words('platform.days')}
        value={typed}
        onChange={setTyped}
        hint={words('organisation.empty')}
        {...(isWrong && { fault: words('organisation.months.wrong') })}
      />
      {!isWrong && <AsCommand act="platform.settings" values={{ founding, days: days ?? 0 }} />}
    </ActButton>
  );
}
