// `npm run config:example`: writes the example configuration file into the current directory and does nothing else.
import { writeFileSync } from 'node:fs';
import { EXAMPLE_FILE, exampleConfig } from './example.js';

writeFileSync(EXAMPLE_FILE, exampleConfig());
