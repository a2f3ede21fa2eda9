// A free port for the public listener where the settings leave it to the platform: it is found before anything of the
// node names its own address, and held until that listens. It answers no caller.
import { type AddressInfo, createServer } from 'node:net';

export interface HeldPort {
  readonly port: number;
  /** From now on the listener can have it. */
  release(): Promise<void>;
}

export function holdPort(host: string): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      resolve({ port, release: () => new Promise((done) => void server.close(() => done())) });
    });
    // A start that fails is not kept alive.
    server.unref();
  });
}
