// The look at the bytes of a list: one document for each bound and each rule.
import { expect } from 'chai';
import { utf8 } from '../../../../../core/base/bytes.js';
import {
  TRUST_LIST_BYTES_MAX,
  XML_ATTRIBUTES_MAX,
  XML_DEPTH_MAX,
  XML_NODES_MAX,
} from '../../../../../core/base/limits/node/federation.js';
import { isFailure } from '../../../../../core/base/result.js';
import { scanXml } from '../../../../../core/trust/lists/scan.js';

function reasonOf(document: string | Uint8Array): string {
  const given = scanXml(typeof document === 'string' ? utf8(document) : document);
  return isFailure(given) ? `${given.issue.code} ${given.issue.message}` : 'taken';
}

const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
const attributes = (count: number) => `<a${Array.from({ length: count }, (_, i) => ` b${i}="c"`).join('')}/>`;

describe('core/trust/lists/scan', () => {
  const taken: readonly (readonly [string, string])[] = [
    [
      'a declaration of UTF-8, with a mark of byte order',
      '\ufeff<?xml version="1.0" encoding="utf-8" standalone="no"?><a/>',
    ],
    ['comments, sections and references', '<a b="&lt;" c=\'&quot;\'><!-- <b> --><![CDATA[<c>]]>&amp;&#65;&#x41;</a>'],
    ['elements as deep as they may be', nested(XML_DEPTH_MAX)],
    ['attributes as many as may be', attributes(XML_ATTRIBUTES_MAX)],
  ];
  for (const [name, document] of taken)
    it(`takes ${name}`, () => {
      expect(reasonOf(document)).to.equal('taken');
    });

  const refused: readonly (readonly [string, string | Uint8Array, string])[] = [
    ['too many bytes', new Uint8Array(TRUST_LIST_BYTES_MAX + 1), 'bytes'],
    ['bytes that are not UTF-8', Uint8Array.of(0x3c, 0x61, 0xff), 'UTF-8'],
    ['UTF-16', Buffer.from('<a/>', 'utf16le'), 'form of XML'],
    ['another encoding', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'encoding'],
    ['a DOCTYPE', '<!DOCTYPE a><a/>', 'DOCTYPE'],
    ['a declaration within', '<a><!ENTITY b "c"></a>', 'DOCTYPE'],
    ['a processing instruction', '<a><?b c?></a>', 'processing instruction'],
    ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>', 'processing instruction'],
    ['an entity of its own', '<a>&b;</a>', 'entity'],
    ['an entity that does not end', '<a>&lt</a>', 'entity'],
    ['a comment that does not end', '<a><!-- b</a>', 'does not end'],
    ['a tag that does not end', '<a b="c"', 'form of XML'],
    ['an end tag too many', '</a>', 'ends nothing'],
    ['elements too deep', nested(XML_DEPTH_MAX + 1), 'in one another'],
    ['too many attributes', attributes(XML_ATTRIBUTES_MAX + 1), 'attributes'],
    ['too many nodes', `<a>${'<b/>'.repeat(XML_NODES_MAX)}</a>`, 'nodes'],
  ];
  for (const [name, document, reason] of refused)
    it(`refuses ${name}`, () => {
      expect(reasonOf(document)).to.match(new RegExp(`^TRUSTLIST_MALFORMED .*${reason}`));
    });

  it('takes time in proportion to the bytes, whatever they are', () => {
    for (const piece of ['<', '< ', '<a b=', '<a b="c" ', '<!-- ', '&#1;', '<a\t\t\t\t']) {
      const began = performance.now();
      reasonOf(piece.repeat(2_000_000 / piece.length));
      expect(performance.now() - began).to.be.below(5000);
    }
  });
});
