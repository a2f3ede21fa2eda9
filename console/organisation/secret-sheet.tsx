// A secret that the node shows once.
import { OnceSheet } from '../parts/dialogs/once-sheet.js';
import { useWords } from '../words/words.js';

interface SecretSheetProps {
  readonly secret: string;
  readonly onClose: () => void;
}

export function SecretSheet({ secret, onClose }: SecretSheetProps) {
  const words = useWords();
  const copied = { text: secret, label: words('part.copy') };
  return (
    <OnceSheet title={words('secret.title')} about={words('secret.about')} copied={copied} onClose={onClose}>
      <code translate="no">{secret}</code>
    </OnceSheet>
  );
}
