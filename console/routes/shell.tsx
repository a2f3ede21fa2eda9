// The frame of each page: where one can go, who is signed in, and how it looks.
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import type { OperationId } from '../../api/client/published/operation-calls.js';
import { FindButton } from '../find/find-button.js';
import { changeTheme } from '../looks.js';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Mark } from '../parts/mark.js';
import { SaidSentence } from '../parts/said/say.js';
import { PATHS } from '../paths.js';
import { untilBack, useIsAway } from '../session/connection.js';
import type { Person } from '../session/person.js';
import { usePerson } from '../session/use-person.js';
import { useIsCovered, useIsProofAsked } from '../session/use-session-end.js';
import { LANGUAGES, type Language, useLanguage, useWords } from '../words/words.js';

interface Place {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly icon: IconName;
  readonly words: string;
  /** Shown to who may call it. */
  readonly needs?: OperationId;
}

const PLACES: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  {
    title: 'nav.work',
    places: [
      { to: PATHS.inbox, icon: 'inbox', words: 'nav.inbox', needs: 'listMyWork' },
      { to: PATHS.begin, icon: 'file-plus', words: 'nav.begin', needs: 'createInstance' },
      { to: PATHS.instances, icon: 'layers', words: 'nav.instances', needs: 'listInstances' },
      { to: PATHS.wallets, icon: 'wallet', words: 'nav.wallets', needs: 'listWallets' },
      { to: PATHS.blueprints, icon: 'workflow', words: 'nav.blueprints', needs: 'listBlueprints' },
    ],
  },
  {
    title: 'nav.ledger',
    places: [
      { to: PATHS.registers, icon: 'boxes', words: 'nav.registers', needs: 'listRegisters' },
      { to: PATHS.verify, icon: 'shield-check', words: 'nav.verify' },
    ],
  },
  {
    title: 'nav.network',
    places: [
      { to: PATHS.mesh, icon: 'waypoints', words: 'nav.mesh', needs: 'getMeshStatus' },
      { to: PATHS.node, icon: 'gauge', words: 'nav.node', needs: 'getValidationStatus' },
    ],
  },
  {
    title: 'nav.administration',
    places: [
      { to: PATHS.people, icon: 'users', words: 'nav.people', needs: 'listUsers' },
      { to: PATHS.audit, icon: 'scroll-text', words: 'nav.audit', needs: 'listAuditEvents' },
      { to: PATHS.issued, icon: 'badge-check', words: 'nav.issued', needs: 'listIssuedCredentials' },
      { to: PATHS.organisation, icon: 'building', words: 'nav.organisation', needs: 'getOrganizationSettings' },
    ],
  },
];

const ProofSheet = lazy(async () => ({ default: (await import('../session/proof-sheet.js')).ProofSheet }));
const SignInSheet = lazy(async () => ({ default: (await import('../session/sheet.js')).SignInSheet }));

/** Pages that ask the node nothing: no sign-in is needed there. */
const OPEN: ReadonlySet<string> = new Set([PATHS.verify, PATHS.parts, PATHS.signedIn].map((path) => `/console${path}`));

/** The address stays: a # in it would be a way of its own to the router. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('page')?.focus();
}

export function Shell() {
  const words = useWords();
  const isLoading = useRouterState({ select: ({ isLoading }) => isLoading });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isOpen = OPEN.has(path.replace(/\/$/, '')) || OPEN.has(`/console${path}`.replace(/\/$/, ''));
  const person = usePerson(!isOpen);
  const isCovered = useIsCovered();
  const isProofAsked = useIsProofAsked();
  return (
    <div className="shell" data-covered={isCovered || undefined}>
      <Suspense>
        {isCovered && <SignInSheet name={person?.name} />}
        {isProofAsked && <ProofSheet />}
      </Suspense>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page, which readers call a link. */}
      <a className="skip" href="#page" onClick={skip}>
        {words('nav.skip')}
      </a>
      <Rail person={person} />
      <header className="bar">
        {!isOpen && <FindButton />}
        <span className="hint">{isLoading && words('nav.loading')}</span>
        {person && <PersonMenu person={person} />}
        <LanguageChoice />
        <Button kind="plain" icon="moon" label={words('nav.theme')} onPress={changeTheme} />
      </header>
      <main id="page" className="page" tabIndex={-1} aria-busy={isLoading}>
        <AwayStrip />
        <Outlet />
      </main>
      <SaidSentence />
    </div>
  );
}

