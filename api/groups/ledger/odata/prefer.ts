// The size of page that a client prefers (OData Protocol 4.01 section 8.2.8.4): a node may give fewer rows, and never
// more.

const PREFERENCE = /(?:^|,)\s*(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,9})"?\s*(?:,|;|$)/i;

export function preferredSize(header: string | readonly string[] | undefined, most: number): number | undefined {
  const value = typeof header === 'string' ? PREFERENCE.exec(header)?.[1] : undefined;
  const size = Number(value ?? 0);
  return size > 0 ? Math.min(size, most) : undefined;
}
