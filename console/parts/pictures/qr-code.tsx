// A text for the camera of a phone, or on paper.
import encode from 'qr';

interface QrCodeProps {
  readonly text: string;
  /** Shown on paper alone: the screen has what can be copied. */
  readonly isPaper?: boolean;
  /** Of a picture on the screen. Words beside one on paper say the same. */
  readonly label?: string;
}

/** Modules of white around it, without which cameras do not find it (ISO/IEC 18004 section 6.3.8). */
const QUIET = 4;

export function QrCode({ text, isPaper = false, label }: QrCodeProps) {
  const rows = encode(text, 'raw', { border: isPaper ? 2 : QUIET });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={isPaper ? 'qr paper' : 'qr'}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
