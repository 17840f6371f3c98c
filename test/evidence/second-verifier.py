"""Checks exports as VERIFY.md says, in another language: python3 second-verifier.py FINGERPRINT, a directory on each line."""
import base64, functools, hashlib, json, os, re, sys

sha256 = lambda data: hashlib.sha256(data).hexdigest()


class Wrong(Exception):
    pass


# Ed25519, as RFC 8032 writes it down
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(one, other):
    a, b = (one[1] - one[0]) * (other[1] - other[0]) % P, (one[1] + one[0]) * (other[1] + other[0]) % P
    c, d = 2 * one[3] * other[3] * D % P, 2 * one[2] * other[2] % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(number, point):
    product = (0, 1, 1, 0)
    while number > 0:
        if number & 1:
            product = add(product, point)
        point, number = add(point, point), number >> 1
    return product


def point_of(encoded):
    y = int.from_bytes(encoded, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    if y >= P or x * x % P != square:
        raise ValueError("no point")
    x = P - x if x & 1 != sign else x
    return x, y, 1, x * y % P


BASE = point_of((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


@functools.lru_cache(maxsize=None)
def is_signed(data, signature, key):
    number = int.from_bytes(signature[32:], "little")
    if len(signature) != 64 or number >= ORDER:
        return False
    digest = hashlib.sha512(signature[:32] + key + data).digest()
    challenge = int.from_bytes(digest, "little") % ORDER
    left, right = times(number, BASE), add(point_of(signature[:32]), times(challenge, point_of(key)))
    return (left[0] * right[2] - right[0] * left[2]) % P == 0 and (left[1] * right[2] - right[1] * left[2]) % P == 0


def verify(directory, fingerprint):
    def read(path):
        with open(os.path.join(directory, path), "rb") as file:
            return file.read()

    there = {os.path.relpath(os.path.join(root, name), directory) for root, _, names in os.walk(directory) for name in names}

    # 1 and 2
    def key_in(path):
        der = base64.b64decode("".join(read(path).decode().split("\n")[1:-2]), validate=True)
        return sha256(der), der[-32:]

    found, key = key_in("key.pem")
    if found != fingerprint:
        raise Wrong("key.pem", "another key")
    manifest = read("SHA256SUMS")
    if not is_signed(manifest, read("SHA256SUMS.sig"), key):
        raise Wrong("SHA256SUMS", "not signed")
    lines = manifest.decode().split("\n")
    if lines[0] != "# signalbox audit export v1":
        raise Wrong("SHA256SUMS", "another format")
    workspace = lines[1][len("# workspace "):]
    start, end = re.fullmatch(r"# period from (\S+) to (\S+)", lines[2]).groups()
    is_deleted = lines[3].startswith("# after deleted entry ")
    words = (("after deleted" if is_deleted else "after", lines[3]), ("until", lines[4]))
    marks = [re.fullmatch(rf"# {word} entry (\d+) ([0-9a-f]{{64}})", line) for word, line in words]
    (after, after_hash), (until, until_hash) = [(int(mark[1]), mark[2]) for mark in marks]
    listed = {line[66:]: line[:64] for line in lines[5:] if line}
    for path in sorted(there - set(listed) - {"SHA256SUMS", "SHA256SUMS.sig"}):
        raise Wrong(path, "added")
    for path, digest in listed.items():
        if path == "people.csv" and path not in there:
            continue
        if path not in there or sha256(read(path)) != digest:
            raise Wrong(path, "changed")

    # 3 and 4
    def entries_in(path):
        for line in read(path).decode().split("\n")[:-1]:
            entry = json.loads(line)
            without = {name: value for name, value in entry.items() if name != "hash"}
            written = lambda each: json.dumps(each, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            if line != written(entry) or sha256(written(without).encode()) != entry["hash"]:
                raise Wrong(path, f"entry {entry['sequence']}")
            yield {**entry, "facts": json.loads(entry["facts"])}

    entries = list(entries_in("entries.jsonl"))
    if is_deleted and [entry["action"] for entry in entries[:1]] != ["app-installed"]:
        raise Wrong("entries.jsonl", "does not begin with a return")
    size, last = after, after_hash
    for entry in entries:
        if (entry["sequence"], entry["previousHash"], entry["workspaceId"]) != (size + 1, last, workspace):
            raise Wrong("entries.jsonl", f"entry {entry['sequence']}")
        size, last = entry["sequence"], entry["hash"]
    if (size, last) != (until, until_hash) or (after == 0 and after_hash != "0" * 64):
        raise Wrong("entries.jsonl", "the end")

    # 5 and 6
    keys = [key] + [key_in(path)[1] for path in sorted(there) if path.startswith("keys/")]
    hashes = {after: after_hash, **{entry["sequence"]: entry["hash"] for entry in entries}}
    signed = []
    for path in sorted(path for path in there if path.startswith("heads/") and path.endswith(".note")):
        text, signature = read(path).decode().split("\n\n")
        coded = base64.b64decode(re.fullmatch("— signalbox (.*)\n", signature)[1])
        if not any(is_signed((text + "\n").encode(), coded[4:], each) for each in keys):
            raise Wrong(path, "not signed")
        origin, number, digest, at, *_ = text.split("\n")
        if origin != "signalbox.audit-head/v1/" + workspace or hashes.get(int(number)) != digest:
            raise Wrong(path, "another head")
        signed.append((int(number), at))
        stamp = path.replace(".note", ".tsr")
        if stamp in there and hashlib.sha256(read(path)).digest() not in read(stamp):
            raise Wrong(stamp, "of something else")
    is_closed = any(size == until and at >= end for size, at in signed)
    is_begun = after == 0 or is_deleted or any(size == after and at <= start for size, at in signed)
    if not is_closed or not is_begun:
        raise Wrong("heads", "missing")

    # 7, 8 and 9
    earlier = list(entries_in("earlier.jsonl"))
    if any(entry["sequence"] > after for entry in earlier):
        raise Wrong("earlier.jsonl", "not earlier")
    of_request = {}
    named = {entry["requestId"] for entry in entries if entry["requestId"]}
    reports = ("rail-problem-reported", "rail-disputed")
    numbers = {entry["requestId"]: entry["facts"]["number"] for entry in earlier + entries if entry["requestId"] and entry["action"] not in reports}
    for entry in earlier + entries:
        if entry["requestId"] in named:
            number = numbers[entry["requestId"]] if entry["action"] in reports else entry["facts"]["number"]
            of_request.setdefault(number, []).append(entry)
    rows = read("requests.csv").decode().split("\n")[1:-1]
    if len(rows) != len(of_request):
        raise Wrong("requests.csv", "rows")
    for row, (number, own) in zip(rows, sorted(of_request.items())):
        if not row.startswith(f"R-{number},{own[0]['requestId']},"):
            raise Wrong("requests.csv", row)
        approved = read(f"requests/R-{number}/approved.json")
        if any(entry["action"] not in reports and entry["facts"]["digest"] != sha256(approved) for entry in own):
            raise Wrong(f"requests/R-{number}", "digest")
        asked_by = json.loads(approved)["requestedBy"]
        if any(entry["action"] == "approval-given" and entry["actor"] == asked_by for entry in own):
            raise Wrong(f"requests/R-{number}", "approved by its requester")
        dossier = json.loads(read(f"requests/R-{number}/dossier.json"))
        if dossier["requestedBy"] != asked_by or not dossier["isRowAsWritten"]:
            raise Wrong(f"requests/R-{number}", "changed in the database")
        members = ("sequence", "at", "actor", "action", "facts")
        if dossier["history"] != [{name: entry[name] for name in members} for entry in own]:
            raise Wrong(f"requests/R-{number}", "history")


for line in sys.stdin:
    try:
        verify(line.rstrip("\n"), sys.argv[1])
        print("verified", flush=True)
    except (Wrong, ValueError, OSError, LookupError, TypeError, AttributeError) as error:
        print(repr(error).replace("\n", " "), flush=True)
