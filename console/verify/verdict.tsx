// A verdict: its stamp, its words, and the checks under it.
import type { EvidenceCheck } from '../../core/chain/evidence/checks.js';
import { CodedText } from '../parts/coded-text.js';
import { Stamp } from '../parts/stamp.js';
import { useWords } from '../words/words.js';
import { CheckRow, IssueRow } from './check-row.js';
import type { Checked } from './checker.js';

interface VerdictProps {
  readonly checked: Checked | undefined;
  /** From whom the head is with which it was compared. */
  readonly source: string | undefined;
}

/** The stamp, its words, and under it the checks: passed, open, or the one that failed. */
export function Verdict({ checked, source }: VerdictProps) {
  const words = useWords();
  const kind = checked?.verdict.verdict ?? 'busy';
  return (
    <>
      <div className="verdict" data-verdict={kind} role="status">
        <Stamp kind={kind} />
        <div>
          <h2>{words(`verdict.${kind}.title`)}</h2>
          <p>{words(`verdict.${kind}.about`)}</p>
        </div>
      </div>
      {checked && (
        <ol className="checks" aria-label={words('checks.title')}>
          <Rows verdict={checked.verdict} source={source} />
        </ol>
      )}
    </>
  );
}

function Rows({ verdict, source }: { readonly verdict: Checked['verdict']; readonly source: string | undefined }) {
  const words = useWords();
  if (verdict.verdict === 'invalid') return verdict.issues.map((issue) => <IssueRow key={issue.path} issue={issue} />);
  const passed = verdict.checks.map((check) => <PassedRow key={check.code} check={check} />);
  if (verdict.verdict === 'consistent')
    return [
      ...passed,
      <CheckRow key="anchor" icon="circle-dashed" state="open" title={words('anchor.open.title')}>
        {/* The reason that the rules give is a sentence in English. */}
        {verdict.unanchored === undefined ? words('anchor.open.about') : <span lang="en">{verdict.unanchored}</span>}
      </CheckRow>,
    ];
  const head = `${verdict.anchor.hash}@${verdict.anchor.height}`;
  return [
    ...passed,
    <CheckRow key="anchor" icon="circle-check" state="passed" title={words('anchor.valid.title')}>
      <CodedText text={words('anchor.valid.about', { head, source: source ?? '' })} />
    </CheckRow>,
  ];
}

const GATE_ROWS = {
  held: { icon: 'circle-check', state: 'passed' },
  refused: { icon: 'circle-x', state: 'failed' },
  unproven: { icon: 'circle-dashed', state: 'open' },
} as const;

function PassedRow({ check: { code, args } }: { readonly check: EvidenceCheck }) {
  const words = useWords();
  // The evidence of a gate that did not hold is good evidence, and the row says that it did not.
  const row = code === 'gate' ? GATE_ROWS[args.verdict] : GATE_ROWS.held;
  return (
    <CheckRow {...row} title={words(`check.${code}.title`, args)}>
      <CodedText text={words(`check.${code}.about`, args)} />
    </CheckRow>
  );
}
