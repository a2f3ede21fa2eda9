// The sheet over a page whose session ended: its person signs in again, and the page goes on as it was.
import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.js';
import { PATHS } from '../paths.js';
import { useWords } from '../words/words.js';
import { signInByPasskey } from './passkey.js';
import { goOn, loadAnew, signInAddress } from './session.js';

interface SignInSheetProps {
  /** Of whom the page behind it is. */
  readonly name: string | undefined;
}

export function SignInSheet({ name }: SignInSheetProps) {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
    // The person may have signed in at a page that does not tell it.
    const look = () => void goOn().catch(() => {});
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, []);
  async function byPasskey(): Promise<void> {
    setFault(false);
    try {
      await signInByPasskey();
      await goOn();
    } catch {
      setFault(true);
    }
  }
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby="sheet-title"
      // There is nothing to go back to before a person signs in. Browsers close it at the second Escape whatever is
      // said.
      onCancel={(event) => event.preventDefault()}
      onClose={() => dialog.current?.showModal()}
    >
      <h1 id="sheet-title">{words('ended.title')}</h1>
      <p className="lead">{words(name === undefined ? 'ended.about' : 'ended.about.named', { name })}</p>
      <p className="acts">
        <Button kind="main" icon="key" onPress={() => void byPasskey()}>
          {words('ended.passkey')}
        </Button>
        <a className="button" href={signInAddress(PATHS.signedIn)} target="_blank" rel="noopener">
          {words('ended.other-way')}
        </a>
      </p>
      <p role="status" className="fault">
        {fault && words('ended.no-passkey')}
      </p>
      <p>
        <Button kind="plain" onPress={() => void loadAnew()}>
          {words('ended.leave')}
        </Button>
      </p>
    </dialog>
  );
}
