// The scripts of the pages as they are served: they parse, use nothing that a policy or a reviewer would refuse, and
// name only what stands in their document. That they work is a matter of test/e2e/browser-pages.test.ts.
import { Script } from 'node:vm';
import { expect } from 'chai';
import { invitationPage } from '../../../../api/groups/people/invitations/page.js';
import { accountPage } from '../../../../api/pages/account-page.js';
import { resetPage, verifyPage } from '../../../../api/pages/address-pages.js';

const PAGES = { account: accountPage(), verify: verifyPage(), reset: resetPage(), invitation: invitationPage() };

describe('api/pages scripts', () => {
  for (const [name, page] of Object.entries(PAGES)) {
    const html = String(page.body);
    const scripts = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text = '']) => text);

    it(`of the ${name} page parse, and touch neither markup nor storage of tokens`, () => {
      expect(scripts.length).to.equal(1);
      expect(scripts[0]).to.match(/^"use strict";\n\(\(\) => \{/);
      for (const text of scripts) expect(() => new Script(text), text.slice(0, 80)).to.not.throw();
      const all = scripts.join('\n');
      expect(all).to.not.match(/innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|cookie/);
      // Light or dark, and the language, as the person chose them in the console: read by one function.
      expect(all.match(/localStorage.{0,8}/g)).to.eql(['localStorage.getItem']);
      expect(all.match(/sessionStorage\.setItem\([^;]*;/g)?.join('') ?? '').to.not.match(/token|session\b|password/i);
    });

    it(`of the ${name} page find their elements, each of one name, and the document has no handler and no address of others`, () => {
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
      expect(new Set(ids).size, 'twice').to.equal(ids.length);
      const named = scripts
        .join('\n')
        .matchAll(/\b(?:at|field|choice|link|picture|on|onSession|setText|show|empty|sameTwice)\(\s*"([\w-]+)"/g);
      const wanted = [...named].map(([, id = '']) => id);
      expect(wanted.length).to.be.greaterThan(3);
      for (const id of wanted) expect(ids).to.include(id);
      const body = html.replace(/<script>[\s\S]*?<\/script>/g, '');
      expect(body).to.not.match(/ on\w+=|javascript:|https?:|style="/);
      for (const [, label = ''] of body.matchAll(/<(?:input|select)\b([^>]*)>/g)) expect(label).to.contain('id="');
      const fields = body.match(/<(input|select)\b/g)?.length ?? 0;
      expect(body.match(/<label[^>]*>[^<]*\s*<(input|select)\b/g)?.length ?? 0, 'each field has its label').to.equal(
        fields,
      );
    });
  }
});
