// The name of a type of credentials for people. The whole of it stands beside: another type may look alike.

/** Of a URN its name without the version, of an address its end, of a doctype its last part. */
export function typeTitle(type: string): string {
  const parts = type.split(type.startsWith('urn:') ? ':' : /[/.]/).filter((part) => part !== '');
  const named = parts.filter((part) => !/^\d+$/.test(part));
  const name = named.at(-1) ?? type;
  const spelled = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return spelled.charAt(0).toUpperCase() + spelled.slice(1);
}
