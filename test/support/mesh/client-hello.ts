// A TCP server that reads the first message of TLS and ends the connection: the name that a client tells in the open.
import { createServer, type Socket } from 'node:net';

export interface HelloServer {
  readonly port: number;
  /** The names told so far, in their order; undefined for a client that told none. */
  readonly names: readonly (string | undefined)[];
  close(): Promise<void>;
}

export async function helloServer(): Promise<HelloServer> {
  const names: (string | undefined)[] = [];
  const server = createServer((socket: Socket) => {
    let got = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      got = Buffer.concat([got, bytes]);
      if (got.length < 5 || got.length < 5 + got.readUInt16BE(3)) return;
      names.push(serverNameIn(got));
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  return { port, names, close: () => new Promise((resolve) => void server.close(() => resolve())) };
}

/** RFC 8446 section 4.1.2, RFC 6066 section 3. */
function serverNameIn(record: Buffer): string | undefined {
  // Behind the headers of the record and of the message, the version and the random bytes.
  let at = 5 + 4 + 2 + 32;
  at += 1 + record.readUInt8(at);
  at += 2 + record.readUInt16BE(at);
  at += 1 + record.readUInt8(at);
  const end = at + 2 + record.readUInt16BE(at);
  for (at += 2; at < end; ) {
    const [type, length] = [record.readUInt16BE(at), record.readUInt16BE(at + 2)];
    // The list, the kind of its first entry, and the length of that.
    if (type === 0) return record.toString('latin1', at + 9, at + 9 + record.readUInt16BE(at + 7));
    at += 4 + length;
  }
  return undefined;
}
