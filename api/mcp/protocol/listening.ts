// Subscriptions over the protocol: one message whose answer is a stream that lasts. The official server writes it; each
// has a bus of its own, so that a client hears of its own resources alone.
import {
  type AuthInfo,
  createMcpHandler,
  InMemoryServerEventBus,
  type McpServerFactory,
} from '@modelcontextprotocol/server';

export interface ChangeStream {
  readonly response: Response;
  tell(uri: string): void;
  end(): void;
}

export async function listen(
  factory: McpServerFactory,
  { request, message, authInfo }: { readonly request: Request; readonly message: unknown; readonly authInfo: AuthInfo },
  onFault: (error: Error) => void,
): Promise<ChangeStream> {
  const bus = new InMemoryServerEventBus(onFault);
  const handler = createMcpHandler(factory, { bus, onerror: onFault, maxSubscriptions: 1 });
  const response = await handler.fetch(request, { parsedBody: message, authInfo });
  return {
    response,
    tell: (uri) => bus.publish({ kind: 'resource_updated', uri }),
    end: () => void handler.close(),
  };
}
