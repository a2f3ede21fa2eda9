// A button whose act is asked for once more: it may end or replace something.
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { AskForm } from '../parts/ask-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useWords } from '../words/words.js';

interface ActButtonProps {
  readonly label: string;
  /** The consequence of the act. */
  readonly about: string;
  /** The page is read anew after it. */
  readonly onAct: () => Promise<unknown>;
  /** Fields of the act, and its line of the command line. */
  readonly children?: ReactNode;
}

export function ActButton({ label, about, onAct, children }: ActButtonProps) {
  const words = useWords();
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const close = () => setAsked(false);
  async function act(): Promise<void> {
    await onAct();
    close();
    await router.invalidate();
  }
  return (
    <>
      <Button onPress={() => setAsked(true)}>{label}</Button>
      {isAsked && (
        <Dialog title={label} onClose={close}>
          <AskForm about={about} act={label} onAct={act} onLater={close} later={words('part.cancel')}>
            {children}
          </AskForm>
        </Dialog>
      )}
    </>
  );
}
