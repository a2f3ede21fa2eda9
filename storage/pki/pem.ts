// PEM (RFC 7468): texts around DER. Reads parts by their label and skips what lies between; whether the bytes mean
// anything is for others to say.

/** The bytes of every part with the label, in order. */
export function pemParts(text: string, label: string): readonly Buffer[] {
  const pattern = new RegExp(`-----BEGIN ${label}-----\\s*([A-Za-z0-9+/=\\s]*?)\\s*-----END ${label}-----`, 'g');
  return [...text.matchAll(pattern)].map((match) => Buffer.from(match[1] as string, 'base64'));
}

/** A part, with lines of 64 characters. */
export function pemOf(label: string, der: Uint8Array): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
