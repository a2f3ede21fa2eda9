// The form and the place of the cells that evidence shows: each rule alone refuses an opening that is wrong in nothing
// else.
import { expect } from 'chai';
import { sha256, sha256Hex } from '../../../../../core/base/hash.js';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import {
  openingOf,
  type ShownCell,
  type ShownClass,
  verifyOpening,
} from '../../../../../core/envelope/cells/opening.js';
import { type FileManifest, fileEncryption } from '../../../../../core/envelope/files.js';
import { layoutOf } from '../../../../../core/envelope/layout/layout.js';
import type { TransactionHeader } from '../../../../../core/model/transaction.js';
import { guardCases } from '../../../../support/base/guard-cases.js';
import { issueOf } from '../../../../support/base/results.js';
import { openedBy, RUN, sealed } from '../../../../support/cells/cell-runs.js';

const txId = 'ef'.repeat(32);
const text = { type: 'string' };
const action = {
  id: 1,
  sender: 'x',
  dataSchemas: [{ type: 'object', properties: { note: text, total: text } }],
  disclosures: [{ participantAddress: 'y', dataPointers: ['/note', '/total'] }],
};
const definition = {
  language: 2,
  id: 'sale',
  title: 'Sale',
  participants: ['x', 'y', 'z', 'w'].map((id) => ({ id, name: id })),
  actions: [action],
};
const layout = layoutOf(definition as never, action as never);
const envelope = sealed(layout, { data: { total: 'two', note: 'n' } });
const tx = { txId, header: RUN as TransactionHeader, payload: envelope as unknown as Json };
const opened = openedBy('y', envelope, { layout }) as OpenedCells;
const opening = JSON.parse(JSON.stringify(openingOf({ txId, run: RUN, layout, opened }, ['/total'])));
const at = (opening.classes as ShownClass[]).findIndex((one) => 'open' in one);
const shown = opening.classes[at] as Extract<ShownClass, { open: unknown }>;
const [cell] = shown.open as [ShownCell];

describe('an opening of cells', () => {
  guardCases<JsonObject>(
    'isShown',
    (said) => {
      // Of the right form, whether it was stated or not.
      const classes = opening.classes.with(at, { ...shown, open: [{ ...cell, ...said }] });
      const found = verifyOpening({ ...opening, classes }, tx);
      return !isFailure(found) || !/^A class has/.test(found.issue.message);
    },
    {
      isStated: { absent: true },
      "typeof cell.pointer === 'string'": { pointer: 1 },
      'isBytes(cell.salt, CELL_SALT_BYTES)': { salt: 'AA' },
    },
  );

  it('shows each cell at its place of the definition', () => {
    expect(isFailure(verifyOpening(opening, tx, layout))).to.equal(false);
    // Another definition has this part elsewhere: it is stated as before, and not at that place.
    const [own, rest] = [layout.classes[at], layout.classes];
    if (!own) throw new Error('the class that is shown');
    const turned = { ...layout, classes: rest.with(at, { ...own, cells: [...own.cells].reverse() }) };
    expect(own.cells).to.have.length(2);
    expect(issueOf(verifyOpening(opening, tx, turned))).to.include({ path: `/classes/${at}` });
    const fewer = { ...layout, classes: rest.with(at, { ...own, cells: [...own.cells, ...own.cells] }) };
    expect(issueOf(verifyOpening(opening, tx, fewer))).to.include({ path: `/classes/${at}` });
  });

  it('shows no manifest of a file that no cell names', () => {
    const manifest: FileManifest = {
      ...fileEncryption(sha256('entropy of a file'), 1),
      name: 'plan.pdf',
      contentType: 'application/pdf',
      size: 10,
      sha256: sha256Hex('content'),
    };
    const found = verifyOpening({ ...opening, manifests: [manifest as unknown as JsonObject] }, tx);
    expect(issueOf(found)).to.include({ code: 'EVIDENCE_INVALID', path: '/manifests' });
  });
});
