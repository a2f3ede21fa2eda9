// From draft to definition and back: what is kept, what is left out, and what a draft may look like before it is
// finished.
import { expect } from 'chai';
import type { Json, JsonObject } from '../../../../../core/base/json.js';
import { BLUEPRINT_BYTES_MAX } from '../../../../../core/base/limits/node/designs.js';
import { documentOf } from '../../../../../core/design/authoring/document.js';
import { amendmentOf, checkDraft, definitionOf } from '../../../../../core/design/authoring/draft.js';
import { CONSTRUCTION_PERMIT } from '../../../../support/definitions/construction-permit.js';

const codes = (value: Json) => checkDraft(value as JsonObject).map(({ code, path }) => `${code} ${path}`);

describe('core/design/authoring/draft', () => {
  it('takes a draft that is not finished', () => {
    expect(codes(CONSTRUCTION_PERMIT)).to.deep.equal([]);
    expect(codes({ title: 'Only a title' })).to.deep.equal([]);
    expect(codes({ title: 'x', participants: [], actions: [{ routes: [{}], 'x-note': 1 }] })).to.deep.equal([]);
  });

  it('refuses wrong forms and unknown members at their places', () => {
    expect(codes({ title: 7, participants: 'me', actions: [{ id: 'one' }] })).to.have.members([
      'BODY_INVALID /title',
      'BODY_INVALID /participants',
      'BODY_INVALID /actions/0/id',
    ]);
    expect(codes({ titel: 'x', actions: [{ conditon: 1, routes: [{ 'a/b': 1 }] }] })).to.have.members([
      'BODY_INVALID /titel',
      'BODY_INVALID /actions/0/conditon',
      'BODY_INVALID /actions/0/routes/0/a~1b',
    ]);
    expect(codes({ title: 'x', dataSchemas: [{ description: 'x'.repeat(BLUEPRINT_BYTES_MAX) }] })).to.deep.equal([
      'BODY_TOO_LARGE ',
    ]);
  });

  it('publishes without what the server keeps, and says whether the routes lead in a circle', () => {
    const blueprint = {
      ...CONSTRUCTION_PERMIT,
      version: 3,
      organizationId: 'o',
      createdAt: 'c',
      updatedAt: 'u',
      id: 'other',
    };
    expect(documentOf(blueprint, 'construction-permit')).to.deep.equal(CONSTRUCTION_PERMIT);
    expect(definitionOf(blueprint, 'construction-permit', false)).to.deep.equal(CONSTRUCTION_PERMIT);
    expect(definitionOf({ title: 'x' }, 'x', true)).to.deep.equal({
      id: 'x',
      title: 'x',
      metadata: { hasCycles: 'true' },
    });
    const stale = { title: 'x', metadata: { hasCycles: 'true', owner: 'me' } };
    expect(definitionOf(stale, 'x', false)).to.deep.equal({ id: 'x', title: 'x', metadata: { owner: 'me' } });
  });

  it('gives the same definition again for a publication without an amendment', () => {
    const source = { registerId: 'r', blueprintId: 'x', version: 2 };
    for (const [definition, cyclic] of [
      [{ id: 'x', title: 'x' }, false],
      [{ id: 'x', title: 'x', metadata: {} }, false],
      [{ id: 'x', title: 'x', metadata: { owner: 'me' } }, false],
      [{ id: 'x', title: 'x', metadata: { owner: 'me', hasCycles: 'true' } }, true],
    ] as const) {
      const draft = amendmentOf(definition, source);
      expect(draft.metadata).to.include({
        'x-source-register': 'r',
        'x-source-blueprint-id': 'x',
        'x-source-version': '2',
      });
      const again = definitionOf(draft, 'x', cyclic);
      // An empty list of texts cannot be told from none once the source was added to it.
      const { metadata, ...rest } = definition as JsonObject;
      expect(again).to.deep.equal(metadata && Object.keys(metadata).length === 0 ? rest : definition);
    }
  });
});
