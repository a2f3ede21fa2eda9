// The pointers of the cells of a gate.
import { expect } from 'chai';
import { CREDENTIAL_CELLS, gatePointer } from '../../../../../core/credentials/gate/cells.js';
import { gateCellsOf } from '../../../../../core/credentials/gate/judge.js';

describe('gates: their cells', () => {
  it('stand under a name that no member of data has', () => {
    expect((['frame', ...CREDENTIAL_CELLS] as const).map((cell) => gatePointer('licence', cell))).to.deep.equal([
      '/@gate/licence',
      '/@gate/licence/issued',
      '/@gate/licence/claims',
      '/@gate/licence/proof',
      '/@gate/licence/status',
    ]);
  });

  it('are shown for a ground with the frame, and no others than it reads', () => {
    const cellsOf = (ground: 'binding' | 'claims' | 'status' | 'use', format: 'sd-jwt-vc' | 'mso_mdoc') =>
      gateCellsOf({ ground, part: undefined }, format);
    expect(cellsOf('binding', 'sd-jwt-vc')).to.deep.equal(['frame', 'issued', 'claims', 'proof']);
    expect(cellsOf('binding', 'mso_mdoc')).to.deep.equal(['frame', 'issued', 'proof']);
    expect(cellsOf('status', 'mso_mdoc')).to.deep.equal(['frame', 'issued', 'status']);
    expect(cellsOf('claims', 'sd-jwt-vc')).to.deep.equal(['frame', 'issued', 'claims']);
    expect(cellsOf('use', 'sd-jwt-vc')).to.deep.equal(['frame', 'issued']);
    expect(gateCellsOf({ ground: 'form', part: 'proof' }, 'mso_mdoc')).to.deep.equal(['frame', 'proof']);
    expect(gateCellsOf({ ground: 'form', part: 'frame' }, 'mso_mdoc')).to.deep.equal(['frame']);
  });
});
