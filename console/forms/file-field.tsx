// A file that goes with the action.
import { isObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { Button } from '../parts/button.js';
import { useLocale, useWords } from '../words/words.js';
import { FieldFrame } from './field-frame.js';
import type { FieldProps } from './field-props.js';
import { useForm } from './form-context.js';
import { useTyped } from './store.js';
import { attributes } from './texts.js';
import { type FileUpload, useFile } from './use-file.js';

export function FileField({ question }: FieldProps) {
  const words = useWords();
  const locale = useLocale();
  const { store } = useForm();
  const shown = fileShown(useTyped(store, question.path));
  const { problem, upload, take, goOn } = useFile({ question });
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
          {upload && <UploadState upload={upload} onGoOn={() => goOn(upload)} />}
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

interface UploadStateProps {
  readonly upload: FileUpload;
  readonly onGoOn: () => void;
}

function UploadState({ upload: { manifest, sent, stopped }, onGoOn }: UploadStateProps) {
  const words = useWords();
  const { total, name } = manifest;
  return (
    <div>
      <progress value={sent} max={total} aria-label={name} />
      <p className="hint" role="status">
        {stopped ?? words('form.file.sending', { sent, total })}
      </p>
      {stopped !== undefined && <Button onPress={onGoOn}>{words('form.file.go-on')}</Button>}
    </div>
  );
}

function fileShown(typed: unknown): { readonly fileName: string; readonly size: number } | undefined {
  if (typeof typed !== 'string' || typed === '') return undefined;
  const value = parseJsonText(typed);
  if (isFailure(value) || !isObject(value)) return undefined;
  return { fileName: String(value['fileName']), size: Number(value['size']) };
}
