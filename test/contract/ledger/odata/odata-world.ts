// A world with two registers that hold orders, asked by OData over HTTP.
import { expect } from 'chai';
import type { Answer } from '../../world/caller.js';
import type { Persona } from '../../world/personas.js';
import { aWorld, type World } from '../../world/world.js';
import { anOrder, aRegister, ask, buyer, exampleOrders, type Orders, ordersOf, seller, WAIT } from '../fixtures.js';

type Options = Readonly<Record<string, string>>;

/** A query as clients of OData write it: blanks are no plus signs. */
export function odataQuery(options: Options): string {
  return `?${new URLSearchParams(options).toString().replaceAll('+', '%20')}`;
}

export class ODataWorld {
  /** Orders of the first register after its own one, to the seller and to the buyer in turn. */
  readonly txIds: string[] = [];

  private constructor(
    readonly world: World,
    readonly first: Orders,
    readonly second: Orders,
  ) {}

  static async make(): Promise<ODataWorld> {
    const world = await aWorld();
    const first = await exampleOrders(world);
    const made = new ODataWorld(world, first, await ordersOf(world, await aRegister(world, 'Second register')));
    for (let i = 0; i < 6; i++)
      made.txIds.push(await made.seal({ recipients: [i % 2 === 0 ? seller.address : buyer.address] }));
    return made;
  }

  async close(): Promise<void> {
    expect(this.world.errors).to.deep.equal([]);
    await this.world.close();
  }

  get inFirst(): string {
    return `registerId eq '${this.first.registerId}'`;
  }

  async seal(members: Parameters<typeof anOrder>[2]): Promise<string> {
    const { world, first } = this;
    const body = anOrder(world, first, members);
    const parts = { params: { registerId: first.registerId }, body };
    const answer = await ask(world, 'submitTransaction', parts, { headers: WAIT });
    expect(answer.status, answer.text).to.equal(200);
    return body.transactionId;
  }

  async get(url: string, how: { as?: Persona; headers?: Options } = {}): Promise<Answer> {
    const authorization = `Bearer ${await this.world.token(how.as ?? 'administrator')}`;
    const headers = { authorization, ...how.headers };
    const {
      statusCode: status,
      body: text,
      headers: given,
    } = await this.world.app.inject({ method: 'GET', url, headers });
    const isJson = String(given['content-type']).includes('json');
    return { status, text, json: isJson ? JSON.parse(text) : undefined, headers: given };
  }

  async list(set: string, options: Options = {}): Promise<Answer['json']> {
    const got = await this.get(`/odata/${set}${odataQuery(options)}`);
    expect(got.status, got.text).to.equal(200);
    return got.json;
  }

  async ids(filter: string, more: Options = {}): Promise<readonly string[]> {
    const { value } = await this.list('Transactions', { $filter: filter, ...more });
    return value.map(({ txId }: { readonly txId: string }) => txId);
  }

  /** Status, code and path of a refusal in the form of OData. */
  async refused(path: string): Promise<readonly unknown[]> {
    const { status, json, headers } = await this.get(path);
    expect(headers['odata-version']).to.equal('4.0');
    expect(json.error.code).to.equal(json.code);
    return [status, json.code, json.path];
  }
}
