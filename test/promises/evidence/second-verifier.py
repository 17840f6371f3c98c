"""Checks an export as docs/verify.md describes it, in another language: folder, first day, cards."""
import hashlib, json, pathlib, re, sys

folder, first_day, *cards = sys.argv[1:]
problems = []


def read(name):
    return next(pathlib.Path(folder).glob(name + "-*")).read_bytes().decode()


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


CHANGES = set(
    "settings frozen replaced resumed restored broken reported retired linked asked-again given-up"
    " trusted installed removed token-entered".split()
)
UNSENT = {"requested", "approved", "recounted", "waiting", "asked-again"}

lines = read("entries").split("\n")
if lines.pop() != "":
    problems.append("the last line has no end")
hashes = ["0" * 64] + [sha256(line) for line in lines]
for card in cards:
    number, start = card.split(":")
    if int(number) >= len(hashes) or not hashes[int(number)].startswith(start):
        problems.append("another entry than on the card: " + number)

cases, changes = {}, [["entry", "at", "by", "action", "number", "facts"]]
for number, line in enumerate(lines, 1):
    entry = json.loads(line)
    if entry["seq"] != number or entry["prev"] != hashes[number - 1]:
        problems.append("broken chain: " + str(number))
    action, by, facts = entry["action"], entry["by"], entry["facts"]
    case = cases.get(entry["request"])
    if action == "restored":
        for each in cases.values():
            if each["state"] in UNSENT:
                each["approvers"] = []
    if action == "requested":
        if sha256(facts["bytes"]) != facts["digest"]:
            problems.append("digest: " + str(number))
        change = json.loads(facts["bytes"])["change"]
        case = cases[entry["request"]] = dict(entry, approvers=[], rail="", change=change)
        case["number"] = "R-%d" % facts["number"]
    if case:
        case["state"], case["state_at"] = action, entry["at"]
        case["rail"] = facts.get("railId", case["rail"])
        gone = facts.get("lost", []) + [by] if action in ("approved", "recounted") else []
        case["approvers"] = [each for each in case["approvers"] if each not in gone]
        if action == "approved":
            case["approvers"].append(by)
        if action == "asked-again":
            case["approvers"] = []
    if action in CHANGES and entry["at"] >= first_day:
        text = line[line.index('"facts":') + 8 : -1]
        name = case["number"] if case else ""
        changes.append([str(number), entry["at"], by, action, name, text])

head = "number,id,kind,name,requested_by,requested_at,approved_by,own_approval,digest,state"
requests = [(head + ",state_at,rail_id").split(",")]
for key, case in cases.items():
    own = "yes" if case["by"] in case["approvers"] else "no"
    if own == "yes":
        problems.append("own request: " + case["number"])
    if case["state_at"] >= first_day:
        change = case["change"]
        asked = [case["number"], key, change["kind"], change.get("name", ""), case["by"], case["at"]]
        end = [case["facts"]["digest"], case["state"], case["state_at"], case["rail"]]
        requests.append(asked + [" ".join(case["approvers"]), own] + end)


def cell(text):
    text = re.sub("[\r\n\u2028\u2029]+", " ", text)
    text = re.sub("(^|[;\t])([^\\S\t]*)(?=[=+\\-@＝＋－＠])", r"\1\2'", text)
    if re.search("[\",';]|^\\s|\\s$", text):
        return '"' + text.replace('"', '""') + '"'
    return text


for name, rows in (("requests", requests), ("changes", changes)):
    if read(name) != "".join(",".join(map(cell, row)) + "\r\n" for row in rows):
        problems.append(name + " does not follow from the entries")

print("\n".join(problems) or "fine")
sys.exit(1 if problems else 0)
