#!/usr/bin/env node
// Checks an export of Signalbox's audit without Signalbox. VERIFY.md says what each step shows.
//   node verify.mjs DIRECTORY --key FINGERPRINT [--key FORMER]... [--head SIZE:HASH]...
// Take fingerprints and heads from outside the export: from the approvals channel or the operator.
import { createHash, createPublicKey, verify as isSignedBy } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const GENESIS = "0".repeat(64);
/** The one table that may be left out: it names people. */
const MAY_BE_LEFT_OUT = "people.csv";

/** What is wrong with an export, and where; `summary` says what it shows where nothing is. */
export function verify(directory, { keys, heads = [] }) {
  const problems = [];
  const wrong = (where, what) => problems.push(`${where}: ${what}`);
  const has = (path) => existsSync(join(directory, path));
  const read = (path) => {
    if (has(path)) return readFileSync(join(directory, path));
    wrong(path, "is missing");
    return Buffer.alloc(0);
  };
  const guarded = (where, work) => {
    try {
      return work();
    } catch {
      wrong(where, "cannot be read");
    }
  };
  const text = (path) => read(path).toString();
  const names = (path) => (has(path) ? readdirSync(join(directory, path)) : []);
  const files = { directory, wrong, has, read, text, names, guarded };

  const [key, ...former] = readKeys(files, keys);
  const isSigned = (bytes, signature, by) =>
    signature.length === 64 && by.some((each) => each && isSignedBy(null, bytes, each, signature));
  const about = checkManifest(files, (bytes, signature) => isSigned(bytes, signature, [key]));
  const entries = readEntries(files, "entries.jsonl");
  const earlier = readEntries(files, "earlier.jsonl");
  checkChain(files, entries, about);
  for (const { sequence, where } of earlier) {
    if (!(sequence <= about.after.size)) wrong(where, "is not from before the period");
  }
  const isNoteSigned = (bytes, signature) => isSigned(bytes, signature, [key, ...former]);
  const signed = checkHeads(files, isNoteSigned, entries, about);
  for (const head of heads) checkHead(files, "--head", head.split(":"), entries, about);
  const requests = checkRequests(files, entries, earlier);
  const range = `${entries.length} entries (${about.after.size + 1} to ${about.until.size}) and ${requests} requests`;
  const summary = `${range} of ${about.workspace} are complete and unaltered under ${signed} signed heads.`;
  const deleted = about.after.isDeleted ? " The export says that what came before was deleted in its time." : "";
  return { problems, summary: `${summary} Nobody approved their own request.${deleted}` };
}

/** The key of this export, and those that signed heads before it: the manifest vouches for these, unless you name them. */
function readKeys({ read, names, wrong, guarded }, [fingerprint, ...former]) {
  const readKey = (path, isNamed) =>
    guarded(path, () => {
      const key = createPublicKey(read(path));
      const found = sha256(key.export({ type: "spki", format: "der" }));
      if (!isNamed(found)) wrong(path, `is another key than you named: ${found}`);
      return key;
    });
  const isFormer = (found) => former.length === 0 || former.includes(found);
  const paths = names("keys").map((name) => `keys/${name}`);
  return [readKey("key.pem", (found) => found === fingerprint), ...paths.map((path) => readKey(path, isFormer))];
}

