/** The little of `oidc-provider` that is used here; the package brings no types of its own. */
declare module "oidc-provider/lib/provider.js" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export type Result =
    | { error: string; error_description: string }
    | { login: { accountId: string; remember: boolean }; select_account: object };

  export type Context = {
    type: string;
    body: string;
    oidc: { provider: Provider; client: { clientId: string }; account: { accountId: string }; result?: Result };
  };

  export class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: Result): Promise<void>;
    Grant: new (of: {
      clientId: string;
      accountId: string;
    }) => { addOIDCScope(scopes: string): void; save(): Promise<string> };
  }
}

declare module "oidc-provider/lib/helpers/interaction_policy/index.js" {
  import type { Context } from "oidc-provider/lib/provider.js";

  export class Check {
    constructor(reason: string, description: string, check: (context: Context) => boolean);
  }
  export class Prompt {
    constructor(of: { name: string; requestable: boolean }, ...checks: Check[]);
  }
}
