import fc from "fast-check";

/** One field of a right body, and the JSON that stands in its place: undefined for none at all. */
export interface Spoil {
  /** Dotted, as a 422 names it. */
  field: string;
  json: string | undefined;
  /** Wrong for every field of text, whatever its codes: no string, or one that cannot be kept. */
  isNoText: boolean;
}

const deep = (open: string, close: string) => open.repeat(3000) + close.repeat(3000);

const NO_TEXT = [
  ...["null", "true", "0", "-0", "7", "1e400", "-1e-400", "123456789012345678901234567890"],
  ...["[]", "{}", '["GBP"]', '{"length":1}', '{"__proto__":{"toString":null}}', "[[],[[]]]"],
  ...[deep("[", "]"), deep('{"a":', "}").replace(":}", ":0}"), `[${"0,".repeat(3000)}0]`],
  ...['"\\u0000"', '"GBP\\u0000"', '"\\ud800"', '"\\udfff\\ud800"'],
];
const NO_CODE = [
  ...["", "gbp", "GBP ", "__proto__", "constructor", "toString", "' OR 1=1 --", "\u202e", "💰"],
  ..."0;-1;NaN;../../etc/passwd;<script>;%00".split(";"),
  "x".repeat(5000),
].map((text) => JSON.stringify(text));
const NO_NAME = [" ", "\t\n", "\ufeff", "n".repeat(256), "💰".repeat(256)].map((text) =>
  JSON.stringify(text),
);
const NO_OBJECT = NO_TEXT.filter((json) => !json.startsWith("{")).concat('"GBP"');
const NO_METADATA = NO_TEXT.filter((json) => json !== "null" && !json.startsWith("["));

const spoils = (field: string, values: readonly (string | undefined)[], isNoText: boolean) =>
  values.map((json) => ({ field, json, isNoText }));

/** Every way in which these fields are spoiled here. */
const textSpoils = (fields: readonly string[]) =>
  fields.flatMap((field) => [
    ...spoils(field, [undefined, ...NO_TEXT], true),
    ...spoils(field, field === "name" ? NO_NAME : NO_CODE, false),
  ]);

const objectSpoils = [
  ...["source", "destination"].flatMap((field) => spoils(field, [undefined, ...NO_OBJECT], true)),
  ...spoils("metadata", NO_METADATA, true),
  ...["metadata.0", "metadata.1"].flatMap((field) => spoils(field, NO_TEXT, true)),
];

/** The texts of each right body, by their dotted paths. */
const TEXTS = {
  wallet: ["name", "network_id", "address"],
  account: ["name", "iban"],
  onRamp: ["type", "source.asset", "destination.asset", "destination.wallet_id"],
  offRamp: [
    ...["type", "source.asset", "source.network_id"],
    ...["destination.asset", "destination.bank_account_id"],
  ],
};

/** Some fields of a body, each spoiled in one way. */
export function spoiledFields(kind: keyof typeof TEXTS): fc.Arbitrary<Spoil[]> {
  const isRail = kind === "onRamp" || kind === "offRamp";
  const all = [...textSpoils(TEXTS[kind]), ...(isRail ? objectSpoils : [])];
  const fields = [...new Set(all.map(({ field }) => field))];
  const ofField = (field: string) =>
    fc.constantFrom(...all.filter((spoil) => spoil.field === field));
  return fc
    .uniqueArray(fc.constantFrom(...fields), { minLength: 1, maxLength: 4 })
    .chain((chosen) => fc.tuple(...chosen.map(ofField)));
}

/** The right body as JSON with the spoiled fields in it, and fields of nobody's beside them. */
export function spoiledJson(right: object, spoiled: readonly Spoil[], strangers: string): string {
  const written = (value: unknown, path: string): string | undefined => {
    const spoil = spoiled.find(({ field }) => field === path);
    if (spoil !== undefined) return spoil.json;
    const below = (key: string) => (path === "" ? key : `${path}.${key}`);
    if (Array.isArray(value)) {
      return `[${value.map((item, at) => written(item, below(String(at)))).join()}]`;
    }
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const fields = Object.entries(value).flatMap(([key, inner]) => {
      const json = written(inner, below(key));
      return json === undefined ? [] : [`${JSON.stringify(key)}:${json}`];
    });
    return `{${[...fields, ...(strangers === "" ? [] : [strangers])].join()}}`;
  };
  return written(right, "") ?? "";
}

/** Which of the spoiled fields a 422 has to name, and no other. */
export function namedFields(spoiled: readonly Spoil[]): string[] {
  const isSpoiled = (field: string) => spoiled.some((each) => each.field === field);
  const isTypeKnown = !isSpoiled("type");
  return spoiled
    .filter(({ field, isNoText }) => {
      const [parent = "", child] = field.split(".");
      // An address of which no network is known is any text.
      if (field === "address" && isSpoiled("network_id")) return isNoText;
      if (child === undefined) return true;
      // A wrong object or array is named, and what would have been in it is not.
      if (isSpoiled(parent)) return false;
      // Under a type that is not known, an asset is any text, and ids and networks are nobody's.
      return isTypeKnown || parent === "metadata" || (child === "asset" && isNoText);
    })
    .map(({ field }) => field)
    .sort();
}