/** The manifest is signed, every file is the one that it lists, and none was added. */
function checkManifest({ directory, read, has, wrong }, isSigned) {
  const manifest = read("SHA256SUMS");
  if (!isSigned(manifest, read("SHA256SUMS.sig"))) wrong("SHA256SUMS", "or its signature was changed");
  const [format, workspace = "", period = "", after, until, ...rows] = manifest.toString().split("\n");
  if (format !== "# signalbox audit export v1") wrong("SHA256SUMS", "line 1 names another format");
  const listed = new Map(rows.map((row) => [row.slice(66), row.slice(0, 64)]));
  listed.delete("");
  for (const [path, hash] of listed) {
    if (path === MAY_BE_LEFT_OUT && !has(path)) continue;
    if (path.includes("..") || sha256(read(path)) !== hash) wrong(path, "is not the file that was signed");
  }
  for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = relative(directory, join(file.parentPath, file.name)).replaceAll("\\", "/");
    const isKnown = file.isDirectory() || listed.has(path) || ["SHA256SUMS", "SHA256SUMS.sig"].includes(path);
    if (!isKnown) wrong(path, "is not listed in SHA256SUMS: it was added");
  }
  const markIn = (line = "") => {
    const [, size, hash] = / entry (\d+) ([0-9a-f]{64})$/.exec(line) ?? [];
    return { size: Number(size), hash, isDeleted: line.includes(" deleted entry ") };
  };
  const [, from = "", to = ""] = /^# period from (\S+) to (\S+)$/.exec(period) ?? [];
  return { workspace: workspace.slice("# workspace ".length), from, to, after: markIn(after), until: markIn(until) };
}

/** JSON with sorted names (RFC 8785), as an entry is hashed and written. */
const sorted = (each) =>
  JSON.stringify(Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))));

/** One entry a line. Its hash is that of the line without its member `hash`. */
function readEntries({ text, wrong, guarded }, path) {
  const lines = text(path).split("\n").slice(0, -1);
  return lines.flatMap((line, index) => {
    const where = `${path} line ${index + 1}`;
    const entry = guarded(where, () => {
      const { hash, ...hashed } = JSON.parse(line);
      if (sorted({ ...hashed, hash }) !== line) wrong(where, "is not written as an entry is");
      if (sha256(sorted(hashed)) !== hash) wrong(`${where}, entry ${hashed.sequence}`, "was changed");
      return { ...hashed, hash, facts: JSON.parse(hashed.facts), where };
    });
    return entry ?? [];
  });
}

/** Each entry names the hash of the one before it, from the first to the last that was signed. */
function checkChain({ wrong }, entries, { workspace, after, until }) {
  if (after.size === 0 && after.hash !== GENESIS) wrong("SHA256SUMS", "the chain has another beginning");
  // Only the time before the app was removed is deleted: next comes its return.
  const isCut = after.isDeleted && entries[0]?.action !== "app-installed";
  if (isCut) wrong("entries.jsonl", "does not begin with a return of the app: earlier entries are missing");
  let before = { sequence: after.size, hash: after.hash };
  for (const entry of entries) {
    const { sequence, where } = entry;
    const due = before.sequence + 1;
    if (entry.workspaceId !== workspace) wrong(where, `is of another workspace, ${entry.workspaceId}`);
    if (sequence !== due) wrong(where, `is entry ${sequence}, not ${due}: entries were removed, added or moved`);
    else if (entry.previousHash !== before.hash) wrong(where, `does not follow entry ${due - 1}: one was changed`);
    before = entry;
  }
  if (before.sequence !== until.size || before.hash !== until.hash) {
    const found = `ends with entry ${before.sequence}, not with the signed entry ${until.size}`;
    wrong("entries.jsonl", `${found}: the tail was cut or changed`);
  }
}

/** Notes as in https://c2sp.org/signed-note: text, blank line, signature. The text is origin, size, hash and time. */
function checkHeads(files, isSigned, entries, about) {
  const { names, text, has, read, wrong } = files;
  const signed = [];
  for (const name of names("heads").filter((each) => each.endsWith(".note"))) {
    const where = `heads/${name}`;
    const note = text(where);
    const [said, line = ""] = note.split("\n\n");
    const [, signature = ""] = /^\u2014 signalbox ([A-Za-z0-9+/=]+)\n$/.exec(line) ?? [];
    const bytes = Buffer.from(signature, "base64").subarray(4);
    if (!isSigned(Buffer.from(`${said}\n`), bytes)) wrong(where, "was not signed with a key here, or was changed");
    const [origin, size, hash, at] = said.split("\n");
    if (origin !== `signalbox.audit-head/v1/${about.workspace}`) wrong(where, "is the head of something else");
    checkHead(files, where, [size, hash], entries, about);
    signed.push({ size: Number(size), at });
    const stamp = where.replace(/note$/, "tsr");
    const isOfNote = !has(stamp) || read(stamp).includes(Buffer.from(sha256(note), "hex"));
    if (!isOfNote) wrong(stamp, `is a time stamp of something else than ${where}`);
  }
  const { after, until, from, to } = about;
  const isThere = (size, isInTime) => signed.some((head) => head.size === size && isInTime(head.at));
  if (!after.isDeleted && after.size > 0 && !isThere(after.size, (at) => at <= from))
    wrong("heads", `there is none of entry ${after.size} from before the period: earlier entries may be missing`);
  if (!isThere(until.size, (at) => at >= to))
    wrong("heads", `there is none of entry ${until.size} from after the period: later entries may be missing`);
  return signed.length;
}

