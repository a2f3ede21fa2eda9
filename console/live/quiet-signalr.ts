// The library of hubs without its own log. Pages show the state of each connection, and what ended it.
type SignalRModule = typeof import('@microsoft/signalr');

export async function quietSignalR(): Promise<SignalRModule> {
  const signalR = await import('@microsoft/signalr');
  class QuietBuilder extends signalR.HubConnectionBuilder {
    constructor() {
      super();
      this.configureLogging(signalR.NullLogger.instance);
    }
  }
  return { ...signalR, HubConnectionBuilder: QuietBuilder };
}
