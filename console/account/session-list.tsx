// Where the account is signed in, and the way to end it there.
import { useRouter } from '@tanstack/react-router';
import { AsCommand } from '../parts/as-command.js';
import { Button } from '../parts/button.js';
import { Moment } from '../parts/moment.js';
import { useAct } from '../parts/use-act.js';
import { node } from '../session/node.js';
import { useWords } from '../words/words.js';
import type { OwnAccount } from './read-me.js';

interface SessionListProps {
  readonly sessions: NonNullable<OwnAccount['sessions']>;
}

export function SessionList({ sessions }: SessionListProps) {
  const words = useWords();
  const router = useRouter();
  const { isBusy, fault, run } = useAct();
  const end = (act: () => Promise<unknown>) =>
    run(async () => {
      await act();
      await router.invalidate();
    });
  return (
    <>
      <div className="acts">
        <h2>{words('me.sessions')}</h2>
        {sessions.length > 1 && (
          <Button
            isBusy={isBusy}
            onPress={() => end(() => node.sessions.endAllSessions({ query: { which: 'others' } }))}
          >
            {words('me.end-others')}
          </Button>
        )}
      </div>
      <p role="alert" className="fault">
        {fault && <span lang="en">{fault}</span>}
      </p>
      <ul className="rows">
        {sessions.map(({ id, program, address, organizationName, signedInAt, isCurrent }) => (
          <li key={id} className="row">
            <div className="wide">
              {program ?? words('me.browser')} · {organizationName}
              <p className="hint">
                <Moment value={signedInAt} /> {address && words('me.from', { address })}
              </p>
            </div>
            {isCurrent ? (
              <span className="pill">{words('me.current')}</span>
            ) : (
              <Button
                label={words('me.end-session', { name: program ?? words('me.browser') })}
                icon="log-out"
                isBusy={isBusy}
                onPress={() => end(() => node.sessions.endSession({ params: { sessionId: id } }))}
              />
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && <AsCommand act="sessions.end-others" values={{}} />}
    </>
  );
}
