// Draws a QR code as a picture of the document itself: a secret in it goes to no server.
import { qrPath } from '../parts/qr-code.js';

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
