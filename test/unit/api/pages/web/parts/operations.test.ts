// The operations that scripts of pages call are those of the program: in their addresses, which are compared, and in
// what they take and give, which the compiler compares.
import { expect } from 'chai';
import { CALLS } from '../../../../../../api/client/calls.js';
import type { Client } from '../../../../../../api/client/client.js';
import { OPERATIONS, type PageOperations } from '../../../../../../api/pages/web/parts/operations.js';

type Taken<Id extends keyof PageOperations> = NonNullable<Parameters<Client[Id]>[0]>;
type Given<Id extends keyof PageOperations> = Awaited<ReturnType<Client[Id]>>;
/** Operations whose input the program would not take, and whose answers are not what a script reads. */
type Refused = {
  [Id in keyof PageOperations]: PageOperations[Id]['input'] extends Taken<Id> ? never : Id;
}[keyof PageOperations];
type Misread = {
  [Id in keyof PageOperations]: Given<Id> extends PageOperations[Id]['answer'] ? never : Id;
}[keyof PageOperations];
const refused: [Refused] extends [never] ? 'none' : Refused = 'none';
const misread: [Misread] extends [never] ? 'none' : Misread = 'none';

describe('api/pages/web operations', () => {
  it('have the addresses, inputs and answers of the program', () => {
    const ids = Object.keys(OPERATIONS) as (keyof PageOperations)[];
    const own = ids.map((id) => [id, `${CALLS[id].method} ${CALLS[id].url}`]);
    expect(ids.map((id) => [id, OPERATIONS[id].address])).to.deep.equal(own);
    expect([refused, misread]).to.deep.equal(['none', 'none']);
  });
});
