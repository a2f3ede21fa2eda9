// The line of the command line that does the same as an act of the page, to read and to copy.
import { useState } from 'react';
import { type CommandAct, type CommandValues, commandLine } from '../../api/client/command-lines.js';
import { useWords } from '../words/words.js';
import { Button } from './button.js';

interface AsCommandProps<Act extends CommandAct> {
  readonly act: Act;
  readonly values: CommandValues<Act>;
}

/** Nothing where a value is one that should not be pasted into a terminal. */
export function AsCommand<Act extends CommandAct>({ act, values }: AsCommandProps<Act>) {
  const words = useWords();
  const [copied, setCopied] = useState<string>();
  const line = commandLine(act, values);
  if (line === undefined) return null;
  return (
    <details className="as-command">
      <summary>{words('part.as-command')}</summary>
      <div className="line">
        <code translate="no">{line}</code>
        {/* A page that did not come over https has no clipboard. */}
        {navigator.clipboard && (
          <Button
            kind="plain"
            icon="copy"
            label={words('part.copy')}
            onPress={() => void navigator.clipboard.writeText(line).then(() => setCopied(line))}
          />
        )}
        <span className="hint" role="status">
          {copied === line && words('part.copied')}
        </span>
      </div>
    </details>
  );
}
