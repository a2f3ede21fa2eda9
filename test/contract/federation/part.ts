// The part of a world that signs in at identity providers, with a key of its own for their secrets.
import { type FederationPorts, federationPart } from '../../../api/federation/part.js';
import { EncryptedTexts } from '../../../storage/secrets/encrypted-texts.js';

export function federation(ports: Omit<FederationPorts, 'secrets'>) {
  return federationPart({ ...ports, secrets: new EncryptedTexts(new Uint8Array(32).fill(9), ports.random) });
}
