// People who talk to the designer by the official client: what each hears, and how a call of it is refused.
import type { HubConnection } from '@microsoft/signalr';
import { expect } from 'chai';
import { HUB_EVENTS } from '../../../api/client/hub-events.js';
import type { DesignProvider } from '../../../core/designer/provider.js';
import { type ScriptedTurn, scripted } from '../../support/designer/scripted.js';
import type { World } from '../world/world.js';
import { hubClientsOf } from './clients.js';

type Heard = readonly [target: string, ...args: unknown[]];

/** The sessions of the people of the world are ended behind each test. */
export function conversationsOf(world: World) {
  const hubs = hubClientsOf(world);

  function answersBy(...turns: readonly ScriptedTurn[]): void {
    use(scripted(turns));
  }

  function use(provider: DesignProvider): void {
    world.designer.providers.clear();
    world.designer.providers.set(provider.id, provider);
  }

  /** A connected client, with what it heard without times and traces, and a wait for an event. */
  async function client(token?: string) {
    const connection: HubConnection = hubs.make('/hubs/chat', token ?? (await world.token('administrator')));
    const heard: Heard[] = [];
    const waits = new Set<() => void>();
    for (const target of Object.keys(HUB_EVENTS.chat))
      connection.on(target, (...args: unknown[]) => {
        expect(args.splice(-2).map((arg) => typeof arg)).to.deep.equal(['string', 'string']);
        heard.push([target, ...args]);
        for (const wake of waits) wake();
      });
    /** Resolves with the first one that was not waited for before. */
    const seen = new Set<Heard>();
    const hears = async (target: string): Promise<Heard> => {
      for (;;) {
        const found = heard.find((event) => event[0] === target && !seen.has(event));
        if (found) {
          seen.add(found);
          return found;
        }
        await new Promise<void>((resolve) => {
          const wake = () => {
            waits.delete(wake);
            resolve();
          };
          waits.add(wake);
        });
      }
    };
    await connection.start();
    const call = (method: string, ...args: unknown[]): Promise<unknown> => connection.invoke(method, ...args);
    return { connection, heard, hears, call, start: () => call('StartSession') as Promise<string> };
  }

  afterEach(async () => {
    for (const persona of ['administrator', 'user'] as const) {
      const { call } = await client(await world.token(persona));
      for (const { sessionId } of (await call('ListSessions')) as { sessionId: string }[])
        await call('EndSession', sessionId);
    }
  });

  return { hubs, answersBy, use, client };
}

/** The code of the refusal of a call. */
export function refusal(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'it was not refused',
    ({ message }: Error) => /[A-Z_]{5,}(?=:)/.exec(message.replace(/^.*HubException: /, ''))?.[0] ?? message,
  );
}
