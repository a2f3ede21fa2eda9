// The check of evidence in the console, by its worker.
import { VerifyPage } from '../verify/verify-page.js';
import { checkInWorker } from '../workers/check-in-worker.js';

export function VerifyRoute() {
  return <VerifyPage check={checkInWorker} />;
}
