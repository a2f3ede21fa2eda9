// Draws a QR code as a picture of the document itself: a secret in it goes to no server.
import encode from 'qr';

/** Modules that stay white around the symbol (ISO/IEC 18004, 5.3.8). */
const MARGIN = 4;

/** The dark modules of a text as an SVG path, and the side of the picture in modules. A text has at most 2,953 bytes. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const rows = encode(text, 'raw', { ecc: 'low', border: MARGIN });
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { size: rows.length, path: squares.join('') };
}

/** Draws the text into an svg element, black on white. */
export function drawQrCode(svg: SVGSVGElement, text: string): void {
  const { size, path } = qrPath(text);
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.replaceChildren(
    part('rect', { width: `${size}`, height: `${size}`, fill: '#fff' }),
    part('path', { d: path, fill: '#000', 'shape-rendering': 'crispEdges' }),
  );
}

function part(name: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
