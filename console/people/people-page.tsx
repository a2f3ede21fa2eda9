// The people of the organisation, and those who are invited.
import { Link, useLoaderData } from '@tanstack/react-router';
import { useState } from 'react';
import { Ago } from '../parts/ago.js';
import { Button } from '../parts/button.js';
import { Face } from '../parts/face.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { InvitationList } from './invitation-list.js';
import { InviteSheet } from './invite-sheet.js';
import { MemberStatus } from './member-status.js';
import './people.css';
import { type ListedPerson, type People, readPeople } from './read-people.js';

export function PeoplePage() {
  const words = useWords();
  const first: People = useLoaderData({ strict: false });
  const { who, totalCount, invitations } = first;
  const [isInviting, setInviting] = useState(false);
  return (
    <section className="people">
      <div className="acts">
        <h1>{words('people.title')}</h1>
        {who.may.has('sendInvitation') && (
          <Button kind="main" icon="user-plus" onPress={() => setInviting(true)}>
            {words('people.invite')}
          </Button>
        )}
      </div>
      <p className="lead">{words('people.count', { count: totalCount, organisation: who.organisation })}</p>
      <PersonRows key={first.users[0]?.id} first={first} />
      {invitations.length > 0 && <InvitationList invitations={invitations} who={who} />}
      {isInviting && <InviteSheet who={who} onClose={() => setInviting(false)} />}
    </section>
  );
}

function PersonRows({ first }: { readonly first: People }) {
  const words = useWords();
  const [older, setOlder] = useState<Pick<People, 'users' | 'nextCursor'>>();
  const next = older ? older.nextCursor : first.nextCursor;
  async function more(): Promise<void> {
    const page = await readPeople(next);
    setOlder({ ...page, users: [...(older?.users ?? []), ...page.users] });
  }
  return (
    <>
      <ul className="rows">
        {[...first.users, ...(older?.users ?? [])].map((user) => (
          <PersonRow key={user.id} user={user} />
        ))}
      </ul>
      {next !== undefined && <Button onPress={() => void more()}>{words('inbox.more')}</Button>}
    </>
  );
}

function PersonRow({ user }: { readonly user: ListedPerson }) {
  const words = useWords();
  const { id, displayName, email, roles, status, lastLoginAt, secondFactors } = user;
  return (
    <li className="row">
      <Face name={displayName} place={0} isLarge />
      <div className="wide">
        <Link to={PATHS.person} params={{ userId: id }}>
          <bdi>{displayName}</bdi>
        </Link>
        <p className="hint">
          <bdi>{email}</bdi>
        </p>
      </div>
      <div className="person-roles">
        {roles.map((role) => words('role', { role })).join(', ')}
        <p className="hint">{words('people.factors', { factors: secondFactors.join('-') || 'none' })}</p>
      </div>
      <span className="person-seen hint">
        {lastLoginAt === undefined ? words('people.never') : <Ago value={lastLoginAt} />}
      </span>
      <MemberStatus status={status} />
    </li>
  );
}
