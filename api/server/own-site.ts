// The documentation site of this program with all of its operations, for programs that do not serve it.
import { groups } from '../groups/index.js';
import type { Site } from '../site/site.js';
import { siteOf } from '../site/sources.js';
import { openApiDocument } from './openapi.js';

export function ownSite(): Site {
  return siteOf(openApiDocument({ installation: '', version: '', publicUrl: 'http://127.0.0.1:8080' }, groups));
}
