// The matrix of an action, and the edits that its cells, rows and columns make.
import { expect } from 'chai';
import type { JsonObject } from '../../../../../core/base/json.js';
import { isFailure } from '../../../../../core/base/result.js';
import { checkBlueprint } from '../../../../../core/design/check/check.js';
import { shippedTemplate } from '../../../../../core/design/templates/shipped.js';
import { instantiate } from '../../../../../core/design/templates/template.js';
import { carryOut } from '../../../../../core/edits/apply.js';
import type { Edit } from '../../../../../core/edits/edit.js';
import { columnEdits, type MatrixRow, matrixOf, rowEdits, toggleEdit } from '../../../../../core/edits/view/matrix.js';
import { showDraft } from '../../../../../core/edits/view/shown-draft.js';

const organisations = { contractor: 'C', engineer: 'E', planner: 'P', environment: 'V', control: 'B' };

function permit(): JsonObject {
  const template = shippedTemplate('construction-permit');
  const made = template && instantiate(template, { organisations });
  if (made === undefined || isFailure(made)) throw new Error('the template has no such parameters');
  return made as unknown as JsonObject;
}

function matrix(blueprint: JsonObject, id = 1): readonly MatrixRow[] {
  const { roles, actions } = showDraft(blueprint);
  const action = actions.find((each) => each.id === id);
  if (!action) throw new Error(`no action ${id}`);
  return matrixOf(action, roles, checkBlueprint(blueprint));
}

function edited(blueprint: JsonObject, edits: readonly Edit[]): JsonObject {
  return edits.reduce((before, edit) => {
    const made = carryOut({ blueprint: before, scenarios: [] }, edit);
    if (isFailure(made)) throw new Error(made.issue.message);
    return made.parts.blueprint;
  }, blueprint);
}

function cellOf(rows: readonly MatrixRow[], role: string, field: string) {
  const cell = rows.find((row) => row.field === field)?.cells.find((each) => each.role === role);
  if (!cell) throw new Error(`no cell ${role} ${field}`);
  return cell;
}

const readings = (rows: readonly MatrixRow[], role: string) =>
  rows.map((row) => cellOf([row], role, row.field).reading);

describe('unit: the matrix of an action', () => {
  it('says who states, who reads, and in which order of the form', () => {
    const rows = matrix(permit());
    expect(rows.map(({ field }) => field).slice(0, 3)).to.deep.equal(['project', 'buildingUse', 'storeys']);
    expect(readings(rows, 'contractor')).to.satisfy((all: string[]) => all.every((reading) => reading === 'states'));
    expect(cellOf(rows, 'control', 'bankReference').reading).to.equal('reads');
    expect(cellOf(rows, 'engineer', 'bankReference').reading).to.equal('none');
    expect(cellOf(matrix(permit(), 2), 'planner', 'riskScore').reading, 'all of it').to.equal('reads');
  });

  it('discloses and hides by one edit, and marks who needs a field', () => {
    const cell = cellOf(matrix(permit()), 'engineer', 'buildingUse');
    const hidden = edited(permit(), [toggleEdit(1, cell)]);
    const without = cellOf(matrix(hidden), 'engineer', 'buildingUse');
    expect([without.reading, without.isNeeded]).to.deep.equal(['none', true]);
    expect(cellOf(matrix(hidden), 'control', 'buildingUse').isNeeded).to.equal(false);
    const told = edited(hidden, [toggleEdit(1, without)]);
    expect(cellOf(matrix(told), 'engineer', 'buildingUse')).to.include({ reading: 'reads', isNeeded: false });
  });

  it('tells a part of an object from all of it, and what opens later', () => {
    const [first] = permit().actions as readonly JsonObject[];
    const disclosures = [{ participantAddress: 'engineer', dataPointers: ['/drawings/fileName'], from: { action: 2 } }];
    const rows = matrix({ ...permit(), actions: [{ ...first, disclosures }] });
    expect(cellOf(rows, 'engineer', 'drawings')).to.include({ reading: 'part', isLater: true });
    expect(cellOf(rows, 'engineer', 'project')).to.include({ reading: 'none', isLater: false });
    expect(toggleEdit(1, cellOf(rows, 'engineer', 'drawings')).reads, 'all of it').to.equal(true);
  });

  it('copies a column and a row, but to who states it', () => {
    const blueprint = permit();
    const rows = matrix(blueprint);
    const copied = matrix(edited(blueprint, columnEdits(1, rows, { from: 'control', to: 'environment' })));
    expect(readings(copied, 'environment')).to.deep.equal(readings(rows, 'control'));
    expect(columnEdits(1, rows, { from: 'control', to: 'contractor' })).to.deep.equal([]);
    const [from, to] = ['storeys', 'bankReference'].map(
      (field) => rows.find((row) => row.field === field) as MatrixRow,
    );
    const lines = matrix(edited(blueprint, rowEdits(1, from as MatrixRow, to as MatrixRow)));
    for (const role of ['engineer', 'planner', 'environment', 'control'])
      expect(cellOf(lines, role, 'bankReference').reading).to.equal(cellOf(rows, role, 'storeys').reading);
  });

  it('names a member by its pointer where its name means another thing', () => {
    const cell = { role: 'a', reading: 'none', isLater: false, isNeeded: false } as const;
    expect(toggleEdit(1, { ...cell, field: '*' }).fields).to.deep.equal(['/*']);
    expect(toggleEdit(1, { ...cell, field: '/x' }).fields).to.deep.equal(['/~1x']);
  });
});
