// The node of the console, by its published client.
import { QuorateClient } from '../../api/client/published/client.js';
import { askNode } from './connection.js';
import { askForProof } from './proof.js';
import { freshToken } from './session.js';

export const node = new QuorateClient({
  url: location.origin,
  fetch: askNode,
  refresh: freshToken,
  stepUp: askForProof,
});
