// Official SignalR clients of the hubs of a world, over a real socket.
import { type HubConnection, HubConnectionBuilder, type IHttpConnectionOptions, LogLevel } from '@microsoft/signalr';
import { aroundAll } from '../../support/base/blocks.js';
import type { World } from '../world/world.js';

export interface HubClients {
  /** Where the public listener answers. */
  readonly url: string;
  /** One that is not started, and is stopped behind its test. `at` is a path, or an address of another server. */
  make(at: string, token: string | undefined, options?: MakeOptions): HubConnection;
}

type MakeOptions = IHttpConnectionOptions & { readonly retries?: readonly number[] };

export function hubClientsOf(world: World, around = aroundAll): HubClients {
  const made: HubConnection[] = [];
  const clients = {
    url: '',
    make: (at: string, token: string | undefined, { retries, ...options }: MakeOptions = {}) => {
      const bearer = token === undefined ? {} : { accessTokenFactory: () => token };
      const address = at.startsWith('/') ? clients.url + at : at;
      const builder = new HubConnectionBuilder().withUrl(address, { ...bearer, ...options });
      if (retries !== undefined) builder.withAutomaticReconnect([...retries]);
      const connection = builder.configureLogging(LogLevel.None).build();
      made.push(connection);
      return connection;
    },
  };
  around(
    async () => {
      clients.url = await world.app.listen({ port: 0, host: '127.0.0.1' });
    },
    () => undefined,
  );
  afterEach(async () => {
    for (const connection of made.splice(0)) await connection.stop();
  });
  return clients;
}
