// The page that checks a file of evidence.
import { type DragEvent, type RefObject, useRef, useState } from 'react';
import { parseCheckpoint } from '../../core/register/checkpoint.js';
import { Button } from '../parts/button.js';
import { TextField } from '../parts/text-field.js';
import { useWords } from '../words/words.js';
import { Certificate } from './certificate.js';
import type { CheckFile } from './checker.js';
import { EVIDENCE_FILE_BYTES_MAX, SOURCE_LENGTH_MAX } from './limits.js';
import { type EvidenceFile, useCheck } from './use-check.js';
import { Verdict } from './verdict.js';

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
      {file === undefined ? <DropPlace choose={choose} /> : <Proof file={file} check={check} choose={choose} />}
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

interface ProofProps {
  readonly file: EvidenceFile;
  readonly check: CheckFile;
  readonly choose: () => void;
}

/**
 * The head comes from the person, with whom it is from, and the page fills in neither. A file that gave its own head
 * would prove itself.
 */
function Proof({ file, check, choose }: ProofProps) {
  const words = useWords();
  const [head, setHead] = useState('');
  const [source, setSource] = useState('');
  const stated = head.trim();
  const teller = source.trim();
  const isHead = parseCheckpoint(stated) !== undefined;
  const isAnchored = isHead && teller !== '';
  const checked = useCheck(check, file, isAnchored ? stated : undefined);
  const from = isAnchored ? teller : undefined;
  return (
    <article className="card proof">
      <p className="paper hint">{words('certificate.title')}</p>
      <Verdict checked={checked} source={from} />
      {checked && <Certificate file={file} checked={checked} source={from} />}
      <div className="fields screen">
        <TextField
          isCode
          label={words('verify.head')}
          value={head}
          onChange={setHead}
          placeholder="HASH@HEIGHT"
          hint={words('verify.head.hint')}
          fault={stated !== '' && !isHead ? words('verify.head.fault') : undefined}
        />
        <TextField
          label={words('verify.source')}
          value={source}
          onChange={(value) => setSource(value.slice(0, SOURCE_LENGTH_MAX))}
          hint={words('verify.source.hint')}
          fault={isHead && teller === '' ? words('verify.source.fault') : undefined}
        />
      </div>
      <footer className="screen">
        <Button icon="printer" onPress={() => print()}>
          {words('verify.print')}
        </Button>
        <Button icon="file-up" onPress={choose}>
          {words('verify.another')}
        </Button>
      </footer>
    </article>
  );
}
