// The status list of a credential, fetched from where the credential says, and kept as a file that its check takes.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { toBase64Url, utf8 } from '../../../../../../core/base/bytes.js';
import { STATUS_FETCH_BYTES_MAX } from '../../../../../../core/base/limits/node/wallets.js';
import { joinSdJwt } from '../../../../../../core/credentials/sd-jwt/compact.js';
import { folderOfAll } from '../../../../../support/base/folders.js';
import { LIST, licence, listTokens, permit } from '../../../../../support/credentials/office.js';
import { called, whole } from '../../../../../support/program/command.js';

const at = { atMs: Date.parse('2026-11-21T10:00:00Z'), place: 7 };
const { jwt, cwt } = listTokens(at);
const PERMIT = joinSdJwt(permit(at));
const LICENCE = toBase64Url(licence(at));

describe('cli/commands/ledger/credentials/status-list', () => {
  const folder = folderOfAll();
  const fetchFor = async (text: string, answer: unknown, name: string) => {
    writeFileSync(join(folder, 'credential'), text);
    const words = ['credential', 'status-list', join(folder, 'credential'), '--out', join(folder, name)];
    return called(words, () => answer);
  };

  it('keeps the token in the form that the check of its format takes', async () => {
    const first = await fetchFor(PERMIT, whole(200, utf8(`${jwt}\n`)), 'jwt');
    expect([first.exit, first.requests.map(({ url }) => url)], first.err).to.deep.equal([0, [LIST]]);
    expect(first.requests[0]?.headers.get('accept')).to.equal('application/statuslist+jwt');
    expect(first.requests[0]?.headers.get('authorization'), 'it is no business of the list').to.equal(null);
    expect(readFileSync(join(folder, 'jwt'), 'utf8')).to.equal(`${jwt}\n`);
    const second = await fetchFor(LICENCE, whole(200, cwt), 'cwt');
    expect(second.requests[0]?.headers.get('accept'), second.err).to.equal('application/statuslist+cwt');
    expect(readFileSync(join(folder, 'cwt'), 'utf8')).to.equal(`${toBase64Url(cwt)}\n`);
  });

  for (const [title, text, answer, why] of [
    [
      'a credential without a list',
      joinSdJwt(permit({ atMs: at.atMs })),
      whole(200, utf8(jwt)),
      'names no status list',
    ],
    ['an answer that is none', PERMIT, whole(404, {}), 'it answers 404'],
    ['a list that is too large', PERMIT, whole(200, new Uint8Array(STATUS_FETCH_BYTES_MAX + 1)), 'too large'],
    ['a server that is not there', PERMIT, new TypeError('fetch failed', { cause: new Error('refused') }), 'refused'],
  ] as const)
    it(`writes nothing for ${title}`, async () => {
      const { exit, err } = await fetchFor(text, answer, 'none');
      expect([exit, existsSync(join(folder, 'none'))]).to.deep.equal([1, false]);
      expect(err).to.contain(why);
    });
});
