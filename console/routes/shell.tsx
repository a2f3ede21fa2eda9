// The frame of each page: where one can go, and how it looks.
import { Link, Outlet } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { Button } from '../parts/button.js';
import { Icon, type IconName } from '../parts/icon.js';
import { Mark } from '../parts/mark.js';
import { LANGUAGES, type Language, useLanguage, useWords } from '../words/words.js';
import { PATHS } from './paths.js';
import { changeTheme } from './theme.js';

interface Place {
  readonly to: (typeof PATHS)[keyof typeof PATHS];
  readonly icon: IconName;
  readonly words: string;
}

const PLACES: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  { title: 'nav.ledger', places: [{ to: PATHS.verify, icon: 'shield-check', words: 'nav.verify' }] },
];

/** The address stays: a # in it would be a way of its own to the router. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('page')?.focus();
}

export function Shell() {
  const words = useWords();
  return (
    <div className="shell">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of this page, which readers call a link. */}
      <a className="skip" href="#page" onClick={skip}>
        {words('nav.skip')}
      </a>
      <nav className="rail" aria-label={words('nav.main')}>
        <div className="brand">
          <Mark />
          Quorate
        </div>
        {PLACES.map(({ title, places }) => (
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
      <header className="bar">
        <LanguageChoice />
        <Button kind="plain" icon="moon" label={words('nav.theme')} onPress={changeTheme} />
      </header>
      <main id="page" className="page" tabIndex={-1}>
        <Outlet />
      </main>
    </div>
  );
}

function LanguageChoice() {
  const words = useWords();
  const { language, choose } = useLanguage();
  return (
    <label className="language">
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
