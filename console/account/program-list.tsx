// Programs that act for the person, what each may do, and the way to take that back.
import { useRouter } from '@tanstack/react-router';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { OwnAccount } from './read-me.js';

interface ProgramListProps {
  readonly programs: NonNullable<OwnAccount['programs']>;
}

export function ProgramList({ programs }: ProgramListProps) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const end = (consentId: string) =>
    run(async () => {
      await node.programConsents.endProgramConsent({ params: { consentId } });
      await router.invalidate();
    });
  return (
    <>
      <h2>{words('me.programs')}</h2>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      {programs.length === 0 && <p className="hint">{words('me.no-program')}</p>}
      <ul className="rows">
        {programs.map(({ id, name, organizationName, grantedAt, scopes }) => (
          <li key={id} className="row">
            <div className="wide">
              {name} · {organizationName}
              <p className="hint" lang="en">
                {scopes.map(({ does }) => does).join(' ')}
              </p>
              <p className="hint">
                {words('me.let-in')} <Moment value={grantedAt} />
              </p>
              <AsCommand act="programs.end" values={{ consent: id }} />
            </div>
            <Button label={words('me.end-program', { name })} icon="log-out" isBusy={isBusy} onPress={() => end(id)} />
          </li>
        ))}
      </ul>
    </>
  );
}
