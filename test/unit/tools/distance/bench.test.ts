// The options of `npm run bench -- --delay`, and the links that they make.
import { expect } from 'chai';
import { distanceOf } from '../../../tools/distance/bench.js';

const TEXTS = { delay: '20', rate: '12500000', nodes: '3', mode: 'majority', seconds: '8' } as const;

describe('test/tools/distance', () => {
  it('takes links, nodes and a mode, and says of each other text what it takes', () => {
    expect(distanceOf(TEXTS)).to.eql({
      links: { delayMs: 20, bytesPerSecond: 12_500_000 },
      nodes: 3,
      mode: 'majority',
      seconds: 8,
    });
    expect(distanceOf({ ...TEXTS, delay: '0', rate: '0' }).links, 'near').to.eql({});
    for (const wrong of [
      { delay: '1001' },
      { delay: '1.5' },
      { delay: '' },
      { rate: '-1' },
      { nodes: '1' },
      { nodes: '9' },
      { seconds: '0' },
      { mode: 'single' },
    ] as const)
      expect(() => distanceOf({ ...TEXTS, ...wrong }), JSON.stringify(wrong)).to.throw(`--${Object.keys(wrong)[0]} is`);
  });
});