/** The places that the person may go to: all of them while it is not known. */
function Rail({ person }: { readonly person: Person | undefined }) {
  const words = useWords();
  const isShown = ({ needs }: Place) => needs === undefined || person === undefined || person.may.has(needs);
  const groups = PLACES.map(({ title, places }) => ({ title, places: places.filter(isShown) })).filter(
    ({ places }) => places.length > 0,
  );
  return (
    <nav className="rail" aria-label={words('nav.main')}>
      <div className="brand">
        <Mark />
        Quorate
      </div>
      {groups.map(({ title, places }) => (
        <div key={title} className="places">
          <h2>{words(title)}</h2>
          {places.map((place) => (
            <Link key={place.to} to={place.to} className="place">
              <Icon name={place.icon} />
              {words(place.words)}
            </Link>
          ))}
        </div>
      ))}
      <a className="place last" href="/docs/">
        <Icon name="book-open" />
        {words('nav.docs')}
      </a>
    </nav>
  );
}

/** Says that the page is of before, while the node does not answer. */
function AwayStrip() {
  const words = useWords();
  const router = useRouter();
  const isAway = useIsAway();
  useEffect(() => (isAway ? untilBack(() => void router.invalidate()) : undefined), [isAway, router]);
  return (
    <p role="status" className="away">
      {isAway && words('nav.away')}
    </p>
  );
}

/** The person of the session, on pages that need one. */
function PersonMenu({ person }: { readonly person: Person }) {
  const words = useWords();
  const [isStillIn, setStillIn] = useState(false);
  async function leave(): Promise<void> {
    setStillIn(false);
    const { signOut } = await import('../session/session.js');
    await signOut();
  }
  return (
    <>
      <span className="fault" role="alert">
        {isStillIn && words('nav.still-in')}
      </span>
      <OrganisationChoice person={person} />
      {!person.isNew && (
        <Link to={PATHS.me} className="button plain" aria-label={words('nav.me')} title={words('nav.me')}>
          <Icon name="user" />
        </Link>
      )}
      <Button
        kind="plain"
        icon="log-out"
        label={words('nav.sign-out')}
        onPress={() => void leave().catch(() => setStillIn(true))}
      />
    </>
  );
}

function OrganisationChoice({ person: { name, organisation, organisations } }: { readonly person: Person }) {
  const words = useWords();
  const current = organisations.find(({ isCurrent }) => isCurrent)?.organizationId;
  if (organisations.length < 2)
    return (
      <span className="choice">
        <span className="who">{name}</span> <b>{organisation}</b>
      </span>
    );
  return (
    <label className="choice">
      <span className="who">{name}</span>
      <span className="unseen">{words('nav.organisation')}</span>
      <select
        value={current}
        onChange={({ target: { value } }) =>
          void import('../session/session.js').then(({ chooseOrganisation }) => chooseOrganisation(value))
        }
      >
        {organisations.map(({ organizationId, name: its }) => (
          <option key={organizationId} value={organizationId}>
            {its}
          </option>
        ))}
      </select>
    </label>
  );
}

function LanguageChoice() {
  const words = useWords();
  const { language, choose } = useLanguage();
  return (
    <label className="choice">
      <Icon name="languages" />
      <span className="unseen">{words('nav.language')}</span>
      <select value={language} onChange={({ target }) => choose(target.value as Language)}>
        {Object.entries(LANGUAGES).map(([tag, name]) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
