// Web sockets and requests by hand, for what the official client would never send.
import { request } from 'node:http';
import { connect } from 'node:net';

/** All that comes back for bytes that are sent, until the server closes. */
export function bytesBack(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => {
      answer += data;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

/** Sends texts over a web socket made by hand (RFC 6455 section 5) and gives the last text that came before its end. */
export function talk(at: string, texts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(at, { headers: UPGRADE });
    asked.on('upgrade', (_answer, socket, head) => {
      let bytes = head;
      socket.on('data', (data) => {
        bytes = Buffer.concat([bytes, data]);
      });
      // The server may be gone before it read everything: then this end is told by a reset.
      socket.on('error', () => undefined);
      socket.on('close', () => resolve(lastText(bytes)));
      for (const text of texts) socket.write(textFrame(text));
      socket.end(CLOSE);
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** A close frame of a client, without a reason. */
const CLOSE = Buffer.from([0x88, 0x80, 0, 0, 0, 0]);

/** A text of a client: masked, with a mask of zeros. */
function textFrame(text: string): Buffer {
  const { length } = text;
  const header =
    length < 126
      ? [0x81, 0x80 | length]
      : [0x81, 0xff, 0, 0, 0, 0, 0, length >>> 16, (length >>> 8) & 0xff, length & 0xff];
  return Buffer.concat([Buffer.from([...header, 0, 0, 0, 0]), Buffer.from(text, 'latin1')]);
}

function lastText(bytes: Buffer): string {
  let last = '';
  for (let at = 0; at + 2 <= bytes.length; ) {
    const length = (bytes[at + 1] as number) & 0x7f;
    if (((bytes[at] as number) & 0x0f) === 1) last = bytes.toString('utf8', at + 2, at + 2 + length);
    at += 2 + length;
  }
  return last;
}

/** Headers of a request for a web socket. */
export const UPGRADE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The status of an attempt to open a web socket; 101 when it opens. */
export function statusOf(at: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(at, { headers: UPGRADE });
    asked.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asked.on('upgrade', (_answer, socket) => {
      socket.destroy();
      resolve(101);
    });
    asked.on('error', reject);
    asked.end();
  });
}
