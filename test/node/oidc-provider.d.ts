// The little of oidc-provider that the tests use; it brings no types.

declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  export interface Token {
    readonly accountId: string;
    readonly clientId: string;
    readonly grantId: string;
    readonly isExpired: boolean;
  }

  export interface Interaction {
    readonly prompt: { readonly name: string };
    readonly params: Readonly<Record<string, string | undefined>>;
    readonly session?: { readonly accountId: string };
  }

  interface TokenKind {
    find(value: string): Promise<Token | undefined>;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    readonly AccessToken: TokenKind;
    readonly RefreshToken: TokenKind;
    readonly Grant: new (values: { accountId: string; clientId: string }) => {
      addOIDCScope(scope: string): void;
      save(): Promise<string>;
    };
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: string, listener: (...facts: never[]) => void): this;
  }
}
