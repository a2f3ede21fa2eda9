// Merkle roots, audit paths and frontiers against each other and against known trees.
import { expect } from 'chai';
import fc from 'fast-check';
import { fromHex, toHex, u32 } from '../../../../core/base/bytes.js';
import { sha256 } from '../../../../core/base/hash.js';
import {
  appendLeaf,
  EMPTY_FRONTIER,
  type Frontier,
  frontierRoot,
  inclusionPath,
  leafHash,
  merkleRoot,
  merkleRootBy,
  nodeHash,
  verifyInclusion,
} from '../../../../core/base/merkle.js';

/**
 * The eight leaves, roots and paths that the Certificate Transparency reference implementation publishes for RFC 6962.
 */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map(
  fromHex,
);
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];
const PATHS: readonly { size: number; index: number; path: readonly string[] }[] = [
  { size: 1, index: 0, path: [] },
  {
    size: 8,
    index: 0,
    path: [
      '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
    ],
  },
  {
    size: 8,
    index: 5,
    path: [
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    ],
  },
  { size: 3, index: 2, path: ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'] },
  {
    size: 5,
    index: 1,
    path: [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
      'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
    ],
  },
];

/** Straight from the definition of RFC 6962 section 2.1: the split is the largest power of two below the size. */
function byDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 0) return sha256('');
  if (leaves.length === 1) return leafHash(leaves[0]!);
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return nodeHash(byDefinition(leaves.slice(0, k)), byDefinition(leaves.slice(k)));
}

const leaves = fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 70 });
const someLeaves = fc.array(fc.uint8Array({ maxLength: 8 }), { minLength: 1, maxLength: 70 });
const frontierOf = (all: readonly Uint8Array[]) => all.reduce<Frontier>(appendLeaf, EMPTY_FRONTIER);

describe('merkle', () => {
  it('gives the published roots', () => {
    expect(toHex(merkleRoot([]))).to.equal('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    for (const [i, root] of ROOTS.entries())
      expect(toHex(merkleRoot(LEAVES.slice(0, i + 1))), `size ${i + 1}`).to.equal(root);
  });

  it('gives and verifies the published paths', () => {
    for (const { size, index, path } of PATHS) {
      const tree = LEAVES.slice(0, size);
      expect(inclusionPath(tree, index).map(toHex), `leaf ${index} of ${size}`).to.deep.equal(path);
      expect(verifyInclusion(tree[index]!, index, size, path.map(fromHex), fromHex(ROOTS[size - 1]!))).to.equal(true);
    }
  });

  it('is the tree of the definition at every size', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        expect(toHex(merkleRoot(all))).to.equal(toHex(byDefinition(all)));
      }),
    );
  });

  it('the frontier gives the root of all leaves after every append, with one node for each one bit of the size', () => {
    fc.assert(
      fc.property(leaves, (all) => {
        let frontier = EMPTY_FRONTIER;
        for (const [i, leaf] of all.entries()) {
          const before = frontier.nodes.map(toHex);
          const next = appendLeaf(frontier, leaf);
          expect(frontier.nodes.map(toHex)).to.deep.equal(before);
          frontier = next;
          expect(frontier.nodes).to.have.lengthOf((i + 1).toString(2).replaceAll('0', '').length);
        }
        expect(frontier.size).to.equal(all.length);
        expect(toHex(frontierRoot(frontier))).to.equal(toHex(merkleRoot(all)));
      }),
    );
  });

  it('the path of every leaf verifies', () => {
    fc.assert(
      fc.property(someLeaves, fc.nat(), (all, pick) => {
        const index = pick % all.length;
        const path = inclusionPath(all, index);
        expect(verifyInclusion(all[index]!, index, all.length, path, frontierRoot(frontierOf(all)))).to.equal(true);
      }),
    );
  });

  it('a path proves nothing about another leaf, index, size, path or root', () => {
    const distinct = fc.integer({ min: 2, max: 70 }).map((n) => Array.from({ length: n }, (_, i) => u32(i)));
    fc.assert(
      fc.property(distinct, fc.nat(), fc.nat(), (all, pick, other) => {
        const index = pick % all.length;
        const size = all.length;
        const wrong = (index + 1 + (other % (size - 1))) % size;
        const path = inclusionPath(all, index);
        const root = merkleRoot(all);
        const leaf = all[index]!;
        expect(verifyInclusion(all[wrong]!, index, size, path, root)).to.equal(false);
        expect(verifyInclusion(leaf, wrong, size, path, root)).to.equal(false);
        expect(verifyInclusion(leaf, index, size, path.slice(1), root)).to.equal(false);
        expect(verifyInclusion(leaf, index, size, [...path, root], root)).to.equal(false);
        expect(verifyInclusion(leaf, index, size, path, leafHash(root))).to.equal(false);
        const bent = path.map((hash, i) => (i === other % path.length ? leafHash(hash) : hash));
        expect(verifyInclusion(leaf, index, size, bent, root)).to.equal(false);
      }),
    );
  });

  it('is the same for leaves that all lie in one memory, of any length', () => {
    const lengths = [0, 1, 16 * 1024, 16 * 1024 + 1, 70_000, 3];
    const leaves = lengths.map((length, i) => new Uint8Array(length).fill(i + 1));
    const room = new Uint8Array(70_000);
    const root = merkleRootBy(leaves.length, (index) => {
      room.set(leaves[index]!);
      return room.subarray(0, lengths[index]);
    });
    expect(toHex(root)).to.equal(toHex(byDefinition(leaves)));
    expect(toHex(merkleRoot(leaves))).to.equal(toHex(root));
    expect(root).to.have.length(32);
  });

  it('a node is not a leaf: an inner node cannot be passed off as one', () => {
    const [a, b] = [LEAVES[1]!, LEAVES[2]!];
    const inner = Buffer.concat([leafHash(a), leafHash(b)]);
    expect(toHex(merkleRoot([inner]))).to.not.equal(toHex(merkleRoot([a, b])));
  });

  it('indexes outside the tree are refused', () => {
    const root = merkleRoot(LEAVES);
    for (const [index, size] of [
      [-1, 8],
      [8, 8],
      [0.5, 8],
      [0, 0],
      [0, Number.NaN],
      [0, 2 ** 60],
    ] as const)
      expect(verifyInclusion(LEAVES[0]!, index, size, inclusionPath(LEAVES, 0), root), `${index} of ${size}`).to.equal(
        false,
      );
    for (const index of [-1, 8, 1.5, Number.NaN])
      expect(() => inclusionPath(LEAVES, index), `${index}`).to.throw(RangeError);
  });
});
