// The frame of each page: where one can go, who is signed in, and how it looks.
import { Link, Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useEffect, useState } from 'react';
import { FindButton } from '../find/find-button.js';
import { changeTheme } from '../looks.js';
import { Button } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { SaidSentence } from '../parts/said/say.js';
import { PATHS } from '../paths.js';
import { untilBack, useIsAway } from '../session/connection.js';
import type { Person } from '../session/person.js';
import { usePerson } from '../session/use-person.js';
import { useIsCovered, useIsProofAsked } from '../session/use-session-end.js';
import { LANGUAGES, type Language, useLanguage, useWords } from '../words/words.js';
import { placeAt } from './places.js';
import { Rail } from './rail.js';
import { Trail } from './trail.js';

const ProofSheet = lazy(async () => ({ default: (await import('../session/proof-sheet.js')).ProofSheet }));
const InStep = lazy(async () => ({ default: (await import('./in-step.js')).InStep }));
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
  const here = placeAt(path);
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
      <Rail person={person} here={here} />
      <header className="bar">
        <Trail place={here} />
        <span className="hint">{isLoading && words('nav.loading')}</span>
        {!isOpen && <FindButton />}
        <Suspense>{person && <InStep />}</Suspense>
        <button type="button" className="button plain tools-button" popoverTarget="tools">
          <Icon name="user" />
          <span className="unseen">{words('nav.tools')}</span>
        </button>
        <div id="tools" className="tools" popover="auto">
          {person && <PersonMenu person={person} />}
          <LanguageChoice />
          <Button kind="plain" icon="moon" label={words('nav.theme')} onPress={changeTheme} />
        </div>
      </header>
      <main id="page" className="page" tabIndex={-1} aria-busy={isLoading}>
        <AwayStrip />
        <Outlet />
      </main>
      <SaidSentence />
    </div>
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
