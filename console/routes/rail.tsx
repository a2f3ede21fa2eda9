// The places that the person may go to, with how much waits for it.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { Icon } from '../parts/icon.js';
import { Mark } from '../parts/mark.js';
import { PATHS } from '../paths.js';
import type { Person } from '../session/person.js';
import { useWords } from '../words/words.js';
import { PLACES, type RailPlace } from './places.js';

const WorkCount = lazy(async () => ({ default: (await import('../inbox/work-count.js')).WorkCount }));

interface RailProps {
  readonly person: Person | undefined;
  /** The one that the page belongs to. */
  readonly here: RailPlace | undefined;
}

/** All places while the person is not known. */
export function Rail({ person, here }: RailProps) {
  const words = useWords();
  useEffect(() => {
    // On a phone the rail is wider than the page.
    if (here) document.querySelector('.rail [data-here]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [here]);
  const isShown = ({ needs }: RailPlace) => needs === undefined || person === undefined || person.may.has(needs);
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
            <Link key={place.to} to={place.to} className="place" data-here={place === here || undefined}>
              <Icon name={place.icon} />
              {words(place.words)}
              {place.to === PATHS.inbox && person?.may.has('listMyWork') && (
                <Suspense>
                  <WorkCount />
                </Suspense>
              )}
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
