// Which configurations, documents and pages are taken.
import { expect } from 'chai';
import { DISCOVERY_EARLY_MS, DISCOVERY_MS } from '../../../../../core/base/limits/node/federation.js';
import { isFailure } from '../../../../../core/base/result.js';
import { issuerFor, PRESET_NAMES, presetOf, SOCIAL_KINDS } from '../../../../../core/tenant/federation/presets.js';
import {
  checkScopes,
  documentState,
  keepsSecret,
  readDocument,
  secretGoesInBody,
} from '../../../../../core/tenant/federation/provider.js';
import { returnUrl } from '../../../../../core/tenant/federation/return-url.js';

const ISSUER = 'https://idp.example';
const DOCUMENT = {
  ...{ issuer: ISSUER, authorization_endpoint: `${ISSUER}/a`, token_endpoint: `${ISSUER}/t`, jwks_uri: `${ISSUER}/k` },
};

describe('core/tenant/federation: providers', () => {
  it('keep their secret for one issuer, one client and one origin of the token endpoint', () => {
    const at = (endpoint: string) => ({ ...DOCUMENT, token_endpoint: endpoint });
    const place = { issuerUrl: ISSUER, clientId: 'client' };
    const before = { ...place, discovery: { document: at('https://token.example/a'), fetchedAtMs: 0 } };
    const same = { ...place, document: at('https://token.example/b?c') };
    expect(keepsSecret(before, same), 'another path of one host').to.equal(true);
    for (const other of [
      { issuerUrl: `${ISSUER}/tenant` },
      { clientId: 'other' },
      { document: at('https://token.example:8443/a') },
      { document: at('http://token.example/a') },
      { document: undefined },
    ])
      expect(keepsSecret(before, { ...same, ...other }), JSON.stringify(other)).to.equal(false);
    expect(keepsSecret(place, { ...place, document: undefined }), 'of OAuth 2.0').to.equal(true);
  });

  it('have six presets and Custom, and four social kinds', () => {
    expect(PRESET_NAMES).to.have.length(7);
    expect(SOCIAL_KINDS).to.have.length(4);
    for (const slot of SOCIAL_KINDS)
      expect(isFailure(issuerFor(presetOf({ slot, preset: 'Custom' }), undefined)), slot).to.equal(false);
    const issuer = (preset: (typeof PRESET_NAMES)[number], stated?: string) =>
      issuerFor(presetOf({ slot: 'idp', preset }), stated);
    expect(issuer('Google')).to.equal('https://accounts.google.com');
    const tenant = 'https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0';
    expect(issuer('MicrosoftEntra', tenant)).to.equal(tenant);
    const refused: readonly (readonly [(typeof PRESET_NAMES)[number], string | undefined])[] = [
      ['MicrosoftEntra', 'https://login.microsoftonline.com/common/v2.0'],
      ['MicrosoftEntra', 'https://login.microsoftonline.com.evil.example/72f988bf-86f1-41af-91ab-2d7cd011db47/v2.0'],
      ['Okta', 'https://evil.example/x.okta.com'],
      ['AmazonCognito', 'https://cognito-idp.eu.amazonaws.com.evil.example/eu_1'],
      ...(['GenericOidc', 'Custom'] as const).flatMap((preset) =>
        [undefined, 'no url', 'ftp://x.example', `${ISSUER}?a`, `${ISSUER}#`, 'https://u@x.example'].map(
          (url) => [preset, url] as const,
        ),
      ),
    ];
    for (const [preset, url] of refused) expect(isFailure(issuer(preset, url)), `${preset} ${url}`).to.equal(true);
  });

  it('tell of themselves with all endpoints, over TLS where their issuer has it', () => {
    expect(readDocument({ ...DOCUMENT, claims_supported: ['sub'], scopes_supported: ['openid', 3] })).to.deep.equal({
      ...DOCUMENT,
      scopes_supported: ['openid'],
    });
    const wrong: readonly object[] = [
      { issuer: undefined },
      { authorization_endpoint: 'javascript:alert(1)' },
      { token_endpoint: 'http://idp.example/t' },
      { jwks_uri: undefined },
      { jwks_uri: 'x' },
      { userinfo_endpoint: 'http://idp.example/u' },
      { token_endpoint: `${ISSUER}/${'x'.repeat(1000)}` },
    ];
    for (const change of wrong) {
      const found = readDocument({ ...DOCUMENT, ...change });
      expect(isFailure(found) && found.issue.code, JSON.stringify(change)).to.equal('IDP_DOCUMENT_INVALID');
    }
    for (const value of [null, 'x', []]) expect(isFailure(readDocument(value))).to.equal(true);
    const plain = JSON.parse(JSON.stringify(DOCUMENT).replaceAll('https:', 'http:'));
    expect(readDocument(plain)).to.deep.equal(plain);
  });

  it('are believed for 24 hours, and asked again an hour before', () => {
    const state = (ageMs: number) => documentState(1000, 1000 + ageMs);
    expect([0, DISCOVERY_MS - DISCOVERY_EARLY_MS - 1].map(state)).to.deep.equal(['use', 'use']);
    expect([DISCOVERY_MS - DISCOVERY_EARLY_MS, DISCOVERY_MS - 1].map(state)).to.deep.equal(['renew', 'renew']);
    expect([DISCOVERY_MS, -1].map(state)).to.deep.equal(['need', 'need']);
    expect(documentState(undefined, 5)).to.equal('need');
  });

  it('get a secret by the way that they take, and scopes of one word each', () => {
    const inBody = (methods?: readonly string[]) =>
      secretGoesInBody({ ...DOCUMENT, ...(methods && { token_endpoint_auth_methods_supported: methods }) });
    expect([inBody(), inBody(['client_secret_basic']), inBody(['client_secret_post'])]).to.deep.equal([
      false,
      false,
      true,
    ]);
    expect(checkScopes(['openid', 'email'], true)).to.equal(undefined);
    const wrong = [
      ['email'],
      ['openid', 'openid'],
      ['openid', 'a b'],
      ['openid', ''],
      Array.from({ length: 21 }, (_, i) => `openid${i || ''}`),
    ];
    for (const scopes of wrong) expect(checkScopes(scopes, true)?.path, scopes.join()).to.equal('/scopes');
    expect(checkScopes(['user:email'], false)).to.equal(undefined);
  });

  it('lead back to origins that are configured', () => {
    const origins = new Set(['https://console.example', 'http://localhost:8080']);
    expect(returnUrl('https://console.example/a?b=c', origins)).to.equal('https://console.example/a?b=c');
    expect(returnUrl('HTTPS://Console.Example', origins)).to.equal('https://console.example/');
    for (const url of [
      ...[
        '',
        '/relative',
        '//console.example',
        'https://evil.example',
        'https://console.example:444/',
        'http://console.example/',
      ],
      ...[
        'https://console.example@evil.example/',
        'https://a:b@console.example/',
        'https://console.example.evil.example/',
      ],
      ...[
        'https://console.example\\@evil.example/',
        'javascript:alert(1)//https://console.example',
        'data:text/html,x',
      ],
      ...[
        'https://console.example/#x',
        'https://console.example/#',
        `https://console.example/${'x'.repeat(1000)}`,
        'blob:https://console.example/x',
      ],
    ]) {
      const found = returnUrl(url, origins);
      // A browser reads a backslash as a slash: then the host is the one before it, and the page its own.
      if (!isFailure(found)) expect(new URL(found).origin, url).to.equal('https://console.example');
      if (!url.includes('\\')) expect(isFailure(found) && found.issue.code, url).to.equal('RETURN_URL_REFUSED');
    }
  });
});
