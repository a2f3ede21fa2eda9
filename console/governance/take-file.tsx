// Takes files by drop and by choice, as text, and says why it does not.
import { type DragEvent, useId, useState } from 'react';
import { useWords } from '../words/words.js';

/** Far above each document that is taken here. */
const FILE_BYTES_MAX = 1024 * 1024;

interface TakeFileProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly isMany?: boolean;
  /** Throws an Error with a sentence for a file that is not taken. */
  readonly onText: (text: string) => void | Promise<void>;
}

export function TakeFile({ label, hint = '', isMany = false, onText }: TakeFileProps) {
  const words = useWords();
  const id = useId();
  const [taken, setTaken] = useState<string>();
  const [fault, setFault] = useState<string>();
  async function take(files: readonly File[]): Promise<void> {
    setTaken(undefined);
    setFault(undefined);
    try {
      if (!isMany && files.length > 1) throw new Error(words('propose.file.one'));
      for (const file of files) {
        if (file.size > FILE_BYTES_MAX) throw new Error(words('propose.file.large'));
        await onText(await file.text());
      }
      setTaken(files.map(({ name }) => name).join(', '));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    }
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    void take([...event.dataTransfer.files]);
  }
  return (
    <section
      className="field take-file"
      aria-labelledby={`${id}-label`}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      <label id={`${id}-label`} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="file"
        multiple={isMany}
        aria-describedby={`${id}-about`}
        onChange={({ target }) => {
          if (target.files?.length) void take([...target.files]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
      <p id={`${id}-about`} className="hint">
        {hint}
      </p>
      <p role="status" className="hint">
        {taken !== undefined && words('propose.file.taken', { name: taken })}
      </p>
      <p role="alert" className="fault">
        {fault}
      </p>
    </section>
  );
}