function checkHead({ wrong }, where, [size, hash], entries, { after }) {
  const at = Number(size) - after.size;
  const found = at === 0 ? after.hash : entries[at - 1]?.hash;
  if (found === undefined) wrong(where, `entry ${size} is not in this export: compare it with that of its own period`);
  else if (found !== hash) wrong(where, `entry ${size} is not the signed one: the chain was rewritten at or before it`);
}

/** A report names the request of its Rail, and no number or digest. */
const isAboutRail = ({ action }) => action === "rail-problem-reported" || action === "rail-disputed";

/** Every request that an entry names has a row and a dossier, and what was approved has the digest of its entries. */
function checkRequests({ text, read, wrong, guarded }, entries, earlier) {
  const named = new Set(entries.map(({ requestId }) => requestId));
  const all = [...earlier, ...entries].filter(({ requestId }) => requestId !== null && named.has(requestId));
  const numbered = all.filter((entry) => !isAboutRail(entry));
  const numbers = new Map(numbered.map(({ requestId, facts }) => [requestId, facts.number]));
  const numberOf = (entry) => (isAboutRail(entry) ? numbers.get(entry.requestId) : entry.facts.number);
  const byNumber = [...Map.groupBy(all, numberOf)].sort(([one], [other]) => one - other);
  const rows = text("requests.csv").split("\n").slice(1, -1);
  for (const [index, [number, own]] of byNumber.entries()) {
    const isThere = rows[index]?.startsWith(`R-${number},${own[0].requestId},`);
    if (!isThere) wrong(`requests.csv line ${index + 2}`, `is not R-${number}: rows were removed, added or moved`);
    const folder = `requests/R-${number}`;
    guarded(folder, () => {
      const bytes = read(`${folder}/approved.json`);
      const other = own.find((entry) => !isAboutRail(entry) && entry.facts.digest !== sha256(bytes));
      if (other) wrong(`${folder}/approved.json`, `is not what was approved in ${other.where}`);
      const { requestedBy } = JSON.parse(bytes.toString());
      const approvals = own.filter(({ action }) => action === "approval-given");
      const self = approvals.find(({ actor }) => actor === requestedBy);
      if (self) wrong(self.where, `${requestedBy} approved their own request R-${number}`);
      const { history, ...told } = JSON.parse(text(`${folder}/dossier.json`));
      const step = ({ sequence, at, actor, action, facts }) => JSON.stringify([sequence, at, actor, action, facts]);
      const isTold = history.length === own.length && own.every((each, at) => step(each) === step(history[at]));
      if (!isTold) wrong(`${folder}/dossier.json`, "tells another history than the entries");
      if (told.requestedBy !== requestedBy) wrong(`${folder}/dossier.json`, "names another requester");
      if (told.isRowAsWritten === false) wrong(folder, "was changed in the database: its rule may be another");
    });
  }
  const more = rows.length - byNumber.length;
  if (more > 0) wrong("requests.csv", `has ${more} more rows than requests that the entries name`);
  return byNumber.length;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [directory = "", ...options] = process.argv.slice(2);
  const given = (name) => options.filter((_, at) => options[at - 1] === name);
  const { problems, summary } = verify(directory, { keys: given("--key"), heads: given("--head") });
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? summary : `NOT VERIFIED: problems found: ${problems.length}.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
