// Finding over any page: a dialog that Ctrl K opens. Arrows go through what was found, Escape leads back.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.js';
import { FindField } from './find-field.js';

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [said, setSaid] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={words('find.title')}
      onClose={onClose}
      onKeyDown={step}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close();
      }}
    >
      <FindField said={said} onSaid={setSaid} onGo={() => dialog.current?.close()} />
    </dialog>
  );
}

/** From the field to the first way, and on; Enter in the field takes the first one. */
function step(event: KeyboardEvent<HTMLDialogElement>): void {
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .found a')];
  const at = places.indexOf(document.activeElement as HTMLElement);
  const by = STEPS[event.key];
  if (by !== undefined) places[Math.min(places.length - 1, Math.max(0, at + by))]?.focus();
  else if (event.key === 'Enter' && at === 0) places[1]?.click();
  else return;
  event.preventDefault();
}
