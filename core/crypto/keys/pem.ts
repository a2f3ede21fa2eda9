// PEM (RFC 7468): texts around DER. Reads parts by their label and skips what lies between; whether the bytes mean
// anything is for others to say.

/** Base64 in lines, as a single class: two side by side that share a character cost the square of their length. */
const BODY = /^[A-Za-z0-9+/=\s]*$/;

/** The bytes of every part with the label, in order. Linear in the text, which may be of a stranger. */
export function pemParts(text: string, label: string): readonly Buffer[] {
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const parts: Buffer[] = [];
  let stop = 0;
  for (let at = text.indexOf(begin); at >= 0; at = text.indexOf(begin, at)) {
    at += begin.length;
    if (stop < at) stop = text.indexOf(end, at);
    if (stop < 0) break;
    const body = text.slice(at, stop);
    if (!BODY.test(body)) continue;
    parts.push(Buffer.from(body, 'base64'));
    at = stop + end.length;
  }
  return parts;
}

/** A part, with lines of 64 characters. */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
