// Names in the credentials of a definition: of their types, of their claims, and of the link. The check of a definition
// asks them in browsers too.
import { CREDENTIAL_TYPE_MAX } from '../../base/limits/node/wallets.js';
import { claimPathOf } from '../../blueprint/names/gate-names.js';
import { OWN_CLAIMS } from '../claim-names.js';

/** The claim of an SD-JWT VC that leads to its Issuance. */
export const LINK_CLAIM = 'quorate_ledger';
/** The name space of the element of an mdoc that does, which is the only one in it. */
export const LINK_NAME_SPACE = 'org.quorate.1';

/** RFC 3986 section 3.1, and no white space behind it. */
export function isUri(text: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:[!-~]+$/.test(text);
}

const PLAIN_NAME = '[A-Za-z0-9][A-Za-z0-9._-]{0,127}';
/** A type that is named by its register, or by its address on a node. */
export const TYPE_NAME = `^${PLAIN_NAME}$`;
const PLAIN = new RegExp(TYPE_NAME);

/** The type that a plain name is, of a register. */
export function typeOfRegister(registerId: string, name: string): string {
  return `urn:quorate:${registerId}:${name}:1`;
}

/** Where a node tells of a type by name: of a register by its id, or of an organisation by its subdomain. */
export function typeAddress(publicUrl: string, { scope, name }: { readonly scope: string; readonly name: string }) {
  return `${publicUrl}/credentials/types/${scope}/${name}`;
}

/** Whether the type names the register: no other register speaks for it. */
export function isTypeOfRegister(credentialType: string, registerId: string): boolean {
  const name = credentialType.split(/[:/]/).at(credentialType.startsWith('urn:') ? -2 : -1) ?? '';
  return (
    credentialType === typeOfRegister(registerId, name) ||
    credentialType.endsWith(typeAddress('', { scope: registerId, name }))
  );
}

/** Whether it is a type that no other issuer gives by chance, or a name of which one is made. */
export function isTypeName(type: string, isMdoc: boolean): boolean {
  if (type.length > CREDENTIAL_TYPE_MAX) return false;
  if (isMdoc) return /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9_-]+)+$/.test(type);
  return isUri(type) || PLAIN.test(type);
}

/** Why no credential can have a claim of the name; undefined where it can. */
export function claimFault(name: string, isMdoc: boolean): string | undefined {
  const path = claimPathOf(name);
  const isNamed = path.every((step) => typeof step === 'string');
  if (isMdoc && !(path.length === 2 && isNamed))
    return 'A claim of an mdoc is named by its name space and element as JSON: ["org.example.permit.1","number"].';
  if (!isNamed || (name.startsWith('[') && path[0] === name))
    return 'A path of a claim is a JSON list of names: ["address","locality"].';
  const first = String(path[0]);
  const isOwn = isMdoc ? first === LINK_NAME_SPACE : OWN_CLAIMS.has(first) || first === LINK_CLAIM;
  return isOwn ? `The issuer states ${first} itself.` : undefined;
}
