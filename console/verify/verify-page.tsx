// The page that checks a file of evidence, or two beside each other.
import './verify.css';
import '../words/verifying.js';
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import type { CheckFile } from './checker.js';
import { EVIDENCE_FILE_BYTES_MAX } from './limits.js';
import { Proof } from './proof.js';
import type { EvidenceFile } from './use-check.js';

/** The second one is compared with the first one. */
type Files = readonly [EvidenceFile, EvidenceFile?];

/** Drop a file, get a verdict; drop two, and see whether they are of one chain. */
export function VerifyPage({ check }: { readonly check: CheckFile }) {
  const words = useWords();
  const [files, setFiles] = useState<Files>();
  const [fault, setFault] = useState<string>();
  const picker = useRef<HTMLInputElement>(null);
  const besidePicker = useRef<HTMLInputElement>(null);
  const choose = () => picker.current?.click();

  async function take(given: readonly File[], first?: EvidenceFile): Promise<void> {
    const shown = first ? [first] : [];
    if (given.length === 0) return;
    setFault(undefined);
    if (shown.length + given.length > 2) return setFault(words('verify.too-many'));
    if (given.some(({ size }) => size > EVIDENCE_FILE_BYTES_MAX)) return setFault(words('verify.too-large'));
    try {
      const read = given.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
      setFiles([...shown, ...(await Promise.all(read))] as unknown as Files);
    } catch {
      setFault(words('verify.unread'));
    }
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    void take([...event.dataTransfer.files]);
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
      <FilePicker picker={picker} label={words('verify.choose')} isMany take={take} />
      <FilePicker picker={besidePicker} label={words('verify.beside')} take={(given) => take(given, files?.[0])} />
      {fault && (
        <p role="alert" className="fault">
          {fault}
        </p>
      )}
      {files === undefined ? (
        <DropPlace choose={choose} />
      ) : (
        <Proof file={files[0]} beside={files[1]} check={check}>
          <Button icon="file-up" onPress={choose}>
            {words('verify.another')}
          </Button>
          <Button icon="compare" onPress={() => besidePicker.current?.click()}>
            {words('verify.beside')}
          </Button>
        </Proof>
      )}
    </section>
  );
}

interface FilePickerProps {
  readonly picker: RefObject<HTMLInputElement | null>;
  readonly label: string;
  readonly isMany?: boolean;
  readonly take: (files: readonly File[]) => Promise<void>;
}

function FilePicker({ picker, label, isMany = false, take }: FilePickerProps) {
  return (
    <input
      ref={picker}
      type="file"
      accept=".json,application/json"
      hidden
      multiple={isMany}
      aria-label={label}
      onChange={({ target }) => {
        void take([...(target.files ?? [])]);
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
