// Tokens of status lists for a verifier: its own without the network, and those of other issuers fetched once while
// they are good. A token that cannot be had is absent, and the judge then refuses the credential.
import { LRUCache } from 'lru-cache';
import { fromUtf8, toBase64Url } from '../../core/base/bytes.js';
import {
  STATUS_FETCH_BYTES_MAX,
  STATUS_FETCH_MS,
  STATUS_REDIRECTS_MAX,
  STATUS_TOKENS_BYTES_MAX,
  STATUS_TOKENS_KEPT_MAX,
} from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { FormatFault, faultOr } from '../../core/credentials/fault.js';
import type { PresentedFormat } from '../../core/credentials/presenting/question.js';
import { readStatusCwt } from '../../core/credentials/status/cwt.js';
import { readStatusJwt } from '../../core/credentials/status/jwt.js';
import type { StatusToken } from '../../core/credentials/status/token.js';
import type { Outgoing } from '../../core/outgoing/ports.js';

export interface StatusTokenPlaces {
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly outgoing: Outgoing;
  /** The token of a list of this node, by its address; undefined for an address elsewhere. */
  own(uri: string, form: StatusType): Promise<Result<string | Uint8Array>> | undefined;
}

/** Media types of tokens (Token Status List section 8.1). */
export type StatusType = 'application/statuslist+jwt' | 'application/statuslist+cwt';

export interface AskedToken {
  readonly uri: string;
  readonly format: PresentedFormat;
  /** The turn key of the organisation that verifies. */
  readonly from: string;
  /** The oldest token that counts. */
  readonly maxAgeMs?: number | undefined;
}

interface KeptToken {
  readonly text: string;
  /** By the time of day, as it says itself. */
  readonly issuedAtMs: number;
  /** By the steady clock. */
  readonly untilMs: number;
}

interface TokenForm {
  readonly accept: StatusType;
  /** As the cell of a presentation has it. Throws a fault. */
  text(body: Uint8Array): string;
  read(body: Uint8Array): StatusToken;
}

/** Each format has lists of its own form (Token Status List sections 5.1 and 5.2). */
const JWT_FORM: TokenForm = {
  accept: 'application/statuslist+jwt',
  text: (body) => fromUtf8(body).trim(),
  read: (body) => readStatusJwt(fromUtf8(body).trim(), STATUS_FETCH_BYTES_MAX),
};
const FORMS: Readonly<Record<PresentedFormat, TokenForm>> = {
  'dc+sd-jwt': JWT_FORM,
  jwt_vc_json: JWT_FORM,
  mso_mdoc: {
    accept: 'application/statuslist+cwt',
    text: toBase64Url,
    read: (body) => readStatusCwt(body, STATUS_FETCH_BYTES_MAX),
  },
};

export class ForeignStatusTokens {
  private readonly kept = new LRUCache<string, KeptToken>({
    ...{ max: STATUS_TOKENS_KEPT_MAX, maxSize: STATUS_TOKENS_BYTES_MAX },
    sizeCalculation: ({ text }) => text.length,
  });
  private readonly fetching = new Map<string, Promise<string | undefined>>();

  constructor(private readonly ports: StatusTokenPlaces) {}

  /** The token in the form that a presentation of the format takes; undefined where it cannot be had. */
  async tokenOf(asked: AskedToken): Promise<string | undefined> {
    const { uri, format, maxAgeMs = Number.POSITIVE_INFINITY } = asked;
    const { clock } = this.ports;
    const own = this.ports.own(uri, FORMS[format].accept);
    if (own !== undefined) {
      const token = await own;
      if (isFailure(token)) return undefined;
      return typeof token === 'string' ? token : toBase64Url(token);
    }
    const key = `${format} ${uri}`;
    const known = this.kept.get(key);
    if (known !== undefined && clock.steady() < known.untilMs && clock.now() - known.issuedAtMs <= maxAgeMs)
      return known.text;
    const fetching = this.fetching.get(key) ?? this.fetch(key, asked).finally(() => this.fetching.delete(key));
    this.fetching.set(key, fetching);
    return fetching;
  }

  private async fetch(key: string, { uri, format, from }: AskedToken): Promise<string | undefined> {
    const { accept, text, read } = FORMS[format];
    const answer = await this.ports.outgoing.request({
      ...{ purpose: 'status-list', from, url: uri, headers: { accept } },
      ...{ bytesMax: STATUS_FETCH_BYTES_MAX, timeoutMs: STATUS_FETCH_MS, redirectsMax: STATUS_REDIRECTS_MAX },
    });
    if (isFailure(answer) || answer.status !== 200) return undefined;
    const token = faultOr(() => readBy(read, answer.body));
    if (token instanceof FormatFault) return undefined;
    const { clock } = this.ports;
    const { issuedAtMs, keptForMs = 0, expiresAtMs = Number.POSITIVE_INFINITY } = token;
    const lifeMs = Math.min(keptForMs, expiresAtMs - clock.now());
    const shown = text(answer.body);
    if (lifeMs > 0) this.kept.set(key, { text: shown, issuedAtMs, untilMs: clock.steady() + lifeMs });
    return shown;
  }
}

/** A body outside UTF-8 counts as one of another form. */
function readBy(read: TokenForm['read'], body: Uint8Array): StatusToken {
  try {
    return read(body);
  } catch (error) {
    if (error instanceof TypeError) throw new FormatFault('The status token is not UTF-8.');
    throw error;
  }
}
