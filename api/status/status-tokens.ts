// The tokens of status lists (Token Status List), made when one is asked for, in the form that is asked for. A token is
// signed anew where its list changed, at most once a second. It is so too where it is older than its `ttl` by the time
// of day, in which its dates are: a verifier may ask for one that is not old. So no restart, rest of the machine or
// clock that was set leaves a token of another time.
import { deflateSync } from 'node:zlib';
import { STATUS_DEBOUNCE_MS, STATUS_TOKEN_MS } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import type { Draft } from '../../core/credentials/draft.js';
import type { SigningIssuer } from '../../core/credentials/issuing/copy-content.js';
import type { StatusList } from '../../core/credentials/status/bits.js';
import { draftStatusCwt, STATUS_CWT } from '../../core/credentials/status/cwt.js';
import { draftStatusJwt } from '../../core/credentials/status/jwt.js';
import type { SignedFormat } from '../../core/crypto/signing/formats.js';
import type { LoadedList, StatusListRow, StatusLists } from '../../storage/tables/credentials/status-lists.js';
import type { SignAsIssuer } from './signing.js';

/** docs/decisions/0198: higher levels take ten times as long for some percent. */
const DEFLATE = { level: 6 };

interface TokenContent {
  readonly uri: string;
  readonly list: StatusList;
  readonly issuer: SigningIssuer;
  readonly issuedAtSeconds: number;
  readonly expiresAtSeconds: number;
  readonly ttlSeconds: number;
}

type TokenBody = string | Uint8Array;

interface TokenForm {
  readonly signedAs: SignedFormat;
  readonly draft: (content: TokenContent) => Draft<TokenBody>;
}

const deflate = (bytes: Uint8Array) => deflateSync(bytes, DEFLATE);

/** By media type, the preferred one first. */
export const STATUS_FORMS = {
  'application/statuslist+jwt': { signedAs: 'jose', draft: (content) => draftStatusJwt(content, deflate) },
  [STATUS_CWT]: {
    signedAs: 'cose',
    draft: ({ issuer: { chain, keyId }, ...content }) =>
      draftStatusCwt({ ...content, chain, ...(keyId !== undefined && { keyId }) }, deflate),
  },
} as const satisfies Readonly<Record<string, TokenForm>>;
export type StatusForm = keyof typeof STATUS_FORMS;

interface SignedList {
  readonly body: TokenBody;
  readonly version: number;
  /** By the steady clock. */
  readonly madeAtMs: number;
  /** By the time of day. */
  readonly issuedAtMs: number;
}

export interface StatusTokenPorts {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly lists: Pick<StatusLists, 'load'>;
  readonly sign: SignAsIssuer;
  /** The address of a list: claim `sub` of its token. */
  readonly uriOf: (listId: string) => string;
  readonly ttlSeconds: number;
}

export class StatusTokens {
  private readonly made = new WeakMap<LoadedList, Map<StatusForm, SignedList>>();
  private readonly making = new Map<string, Promise<Result<SignedList>>>();

  constructor(private readonly ports: StatusTokenPorts) {}

  uriOf(listId: string): string {
    return this.ports.uriOf(listId);
  }

  /** The token as it is to be told now. STATUS_UNAVAILABLE where it cannot be signed. */
  async tokenOf(row: StatusListRow, form: StatusForm): Promise<Result<TokenBody>> {
    const list = await this.ports.lists.load(row);
    const known = this.made.get(list)?.get(form);
    if (known !== undefined && this.isFresh(known, list)) return known.body;
    const name = `${row.id} ${form}`;
    const signing = this.making.get(name) ?? this.sign(list, form).finally(() => this.making.delete(name));
    this.making.set(name, signing);
    const signed = await signing;
    return isFailure(signed) ? signed : signed.body;
  }

  private isFresh({ madeAtMs, issuedAtMs, version }: SignedList, list: LoadedList): boolean {
    const { clock, ttlSeconds } = this.ports;
    if (clock.steady() - madeAtMs < STATUS_DEBOUNCE_MS) return true;
    const ageMs = clock.now() - issuedAtMs;
    return version === list.version && ageMs >= 0 && ageMs < ttlSeconds * 1000;
  }

  private async sign(list: LoadedList, form: StatusForm): Promise<Result<SignedList>> {
    const { signedAs, draft }: TokenForm = STATUS_FORMS[form];
    const { clock, sign, uriOf, ttlSeconds } = this.ports;
    const { version, row } = list;
    const madeAtMs = clock.steady();
    const nowSeconds = Math.floor(clock.now() / 1000);
    const body = await sign({ ...row, format: signedAs }, (issuer) =>
      draft({
        ...{ uri: uriOf(row.id), list: list.bits(), issuer, ttlSeconds },
        issuedAtSeconds: nowSeconds,
        expiresAtSeconds: nowSeconds + STATUS_TOKEN_MS / 1000,
      }),
    );
    if (isFailure(body)) return body;
    const signed = { body, version, madeAtMs, issuedAtMs: nowSeconds * 1000 };
    this.made.set(list, (this.made.get(list) ?? new Map()).set(form, signed));
    return signed;
  }
}
