// The look of the page on which operations can be tried: our name and mark in place of those of its maker, and the
// version of the program in place of that of the interface.
import type { FastifySwaggerUiOptions } from '@fastify/swagger-ui';

const TITLE = 'Quorate: try the operations';
const MARK =
  '<path d="M8 24 20 6l12 18z" fill="none" stroke="#8ab4f8" stroke-width="2"/><g fill="#8ab4f8"><circle cx="20" cy="6" r="5"/><circle cx="8" cy="24" r="5"/><circle cx="32" cy="24" r="5"/></g>';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="150" height="32" viewBox="0 0 150 32">${MARK}<text x="46" y="23" font-family="system-ui,sans-serif" font-size="21" font-weight="600" fill="#fff">Quorate</text></svg>`;
const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 32">${MARK}</svg>`;
const STYLE = '.swagger-ui .topbar{background:#14171a}.swagger-ui .topbar .link{max-width:none}';

interface ShownDocument {
  readonly info: { readonly version: string; readonly description: string };
}

/** `version` is that of the program. */
export function trialPage(version: string): FastifySwaggerUiOptions {
  return {
    routePrefix: '/docs/api',
    staticCSP: true,
    // Its default policy would turn every link into https, which a node on plain http does not answer.
    transformStaticCSP: (header) => header.replace(' upgrade-insecure-requests;', ''),
    uiConfig: { docExpansion: 'none', filter: true, persistAuthorization: false, validatorUrl: null },
    logo: { type: 'image/svg+xml', content: LOGO, href: '/docs/', target: '_self' },
    theme: {
      title: TITLE,
      css: [{ filename: 'quorate.css', content: STYLE }],
      favicon: [{ filename: 'quorate.svg', rel: 'icon', sizes: 'any', type: 'image/svg+xml', content: ICON }],
    },
    transformSpecification: (document) => {
      const { info, ...rest } = document as unknown as ShownDocument;
      const description = `${info.description} Version ${info.version} of the interface.`;
      return { ...rest, info: { ...info, version, description } } as never;
    },
    transformSpecificationClone: false,
  };
}
