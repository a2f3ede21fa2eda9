// The typed client over a real socket: typed answers, refusals as ClientError, headers of options.
import { expect } from 'chai';
import { type Client, ClientError, createClient, requester, sessionIn } from '../../../api/client/client.js';
import { EXAMPLE } from '../../../api/examples/values.js';
import { aRegister } from '../ledger/fixtures.js';
import { worldOfAll } from '../world/world-of.js';

describe('api/client/client', () => {
  const world = worldOfAll();
  let client: Client;
  let url: string;
  before(async () => {
    url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    client = createClient(url, { token: await world.token('administrator') });
  });

  async function failure(promise: Promise<unknown>): Promise<ClientError> {
    const error = await promise.then(
      () => undefined,
      (e: unknown) => e,
    );
    if (error instanceof ClientError) return error;
    throw new Error('no ClientError came');
  }

  it('calls operations by name and gives their bodies', async () => {
    const session = sessionIn(await client.login({ body: { email: EXAMPLE.userEmail, password: EXAMPLE.password } }));
    expect(session.tokenType).to.equal('Bearer');
    const { users, totalCount } = await client.listUsers({
      params: { organizationId: EXAMPLE.organisationId },
      query: { pageSize: 1 },
    });
    expect([users.length, totalCount]).to.deep.equal([1, 2]);
    expect((await client.getMe({}, { token: session.accessToken })).email).to.equal(EXAMPLE.userEmail);
    const token = await world.token('systemAdmin');
    expect(await client.getPrometheusMetrics({}, { token })).to.contain('ledger_up 1');
    expect(
      await client.unlockUser({ params: { organizationId: EXAMPLE.organisationId, userId: EXAMPLE.userId } }),
    ).to.equal(undefined);
  });

  it('turns a problem into an error with its code, path and issues', async () => {
    const error = await failure(client.createOrganization({ body: { name: 'X', subdomain: 'no dots.please' } }));
    expect([error.code, error.status, error.details.path]).to.deep.equal(['SUBDOMAIN_INVALID', 400, '/subdomain']);
    expect(error.details.issues).to.have.length(1);
    expect((await failure(client.getMe({}, { token: 'nonsense' }))).code).to.equal('TOKEN_INVALID');
  });

  it('says that a node does not answer', async () => {
    const error = await failure(createClient('http://127.0.0.1:1').getAlive());
    expect([error.code, error.status]).to.deep.equal(['NODE_UNAVAILABLE', 0]);
    expect(error.cause).to.not.equal(undefined);
  });

  it('sends idempotency keys', async () => {
    const send = requester(url, { token: await world.token('administrator') });
    const input = { body: { name: 'Twice', subdomain: 'twice' } };
    const first = await send('createOrganization', input, { idempotencyKey: 'one' });
    const second = await send('createOrganization', input, { idempotencyKey: 'one' });
    expect([first.status, second.headers.get('idempotency-replayed')]).to.deep.equal([201, 'true']);
    expect(second.body).to.deep.equal(first.body);
  });

  it('shows a caller its own registers where anybody is shown the public ones', async () => {
    await aRegister(world);
    expect(await createClient(url).listRegisterCache()).to.deep.equal([]);
    expect(await client.listRegisterCache()).to.have.length(1);
    const [over, fresh] = ['over', await world.token('administrator')];
    const renewing = createClient(url, { token: (refused) => (refused === over ? fresh : over) });
    expect(await renewing.listRegisterCache()).to.have.length(1);
  });

  it('gets the OAuth form answered', async () => {
    const text = await client.createToken({
      body: { grant_type: 'password', username: EXAMPLE.userEmail, password: EXAMPLE.password },
    });
    expect(text).to.include({ token_type: 'Bearer' });
    expect((await failure(client.createToken({ body: { grant_type: 'x' } }))).code).to.equal('unsupported_grant_type');
  });
});
