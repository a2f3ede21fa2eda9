// A second file of evidence beside the first: of one register or two, of one history or a split one.
import { showHidden } from '../../core/base/hidden.js';
import { CodeValue } from '../parts/code-value.js';
import { CodedText } from '../parts/coded-text.js';
import { useWords } from '../words/words.js';
import { CheckRow, IssueRow } from './check-row.js';
import type { FileBeside } from './checker.js';

const ROWS = {
  same: { icon: 'circle-check', state: 'passed' },
  open: { icon: 'circle-dashed', state: 'open' },
  'other-register': { icon: 'circle-dashed', state: 'open' },
  fork: { icon: 'circle-x', state: 'failed' },
} as const;

/** `name` is that of the second file. */
export function Comparison({ name, beside }: { readonly name: string; readonly beside: FileBeside }) {
  const words = useWords();
  const { together, fileHash } = beside;
  return (
    <section aria-label={words('together.title')} role="status">
      <h3>{words('together.title')}</h3>
      <p className="hint">
        {showHidden(name)} · <CodeValue value={fileHash} />
      </p>
      <ol className="checks">
        {'kind' in together ? (
          <CheckRow {...ROWS[together.kind]} title={words(`together.${together.kind}.title`, argsOf(together))}>
            <CodedText text={words(`together.${together.kind}.about`, argsOf(together))} />
          </CheckRow>
        ) : (
          together.issues.map((issue) => <IssueRow key={issue.path} issue={issue} />)
        )}
      </ol>
    </section>
  );
}

function argsOf(together: Extract<FileBeside['together'], { readonly kind: string }>): object {
  if (together.kind === 'fork') return { height: together.height, one: together.hashes[0], other: together.hashes[1] };
  return 'head' in together
    ? { height: together.head.height, head: `${together.head.hash}@${together.head.height}` }
    : {};
}
