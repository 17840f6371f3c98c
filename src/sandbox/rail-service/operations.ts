import type { Operation } from "./faults.ts";
import { pageNumber } from "./paginate.ts";
import { offRampBody, onRampBody } from "./rail-body.ts";
import {
  BankAccountAnswer,
  BankAccountResource,
  CryptoAssetResource,
  ExchangeRail,
  FiatAssetResource,
  Message,
  OffRampRail,
  OnRampRail,
  RailAnswer,
  RailPage,
  RailResource,
  ValidationError,
  WalletAnswer,
  WalletResource,
} from "./schemas.ts";
import { bankAccountBody, walletBody } from "./whitelist-bodies.ts";

/** What comes in: the schemas that judge it. */
export const requestSchemas = {
  OnRampBody: onRampBody,
  OffRampBody: offRampBody,
  WalletBody: walletBody,
  BankAccountBody: bankAccountBody,
  PageNumber: pageNumber,
};

/** What goes out: the schemas that the answers have their types from. */
export const answerSchemas = {
  RailResource,
  OnRampRail,
  OffRampRail,
  ExchangeRail,
  FiatAssetResource,
  CryptoAssetResource,
  BankAccountResource,
  WalletResource,
  RailPage,
  RailAnswer,
  WalletAnswer,
  BankAccountAnswer,
  Message,
  ValidationError,
};

export const schema = (name: keyof typeof requestSchemas | keyof typeof answerSchemas) => ({
  $ref: `#/components/schemas/${name}`,
});

const json = (of: object) => ({ "application/json": { schema: of } });

/** The answers that several operations share. */
export const sharedResponses = {
  Unauthenticated: {
    description: "Authentication error: no valid bearer token came with the request.",
    headers: { "WWW-Authenticate": { schema: { type: "string", const: "Bearer" } } },
    content: json(schema("Message")),
  },
  NotFound: {
    description: "Not found. Paths that this description does not list get it, too.",
    content: json(schema("Message")),
  },
  MethodNotAllowed: {
    description: "Any method on a path that this description does not list there.",
    headers: { Allow: { required: true, schema: { type: "string" } } },
    content: json(schema("Message")),
  },
  TooLarge: {
    description: "The body is larger than 1 MiB. Not shown by the document.",
    content: json(schema("Message")),
  },
  Invalid: {
    description: "Validation error: `errors` names each field that failed.",
    content: json(schema("ValidationError")),
  },
};

const shared = (name: keyof typeof sharedResponses) => ({ $ref: `#/components/responses/${name}` });

const refusalsOfPosts = {
  401: shared("Unauthenticated"),
  413: shared("TooLarge"),
  422: shared("Invalid"),
};

const body = (of: object) => ({ required: true, content: json(of) });

/** Every operation of the document; ids of operations are those that it shows. */
export const operations: Record<Operation, object> = {
  "GET /rails": {
    operationId: "rail.index",
    summary: "List Rails",
    parameters: [{ name: "page", in: "query", required: false, schema: schema("PageNumber") }],
    responses: {
      200: { description: "One page of Rails.", content: json(schema("RailPage")) },
      401: shared("Unauthenticated"),
    },
  },
  "POST /rails": {
    operationId: "rail.store",
    summary: "Create a Rail",
    requestBody: body({ oneOf: [schema("OnRampBody"), schema("OffRampBody")] }),
    responses: {
      200: { description: "The Rail.", content: json(schema("RailAnswer")) },
      ...refusalsOfPosts,
    },
  },
  "GET /rails/{rail}": {
    operationId: "rail.show",
    summary: "Get a Rail",
    parameters: [
      {
        name: "rail",
        in: "path",
        required: true,
        description: "Public id of the Rail.",
        schema: { type: ["string", "null"] },
      },
    ],
    responses: {
      200: { description: "The Rail.", content: json(schema("RailAnswer")) },
      401: shared("Unauthenticated"),
      404: shared("NotFound"),
    },
  },
  "POST /wallets": {
    summary: "Whitelist a destination wallet",
    requestBody: body(schema("WalletBody")),
    responses: {
      200: { description: "The wallet.", content: json(schema("WalletAnswer")) },
      ...refusalsOfPosts,
    },
  },
  "POST /bank-accounts": {
    summary: "Whitelist a destination bank account",
    requestBody: body(schema("BankAccountBody")),
    responses: {
      200: {
        description: "The bank account. The document does not show this answer.",
        content: json(schema("BankAccountAnswer")),
      },
      ...refusalsOfPosts,
    },
  },
};
