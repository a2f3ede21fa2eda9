// Finding over any page: a dialog that Ctrl K opens. Escape leads back.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/words.js';
import { FindField } from './find-field.js';

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
      onKeyDown={stepBack}
      onClick={({ target }) => {
        if (target === dialog.current) dialog.current?.close();
      }}
    >
      <FindField said={said} onSaid={setSaid} onGo={() => dialog.current?.close()} />
    </dialog>
  );
}

/** From the first way to the field. */
function stepBack({ key, target, currentTarget }: KeyboardEvent<HTMLDialogElement>): void {
  if (key === 'ArrowUp' && target === currentTarget.querySelector('.found a'))
    currentTarget.querySelector('input')?.focus();
}
