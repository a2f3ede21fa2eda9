// Openings: a single cell proven alone, to somebody with the transaction and nothing else. Each single change is
// refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { canonical, type Json } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import type { OpenedCells } from '../../../../../core/envelope/cells/open.js';
import { type Opening, openingOf, verifyOpening } from '../../../../../core/envelope/cells/opening.js';
import type { Layout } from '../../../../../core/envelope/layout/layout.js';
import { valuesOf } from '../../../../../core/envelope/layout/values.js';
import type { TransactionHeader } from '../../../../../core/model/transaction.js';
import { anAction, someData } from '../../../../support/cells/cell-actions.js';
import { openedBy, RUN, type SealingOf, sealed } from '../../../../support/cells/cell-runs.js';

const txId = 'ef'.repeat(32);

/** A sealed run, and a role's opening of some of its cells. */
function run(layout: Layout, sealing: SealingOf) {
  const envelope = sealed(layout, sealing);
  const tx = { txId, header: RUN as TransactionHeader, payload: envelope as unknown as Json };
  const open = (role: string, pointers: readonly string[]) => {
    const opened = openedBy(role, envelope, { layout }) as OpenedCells;
    const made = openingOf({ txId, run: RUN, layout, opened }, pointers);
    return isFailure(made) ? made : (JSON.parse(JSON.stringify(made)) as Opening & Json);
  };
  return { tx, open };
}

/** Every way to change one text, number or list of a value. */
function changes(value: Json): readonly Json[] {
  if (typeof value === 'string')
    return [value === '' ? 'A' : `${value[0] === 'A' ? 'B' : 'A'}${value.slice(1)}`, `${value}A`];
  if (typeof value === 'number') return [value + 1];
  if (typeof value === 'boolean') return [!value];
  if (value === null) return [0];
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const one = items.flatMap((item, i) => changes(item).map((changed) => items.with(i, changed)));
    return [...one, ...(items.length > 0 ? [items.slice(1), [...items, items[0] as Json]] : [])];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    changes(member).map((changed) => ({ ...value, [name]: changed })),
  );
}

describe('cells: openings', () => {
  it('prove a cell alone, and show no other value', () => {
    fc.assert(
      fc.property(anAction, someData, fc.nat(), ({ layout }, data, pick) => {
        const { tx, open } = run(layout, { data });
        const role = ['x', 'y', 'z', 'w'].filter((one) => layout.classesOf(one).length > 0)[0] as string;
        const cells = layout.cells.filter((cell) => layout.classesOf(role).includes(cell.class));
        const cell = cells[pick % cells.length] as (typeof cells)[number];
        const opening = open(role, [cell.pointer]);
        const proven = verifyOpening(opening as Json, tx, layout);
        if (isFailure(proven)) throw new Error(proven.issue.message);
        expect(proven.cells.map(({ pointer }) => pointer)).to.deep.equal([cell.pointer]);
        const value = valuesOf(layout, data)[cell.at];
        expect(canonical([proven.cells[0]?.value ?? 'none'])).to.equal(canonical([value ?? 'none']));
        // Without the definition too.
        expect(verifyOpening(opening as Json, tx)).to.deep.equal(proven);
        const others = (opening as Opening).classes.flatMap((one) => ('open' in one ? one.open : []));
        expect(others).to.have.length(1);
      }),
      { numRuns: 60 },
    );
  });

  it('are refused with any single change', () => {
    fc.assert(
      fc.property(anAction, someData, ({ layout }, data) => {
        const { tx, open } = run(layout, { data });
        const opening = open(
          'x',
          layout.cells.slice(0, 2).map(({ pointer }) => pointer),
        ) as Opening & Json;
        expect(isFailure(verifyOpening(opening, tx))).to.equal(false);
        for (const changed of changes(opening)) {
          const found = verifyOpening(changed, tx);
          expect(isFailure(found) && found.issue.code, JSON.stringify(changed)).to.equal('EVIDENCE_INVALID');
        }
        for (const name of Object.keys(RUN)) {
          const header = {
            ...tx.header,
            [name]: `${tx.header[name as keyof TransactionHeader]}0`,
          } as TransactionHeader;
          expect(isFailure(verifyOpening(opening, { ...tx, header })), name).to.equal(true);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('are made of what the wallet reads, and of nothing else', () => {
    fc.assert(
      fc.property(anAction, someData, ({ layout }, data) => {
        const { open } = run(layout, { data });
        for (const role of ['y', 'z']) {
          if (layout.classesOf(role).length === 0) continue;
          for (const { pointer, class: at } of layout.cells)
            expect(isFailure(open(role, [pointer]))).to.equal(!layout.classesOf(role).includes(at));
        }
        expect(isFailure(open('x', ['/nothing']))).to.equal(true);
      }),
      { numRuns: 10 },
    );
  });

  it('are of bounded size, and of one form', () => {
    const tx = { txId, header: RUN as TransactionHeader, payload: {} };
    const found = (opening: Json) => {
      const read = verifyOpening(opening, tx);
      return isFailure(read) ? read.issue.path : 'proven';
    };
    const leaf = 'A'.repeat(43);
    expect(found({ v: 1, txId, classes: Array.from({ length: 65 }, () => ({ hash: leaf })) })).to.equal('/classes');
    expect(found({ v: 1, txId, classes: [{ leaves: Array.from({ length: 513 }, () => leaf), open: [] }] })).to.equal(
      '/classes',
    );
    expect(found({ v: 1, txId, classes: [{ leaves: [null], open: [] }] })).to.equal('/classes/0');
    expect(
      found({ v: 1, txId, classes: [{ leaves: [leaf], open: [{ i: 0, pointer: '/a', salt: 'AA', value: 1 }] }] }),
    ).to.equal('/classes/0');
    expect(found({ v: 2, txId, classes: [] })).to.equal('');
    expect(found({ v: 1, txId, classes: [] })).to.equal('/txId');
  });
});
