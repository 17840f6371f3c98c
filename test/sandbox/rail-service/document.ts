/**
 * The document's tables, line by line, in its own words; the schema's names where it has none. The tests hold the
 * service's description, and what it really answers, against these lines and against nothing of the service's own.
 */

/** `Rail (RailResource)`: for each type what source and destination are. */
const railLines = (type: string, source: string, destination: string) => [
  "id: string or null, required",
  `type: "${type}", required`,
  `source: ${source}, required`,
  `destination: ${destination}, required`,
  "metadata: object, required",
  "metadata.external_id: array or null, required",
  "human: null",
  "created_at: string (date-time) or null, required",
];

const EITHER_ASSET = "FiatAssetResource or CryptoAssetResource";

export const RESOURCES: Record<string, readonly string[]> = {
  RailResource: ["OnRampRail or OffRampRail or ExchangeRail"],
  OnRampRail: railLines("ON_RAMP", "FiatAssetResource", "CryptoAssetResource"),
  OffRampRail: railLines("OFF_RAMP", "CryptoAssetResource", "FiatAssetResource"),
  ExchangeRail: railLines("EXCHANGE", EITHER_ASSET, EITHER_ASSET),
  FiatAssetResource: [
    "asset: string, required",
    "type: string, required",
    "bank_account: BankAccountResource, required",
  ],
  CryptoAssetResource: [
    "asset: string, required",
    "type: string, required",
    "wallet: WalletResource, required",
  ],
  BankAccountResource: [
    "id: string or null, required",
    "display_name: string, required",
    "currency: string, required",
    "iban: string or null, required",
    "account_number: string",
    "sort_code: string",
    "bic_swift: string",
    "reference: string or null, required",
  ],
  WalletResource: [
    "id: string or null, required",
    "display_name: string, required",
    "is_custodial: boolean, required",
    "network: string, required",
    "address: string, required",
  ],
};

/** `Endpoints`: the 200s. */
export const ANSWERS: Record<string, readonly string[]> = {
  RailPage: [
    "data: array of RailResource, required",
    "meta: object, required",
    "meta.current_page: integer, required",
    "meta.from: integer or null, required",
    "meta.last_page: integer, required",
    "meta.links: array of object, required",
    "meta.links[].url: string or null, required",
    "meta.links[].label: string, required",
    "meta.links[].active: boolean, required",
    "meta.path: string or null, required",
    "meta.per_page: integer, required",
    "meta.to: integer or null, required",
    "meta.total: integer, required",
    "links: object, required",
    "links.first: string or null, required",
    "links.last: string or null, required",
    "links.prev: string or null, required",
    "links.next: string or null, required",
  ],
  RailAnswer: ["data: RailResource, required"],
  WalletAnswer: ["data: WalletResource, required"],
  BankAccountAnswer: ["data: BankAccountResource, required"],
};

/** `Errors`. */
export const ERRORS: Record<string, readonly string[]> = {
  Message: ["message: string, required"],
  ValidationError: ["message: string, required", "errors: object of array of string, required"],
};

/**
 * `Endpoints`: the request bodies, with the codes of "Known values seen in use" in the place of any string. Ids are
 * integers in the document's schema and strings in its usage: the service takes the strings.
 */
export const REQUESTS: Record<string, readonly string[]> = {
  RailBody: ["OnRampBody or OffRampBody"],
  OnRampBody: [
    'type: "ON_RAMP", required',
    "metadata: array of string or null",
    "source: object, required",
    'source.asset: "GBP", required',
    "destination: object, required",
    'destination.asset: "GBPA", required',
    "destination.wallet_id: string, required",
  ],
  OffRampBody: [
    'type: "OFF_RAMP", required',
    "metadata: array of string or null",
    "source: object, required",
    'source.asset: "GBPA", required',
    'source.network_id: "SOLANA_DEVNET" or "ETHEREUM_SEPOLIA", required',
    "destination: object, required",
    'destination.asset: "GBP", required',
    "destination.bank_account_id: string, required",
  ],
  WalletBody: [
    "name: string, required",
    'network_id: "SOLANA_DEVNET" or "ETHEREUM_SEPOLIA", required',
    "address: string, required",
  ],
  BankAccountBody: ["name: string, required", "iban: string, required"],
};

/** `Endpoints` and `Errors`: operation, its id if shown, what it takes, and what it answers. */
export const OPERATIONS = [
  "GET /rails (rail.index): 200 RailPage, 401 Message",
  "POST /rails (rail.store) of RailBody: 200 RailAnswer, 401 Message, 422 ValidationError",
  "GET /rails/{rail} (rail.show): 200 RailAnswer, 401 Message, 404 Message",
  "POST /wallets of WalletBody: 200 WalletAnswer, 401 Message, 422 ValidationError",
  "POST /bank-accounts of BankAccountBody: 200 BankAccountAnswer, 401 Message, 422 ValidationError",
];

/**
 * Everything that the document calls "not shown", in its order, and the lines of the README's table "Where the
 * document is silent" that say what this sandbox chose.
 */
export const NOT_SHOWN: [said: string, chosen: readonly string[]][] = [
  ["fees, exchange rates, settlement times", ["Fees, rates and times"]],
  ["the behaviour of type `EXCHANGE`", ["`EXCHANGE`"]],
  ["complete list of allowed asset codes and network_id values", ["Codes"]],
  ["content of the `type` string inside an asset object", ["`type` of an asset object"]],
  ["meaning of `human`", ["`human`"]],
  ["states of a Rail or of an individual conversion, and transitions", ["States"]],
  ["query parameters for paging or filtering", ["Pages", "Filters"]],
  ["response body of `POST /bank-accounts`", ["Answer of `POST /bank-accounts`"]],
  ["how a token is issued", ["How a token is issued"]],
  ["its lifetime and its scopes", ["Lifetime of a token", "Scopes of a token"]],
  ["events", ["Events"]],
  [
    "error bodies and status codes for the wallet and bank account endpoints",
    ["Statuses of `/wallets`, `/bank-accounts`"],
  ],
  ["further codes for Rail endpoints", ["Further statuses", "What is hardly HTTP"]],
  ["rate limits", ["Rate limits, time-outs"]],
  ["page sizes", ["Pages"]],
  ["amount limits", ["Amount limits"]],
  ["metadata size limits", ["Metadata"]],
  ["time-outs", ["Rate limits, time-outs"]],
  ["rules on deprecation and compatibility", ["Versions"]],
];
