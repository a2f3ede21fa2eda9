// The HTTP reference: what a page says of an operation, and texts of the document as texts.
import { expect } from 'chai';
import { groups } from '../../../../api/groups/index.js';
import { openApiDocument } from '../../../../api/server/openapi.js';
import { indexPage, operationsOf, rightOf, schemasPage, tagPage } from '../../../../api/site/http-reference.js';
import type { ApiDocument, ApiSchema } from '../../../../api/site/open-api.js';
import { membersHtml, typeHtml } from '../../../../api/site/schemas.js';

const CONFIG = { installation: 'test', version: '0.1.0', publicUrl: 'http://127.0.0.1:8080' };
const DOCUMENT = openApiDocument(CONFIG, groups as never) as unknown as ApiDocument;

describe('api/site/http-reference', () => {
  it('has each operation once, on the page of its tag and in the index', () => {
    const all = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods));
    const shown = DOCUMENT.tags.flatMap(({ name }) => operationsOf(DOCUMENT, name).map(({ operation }) => operation));
    expect(shown).to.have.length(all.length);
    const { content } = indexPage(DOCUMENT);
    for (const operation of all) {
      expect(content).to.contain(`#${operation.operationId}"`);
      expect(rightOf(operation).right, operation.operationId).to.match(/^[A-Za-z]+$/);
    }
  });

  it('says method, path, right, parameters, body, answers, refusals and the example', () => {
    const { content } = tagPage(DOCUMENT, 'Actions');
    const from = content.indexOf('id="submitAction"');
    const section = content.slice(from, content.indexOf('</section>', from));
    for (const text of [
      '<span class="method post">POST</span><code>/api/actions</code>',
      '<code>CanExecuteBlueprints</code>',
      'href="../tiers.html#submitAction"',
      '<code>Idempotency-Key</code> <span class="soft">optional</span>',
      'At most 10485760 bytes',
      '<a href="schemas.html#ActionSubmission">ActionSubmission</a>',
      '&quot;blueprintId&quot;: &quot;purchase-order&quot;',
      '<h4>202: Accepted and durable; the outcome follows.</h4>',
      '<a href="../errors.html#INSTANCE_NOT_FOUND"><code>INSTANCE_NOT_FOUND</code></a>',
    ])
      expect(section).to.contain(text);
    // Refusals are in their table alone, and what is shared is found by its name.
    expect(section).to.not.match(/<h4>4\d\d/);
    expect(tagPage(DOCUMENT, 'Transactions').content).to.contain('<h4>304: The client has the answer already');
  });

  it('names every schema', () => {
    const { content } = schemasPage(DOCUMENT);
    for (const name of Object.keys(DOCUMENT.components.schemas)) expect(content).to.contain(`<section id="${name}">`);
    // Links between schemas stay on their page.
    expect(content).to.match(/<a href="#\w+">/);
  });

  it('says what a value may be', () => {
    const cases: readonly (readonly [ApiSchema, string])[] = [
      [{ type: 'integer', nullable: true }, 'integer or null'],
      [{ type: 'string', format: 'date-time' }, 'date-time'],
      [{ type: 'array', items: { $ref: '#/components/schemas/Wallet' } }, 'list of <a href="s.html#Wallet">Wallet</a>'],
      [{ enum: ['a', '<b>'] }, '<code>&quot;a&quot;</code>, <code>&quot;&lt;b&gt;&quot;</code>'],
      [
        { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'number' } }] },
        'string or object of number',
      ],
      [{ allOf: [{ $ref: '#/x/Y' }], nullable: true }, '<a href="s.html#Y">Y</a> or null'],
      [{}, 'any'],
    ];
    for (const [schema, said] of cases) expect(typeHtml(schema, 's.html')).to.equal(said);
  });

  it('shows members of members, to a depth, and no text as markup', () => {
    const deep = (depth: number): ApiSchema =>
      depth === 0 ? { type: 'string' } : { type: 'object', properties: { [`m${depth}`]: deep(depth - 1) } };
    const shown = membersHtml(deep(9), '');
    expect(shown).to.contain('<code>m9.m8.m7.m6.m5.m4</code>').and.not.contain('.m3');
    const hostile: ApiSchema = {
      type: 'object',
      required: ['<i>'],
      properties: {
        '<i>': { type: '<b>', description: '<script>`x`', pattern: '"><', default: '</code>' },
        list: { type: 'array', items: { type: 'object', properties: { a: { type: 'string', maxLength: 5 } } } },
      },
    };
    const text = membersHtml(hostile, '');
    expect(text).to.contain('<code>&lt;i&gt;</code></td>').and.contain('&lt;script&gt;<code>x</code>');
    expect(text).to.contain('<code>list[].a</code> <span class="soft">optional</span>').and.contain('characters to 5');
    expect(text).to.not.match(/<(?!\/?(?:div|table|thead|tbody|tr|th|td|code|span)\b)/);
  });
});
