// Where members of a JSON text stand, and where it breaks off.
import { expect } from 'chai';
import fc from 'fast-check';
import { lineAt, lineOf, scanJson } from '../../../../../core/edits/view/text-places.js';

describe('unit: places in a JSON text', () => {
  it('takes what the parser takes, and nothing else', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', '0', 'x', '\n'), (json, at, put) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + put + json.slice(place);
        let isJson = true;
        try {
          JSON.parse(text);
        } catch {
          isJson = false;
        }
        expect(scanJson(text).faultAt === undefined, text).to.equal(isJson);
      }),
      { numRuns: 500 },
    );
  });

  it('says where it breaks off, and the line of a member or of what is around it', () => {
    const text = '{\n  "a": [\n    1,\n    {"b/c": true}\n  ]\n}';
    expect(lineOf(text, '/a/1/b~1c')).to.equal(4);
    expect(lineOf(text, '/a/1/b~1c/d/e')).to.equal(4);
    expect(lineOf(text, '/a')).to.equal(2);
    expect(lineOf(text, '/z')).to.equal(1);
    const broken = text.replace('1,', '1,,');
    expect(lineAt(broken, scanJson(broken).faultAt ?? 0)).to.equal(3);
    expect(scanJson('[1] x').faultAt).to.equal(4);
    expect(scanJson('['.repeat(10_000)).faultAt).to.be.a('number');
  });
});
