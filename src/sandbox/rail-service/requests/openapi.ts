import { z } from "zod";
import { answerSchemas, operations, requestSchemas, sharedResponses } from "./operations.ts";

/** The version that the published interface description carries (the document's "Versioning"). */
const VERSION = "0.0.2";

const ABOUT = `The interface of the document, and where the document is silent, the choices of this sandbox.
Fields that are not named here are ignored in requests, and absent from answers.`;

/** The interface in OpenAPI 3.1, built from the schemas that judge requests and type answers. */
export function openApi(prefix: string) {
  return {
    openapi: "3.1.0",
    info: { title: "Rail service", version: VERSION, description: ABOUT },
    servers: [{ url: prefix }],
    security: [{ bearer: [] }],
    paths: pathsOf(),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      responses: sharedResponses,
      schemas: {
        ...toJsonSchemas(requestSchemas, "input"),
        ...toJsonSchemas(answerSchemas, "output"),
      },
    },
  };
}

type Paths = Record<string, Record<string, (typeof operations)[keyof typeof operations]>>;

/** `GET /rails` becomes `get` at `/rails`. */
function pathsOf(): Paths {
  const paths: Paths = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = name.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  return paths;
}

/** Named schemas refer to each other. Requests may have more fields, and answers may not. */
function toJsonSchemas(named: Record<string, z.ZodType>, io: "input" | "output") {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    io,
    uri: (id) => `#/components/schemas/${id}`,
    override: ({ jsonSchema }) => withoutNoise(jsonSchema),
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]),
  );
}

/** Removes what zod adds to formats and integers: the document does not have it. */
function withoutNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
}
