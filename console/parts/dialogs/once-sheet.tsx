// A text that the node tells once, as a sheet: it is copied here, or made anew.
import type { ReactNode } from 'react';
import { useWords } from '../../words/words.js';
import { Button } from '../button.js';
import { Dialog } from '../dialog.js';

interface OnceSheetProps {
  readonly title: string;
  readonly about: string;
  /** The text that is copied, and the word of the button. */
  readonly copied: { readonly text: string; readonly label: string };
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function OnceSheet({ title, about, copied: { text, label }, onClose, children }: OnceSheetProps) {
  const words = useWords();
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="lead">{about}</p>
      <p>{children}</p>
      <p className="acts">
        {navigator.clipboard && (
          <Button icon="copy" onPress={() => void navigator.clipboard.writeText(text)}>
            {label}
          </Button>
        )}
        <Button kind="main" onPress={onClose}>
          {words('part.done')}
        </Button>
      </p>
    </Dialog>
  );
}
