// The way to finding, on each page: a button, and Ctrl K.
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../parts/icon.js';
import { useWords } from '../words/words.js';

const Palette = lazy(() => import('./palette.js').then(({ Palette: component }) => ({ default: component })));

export function FindButton() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', open);
    return () => removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <button type="button" className="find-button" aria-keyshortcuts="Control+K" onClick={() => setOpen(true)}>
        <Icon name="search" />
        <span>{words('find.button')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && (
        <Suspense>
          <Palette onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
