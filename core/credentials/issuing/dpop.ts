// DPoP (RFC 9449): a request shows that its sender has the key that its access token is bound to. A proof is for one
// request: its method, its address, a nonce of the server, an id that comes once, and the token where there is one.
import { toBase64Url } from '../../base/bytes.js';
import { sha256 } from '../../base/hash.js';
import { PROOF_CLOCK_MS, PROOF_MAX } from '../../base/limits/node/wallets.js';
import { FormatFault, faultOr, need } from '../fault.js';
import { needMadeAt, needOwnSignature, type OwnKeyJwt, readOwnKeyJwt } from './own-key.js';
import { WalletRefusal } from './refusal.js';

/** As metadata and challenges name them. */
export const PROOF_ALGORITHMS = ['ES256'];
const TYPE = 'dpop+jwt';
/** Characters of the id of a proof: twice what a UUID has. */
const ID_MAX = 72;

export interface AskedDpop {
  readonly method: string;
  /** The address of the operation, without query. */
  readonly url: string;
  readonly atMs: number;
  readonly isGoodNonce: (nonce: string) => boolean;
  /** The access token that comes with it. */
  readonly token?: string;
  /** The key that this is bound to: a proof of another one takes no check of its signature. */
  readonly thumbprint?: string;
}

export interface DpopProof {
  /** Of the key, as a token is bound to it. */
  readonly thumbprint: string;
  /** To be spent by the caller once all else is good, so that the set of used ones is not filled with nothing. */
  readonly id: string;
}

/** The proof, or `invalid_dpop_proof`, or `use_dpop_nonce` for one that would be good with a nonce of this server. */
export function judgeDpop(text: string, asked: AskedDpop): DpopProof | WalletRefusal {
  const proof = faultOr(() => readProof(text, asked));
  if (proof instanceof FormatFault) return new WalletRefusal('invalid_dpop_proof', proof.message);
  const { nonce, jti } = proof.payload;
  if (typeof nonce !== 'string' || !asked.isGoodNonce(nonce))
    return new WalletRefusal('use_dpop_nonce', 'Send the proof with the nonce of the header DPoP-Nonce.');
  const fault = faultOr(() => needOwnSignature(proof));
  if (fault instanceof FormatFault) return new WalletRefusal('invalid_dpop_proof', fault.message);
  return { thumbprint: proof.thumbprint, id: `${proof.thumbprint} ${jti as string}` };
}

function readProof(text: string, { method, url, atMs, token, thumbprint }: AskedDpop): OwnKeyJwt {
  need(text.length <= PROOF_MAX, `The DPoP proof has over ${PROOF_MAX} characters.`);
  const proof = readOwnKeyJwt(text, TYPE);
  const { jti, htm, htu, ath } = proof.payload;
  need(typeof jti === 'string' && jti !== '' && jti.length <= ID_MAX, 'The DPoP proof has no jti, or too long a one.');
  need(htm === method, 'The DPoP proof is for another method (htm).');
  need(typeof htu === 'string' && addressOf(htu) === addressOf(url), 'The DPoP proof is for another address (htu).');
  need(token === undefined || ath === toBase64Url(sha256(token)), 'The DPoP proof is for another token (ath).');
  need((thumbprint ?? proof.thumbprint) === proof.thumbprint, 'The token is bound to another key.');
  needMadeAt(proof, atMs, PROOF_CLOCK_MS);
  return proof;
}

/** RFC 9449 section 4.3: without query and fragment, in the normal form of addresses; undefined for no address. */
function addressOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { origin, pathname } = new URL(text);
  return origin + pathname;
}
