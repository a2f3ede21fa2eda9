// The sign of Quorate.

/** The sign of Quorate: a ring that is closed by a quorum. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2.4" aria-hidden="true">
      <circle cx="12" cy="12" r="9" strokeDasharray="42 15" strokeLinecap="round" transform="rotate(48 12 12)" />
      <circle cx="12" cy="12" r="3.2" fill="currentColor" stroke="none" />
      <path d="M15.5 15.5 20 20" strokeLinecap="round" />
    </svg>
  );
}
