// Serves the documents that describe the surface: OpenAPI as JSON and YAML, and a page for people that works offline under the CSP.
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

export async function mountDocuments(app: FastifyInstance, document: object, docs: boolean): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  // Bytes, made once: to encode a text of a megabyte for each answer costs milliseconds.
  const json = Buffer.from(JSON.stringify(document));
  let yaml: Buffer | undefined;
  app.get('/.well-known/openapi.json', (_request, reply) => {
    reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(json);
  });
  app.get('/.well-known/openapi.yaml', (_request, reply) => {
    yaml ??= Buffer.from(app.swagger({ yaml: true }));
    reply
      .header('content-type', 'application/yaml; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .send(yaml);
  });
  if (!docs) return;
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: true,
    // Its default policy would turn every link into https, which a node on plain http does not answer.
    transformStaticCSP: (header) => header.replace(' upgrade-insecure-requests;', ''),
    uiConfig: { docExpansion: 'none', filter: true, persistAuthorization: false, validatorUrl: null },
  });
}
