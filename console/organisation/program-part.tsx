// Programs that people of the organisation may let in.

import { AsCommand } from '../parts/as-command.js';
import { node } from '../session/node.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { ActButton } from './act-button.js';
import type { OrganisationRead } from './read-organisation.js';

interface ProgramPartProps {
  readonly programs: NonNullable<OrganisationRead['programs']>;
  readonly who: Person;
}

export function ProgramPart({ programs, who: { may } }: ProgramPartProps) {
  const words = useWords();
  /** A program for all organisations is of the operator. */
  const isOwn = (isForAll: boolean) => !isForAll || may.has('getPlatformSettings');
  return (
    <>
      <h2>{words('organisation.programs')}</h2>
      {programs.length === 0 && <p className="card">{words('organisation.no-program')}</p>}
      <ul className="rows">
        {programs.map(({ clientId, name, scopes, isForAll, hasSecret, keys }) => (
          <li key={clientId} className="row">
            <div className="wide">
              <bdi>{name}</bdi>
              <p className="hint" translate="no">
                <bdi>{clientId}</bdi> · {scopes.join(', ')}
              </p>
              <p className="hint">
                {words('program.proof', { proof: hasSecret ? 'secret' : keys === undefined ? 'none' : 'keys' })}
                {isForAll && ` · ${words('program.for-all')}`}
              </p>
            </div>
            {may.has('deleteProgramClient') && isOwn(isForAll) && (
              <ActButton
                label={words('part.remove')}
                about={words('program.remove.about')}
                onAct={() => node.programClients.deleteProgramClient({ params: { clientId } })}
              >
                <AsCommand act="programs.remove" values={{ client: clientId }} />
              </ActButton>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
