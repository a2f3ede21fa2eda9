// Markdown as HTML: ids and links as GitHub has them, and nothing of a hostile document that a browser would run.
import { expect } from 'chai';
import { addressFrom, HeadingIds, pageOf, slugOf } from '../../../../api/site/addresses.js';
import { renderMarkdown } from '../../../../api/site/markdown.js';

/** A site that has two documents. */
const html = (markdown: string) =>
  renderMarkdown(markdown, (name) => ({ 'docs/errors.md': 'errors.html', 'README.md': '../load.html' })[name]).html;

describe('api/site/markdown', () => {
  it('gives headings the ids that GitHub gives', () => {
    expect(slugOf('A `quorate tx` -- what, & why?')).to.equal('a-quorate-tx----what--why');
    expect(slugOf('Größe 3.1_b')).to.equal('größe-31_b');
    const ids = new HeadingIds();
    expect(['Cost', 'Cost', 'Cost-1', 'Cost'].map((one) => ids.next(one))).to.deep.equal([
      'cost',
      'cost-1',
      'cost-1-1',
      'cost-2',
    ]);
    const { headings } = renderMarkdown('# A <b> `c`\n\nfirst words\n\n## A <b> `c`\n', () => undefined);
    expect(headings.map(({ id, text, words }) => [id, text, words])).to.deep.equal([
      ['a-b-c', 'A <b> c', 'first words'],
      ['a-b-c-1', 'A <b> c', ''],
    ]);
  });

  it('leads links to pages of the site, and those that have none to nothing', () => {
    expect(html('[a](docs/errors.md#x) [b](README.md) [c](#d) [e](LICENSE)')).to.equal(
      '<p><a href="errors.html#x">a</a> <a href="../load.html">b</a> <a href="#d">c</a> e</p>\n',
    );
    expect(html('see `docs/errors.md`, or docs/errors.md and missing/file')).to.equal(
      '<p>see <a href="errors.html"><code>docs/errors.md</code></a>, or <a href="errors.html">docs/errors.md</a> and missing/file</p>\n',
    );
    // A text that looks like the address of a mail is mostly the syntax of an option.
    expect(html('or ACTION.@weight.ROLE=5, [a](mailto:a@b.example)')).to.equal('<p>or ACTION.@weight.ROLE=5, a</p>\n');
    // No link stands in a link.
    expect(html('[the docs/errors.md and `README.md`](README.md)').match(/<a /g)).to.have.length(1);
    expect([
      pageOf('docs/decisions/README.md'),
      pageOf('README.md'),
      pageOf('docs/decisions/0001-pure-core-thin-actors.md'),
    ]).to.deep.equal(['decisions/index.html', 'readme.html', 'decisions/0001-pure-core-thin-actors.html']);
    expect(addressFrom('tutorials/first.html', 'concepts.html')).to.equal('../concepts.html');
  });

  it('gives rows of codes and operations an address, once', () => {
    const ids = (head: string) =>
      [
        ...html(
          `| ${head} |\n|---|\n| POOL_FULL |\n| \`POOL_FULL\` |\n| getHealth |\n| FORBIDDEN |\n| A"_C |\n`,
        ).matchAll(/<tr id="([^"]*)"/g),
      ].map(([, id]) => id);
    expect(ids('Code')).to.deep.equal(['POOL_FULL', 'FORBIDDEN']);
    expect(ids('Operation')).to.deep.equal(['getHealth']);
    expect(ids('constructor')).to.deep.equal([]);
  });

  it('shows code as it is', () => {
    expect(html('```sh\necho "<b>" && a\n```\n')).to.equal(
      '<pre tabindex="0" class="sh"><code>echo &quot;&lt;b&gt;&quot; &amp;&amp; a</code></pre>\n',
    );
    expect(html('`&lt;` &lt; &copy; & &bad')).to.equal('<p><code>&amp;lt;</code> &lt; &copy; &amp; &amp;bad</p>\n');
  });

  const HOSTILE = [
    '<script>alert(1)</script>',
    'a <img src=x onerror=alert(1)> b',
    '<pre>\n<b onclick=alert(1)>\n</pre>',
    '<!-- --><svg/onload=alert(1)>',
    '[a](javascript:alert(1))',
    '[a](JaVaScRiPt&colon;alert(1))',
    '[a](java\tscript:alert(1)) [b](<java script:alert(1)>) [c](%6aavascript:alert(1))',
    '[a](data:text/html;base64,PHNjcmlwdD4=) [b](vbscript:x) [c](//evil.example/) [d](\\\\evil.example)',
    '[a](https://x.example/"onmouseover="alert(1)) [b](#"onclick="x)',
    '[a](docs/errors.md "t\\" onclick=\\"x")',
    '![a" onerror="alert(1)](x.png "t") ![<script>](javascript:x)',
    '<javascript:alert(1)> <https://x.example/?"onclick=x>',
    '```"><script>\nx\n```',
    '# <script>x</script> " onclick="y',
    '| <script> |\n|---|\n| <b onclick=x> |',
    '[ref]: javascript:alert(1)\n\n[ref] [x][ref]',
    '&#60;script&#62; &#x3c;img&#x3e;',
    '<a href="javascript:x">[b](https://x.example)</a>',
    'a\n\n<div>\n**b** <script>c</script>\n</div>',
  ];
  for (const markdown of HOSTILE)
    it(`takes the sting out of ${JSON.stringify(markdown)}`, () => {
      const shown = html(markdown);
      const tags = [...shown.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)];
      for (const [tag, , name, attributes = ''] of tags) {
        expect(name, tag).to.match(/^(?:p|a|code|pre|h1|em|strong|div|table|thead|tbody|tr|th|td)$/);
        expect(attributes, tag).to.match(
          /^(?: (?:href="(?:https?:\/\/[^"\s]*|#[\w-]*|(?:\.\.\/)?[a-z]+\.html(?:#[\w-]*)?)"|class="\w+"|id="[\w-]*"|tabindex="0"))*$/,
        );
      }
    });
});
