// The body of a request against the schema of its operation, for all operations.
import { expect } from 'chai';
import type { AnyRoute } from '../../../../api/define.js';
import { groups } from '../../../../api/groups/index.js';
import { partsCheck } from '../../../../api/requests/validation.js';

const nothing = { params: {}, query: {}, headers: {} };

describe('api/requests/validation', () => {
  const bodies = Object.values(groups).flatMap(({ routes }) =>
    Object.entries<AnyRoute>(routes).flatMap(([id, { input }]) =>
      input !== undefined && 'body' in input && input.body !== undefined ? [{ id, body: input.body }] : [],
    ),
  );

  it('takes the body null for no operation, also where it may be left out', () => {
    let optional = 0;
    for (const { id, body } of bodies) {
      const check = partsCheck({ input: { body }, anyQuery: true } as never);
      expect(
        check({ ...nothing, body: null })?.map(({ code }) => code),
        id,
      ).to.deep.equal(['BODY_INVALID']);
      if (check({ ...nothing, body: undefined }) === undefined) optional++;
    }
    expect(bodies.length).to.be.above(100);
    expect(optional).to.be.above(0);
  });
});
