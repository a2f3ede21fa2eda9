// A program that hears of the dockets of a register over each transport of the hubs, by the official client. A process
// of its own, because Node reads NODE_EXTRA_CA_CERTS when it starts: URL, token and register are its arguments. It
// prints "ready" when all listen, and a line for each docket that one of them hears of.
import { HttpTransportType, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';

const [url = '', token = '', registerId = ''] = process.argv.slice(2);

const listening = ['WebSockets', 'ServerSentEvents', 'LongPolling'] as const;

await Promise.all(
  listening.map(async (name) => {
    const hub = new HubConnectionBuilder()
      .withUrl(`${url}/hubs/register`, { transport: HttpTransportType[name], accessTokenFactory: () => token })
      .configureLogging(LogLevel.Error)
      .build();
    hub.on('DocketSealed', (_register: string, number: number) => console.log(`${name} ${number}`));
    await hub.start();
    await hub.invoke('SubscribeToRegister', registerId);
  }),
);
console.log('ready');
