// A person of the organisation: its role, how and where it signs in, what it let in, and what was done by it and to it.
import { Link, useLoaderData } from '@tanstack/react-router';
import { Face } from '../parts/face.js';
import { Moment } from '../parts/moment.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { AuditRows } from './audit-rows.js';
import { MemberActs } from './member-acts.js';
import { MemberStatus } from './member-status.js';
import './people.css';
import type { PersonRead } from './read-people.js';

export function PersonPage() {
  const words = useWords();
  const read: PersonRead = useLoaderData({ strict: false });
  const { user, signIn, rows, names } = read;
  return (
    <section className="people">
      <div className="titled">
        <Face name={user.displayName} place={0} isLarge />
        <div className="wide">
          <h1>
            <bdi>{user.displayName}</bdi>
          </h1>
          <p className="hint">
            <bdi>{user.email}</bdi>
          </p>
        </div>
        {signIn.isLocked && (
          <span className="pill" data-kind="open">
            {words('person.locked')}
          </span>
        )}
        <MemberStatus status={user.status} />
      </div>
      <dl className="facts">
        <dt>{words('people.role')}</dt>
        <dd>{user.roles.map((role) => words('role', { role })).join(', ')}</dd>
        <dt>{words('person.seen')}</dt>
        <dd>{user.lastLoginAt === undefined ? words('people.never') : <Moment value={user.lastLoginAt} />}</dd>
        <dt>{words('person.since')}</dt>
        <dd>
          <Moment value={user.createdAt} />
        </dd>
        <dt>{words('person.address')}</dt>
        <dd>{words(user.emailVerified ? 'person.proven' : 'person.not-proven')}</dd>
        <dt>{words('person.factors')}</dt>
        <dd>{words('people.factors', { factors: signIn.secondFactors.join('-') || 'none' })}</dd>
      </dl>
      <MemberActs read={read} />
      <SignInList signIn={signIn} />
      <h2>{words('person.audit')}</h2>
      <AuditRows rows={rows} names={names} />
      <p>
        <Link to={PATHS.audit} search={{ about: user.id }}>
          {words('person.all-rows')}
        </Link>
      </p>
    </section>
  );
}

function SignInList({ signIn: { sessions, programs } }: Pick<PersonRead, 'signIn'>) {
  const words = useWords();
  return (
    <>
      <h2>{words('person.sessions')}</h2>
      {sessions.length === 0 && <p className="hint">{words('person.no-session')}</p>}
      <ul className="rows">
        {sessions.map(({ method, program, address, signedInAt }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: sessions of others have no id here.
          <li key={i} className="row">
            <div className="wide">
              <bdi>{program ?? words('me.browser')}</bdi> · {words('person.method', { method })}
              <p className="hint">
                <Moment value={signedInAt} /> {address && words('me.from', { address })}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <h2>{words('person.programs')}</h2>
      {programs.length === 0 && <p className="hint">{words('person.no-program')}</p>}
      <ul className="rows">
        {programs.map(({ clientId, name, scopes, grantedAt, standingGrants }) => (
          <li key={`${clientId} ${grantedAt}`} className="row">
            <div className="wide">
              <bdi>{name}</bdi>
              <p className="hint" lang="en">
                {scopes.map(({ does }) => does).join(' ')}
              </p>
              <p className="hint">
                {words('me.let-in')} <Moment value={grantedAt} />
                {standingGrants > 0 && ` · ${words('person.grants', { count: standingGrants })}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
