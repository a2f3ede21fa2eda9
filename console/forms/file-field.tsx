// A file that goes with the action. It travels inside the submission, and the node seals it: nothing is sent before.
import { useState } from 'react';
import { canonical, isObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { useLocale, useWords } from '../words/words.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { useTyped } from './store.js';
import { attributes } from './texts.js';

/** Files of one action together stay well below the 10 MiB of a request, in base64. */
const FILES_BYTES_MAX = 4 * 1024 * 1024;
/** The node chooses the id; until then the form is judged with this one. */
const NO_ID = '0'.repeat(32);

export function FileField({ question }: FieldProps) {
  const words = useWords();
  const locale = useLocale();
  const { store, attach } = useForm();
  const typed = useTyped(store, question.path);
  const [problem, setProblem] = useState<string>();
  const member = question.path.join('.');
  const shown = fileShown(typed);
  async function take(file: File | undefined): Promise<void> {
    setProblem(undefined);
    if (file === undefined) return;
    if (file.size > FILES_BYTES_MAX) return setProblem(words('form.file.too-large', { name: file.name }));
    const bytes = new Uint8Array(await file.arrayBuffer());
    const contentType = file.type || 'application/octet-stream';
    attach(member, { fileName: file.name, contentType, bytes });
    const { sha256Hex } = await import('../../core/base/hash.js');
    const hash = `sha256:${sha256Hex(bytes)}`;
    store.set(question.path, canonical({ fileId: NO_ID, fileName: file.name, contentType, size: file.size, hash }));
  }
  return (
    <FieldFrame question={question}>
      {({ onLeave, ...ids }) => (
        <>
          <input
            {...attributes(ids)}
            type="file"
            onChange={({ target }) => void take(target.files?.[0])}
            onBlur={onLeave}
          />
          {shown && (
            <p className="hint">
              {words('form.file.chosen', {
                name: shown.fileName,
                size: new Intl.NumberFormat(locale).format(shown.size),
              })}
            </p>
          )}
          {problem && <p className="fault">{problem}</p>}
        </>
      )}
    </FieldFrame>
  );
}

function fileShown(typed: unknown): { readonly fileName: string; readonly size: number } | undefined {
  if (typeof typed !== 'string' || typed === '') return undefined;
  const value = parseJsonText(typed);
  if (isFailure(value) || !isObject(value)) return undefined;
  return { fileName: String(value['fileName']), size: Number(value['size']) };
}
