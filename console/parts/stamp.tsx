// The stamp of a verdict.

export type StampKind = 'valid' | 'consistent' | 'invalid' | 'busy';

const LINES: Readonly<Record<StampKind, string>> = {
  valid: 'm15.5 22.5 4.5 4.5 8.5-9.5',
  consistent: 'M15 22h14',
  invalid: 'm16 16 12 12M28 16 16 28',
  busy: '',
};

/** The verdict of a check of evidence, the same everywhere. The words stand beside it. */
export function Stamp({ kind }: { readonly kind: StampKind }) {
  return (
    <svg className="stamp" data-kind={kind} viewBox="0 0 44 44" fill="none" stroke="currentColor" aria-hidden="true">
      <circle cx="22" cy="22" r="19" strokeWidth="2.5" />
      <circle cx="22" cy="22" r="14.5" strokeWidth="1" strokeDasharray="2 2.2" />
      <path d={LINES[kind]} strokeWidth="3" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
