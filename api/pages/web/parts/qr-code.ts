// A QR code as the path of a picture.
import encode from 'qr';

/** Modules that stay white around the symbol (ISO/IEC 18004, 5.3.8). */
const MARGIN = 4;

/**
 * The dark modules of a text as an SVG path, and the side of the picture in modules. A text has at most 2,953 bytes.
 */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encode(text, 'raw', { ecc: 'low', border: MARGIN });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: squares.join('') };
}
