// The parts of an SD-JWT VC, or of a presentation of one, as anybody reads them.

export interface SdJwtParts {
  /** Members that everybody sees. */
  readonly clear: Readonly<Record<string, unknown>>;
  /** Those that stand in disclosures. */
  readonly shown: Readonly<Record<string, unknown>>;
}

export function partsOf(text: string): SdJwtParts {
  const [issued = '', ...parts] = text.split('~');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  // Behind the last one is the proof of the holder, or nothing.
  const disclosures = parts.slice(0, -1).map((part) => read(part).slice(1) as [string, unknown]);
  return { clear: read(issued.split('.')[1] ?? ''), shown: Object.fromEntries(disclosures) };
}
