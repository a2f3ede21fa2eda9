// A time as a browser takes it, without a zone, and as the ledger has it: UTC with milliseconds.

/** `2027-01-31T09:30` where the person is; '' for another text. */
export function momentToType(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().replace(/(?::00)?\.000Z$|Z$/, '');
}

/** Empty for a text that does not spell a time. */
export function momentTyped(text: string): string {
  const at = new Date(text);
  return text === '' || Number.isNaN(at.getTime()) ? '' : at.toISOString();
}

/** The name of the zone, which a page says beside each time that is typed. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
