// The page that checks a file of evidence.
import './verify.css';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import type { CheckFile } from './checker.js';
import { EVIDENCE_FILE_BYTES_MAX } from './limits.js';
import { Proof } from './proof.js';
import type { EvidenceFile } from './use-check.js';

/** Drop a file, get a verdict. */
export function VerifyPage({ check }: { readonly check: CheckFile }) {
  const words = useWords();
  const [file, setFile] = useState<EvidenceFile>();
  const [fault, setFault] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const choose = () => picker.current?.click();

  async function take(given: File | undefined): Promise<void> {
    if (given === undefined) return;
    setFault(undefined);
    if (given.size > EVIDENCE_FILE_BYTES_MAX) return setFault(words('verify.too-large'));
    try {
      setFile({ name: given.name, bytes: new Uint8Array(await given.arrayBuffer()) });
    } catch {
      setFault(words('verify.unread'));
    }
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    void take(event.dataTransfer.files[0]);
  }

  return (
    <section
      className="verify"
      aria-labelledby="verify-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <header className="screen">
        <h1 id="verify-title">{words('verify.title')}</h1>
        <p className="lead">{words('verify.lead')}</p>
      </header>
      <FilePicker picker={picker} take={take} />
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {file === undefined ? (
        <DropPlace choose={choose} />
      ) : (
        <Proof file={file} check={check}>
          <Button icon="file-up" onPress={choose}>
            {words('verify.another')}
          </Button>
        </Proof>
      )}
    </section>
  );
}

interface FilePickerProps {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly take: (file: File | undefined) => Promise<void>;
}

function FilePicker({ picker, take }: FilePickerProps) {
  const words = useWords();
  return (
    <input
      ref={picker}
      type="file"
      accept=".json,application/json"
      hidden
      aria-label={words('verify.choose')}
      onChange={({ target }) => {
        void take(target.files?.[0]);
        // The same file may be chosen again.
        target.value = '';
      }}
    />
  );
}

function DropPlace({ choose }: { readonly choose: () => void }) {
  const words = useWords();
  return (
    <div className="card drop">
      <h2>{words('verify.drop')}</h2>
      <p className="hint">{words('verify.where')}</p>
      <Button kind="main" icon="file-up" onPress={choose}>
        {words('verify.choose')}
      </Button>
    </div>
  );
}
