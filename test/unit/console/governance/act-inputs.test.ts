// Files that a form of an act takes: what it keeps of each, and which are of another kind.
import { expect } from 'chai';
import { actInput } from '../../../../console/governance/act-inputs.js';
import { sha256Hex } from '../../../../core/base/hash.js';
import { pemOf } from '../../../../core/crypto/keys/pem.js';

describe('console/governance/act-inputs', () => {
  it('keeps a file as its object, and several one behind the other', () => {
    expect(actInput('file').take?.('{"a":1}', '')).to.deep.equal({ a: 1 });
    expect(actInput('files').take?.('{"b":2}', [{ a: 1 }])).to.deep.equal([{ a: 1 }, { b: 2 }]);
    for (const text of ['', '[]', '1', '{"a":1,"a":2}', 'words'])
      for (const name of ['file', 'files', 'keys'] as const)
        expect(actInput(name).take?.(text, ''), text).to.equal(undefined);
  });

  it('keeps anchors by their hashes, each once and in their order', () => {
    const [one, two] = [Buffer.from('one'), Buffer.from('two')];
    const [first, both] = [pemOf('CERTIFICATE', one), pemOf('CERTIFICATE', one) + pemOf('CERTIFICATE', two)];
    const before = actInput('anchors').take?.(first, []) ?? [];
    expect(before).to.deep.equal([sha256Hex(one)]);
    expect(actInput('anchors').take?.(both, before)).to.deep.equal([sha256Hex(one), sha256Hex(two)].sort());
    expect(actInput('anchors').take?.('no certificate', [])).to.equal(undefined);
  });
});
