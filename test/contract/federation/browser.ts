// A browser of the tests: it keeps the cookies that it is given, and goes where it is led.
import type { World } from '../world/world.js';
import type { Person, TestProvider } from './test-provider.js';

export interface Shown {
  readonly status: number;
  /** Of any shape: the tests read it. */
  readonly body: ReturnType<typeof JSON.parse>;
  readonly location: string | undefined;
}

export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly world: World,
    private readonly token?: string,
  ) {}

  async send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Shown> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.world.app.inject({
      ...{ method, url, ...(payload && { payload }) },
      headers: {
        ...(cookie !== '' && { cookie }),
        ...(this.token !== undefined && { authorization: `Bearer ${this.token}` }),
      },
    });
    for (const text of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (/Max-Age=0/.test(text)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    const body = answer.body === '' ? undefined : answer.json();
    return { status: answer.statusCode, body, location: answer.headers.location };
  }

  post(url: string, payload: object = {}): Promise<Shown> {
    return this.send('POST', url, payload);
  }

  /** The callback of a sign-in of the example organisation at its provider. */
  async oidc(provider: TestProvider, person: Person, asked: object = {}): Promise<Shown> {
    const begun = await this.post('/api/auth/oidc/initiate', { orgSubdomain: 'northwind', ...asked });
    if (begun.status !== 200) return begun;
    return this.callback(provider.signIn(begun.body.authorizationUrl, person));
  }

  callback(query: Readonly<Record<string, string>>, subdomain = 'northwind'): Promise<Shown> {
    return this.send('GET', `/api/auth/callback/${subdomain}?${new URLSearchParams(query)}`);
  }
}

export const codeOf = ({ status, body }: Shown) => [status, body.code];

/**
 * The settings of an organisation by which newcomers become members: its domains, and that people register by
 * themselves where it is public.
 */
export async function letIn(
  { deps }: World,
  organisationId: string,
  allowedEmailDomains: readonly string[],
): Promise<void> {
  const organisation = deps.tenants.organisation(organisationId);
  if (!organisation) throw new Error('no organisation');
  const settings = {
    selfRegistrationEnabled: organisation.orgType === 'Public',
    allowedEmailDomains,
    auditRetentionMonths: null,
  };
  await deps.commit(deps.tenants.putOrganisation({ ...organisation, settings }));
}
