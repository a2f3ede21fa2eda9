// Paths of certificates are judged in a page as on a node: the rules are bundled over the cryptography of pages, and
// judge x509-limbo and keys of every kind beside those that run here.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { isFailure, type Result } from '../../../core/base/result.js';
import * as certificates from '../../../core/trust/x509/certificate.js';
import * as paths from '../../../core/trust/x509/path.js';
import { folderOfAll } from '../../support/base/folders.js';
import { AT_MS, certificate, type KeyKind, partyOf } from '../../support/certificates/certificates.js';
import { ca, leaf } from '../../support/certificates/paths.js';
import { gunzippedLines } from '../../vectors/lines.js';

type Rules = Pick<typeof paths, 'verifyPath'> & Pick<typeof certificates, 'readAnchor'>;
interface Case {
  readonly id: string;
  readonly peer: string;
  readonly between: readonly string[];
  readonly trusted: readonly string[];
}

const KINDS: readonly KeyKind[] = ['P-256', 'P-384', 'P-521', 'RSA'];
const dist = (path: string) => join(process.cwd(), 'dist', path);

describe('paths of certificates in a page', () => {
  const folder = folderOfAll();
  let page: Rules;

  before(async () => {
    const bundle = join(folder, 'bundle.mjs');
    const entry = `export * from ${JSON.stringify(dist('core/trust/x509/path.js'))};
      export * from ${JSON.stringify(dist('core/trust/x509/certificate.js'))};`;
    const flags = [
      `--alias:node:crypto=${dist('api/client/platform/crypto.js')}`,
      '--bundle',
      '--format=esm',
      '--platform=browser',
    ];
    const inject = `--inject:${dist('api/client/platform/buffer.js')}`;
    const child = promisify(execFile)('node_modules/.bin/esbuild', [...flags, inject, `--outfile=${bundle}`]);
    child.child.stdin?.end(entry);
    await child;
    page = (await import(pathToFileURL(bundle).href)) as Rules;
  });

  /** The place of the refusal, or the number of certificates. */
  function verdictOf(rules: Rules, chain: readonly Uint8Array[], trusted: readonly Uint8Array[]): string {
    const anchors = trusted.map((der) => rules.readAnchor(der)).filter((anchor) => 'hash' in anchor);
    const found = rules.verifyPath({ chain, anchors: anchors as readonly certificates.Anchor[], atMs: AT_MS });
    return 'certificates' in found
      ? `${found.certificates.length}`
      : (found as Exclude<Result<never>, never>).issue.path;
  }

  const here: Rules = { ...paths, ...certificates };

  it('have the verdicts that they have on a node: x509-limbo', () => {
    const found = new Set<string>();
    for (const { id, peer, between, trusted } of gunzippedLines<Case>('x509/limbo.jsonl.gz')) {
      const [chain, anchors] = [[peer, ...between.slice(0, 3)], trusted].map((all) =>
        all.map((text) => Buffer.from(text, 'base64')),
      );
      const expected = verdictOf(here, chain!, anchors!);
      expect(verdictOf(page, chain!, anchors!), id).to.equal(expected);
      found.add(expected.replace(/^\/\d/, ''));
    }
    expect(found.size).to.be.greaterThan(10);
  });

  it('have keys of every kind', () => {
    for (const kind of KINDS) {
      const above = partyOf('Above', kind);
      const chain = [certificate(leaf, above)];
      expect(verdictOf(page, chain, [ca(above, above)]), kind).to.equal('1');
      const changed = Uint8Array.from(chain[0]!);
      const last = changed.length - 1;
      changed[last] = changed[last]! ^ 1;
      expect(verdictOf(page, [changed], [ca(above, above)]), kind).to.equal(
        verdictOf(here, [changed], [ca(above, above)]),
      );
    }
    expect(isFailure(here.verifyPath({ chain: [], anchors: [], atMs: 0 }))).to.equal(true);
  });
});
