// The rows of operations that the build of the console keeps.
import { expect } from 'chai';
import { rowsNamed } from '../../../../console/making/own-calls.js';

const CODE = `// A row for each operation.
export const ROWS = \`
auth login POST /api/auth/login public
auth getMe GET /api/auth/me
ledger listDockets GET /api/registers/:id/dockets list:items
\`;`;

describe('console/making/own-calls', () => {
  it('keeps the rows of operations that are named, and each line that is not a row', () => {
    expect(rowsNamed(CODE, new Set(['getMe', 'auth', 'listDockets']))).to.equal(
      CODE.replace('auth login POST /api/auth/login public\n', ''),
    );
    const bare = ['// A row for each operation.', 'export const ROWS = `', '`;'];
    expect(rowsNamed(CODE, new Set()).split('\n')).to.eql(bare);
  });
});
