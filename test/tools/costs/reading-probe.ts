// A thread that asks a node whether it is alive, over one connection, again and again, and tells the longest wait.
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { url } = workerData as { readonly url: string };
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let worstMs = 0;
let isOver = false;

function alive(): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    get(`${url}/alive`, { agent }, (response) => {
      response.resume().once('end', () => resolve(performance.now() - started));
    }).once('error', reject);
  });
}

parentPort?.once('message', () => {
  isOver = true;
});
await alive();
parentPort?.postMessage('ready');
while (!isOver) {
  worstMs = Math.max(worstMs, await alive());
  await pause(2);
}
parentPort?.postMessage(worstMs);
agent.destroy();
