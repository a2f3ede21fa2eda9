// The panels of the right column: what follows from the draft.
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';
import type { PanelProps } from './panel-props.js';
import type { PanelRow } from './panels.js';

interface SidePanelsProps extends PanelProps {
  readonly panels: readonly PanelRow[];
  readonly panel: string;
}

export function SidePanels({ panels, panel, ...props }: SidePanelsProps) {
  const words = useWords();
  const side = panels.filter(({ place }) => place === 'side');
  const open = side.find(({ name }) => name === panel) ?? side[0];
  return (
    <aside className="design-side" aria-label={words('design.side')}>
      {panels.length > 1 && (
        <nav className="design-tabs" aria-label={words('design.panels')}>
          {panels.map(({ name, words: id, icon }) => (
            <Link
              key={name}
              to="."
              search={(before) => ({ ...before, panel: name })}
              replace
              className="design-tab"
              aria-current={name === panel ? 'page' : undefined}
            >
              <Icon name={icon} />
              {words(id)}
            </Link>
          ))}
        </nav>
      )}
      <Suspense>{open && <open.component {...props} />}</Suspense>
    </aside>
  );
}
