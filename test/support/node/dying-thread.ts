// A thread that ends at the first thing that it is asked.
import { parentPort } from 'node:worker_threads';

parentPort?.once('message', () => process.exit(1));
