// Envelopes as a patched node seals them: one of which some wallets find other content, or nothing.
import type { Envelope } from '../../core/envelope/cells/envelope.js';

/** The first envelope, in which these wallets find what the second one has for them. */
export function mixed(envelope: Envelope, other: Envelope, wallets: readonly string[]): Envelope {
  const isOther = (at: number) => wallets.includes(envelope.wallets[at]?.walletAddress ?? '');
  return {
    ...envelope,
    groups: envelope.groups.map((group, i) =>
      group.keys.some(({ wallet }) => isOther(wallet)) ? (other.groups[i] as typeof group) : group,
    ),
    wallets: envelope.wallets.map((one, at) => (isOther(at) ? (other.wallets[at] as typeof one) : one)),
  };
}

/** The envelope, in which one wallet opens nothing. */
export function without(envelope: Envelope, wallet: string): Envelope {
  const at = envelope.wallets.findIndex(({ walletAddress }) => walletAddress === wallet);
  const spoilt = (text: string) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}`;
  return {
    ...envelope,
    groups: envelope.groups.map((group) =>
      group.keys.some((one) => one.wallet === at) ? { ...group, ciphertext: spoilt(group.ciphertext) } : group,
    ),
  };
}
