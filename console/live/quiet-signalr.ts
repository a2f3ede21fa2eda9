// The library of hubs without its own log. Pages show the state of each connection, and what ended it.
type SignalRModule = typeof import('@microsoft/signalr');

export async function quietSignalR(): Promise<SignalRModule> {
  const signalR = await import('@microsoft/signalr');
  // Called with `new`, which gives what a function returns: an arrow function cannot be called so.
  function makeBuilder() {
    return new signalR.HubConnectionBuilder().configureLogging(signalR.NullLogger.instance);
  }
  return { ...signalR, HubConnectionBuilder: makeBuilder as unknown as SignalRModule['HubConnectionBuilder'] };
}
