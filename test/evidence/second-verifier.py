"""Checks an export as VERIFY.md says, in another language: python3 second-verifier.py DIRECTORY FINGERPRINT."""
import base64, hashlib, json, os, re, subprocess, sys, tempfile

directory, fingerprint = sys.argv[1:3]
sha256 = lambda data: hashlib.sha256(data).hexdigest()


def fail(where, what):
    print(f"{where}: {what}")
    sys.exit(1)


def read(path):
    try:
        with open(os.path.join(directory, path), "rb") as file:
            return file.read()
    except OSError:
        fail(path, "cannot be read")


def is_signed(data, signature):
    with tempfile.TemporaryDirectory() as place:
        paths = [os.path.join(place, name) for name in ("data", "sig")]
        for path, content in zip(paths, (data, signature)):
            with open(path, "wb") as file:
                file.write(content)
        key = os.path.join(directory, "key.pem")
        command = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", key, "-rawin"]
        return subprocess.run(command + ["-in", paths[0], "-sigfile", paths[1]], capture_output=True).returncode == 0


# 1 and 2
der = subprocess.run(["openssl", "pkey", "-pubin", "-in", os.path.join(directory, "key.pem"), "-outform", "DER"], capture_output=True).stdout
if sha256(der) != fingerprint:
    fail("key.pem", "another key")
manifest = read("SHA256SUMS")
if not is_signed(manifest, read("SHA256SUMS.sig")):
    fail("SHA256SUMS", "not signed")
lines = manifest.decode().split("\n")
if lines[0] != "# signalbox audit export v1":
    fail("SHA256SUMS", "another format")
workspace = lines[1][len("# workspace "):]
marks = [re.fullmatch(rf"# {word} entry (\d+) ([0-9a-f]{{64}})", line) for word, line in (("after", lines[3]), ("until", lines[4]))]
(after, after_hash), (until, until_hash) = [(int(mark[1]), mark[2]) for mark in marks]
listed = {line[66:]: line[:64] for line in lines[5:] if line}
there = {os.path.relpath(os.path.join(root, name), directory) for root, _, names in os.walk(directory) for name in names}
for path in sorted(there - set(listed) - {"SHA256SUMS", "SHA256SUMS.sig"}):
    fail(path, "added")
for path, digest in listed.items():
    if path == "people.csv" and path not in there:
        continue
    if sha256(read(path)) != digest:
        fail(path, "changed")


# 3 and 4
def entries_in(path):
    for line in read(path).decode().splitlines():
        entry = json.loads(line)
        without = re.sub(r',"hash":"[0-9a-f]{64}"', "", line, count=1)
        if sha256(without.encode()) != entry["hash"]:
            fail(path, f"entry {entry['sequence']}")
        yield {**entry, "facts": json.loads(entry["facts"])}


entries = list(entries_in("entries.jsonl"))
size, last = after, after_hash
for entry in entries:
    if (entry["sequence"], entry["previousHash"], entry["workspaceId"]) != (size + 1, last, workspace):
        fail("entries.jsonl", f"entry {entry['sequence']}")
    size, last = entry["sequence"], entry["hash"]
if (size, last) != (until, until_hash) or (after == 0 and after_hash != "0" * 64):
    fail("entries.jsonl", "the end")

# 5
hashes = {after: after_hash, **{entry["sequence"]: entry["hash"] for entry in entries}}
sizes = set()
for path in sorted(path for path in there if path.startswith("heads/") and path.endswith(".note")):
    text, signature = read(path).decode().split("\n\n")
    coded = re.fullmatch("— signalbox (.*)\n", signature)[1]
    if not is_signed((text + "\n").encode(), base64.b64decode(coded)[4:]):
        fail(path, "not signed")
    origin, number, digest, _ = text.split("\n")
    if origin != "signalbox.audit-head/v1/" + workspace or hashes.get(int(number)) != digest:
        fail(path, "another head")
    sizes.add(int(number))
if until not in sizes or (after > 0 and after not in sizes):
    fail("heads", "missing")

# 7, 8 and 9
earlier = list(entries_in("earlier.jsonl"))
if any(entry["sequence"] > after for entry in earlier):
    fail("earlier.jsonl", "not earlier")
of_request = {}
named = {entry["requestId"] for entry in entries if entry["requestId"]}
for entry in earlier + entries:
    if entry["requestId"] in named:
        of_request.setdefault(entry["facts"]["number"], []).append(entry)
rows = read("requests.csv").decode().splitlines()[1:]
if len(rows) != len(of_request):
    fail("requests.csv", "rows")
for row, (number, own) in zip(rows, sorted(of_request.items())):
    if not row.startswith(f"R-{number},{own[0]['requestId']},"):
        fail("requests.csv", row)
    approved = read(f"requests/R-{number}/approved.json")
    if any(entry["facts"]["digest"] != sha256(approved) for entry in own):
        fail(f"requests/R-{number}", "digest")
    asked_by = json.loads(approved)["requestedBy"]
    if any(entry["action"] == "approval-given" and entry["actor"] == asked_by for entry in own):
        fail(f"requests/R-{number}", "approved by its requester")
    history = json.loads(read(f"requests/R-{number}/dossier.json"))["history"]
    members = ("sequence", "at", "actor", "action", "facts")
    if history != [{name: entry[name] for name in members} for entry in own]:
        fail(f"requests/R-{number}", "history")
print("verified")
