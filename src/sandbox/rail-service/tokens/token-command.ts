import { z } from "zod";
import { readConfig } from "../config.ts";

const HELP = `npm run rail-service:tokens                        lists all tokens, by company
npm run rail-service:tokens -- issue "Globex"      issues one, and makes the company where it is new
npm run rail-service:tokens -- revoke tok_…        revokes one at once and for good

They are those of the Rail service that runs at PORT, 4010 unless told.`;

const listed = z.object({
  id: z.string().nullable(),
  company: z.string(),
  last_four: z.string().nullable(),
  issued_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
const listAnswer = z.object({ data: z.array(listed) });
const issueAnswer = z.object({ data: listed.extend({ id: z.string(), token: z.string() }) });
const revokeAnswer = z.object({ data: listed });
const refusal = z.object({ message: z.string() });

/** An error whose sentence is for the person at the command line. */
class CommandError extends Error {}

const { config, mistakes } = readConfig(process.env);
try {
  if (config === undefined) throw new CommandError(mistakes.join("\n"));
  console.log(await run(process.argv.slice(2), config.port));
} catch (error) {
  if (!(error instanceof CommandError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run([verb = "list", about, ...more]: string[], port: number): Promise<string> {
  if (more.length > 0) throw new CommandError(HELP);
  if (verb === "list" && about === undefined) {
    const { data } = await call(port, listAnswer, "GET");
    return data.map(inOneLine).join("\n");
  }
  if (verb === "issue" && about !== undefined) {
    const { data } = await call(port, issueAnswer, "POST", "", { company: about });
    return `${data.token}

This token of ${data.company} is shown once: the service keeps only its hash. To revoke it:
npm run rail-service:tokens -- revoke ${data.id}`;
  }
  if (verb === "revoke" && about !== undefined) {
    const path = `/${encodeURIComponent(about)}`;
    const { data } = await call(port, revokeAnswer, "DELETE", path);
    return inOneLine(data);
  }
  throw new CommandError(HELP);
}

function inOneLine({ id, company, last_four, issued_at, revoked_at }: z.infer<typeof listed>) {
  if (id === null) return `${company}: of the configuration`;
  const revoked = revoked_at === null ? "" : `, revoked ${revoked_at}`;
  return `${company}: ${id}, ends in ${last_four}, issued ${issued_at}${revoked}`;
}

async function call<Answer extends z.ZodType>(
  port: number,
  answer: Answer,
  method: string,
  path = "",
  body?: object,
): Promise<z.output<Answer>> {
  const response = await fetch(`http://127.0.0.1:${port}/sandbox/tokens${path}`, {
    method,
    ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    const sentence = `No Rail service answers at port ${port}. Start it with npm run rail-service, or say its PORT.`;
    throw new CommandError(sentence, { cause });
  });
  const json: unknown = await response.json().catch(() => null);
  const { data } = answer.safeParse(json);
  if (response.ok && data !== undefined) return data;
  throw new CommandError(
    refusal.safeParse(json).data?.message ?? `The program at port ${port} is no Rail service.`,
  );
}
