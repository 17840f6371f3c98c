import type { Operation } from "../faults.ts";
import { pageNumber } from "./paginate.ts";
import { offRampBody, onRampBody, railBody } from "./rail-body.ts";
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

/** The schemas that judge requests. */
export const requestSchemas = {
  RailBody: railBody,
  OnRampBody: onRampBody,
  OffRampBody: offRampBody,
  WalletBody: walletBody,
  BankAccountBody: bankAccountBody,
  PageNumber: pageNumber,
};

/** The schemas from which answers have their types. */
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

interface Reference {
  $ref: string;
}

interface Content {
  content: { "application/json": { schema: Reference } };
}

interface DescribedResponse extends Content {
  description: string;
  headers?: Record<string, { required: true; schema: object }>;
}

interface DescribedOperation {
  operationId?: string;
  summary: string;
  parameters?: object[];
  requestBody?: Content & { required: true };
  responses: Record<number, DescribedResponse | Reference>;
}

type SchemaName = keyof typeof requestSchemas | keyof typeof answerSchemas;

const schema = (name: SchemaName): Reference => ({ $ref: `#/components/schemas/${name}` });

const json = (name: SchemaName): Content => ({
  content: { "application/json": { schema: schema(name) } },
});

type SharedName = "Unauthenticated" | "NotFound" | "MethodNotAllowed" | "TooLarge" | "Invalid";

/** Several operations share these answers. */
export const sharedResponses: Record<SharedName, DescribedResponse> = {
  Unauthenticated: {
    description: "Authentication error: no valid bearer token came with the request.",
    headers: {
      "WWW-Authenticate": { required: true, schema: { type: "string", const: "Bearer" } },
    },
    ...json("Message"),
  },
  NotFound: {
    description: "Not found. Paths that this description does not list get it, too.",
    ...json("Message"),
  },
  MethodNotAllowed: {
    description: "Any method on a path that this description does not list there.",
    headers: { Allow: { required: true, schema: { type: "string" } } },
    ...json("Message"),
  },
  TooLarge: {
    description: "The body is larger than 1 MiB. Not shown by the document.",
    ...json("Message"),
  },
  Invalid: {
    description: "Validation error: `errors` names each field that failed.",
    ...json("ValidationError"),
  },
};

const shared = (name: SharedName): Reference => ({
  $ref: `#/components/responses/${name}`,
});

const answer = (description: string, name: SchemaName) => ({
  200: { description, ...json(name) },
  401: shared("Unauthenticated"),
});

const creation = (description: string, sent: SchemaName, answered: SchemaName) => ({
  requestBody: { required: true as const, ...json(sent) },
  responses: {
    ...answer(description, answered),
    413: shared("TooLarge"),
    422: shared("Invalid"),
  },
});

const RAIL_ID = {
  name: "rail",
  in: "path",
  required: true,
  description: "Public id of the Rail.",
  schema: { type: ["string", "null"] },
};

/** Every operation of the document, with the id that it shows. */
export const operations: Record<Operation, DescribedOperation> = {
  "GET /rails": {
    operationId: "rail.index",
    summary: "List Rails",
    parameters: [{ name: "page", in: "query", required: false, schema: schema("PageNumber") }],
    responses: answer("One page of Rails.", "RailPage"),
  },
  "POST /rails": {
    operationId: "rail.store",
    summary: "Create a Rail",
    ...creation("The Rail.", "RailBody", "RailAnswer"),
  },
  "GET /rails/{rail}": {
    operationId: "rail.show",
    summary: "Get a Rail",
    parameters: [RAIL_ID],
    responses: { ...answer("The Rail.", "RailAnswer"), 404: shared("NotFound") },
  },
  "POST /wallets": {
    summary: "Whitelist a destination wallet",
    ...creation("The wallet.", "WalletBody", "WalletAnswer"),
  },
  "POST /bank-accounts": {
    summary: "Whitelist a destination bank account",
    ...creation(
      "The bank account. The document does not show this answer.",
      "BankAccountBody",
      "BankAccountAnswer",
    ),
  },
};
