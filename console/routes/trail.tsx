// Where one is: the place of the rail, the page above this one, and the heading of this one.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useAbove } from '../trail.js';
import { useWords } from '../words/words.js';
import type { RailPlace } from './places.js';

/** Characters of a heading that a bar has room for, at most. */
const HEADING_MAX = 200;

export function Trail({ place }: { readonly place: RailPlace | undefined }) {
  const words = useWords();
  const above = useAbove();
  const heading = useHeading();
  const name = place && words(place.words);
  useEffect(() => {
    // Titles stay in the history of a browser, which others of the computer may read: they name no subject.
    document.title = name === undefined ? 'Quorate' : `${name} · Quorate`;
  }, [name]);
  const isBelow = name !== heading;
  return (
    <div className="trail">
      {((place && isBelow) || above) && (
        <nav aria-label={words('nav.trail')}>
          <ol>
            {place && isBelow && (
              <li>
                <Link to={place.to}>{name}</Link>
              </li>
            )}
            {above && (
              <li>
                <Link to={above.to} params={above.params as never} search={(above.search ?? {}) as never}>
                  <bdi>{above.title}</bdi>
                </Link>
              </li>
            )}
          </ol>
        </nav>
      )}
      {/* Drawn for the eye: the page says it to those who hear it. */}
      <span className="heading" aria-hidden="true" data-heading={heading} />
    </div>
  );
}

/** The heading that the page draws: it alone knows it. */
function useHeading(): string {
  const [heading, setHeading] = useState('');
  useEffect(() => {
    const page = document.getElementById('page') as HTMLElement;
    const read = () => setHeading(page.querySelector('h1')?.textContent?.slice(0, HEADING_MAX) ?? '');
    const watch = new MutationObserver(read);
    watch.observe(page, { childList: true, subtree: true, characterData: true });
    read();
    return () => watch.disconnect();
  }, []);
  return heading;
}
