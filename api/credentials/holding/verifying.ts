// Verifies a credential before a wallet keeps it: its form, the key of its issuer, its dates, its status where the list
// can be had, and what its Issuance sealed. Issuers and lists are asked once for all copies.
import { issue } from '../../../core/base/issue.js';
import { STATUS_TOKEN_MAX } from '../../../core/base/limits/ledger/credentials.js';
import { fail, isFailure, type Result } from '../../../core/base/result.js';
import { FormatFault, faultOr } from '../../../core/credentials/fault.js';
import type { HeldContent, HeldStatusForm } from '../../../core/credentials/holding/format-row.js';
import { heldRefusal, readHeld, rowLike } from '../../../core/credentials/holding/formats.js';
import type { LinkedCopy } from '../../../core/credentials/issuance/link.js';
import type { StatedIssuer } from '../../../core/credentials/jose/jws.js';
import type { TransactionPlace } from '../../../core/register/people/did.js';
import type { HoldingCall } from './call.js';
import { type IssuanceDeps, issuanceOfCopy } from './issuances.js';
import { type IssuerCall, issuerKey, type KnownIssuer, knowIssuer } from './issuer-keys.js';
import { askRemote } from './remote.js';

export interface VerifiedCredential {
  readonly text: string;
  readonly content: HeldContent;
  readonly issuer: KnownIssuer;
  /** Place of the Issuance that sealed it, where its register is here. */
  readonly issuance?: TransactionPlace;
}

export type VerifierCall = IssuerCall & HoldingCall<IssuanceDeps>;

export class CredentialVerifier {
  private readonly issuers = new Map<string, Promise<Result<KnownIssuer>>>();
  private readonly tokens = new Map<string, Promise<string | undefined>>();

  constructor(private readonly call: VerifierCall) {}

  /** CREDENTIAL_REFUSED, REGISTER_BEHIND, or a code of the documents of the issuer. */
  async verify(text: string): Promise<Result<VerifiedCredential>> {
    const [row, content] = [rowLike(text), readHeld(text)];
    if (row instanceof FormatFault || content instanceof FormatFault) return refuse((content as FormatFault).message);
    const issuer = await this.issuerOf(content.stated);
    if (isFailure(issuer)) return issuer;
    const known = new Map([[issuerKey(content.stated), issuer]]);
    const statusToken = content.status && (await this.tokenAt(content.status.uri, row.status));
    const signer = statusToken === undefined ? undefined : faultOr(() => row.status.signerOf(statusToken));
    if (signer !== undefined && !(signer instanceof FormatFault)) await this.learnSigner(signer, content.stated, known);
    const refusal = heldRefusal(text, {
      atMs: this.call.deps.clock.now(),
      findIssuer: (stated) => known.get(issuerKey(stated)),
      ...(statusToken !== undefined && { statusToken }),
    });
    if (refusal !== undefined) return refuse(`${refusal.message} (${refusal.code})`);
    const issuance = await this.issuanceOf(() => row.readLink(text));
    if (isFailure(issuance)) return issuance;
    return { text, content, issuer, ...(issuance !== undefined && { issuance }) };
  }

  private issuanceOf(
    read: () => LinkedCopy | undefined,
  ): Result<undefined> | Promise<Result<TransactionPlace | undefined>> {
    const copy = faultOr(read);
    if (copy instanceof FormatFault) return refuse(copy.message);
    return copy && issuanceOfCopy(this.call.deps, copy);
  }

  /** The signer of a status token, which may name a key alone: that is one of the issuer then. */
  private async learnSigner(
    stated: StatedIssuer,
    credential: StatedIssuer,
    known: Map<string, KnownIssuer>,
  ): Promise<void> {
    const isNamed = stated.chain.length > 0 || stated.issuer !== undefined;
    const { issuer } = credential;
    const signer = await this.issuerOf(isNamed || issuer === undefined ? stated : { ...stated, issuer });
    if (!isFailure(signer)) known.set(issuerKey(stated), signer);
  }

  private issuerOf(stated: StatedIssuer): Promise<Result<KnownIssuer>> {
    return once(this.issuers, issuerKey(stated), () => knowIssuer(this.call, stated));
  }

  /** Undefined where it cannot be had: a wallet keeps a credential whose list is away, and its verifier asks again. */
  private tokenAt(url: string, { accept, cellOf }: HeldStatusForm): Promise<string | undefined> {
    return once(this.tokens, url, async () => {
      const answer = await askRemote(this.call, { url, headers: { accept } });
      if (isFailure(answer) || answer.status !== 200) return undefined;
      const cell = cellOf(answer);
      return cell.length > STATUS_TOKEN_MAX ? undefined : cell;
    });
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const asked = ask();
  known.set(key, asked);
  return asked;
}

const refuse = (message: string) => fail(issue('CREDENTIAL_REFUSED', '', message));
