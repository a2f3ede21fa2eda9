// Many clients of hubs in one process, by hand: what an official client keeps for each would fill the machine before
// the node does. They count the records that they hear.
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

const RECORD_END = 0x1e;
const SHAKE = '{"protocol":"json","version":1}\x1e';
const PING = '{"type":6}\x1e';
const PING_MS = 20_000;

export class Clients {
  /** Connections that ended although no code here closed them. */
  lost = 0;
  heard = 0;
  private readonly sockets: Socket[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly port: number) {}

  get count(): number {
    return this.sockets.length;
  }

  /** Opens one, and resolves once its handshake was answered; `first` is sent after it. */
  open(path: string, token: string, first?: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, '127.0.0.1', () =>
        socket.write(
          `GET ${path}?access_token=${token} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
            `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
        ),
      );
      let isOpen = false;
      socket.on('data', (bytes) => {
        if (isOpen) {
          for (let at = bytes.indexOf(RECORD_END); at >= 0; at = bytes.indexOf(RECORD_END, at + 1)) this.heard++;
          return;
        }
        if (!bytes.includes(' 101 ')) {
          reject(new Error(bytes.toString('latin1').split('\r\n')[0]));
          socket.destroy();
          return;
        }
        isOpen = true;
        this.sockets.push(socket);
        socket.write(frame(SHAKE));
        if (first !== undefined) socket.write(frame(first));
        resolve();
      });
      socket.on('error', reject);
      socket.on('close', () => {
        this.lost++;
      });
      this.timer ??= setInterval(() => this.ping(), PING_MS);
    });
  }

  close(): void {
    clearInterval(this.timer);
    for (const socket of this.sockets.splice(0)) socket.destroy();
  }

  private ping(): void {
    for (const socket of this.sockets) socket.write(frame(PING));
  }
}

/** A text of a client, with a mask of zeros (RFC 6455 section 5.2). */
function frame(text: string): Buffer {
  const { length } = text;
  const header = length < 126 ? [0x81, 0x80 | length] : [0x81, 0xfe, length >>> 8, length & 0xff];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), Buffer.from(text, 'latin1')]);
}
