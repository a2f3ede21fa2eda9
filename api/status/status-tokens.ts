// The tokens of status lists (Token Status List), made when one is asked for. A token is signed anew where its list
// changed, at most once a second, and every six hours: so it needs no timer, and a restart forgets nothing.
import { deflateSync } from 'node:zlib';
import { STATUS_DEBOUNCE_MS, STATUS_SIGNED_MS } from '../../core/base/limits/node/wallets.js';
import type { Clock } from '../../core/base/ports.js';
import { isFailure, type Result } from '../../core/base/result.js';
import { draftStatusJwt } from '../../core/credentials/status/jwt.js';
import type { LoadedList, StatusListRow, StatusLists } from '../../storage/tables/credentials/status-lists.js';
import type { SignAsIssuer } from './signing.js';

/** docs/decisions/0198: higher levels take ten times as long for some percent. */
const DEFLATE = { level: 6 };

interface SignedList {
  readonly text: string;
  readonly version: number;
  readonly madeAtMs: number;
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
  private readonly made = new WeakMap<LoadedList, SignedList>();
  private readonly making = new Map<string, Promise<Result<SignedList>>>();

  constructor(private readonly ports: StatusTokenPorts) {}

  uriOf(listId: string): string {
    return this.ports.uriOf(listId);
  }

  /** The token as it is to be told now. Where it cannot be signed, an older one that is good still stands. */
  async tokenOf(row: StatusListRow): Promise<Result<string>> {
    const list = await this.ports.lists.load(row);
    const known = this.made.get(list);
    if (known !== undefined && this.isFresh(known, list)) return known.text;
    const signing = this.making.get(row.id) ?? this.sign(list).finally(() => this.making.delete(row.id));
    this.making.set(row.id, signing);
    const signed = await signing;
    return isFailure(signed) ? signed : signed.text;
  }

  private isFresh({ madeAtMs, version }: SignedList, list: LoadedList): boolean {
    const ageMs = this.ports.clock.steady() - madeAtMs;
    return ageMs < (version === list.version ? STATUS_SIGNED_MS : STATUS_DEBOUNCE_MS);
  }

  private async sign(list: LoadedList): Promise<Result<SignedList>> {
    const { clock, sign, uriOf, ttlSeconds } = this.ports;
    const { version, row } = list;
    const madeAtMs = clock.steady();
    const nowSeconds = Math.floor(clock.now() / 1000);
    const text = await sign(row, (issuer) =>
      draftStatusJwt(
        {
          ...{ uri: uriOf(row.id), list: list.bits(), issuer, ttlSeconds },
          issuedAtSeconds: nowSeconds,
          expiresAtSeconds: nowSeconds + (2 * STATUS_SIGNED_MS) / 1000,
        },
        (bytes) => deflateSync(bytes, DEFLATE),
      ),
    );
    if (isFailure(text)) return text;
    const signed = { text, version, madeAtMs };
    this.made.set(list, signed);
    return signed;
  }
}
