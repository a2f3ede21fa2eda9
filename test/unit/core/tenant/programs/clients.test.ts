// Client ids that are addresses, and the documents at them.
import { expect } from 'chai';
import { isFailure } from '../../../../../core/base/result.js';
import {
  COMMAND_LINE,
  findBuiltIn,
  isDocumentId,
  readClientDocument,
  redirectsProblem,
  SCOPES_OF_OTHERS,
} from '../../../../../core/tenant/programs/clients.js';

const ID = 'https://p.example/client.json';
const DOCUMENT = { client_id: ID, client_name: 'A program', redirect_uris: ['https://p.example/cb'] };

describe('core/tenant/programs/clients', () => {
  it('are named by an https address in its one spelling', () => {
    for (const id of [ID, 'https://p.example:8443/a/b']) expect(isDocumentId(id), id).to.equal(true);
    const others = [
      ...[
        'https://p.example',
        'https://p.example/',
        'http://p.example/c',
        'https://p.example/c#f',
        'https://p.example/c?q',
      ],
      ...['https://u@p.example/c', 'https://u:p@p.example/c', 'https://p.example/a/../c', 'https://p.example/./c'],
      ...['https://P.example/c', 'https://p.example:443/c', 'https://\u043f.example/c', 'p.example/c', ''],
      `https://p.example/${'c'.repeat(512)}`,
    ];
    for (const id of others) expect(isDocumentId(id), id).to.equal(false);
  });

  it('are what their document says', () => {
    const rest = { clientId: ID, redirectUris: DOCUMENT.redirect_uris, scopes: SCOPES_OF_OTHERS };
    expect(readClientDocument({ ...DOCUMENT, more: 1 }, ID)).to.deep.equal({ ...rest, name: 'A program' });
    const { client_name: _, ...unnamed } = DOCUMENT;
    expect(readClientDocument(unnamed, ID), 'a host where it has no name').to.deep.equal({
      ...rest,
      name: 'p.example',
    });
  });

  const BAD: Readonly<Record<string, object>> = {
    'another client id': { client_id: 'https://p.example/other.json' },
    'a client id with a slash more': { client_id: `${ID}/` },
    'a secret': { client_secret: 'x' },
    'a method with a secret': { token_endpoint_auth_method: 'client_secret_basic' },
    'a name that is not a text': { client_name: 7 },
    'a name that is too long': { client_name: 'x'.repeat(61) },
    'a name that turns round': { client_name: 'a \u202e b' },
    'a name that looks like an address': { client_name: 'https://bank.example' },
    'no address': { redirect_uris: [] },
    'too many addresses': { redirect_uris: Array.from({ length: 11 }, (_, i) => `https://p.example/${i}`) },
    'an address that is not a text': { redirect_uris: [7] },
    'an address that no answer may go to': { redirect_uris: ['javascript:alert(1)'] },
    'addresses that are not a list': { redirect_uris: 'https://p.example/cb' },
  };
  for (const [name, change] of Object.entries(BAD))
    it(`are none with ${name}`, () => {
      const read = readClientDocument({ ...DOCUMENT, ...change } as never, ID);
      expect(isFailure(read) && read.issue.code).to.equal('CLIENT_DOCUMENT_INVALID');
    });

  it('are none of a text or a list', () => {
    for (const document of ['x', [], null, undefined])
      expect(isFailure(readClientDocument(document as never, ID)), `${document}`).to.equal(true);
  });

  it('ask for the account as the command line alone', () => {
    expect(findBuiltIn('quorate-cli')).to.equal(COMMAND_LINE);
    expect(findBuiltIn('other')).to.equal(undefined);
    expect(COMMAND_LINE.scopes).to.include('account:manage');
    expect(SCOPES_OF_OTHERS).to.not.include('account:manage');
  });

  it('are registered with addresses that an answer may go to, each once', () => {
    expect(redirectsProblem(['https://p.example/cb', 'http://127.0.0.1/'])).to.equal(undefined);
    for (const bad of ['ftp://p.example/', 'https://p.example/#'])
      expect(redirectsProblem(['https://p.example/', bad])?.path).to.equal('/redirectUris/1');
    expect(redirectsProblem(['https://p.example/', 'https://p.example/'])?.path).to.equal('/redirectUris/1');
  });
});
