// A file of evidence for the disk of the person.
import { useEffect, useState } from 'react';
import { Button } from '../parts/button.js';
import type { EvidenceFile } from '../verify/use-check.js';
import { useWords } from '../words/words.js';

export function KeepFile({ file: { name, bytes } }: { readonly file: EvidenceFile }) {
  const words = useWords();
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes]);
  return (
    <Button
      icon="download"
      onPress={() => {
        const link = document.createElement('a');
        link.href = address ?? '';
        link.download = name;
        link.click();
      }}
    >
      {words('transaction.keep')}
    </Button>
  );
}
