// The draft as JSON: written as a whole, and taken when it is of the form of a draft.
import { useEffect, useState } from 'react';
import { isObject, type JsonObject, parseJsonText } from '../../core/base/json.js';
import { isFailure } from '../../core/base/result.js';
import { lineAt, lineOf, scanJson } from '../../core/edits/view/text-places.js';
import { Button } from '../parts/button.js';
import { useWords } from '../words/words.js';
import { useDesign } from './design-context.js';

interface Located {
  readonly line: number;
  readonly message: string;
  readonly lang?: 'en';
}

export function TextView() {
  const words = useWords();
  const { mayEdit } = useDesign().now;
  const { text, setText, faults, isChanged, take, drop } = useText();
  return (
    <section className="text-view" aria-label={words('design.view.text')}>
      <TextFaults faults={faults} />
      <textarea
        id="draft-text"
        className="draft-text"
        spellCheck={false}
        aria-label={words('design.text.label')}
        readOnly={!mayEdit}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {mayEdit && isChanged && (
        <div className="row-acts">
          <Button kind="main" onPress={take}>
            {words('design.text.take')}
          </Button>
          <Button onPress={drop}>{words('design.text.drop')}</Button>
        </div>
      )}
    </section>
  );
}

/** The text of the draft, which follows it unless something was written here. */
function useText() {
  const words = useWords();
  const { now, store } = useDesign();
  const { blueprint } = now;
  const [text, setText] = useState(() => writeText(blueprint));
  const [base, setBase] = useState(blueprint);
  const [faults, setFaults] = useState<readonly Located[]>([]);
  const isChanged = text !== writeText(base);
  const follow = (to: JsonObject) => {
    setFaults([]);
    setBase(to);
    setText(writeText(to));
  };
  useEffect(() => {
    if (isChanged || base === blueprint) return;
    setBase(blueprint);
    setText(writeText(blueprint));
  }, [blueprint, base, isChanged]);
  const take = () => {
    const { faultAt } = scanJson(text);
    if (faultAt !== undefined) return setFaults([{ line: lineAt(text, faultAt), message: words('design.text.json') }]);
    const read = parseJsonText(text);
    if (isFailure(read))
      return setFaults([{ line: lineOf(text, read.issue.path), message: read.issue.message, lang: 'en' }]);
    if (!isObject(read)) return setFaults([{ line: 1, message: words('design.text.object') }]);
    void store.replace(read, { id: 'design.step.text' }).then((issues) => {
      if (issues.length === 0) follow(read);
      else setFaults(issues.map(({ path, message }) => ({ line: lineOf(text, path), message, lang: 'en' })));
    });
  };
  return { text, setText, faults, isChanged, take, drop: () => follow(blueprint) };
}

function TextFaults({ faults }: { readonly faults: readonly Located[] }) {
  const words = useWords();
  return (
    <div role="alert">
      <ul>
        {faults.map(({ line, message, lang }) => (
          <li key={`${line} ${message}`} className="fault">
            <button type="button" className="problem-place" onClick={() => selectLine(line)}>
              {words('design.text.line', { line })}
            </button>{' '}
            <span lang={lang}>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function writeText(blueprint: JsonObject): string {
  return `${JSON.stringify(blueprint, undefined, 2)}\n`;
}

function selectLine(line: number): void {
  const area = document.getElementById('draft-text') as HTMLTextAreaElement | null;
  if (area === null) return;
  const lines = area.value.split('\n');
  const from = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
}
