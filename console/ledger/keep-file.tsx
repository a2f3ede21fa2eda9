// A file of evidence for the disk of the person.
import { Button } from '../parts/button.js';
import { saveFile } from '../parts/save-file.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { useWords } from '../words/words.js';

export function KeepFile({ file: { name, bytes } }: { readonly file: EvidenceFile }) {
  const words = useWords();
  const keep = () => saveFile(name, bytes as Uint8Array<ArrayBuffer>, 'application/json');
  return (
    <Button icon="download" onPress={keep}>
      {words('transaction.keep')}
    </Button>
  );
}
