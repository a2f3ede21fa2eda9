// Proofs of keys (DPoP, RFC 9449) as a server of this node takes them: its nonces, and the proofs that came. The nonces
// are of this start of the node: no proof from before it is taken again, so that nothing of it has to be kept.
import { DPOP_PROOFS_MAX, NONCE_MS } from '../../../core/base/limits/node/wallets.js';
import type { Clock, Random } from '../../../core/base/ports.js';
import { type DpopProof, judgeDpop } from '../../../core/credentials/issuing/dpop.js';
import { Nonces, SeenOnce } from '../../../core/credentials/issuing/nonces.js';
import { WalletRefusal } from '../../../core/credentials/issuing/refusal.js';

const KEY_BYTES = 32;
const BOUNDS = { lifetimeMs: NONCE_MS, usedMax: DPOP_PROOFS_MAX };

export interface DpopRequest {
  /** The server that the nonce is for: an issuer of credentials, or this node. */
  readonly server: string;
  readonly method: string;
  /** As clients spell it, without query. */
  readonly url: string;
  /** The access token that comes with it, and the key that this is bound to. */
  readonly token?: string;
  readonly thumbprint?: string;
}

export interface ProofPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly random: Pick<Random, 'bytes'>;
}

export class DpopProofs {
  private readonly nonces: Nonces;
  private readonly spent = new SeenOnce(BOUNDS);

  constructor(private readonly ports: ProofPorts) {
    this.nonces = new Nonces(ports.random.bytes(KEY_BYTES), BOUNDS);
  }

  /** With each answer to a proof, so that its sender has a nonce for the next one (RFC 9449 section 8.2). */
  headers(server: string): { readonly 'dpop-nonce': string } {
    const { clock, random } = this.ports;
    return { 'dpop-nonce': this.nonces.make(server, clock.steady(), (length) => random.bytes(length)) };
  }

  /** The proof, unspent. */
  judge(text: string, { server, ...asked }: DpopRequest): DpopProof | WalletRefusal {
    const { clock } = this.ports;
    return judgeDpop(text, {
      ...{ ...asked, atMs: clock.now() },
      isGoodNonce: (nonce) => this.nonces.isGood(server, nonce, clock.steady()),
    });
  }

  /** Spends it; why it cannot be spent. The last question about a request. `from` is who holds the place meanwhile. */
  spend(proof: DpopProof, from?: string): WalletRefusal | undefined {
    if (this.spent.add(proof.id, this.ports.clock.steady(), from)) return undefined;
    return new WalletRefusal('invalid_dpop_proof', 'The DPoP proof came before (jti), or too many came of its sender.');
  }
}
