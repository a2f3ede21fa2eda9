// The check of evidence in a worker, one question at a time.
import type { CheckFile } from '../verify/checker.js';
import type { CheckAnswered, CheckAsked } from './check-messages.js';
import address from './evidence.js?worker&url';
import { startWorker } from './trusted.js';

/** The worker of all checks: its start takes longer than most of them. A new question ends a check that takes long. */
let worker: Worker | undefined;
let newest = 0;
let isBusy = false;

export const checkInWorker: CheckFile = (asked) => {
  if (isBusy) worker?.terminate();
  if (isBusy || worker === undefined) worker = startWorker(address);
  const id = ++newest;
  const current = worker;
  isBusy = true;
  return new Promise((resolve, reject) => {
    current.onerror = (event) => {
      isBusy = false;
      worker = undefined;
      reject(new Error(event.message));
    };
    current.onmessage = ({ data }: MessageEvent<CheckAnswered>) => {
      if (data.id !== id) return;
      isBusy = false;
      resolve(data.checked);
    };
    current.postMessage({ id, asked } satisfies CheckAsked);
  });
};
