// A status list that is inflated beside the event loop says what the judge would read by itself. Where that would read
// none, there is none.
import { deflateSync } from 'node:zlib';
import { expect } from 'chai';
import { listReaderOf } from '../../../../api/presenting/inflated-lists.js';
import { toBase64Url } from '../../../../core/base/bytes.js';
import { STATUS_LIST_BYTES_MAX } from '../../../../core/base/limits/ledger/credentials.js';
import { FORMAT_JUDGES } from '../../../../core/credentials/presenting/formats.js';
import type { PresentedFormat } from '../../../../core/credentials/presenting/question.js';
import { readStatusList } from '../../../../core/credentials/status/bits.js';
import { draftStatusJwt } from '../../../../core/credentials/status/jwt.js';
import { listTokens, OFFICE, signedBy } from '../../../support/credentials/office.js';

const listed = listTokens({ atMs: 1_795_000_000_000, statuses: [[5, 1]] });
const TOKENS: readonly (readonly [PresentedFormat, string])[] = [
  ['dc+sd-jwt', listed.jwt],
  ['jwt_vc_json', listed.jwt],
  ['mso_mdoc', toBase64Url(listed.cwt)],
];

/** A token with a list of so many bytes, as `deflate` makes it. */
const tokenOf = (bytes: number, deflate: (list: Uint8Array) => Uint8Array = (list) => deflateSync(list)) =>
  signedBy(
    OFFICE,
    draftStatusJwt(
      {
        ...{ uri: 'https://office.example/list', list: { bits: 1, bytes: new Uint8Array(bytes) } },
        ...{ issuedAtSeconds: 1, expiresAtSeconds: 2, ttlSeconds: 1, issuer: { chain: [] } },
      },
      deflate,
    ),
  );

describe('api/presenting/inflated-lists', () => {
  for (const [format, text] of TOKENS)
    it(`reads what the judge would read: ${format}`, async () => {
      const { bits, compressed } = FORMAT_JUDGES[format].readToken(text);
      const list = (await listReaderOf(format, text))?.(bits, compressed);
      expect(Buffer.from(list?.bytes ?? [])).to.deep.equal(Buffer.from(readStatusList(bits, compressed)?.bytes ?? []));
      expect([list?.bits, (await listReaderOf(format, text))?.(3, compressed)]).to.deep.equal([2, undefined]);
    });

  it('reads none beyond the bound, and none of what is not zlib', async () => {
    const read = async (text: string) => (await listReaderOf('dc+sd-jwt', text))?.(1, new Uint8Array(0));
    expect((await read(tokenOf(STATUS_LIST_BYTES_MAX)))?.bytes.length).to.equal(STATUS_LIST_BYTES_MAX);
    expect(await read(tokenOf(STATUS_LIST_BYTES_MAX + 1))).to.equal(undefined);
    expect(await read(tokenOf(8, () => new Uint8Array(8)))).to.equal(undefined);
  });

  it('gives no reader of a text that is not a token', async () => {
    for (const [format] of TOKENS) expect(await listReaderOf(format, 'nothing'), format).to.equal(undefined);
  });
});
