// A secret that the node shows once: it is copied here, or made anew.
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { useWords } from '../words/words.js';

interface SecretSheetProps {
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretSheet({ secret, onClose }: SecretSheetProps) {
  const words = useWords();
  return (
    <Dialog title={words('secret.title')} onClose={onClose}>
      <p className="lead">{words('secret.about')}</p>
      <p>
        <code translate="no">{secret}</code>
      </p>
      <p className="acts">
        {navigator.clipboard && (
          <Button icon="copy" onPress={() => void navigator.clipboard.writeText(secret)}>
            {words('part.copy')}
          </Button>
        )}
        <Button kind="main" onPress={onClose}>
          {words('part.done')}
        </Button>
      </p>
    </Dialog>
  );
}
