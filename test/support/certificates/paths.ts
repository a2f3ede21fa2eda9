// A path of certificates for tests: a root, authorities and a leaf, each part of which a test may replace.
import { fromHex } from '../../../core/base/bytes.js';
import { readAnchor } from '../../../core/trust/x509/certificate.js';
import { inContext, plain } from '../../../core/trust/x509/der.js';
import type { PathQuestion } from '../../../core/trust/x509/path.js';
import { good } from '../base/good.js';
import { AT_MS, altNames, authority, certificate, dns, ID, type Parts, type Party, partyOf } from './certificates.js';
import { der, extension, type NamePart, name, sequence, text } from './der.js';

export const [root, first, second, third, leaf] = ['Root', 'First', 'Second', 'Third', 'Leaf'].map((own) =>
  partyOf(own),
) as [Party, Party, Party, Party, Party];
export const renamed = (party: Party, other: Uint8Array): Party => ({ ...party, name: other });
export const ca = (subject: Party, issuer: Party, parts: Parts = {}) =>
  certificate(subject, issuer, parts, 'authority');
export const anchorOf = (party: Party) => good(readAnchor(ca(party, party)));
export const anchor = anchorOf(root);
export const usual = [certificate(leaf, first), ca(first, root)];
export const question = (chain: readonly Uint8Array[], changes: Partial<PathQuestion> = {}): PathQuestion => ({
  ...{ chain, anchors: [anchor], atMs: AT_MS },
  ...changes,
});
/** The usual path with other parts of its leaf, or of its authority. */
export const withLeaf = (parts: Parts) => question([certificate(leaf, first, parts), usual[1]!]);
export const withAuthority = (parts: Parts) => question([usual[0]!, ca(first, root, parts)]);
export const fourth = partyOf('Fourth');
/** Root, first, second, third, leaf, with these parts of the authorities from above. */
export const long = (...parts: readonly Parts[]) =>
  question([
    certificate(leaf, third),
    ...[ca(third, second, parts[2]), ca(second, first, parts[1]), ca(first, root, parts[0])],
  ]);
export const length = (pathLength: number): Parts => ({ extensions: { basicConstraints: authority(pathLength) } });
export const follower: Party = { ...partyOf('First'), name: first.name };

export function alt(...names: readonly Uint8Array[]): Parts {
  return { extensions: { subjectAltName: altNames(...names) } };
}

export interface Trees {
  readonly permitted?: readonly Uint8Array[];
  readonly excluded?: readonly Uint8Array[];
}

export function constraints({ permitted = [], excluded = [] }: Trees): Uint8Array {
  const trees = [permitted, excluded].flatMap((bases, i) =>
    bases.length === 0 ? [] : [der(inContext(i), ...bases.map((base) => sequence(base)))],
  );
  return extension(ID.nameConstraints, sequence(...trees), true);
}

export const address = (hex: string) => der(plain(7), fromHex(hex));
export const email = (value: string) => text(value, plain(1));
export const uri = (value: string) => text(value, plain(6));
export const other = der(inContext(0), fromHex('0603290101'));
export const directory = (...parts: readonly NamePart[]) => der(inContext(4), name(...parts));
export const host = dns('a.leaf.example');
