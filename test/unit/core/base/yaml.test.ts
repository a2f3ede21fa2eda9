// YAML for people, which programs read as the same data.
import { expect } from 'chai';
import { yamlText } from '../../../../core/base/yaml.js';

describe('core/base/yaml', () => {
  it('writes blocks, and quotes what could be taken for something else', () => {
    const data = {
      name: 'Ada Lovelace',
      absent: undefined,
      nothing: null,
      height: 12,
      open: true,
      words: ['yes', 'No', 'null', '12', '1e3', '', ' a', 'a: b', 'a #b', '- a', 'qr1abc', '2026-11-23', 'a\nb'],
      empty: { list: [], map: {} },
      rows: [{ id: 'one', votes: [1, 2] }, [3], {}],
      'a:b': 'x',
    };
    expect(yamlText(data)).to.equal(
      `name: Ada Lovelace
nothing: null
height: 12
open: true
words:
  - "yes"
  - "No"
  - "null"
  - "12"
  - "1e3"
  - ""
  - " a"
  - "a: b"
  - "a #b"
  - "- a"
  - qr1abc
  - "2026-11-23"
  - "a\\nb"
empty:
  list: []
  map: {}
rows:
  - id: one
    votes:
      - 1
      - 2
  - - 3
  - {}
"a:b": x
`,
    );
  });

  it('writes single values and empty ones', () => {
    expect(['a', 1, null, [], {}, [{ a: 1 }]].map(yamlText)).to.deep.equal([
      'a\n',
      '1\n',
      'null\n',
      '[]\n',
      '{}\n',
      '- a: 1\n',
    ]);
  });
});
