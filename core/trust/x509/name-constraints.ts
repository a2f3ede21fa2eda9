// Constraints of authorities on the names below them (RFC 5280 section 4.2.1.10): on DNS names, addresses and directory
// names. A name of another kind that is constrained at all is refused. Comparisons are counted over the whole path.
import { NAME_COMPARISONS_MAX } from '../../base/limits/ledger/certificates.js';
import type { X509Certificate } from './certificate.js';
import type { NameConstraints } from './extensions.js';
import { demand } from './malformed.js';
import { type DistinguishedName, emailsOf, type GeneralName, isHostBelow } from './names.js';

/** All names that a certificate gives its subject. */
function namesOf({ subject, extensions }: X509Certificate): readonly GeneralName[] {
  const own: readonly GeneralName[] = subject.parts.length > 0 ? [{ kind: 'directory', name: subject }] : [];
  return [...own, ...emailsOf(subject), ...(extensions.subjectAltName ?? [])];
}

/** The comparisons of one path. */
export class NameComparisons {
  #left = NAME_COMPARISONS_MAX;
  /** Each name is made comparable once. */
  readonly #parts = new Map<DistinguishedName, readonly string[]>();

  /** Throws where a name of the certificate breaks a constraint of an authority above it. */
  demandAllowed(certificate: X509Certificate, above: readonly X509Certificate[]): void {
    const constraints = above.flatMap(({ extensions }) => extensions.nameConstraints ?? []);
    if (constraints.length === 0) return;
    for (const name of namesOf(certificate)) for (const each of constraints) this.#demandName(name, each);
  }

  #demandName(name: GeneralName, { permitted, excluded }: NameConstraints): void {
    const ofKind = (bases: readonly GeneralName[]) => bases.filter(({ kind }) => this.#count() && kind === name.kind);
    const isExcluded = ofKind(excluded).some((base) => this.#overlaps(name, base));
    demand(!isExcluded, 'constraint', `A name (${name.kind}) is excluded by an authority.`);
    const allowed = ofKind(permitted);
    const isPermitted = allowed.length === 0 || allowed.some((base) => this.#isWithin(name, base));
    demand(isPermitted, 'constraint', `A name (${name.kind}) is outside of what an authority permits.`);
  }

  #count(): true {
    this.#left -= 1;
    demand(this.#left >= 0, 'constraint', `A path takes over ${NAME_COMPARISONS_MAX} comparisons of names.`);
    return true;
  }

  /** All that the name stands for is in the subtree of a base of its kind. False of a kind that is not compared. */
  #isWithin(name: GeneralName, base: GeneralName): boolean {
    if (name.kind === 'dns') return isHostBelow(name.text, (base as typeof name).text);
    if (name.kind === 'ip') return isAddressIn(name.bytes, (base as typeof name).bytes);
    if (name.kind !== 'directory') return false;
    const parts = this.#partsOf(name.name);
    return this.#partsOf((base as typeof name).name).every((part, i) => part === parts[i]);
  }

  /** Part of what the name stands for is in the subtree of the base. True of a kind that is not compared. */
  #overlaps(name: GeneralName, base: GeneralName): boolean {
    if (name.kind !== 'dns' && name.kind !== 'ip' && name.kind !== 'directory') return true;
    // A pattern stands for hosts that the base may be one of.
    const isPattern = name.kind === 'dns' && name.text.startsWith('*.');
    const isHost = isPattern && isHostBelow((base as typeof name).text, name.text.slice(2));
    return isHost || this.#isWithin(name, base);
  }

  #partsOf(name: DistinguishedName): readonly string[] {
    const known = this.#parts.get(name) ?? comparableParts(name);
    this.#parts.set(name, known);
    return known;
  }
}

/**
 * Parts that are equal where their attributes are, whatever their string types, spaces and case (section 7.1). The case
 * of ASCII alone: that of other letters is a table that differs between versions of a platform.
 */
function comparableParts({ parts }: DistinguishedName): readonly string[] {
  return parts.map((part) =>
    JSON.stringify(
      part
        .map(({ type, value }) => [
          type,
          value
            .trim()
            .replaceAll(/ +/g, ' ')
            .replaceAll(/[A-Z]+/g, toLower),
        ])
        .sort(),
    ),
  );
}

const toLower = (text: string) => text.toLowerCase();

/** An address in a range of its length: `base` is an address and a mask. */
function isAddressIn(address: Uint8Array, base: Uint8Array): boolean {
  const { length } = address;
  return base.length === 2 * length && address.every((byte, i) => ((byte ^ base[i]!) & base[length + i]!) === 0);
}
