/*
Verifies what a Parlour service has signed: records of games and tournaments, seals of its log, and proofs.

    node verify.js [--key KEY] FILE...          KEY: the service's public key (GET /v1/keys), 64 hexadecimal digits

    import { verify } from "./verify.js"        in a page, or in Node from version 20 on
    const { code, why } = await verify([bytes, …], key)     code is null: all is true

It needs nothing but WebCrypto with Ed25519. Without a key it believes the one that a file names. A record is checked in
all but the rules of its game. Each check is a `need`: what has to hold, the code of the reason if it does not, and why.
It is verify.py once more: the same checks in the same order, with the same codes.
*/

class NotTrue extends Error {
  constructor(code, why) {
    super(why);
    this.code = code;
  }
}

function need(holds, code, why) {
  if (!holds) throw new NotTrue(code, why);
}

// What the files look like: text by a regular expression, [of each], maybe(this, or null), {all members}

const maybe = (shape) => (value) => value === null || fits(value, shape);
const INT = (value) => typeof value === "number" && value >= 0;
const BOOL = (value) => typeof value === "boolean";
const ANY = () => true;
const [TEXT, HEX, HASH] = [/^[^]*$/, /^([0-9a-f]{2})*$/, /^[0-9a-f]{64}$/];
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const SIGNED = { key_id: TEXT, public_key: maybe(HASH), signature: HEX };
const EVENT = { version: INT, step: INT, seat: maybe(INT), key: maybe(HEX), command: ANY, event: ANY, hash: HASH };
const DEAL = { algorithm: TEXT, commitment: HASH, secret: HASH, entropy: [maybe(TEXT)], decks_given: INT };
const RECORD = {
  format: TEXT, table: ID, game: TEXT, rules_version: TEXT, players: [maybe(ID)],
  deal: DEAL, events: [EVENT], seal: { version: INT, hash: HASH, ...SIGNED },
};
const FORK = { ...RECORD, fork_of: { table: ID, version: INT, hash: HASH }, rated: BOOL };
const TOURNAMENT = {
  format: TEXT, tournament: ID, game: TEXT, commitment: HASH, secret: HASH,
  events: [EVENT], seal: { version: INT, hash: HASH, ...SIGNED },
};
const HEAD = {
  format: /^parlour-log-seal-1$/, number: INT, at: INT, epoch: TEXT, cut: BOOL,
  previous: HASH, root: HASH, ...SIGNED,
};
const SEAL = { ...HEAD, lanes: maybe([{ position: INT, root: HASH }]) };
const SEALS = { seals: [HEAD], next_before: maybe(INT) };
const PROOF = {
  format: TEXT, table: ID, version: INT, hash: HASH, position: INT, lane: INT,
  lane_position: INT, lane_path: [HASH], log_path: [HASH], seal: HEAD,
};
const CONSISTENCY = { format: TEXT, first: SEAL, second: SEAL, paths: [[HASH]] };

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

function fits(value, shape) {
  if (shape instanceof RegExp) return typeof value === "string" && shape.test(value);
  if (typeof shape === "function") return shape(value);
  if (Array.isArray(shape)) return Array.isArray(value) && value.every((each) => fits(each, shape[0]));
  const names = Object.keys(shape);
  const same = isObject(value) && Object.keys(value).length === names.length;
  return same && names.every((name) => Object.hasOwn(value, name) && fits(value[name], shape[name]));
}

// JSON, read strictly: no name twice in an object, integers only, so that all readers see the same.
// `JSON.parse` would take the last of two members, 1.0 for 1, and 2**53 + 1 for 2**53.

const DEEPEST = 900;

function read(bytes) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotTrue("not_json", "this is not UTF-8");
  }
  let at = 0;
  const take = (pattern) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    at += found?.length ?? 0;
    return found;
  };
  const space = () => take(/[ \t\n\r]*/y);
  const wrong = () => new NotTrue("not_json", `this is not JSON: at character ${at}`);
  const string = () => {
    const literal = take(/"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y);
    if (literal === null) throw wrong();
    const value = JSON.parse(literal);
    if (/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.test(value)) throw wrong();
    return value;
  };
  const list = (end, each) => {
    at += 1;
    space();
    for (let first = true; text[at] !== end; first = false) {
      if (!first && take(/,/y) === null) throw wrong();
      space();
      each();
      space();
    }
    at += 1;
  };
  const value = (depth) => {
    if (depth > DEEPEST) throw wrong();
    if (text[at] === "[") {
      const found = [];
      list("]", () => found.push(value(depth + 1)));
      return found;
    }
    if (text[at] === "{") {
      const found = new Map();
      list("}", () => {
        const name = string();
        need(!found.has(name), "duplicate_member", "an object has two members of one name");
        need(/^[\u0000-\u007f]*$/.test(name), "malformed", "the name of a member is not ASCII");
        space();
        if (take(/:/y) === null) throw wrong();
        space();
        found.set(name, value(depth + 1));
      });
      return Object.fromEntries(found);
    }
    if (text[at] === '"') return string();
    const word = take(/true|false|null/y);
    if (word !== null) return JSON.parse(word);
    const number = take(/-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y);
    if (number === null) throw wrong();
    need(/^-?[0-9]{1,17}$/.test(number), "no_integer", `${number.slice(0, 40)} is no integer, or too large`);
    need(Number.isSafeInteger(Number(number)), "no_integer", `${number} is too large`);
    return Number(number);
  };
  space();
  const document = value(0);
  space();
  if (at !== text.length) throw wrong();
  return document;
}

// JSON as it is hashed (RFC 8785): names in order, no white space. All numbers are integers here.
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
  return `{${members.join(",")}}`;
}

// Bytes

const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const sha256 = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

// Records

async function checkRecord(record, key) {
  need(fits(record, RECORD) || fits(record, FORK), "malformed", "this is not what a record looks like");
  await checkChain(record.table, record.events, record.seal, key);
  await checkEvents(record, record.events.map((entry) => entry.event));
}

// Checks the chain of hashes of a tournament and its signature, and its secret.
async function checkTournament(record, key) {
  need(fits(record, TOURNAMENT), "malformed", "this is not what the record of a tournament looks like");
  await checkChain(record.tournament, record.events, record.seal, key);
  const events = record.events.map((entry) => entry.event);
  const [opening, kinds] = [events[0] ?? null, events.map((event) => part(event, "type", TEXT))];
  const [secret, commitment] = [part(opening, "secret", HASH), part(opening, "commitment", HASH)];
  need(kinds[0] === "tournament_announced", "malformed", "it begins with `tournament_announced`");
  need(hex(await sha256(unhex(secret))) === commitment, "wrong_commitment", "the secret is another one");
  const head = { game: part(part(opening, "settings", ANY), "game", TEXT), commitment, secret };
  const wrong = Object.keys(head).filter((name) => record[name] !== head[name]);
  need(wrong.length === 0, "wrong_head", `the head says another ${wrong.join(", ")} than the events`);
  const over = kinds.includes("tournament_finished") || kinds.includes("tournament_cancelled");
  need(over, "not_finished", "the tournament is not over");
}

// Checks the hashes of the events of a table, or of a tournament, and the signature of the last one.
async function checkChain(table, events, seal, key) {
  const found = events.map((entry) => entry.version);
  const sorted = [...found].sort((a, b) => a - b);
  const counts = (versions) => versions.every((version, place) => version === place + 1);
  const added = new Set(found).size < found.length || found.length > seal.version;
  need(!added, "event_added", `only ${seal.version} events are sealed`);
  need(!counts(sorted) || counts(found), "events_swapped", "the events are not in their order");
  need(counts(found) && found.length === seal.version, "event_missing", "some of the sealed events are missing");
  let link = new Uint8Array(32);
  for (const { hash, ...entry } of events) {
    link = await sha256(joined(link, utf8(canonical({ ...entry, table }))));
    need(hex(link) === hash, "hash_wrong", `event ${entry.version}, or one before it, was altered`);
  }
  need(hex(link) === seal.hash, "seal_hash_wrong", "the seal is over other events: the hashes were made anew");
  await checkSignature(seal, `parlour-seal-1\n${table}\n${seal.version}\n${seal.hash}`, key);
}

// Repeats each deal and each shuffle from the secret, and compares the head of the file with the events.
async function checkEvents(record, events) {
  const opening = events[0] ?? null;
  const [secret, decks] = [part(opening, "secret", HASH), part(opening, "decks", [[TEXT]])];
  const commitment = part(opening, "commitment", HASH);
  need(part(opening, "type", TEXT) === "table_opened", "malformed", "a record begins with `table_opened`");
  need(hex(await sha256(unhex(secret))) === commitment, "wrong_commitment", "the secret is another one");
  const seats = part(part(opening, "options", ANY), "players", INT);
  need(seats <= 100, "malformed", "no table has that many seats");
  const players = Array(seats).fill(null);
  let [entropy, deals, stocks, finished] = [Array(seats).fill(null), 0, 0, false];
  const fork = Object.hasOwn(opening, "fork_of"); // its cards go on from the entropy, and after the stocks, of the game before
  if (fork) {
    const given = part(opening, "given", ANY);
    [entropy, stocks] = [part(given, "entropy", [maybe(TEXT)]), part(given, "stocks_formed", INT)];
  }
  for (const event of events) {
    const kind = part(event, "type", TEXT);
    if (kind === "seat_taken" || kind === "seat_left") {
      const seat = part(event, "seat", INT);
      need(seat < seats, "malformed", "there is no such seat");
      players[seat] = kind === "seat_taken" ? part(event, "player", ID) : null;
      if (!fork) entropy[seat] = kind === "seat_taken" ? (event.entropy ?? null) : null;
    } else if (kind === "deal_started") {
      const deck = part(event, "deck", [TEXT]);
      deals = fork && deals === 0 ? part(event, "deal", INT) : deals + 1;
      const given = deals > 0 && deals <= decks.length;
      const right = given ? decks[deals - 1] : await shuffled(secret, entropy, `deal:${deals}`, deck);
      need(canonical(deck) === canonical(right), "wrong_deck", `the deck of deal ${deals} does not follow from the secret`);
    } else if (kind === "stock_formed") {
      const stock = part(event, "order", [TEXT]);
      stocks += 1;
      const right = await shuffled(secret, entropy, `shuffle:${stocks}`, stock);
      need(canonical(stock) === canonical(right), "wrong_stock", `the order of stock ${stocks} does not follow from the secret`);
    }
    finished ||= kind === "game_finished" || kind === "table_aborted";
  }
  const deal = { algorithm: "parlour-shuffle-1", commitment, secret, entropy, decks_given: decks.length };
  const head = { game: part(opening, "game", TEXT), rules_version: part(opening, "rules_version", TEXT), players, deal };
  for (const name of ["fork_of", "rated"]) head[name] = opening[name] ?? null;
  const wrong = Object.keys(head).filter((name) => canonical(record[name] ?? null) !== canonical(head[name]));
  need(wrong.length === 0, "wrong_head", `the head says another ${wrong.join(", ")} than the events`);
  need(finished, "not_finished", "the game is not finished");
}

// Returns a member of an event.
function part(event, name, shape) {
  const value = isObject(event) && Object.hasOwn(event, name) ? event[name] : null;
  need(isObject(event) && fits(value, shape), "malformed", `an event has no good \`${name}\``);
  return value;
}

// Returns the cards in the order of a label, top card first: Fisher–Yates by numbers of HMAC-SHA-256.
async function shuffled(secret, entropy, label, given) {
  const said = hex(await sha256(utf8(canonical(entropy))));
  const key = await crypto.subtle.importKey("raw", unhex(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  let [block, numbers] = [0, []];
  const next = async () => {
    if (numbers.length === 0) {
      const text = utf8(`parlour-shuffle-1\n${said}\n${label}\n${block++}`);
      const view = new DataView(await crypto.subtle.sign("HMAC", key, text));
      numbers = Array.from({ length: 8 }, (_, place) => view.getUint32(4 * place));
    }
    return numbers.shift();
  };
  const cards = [...given].sort();
  for (let i = cards.length - 1; i > 0; i -= 1) {
    const fair = 2 ** 32 - (2 ** 32 % (i + 1));
    let number = await next();
    while (number >= fair) number = await next();
    const j = number % (i + 1);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

async function checkSignature(signed, text, key) {
  const named = signed.public_key;
  const trusted = key ?? named;
  need(trusted !== null, "no_key", `nobody says which key ${signed.key_id} is: give it`);
  const short = hex(await sha256(unhex(trusted))).slice(0, 16);
  need(signed.key_id === short && (named === null || named === trusted), "wrong_key", "it is signed by another key");
  let holds = false;
  try {
    const publicKey = await crypto.subtle.importKey("raw", unhex(trusted), { name: "Ed25519" }, false, ["verify"]);
    holds = await crypto.subtle.verify({ name: "Ed25519" }, publicKey, unhex(signed.signature), utf8(text));
  } catch (error) {
    if (error.name === "NotSupportedError") throw new Error("This browser knows no Ed25519: take another, or a newer one.");
  }
  need(holds, "bad_signature", `the signature by the key ${short} does not hold`);
}

// Seals of the log: a Merkle tree (RFC 9162) over each of 64 lanes of events, and one over their heads

function sealText(seal) {
  const lines = ["parlour-log-seal-1", seal.number, seal.at, seal.epoch, seal.cut ? "cut" : "whole"];
  return [...lines, seal.previous, seal.root].join("\n");
}

async function checkSeal(seal, key) {
  need(fits(seal, SEAL), "malformed", "this is not what a seal looks like");
  await checkSignature(seal, sealText(seal), key);
  if (seal.lanes === null) return;
  const heads = await Promise.all(seal.lanes.map((head, lane) => leaf(lane, head.position, head.root)));
  const same = heads.length === 64 && hex(await root(heads)) === seal.root;
  need(same, "bad_lanes", "its lanes are not those it signs");
}

async function checkSeals(page, key) {
  need(fits(page, SEALS), "malformed", "this is not what a list of seals looks like");
  for (const seal of page.seals) await checkSignature(seal, sealText(seal), key);
  for (const [place, seal] of page.seals.slice(1).entries()) {
    const later = page.seals[place];
    const named = later.previous === hex(await sha256(utf8(sealText(seal))));
    const follows = named && later.number === seal.number + 1 && later.at > seal.at;
    need(follows, "chain_broken", `seal ${later.number} does not come after ${seal.number}`);
  }
}

async function checkProof(proof, key) {
  need(fits(proof, PROOF), "malformed", "this is not what a proof looks like");
  await checkSignature(proof.seal, sealText(proof.seal), key);
  const event = await leaf(proof.position, proof.table, proof.version, proof.hash);
  const top = await rootWith(event, proof.position - 1, proof.lane_position, proof.lane_path);
  const head = await leaf(proof.lane, proof.lane_position, hex(top));
  const found = hex(await rootWith(head, proof.lane, 64, proof.log_path));
  const right = found === proof.seal.root && proof.lane === Number.parseInt(proof.table.slice(-2), 16) % 64;
  need(right, "bad_proof", "the proof does not lead to the root that is sealed");
}

async function checkConsistency(proof, key) {
  need(fits(proof, CONSISTENCY), "malformed", "this is not what a proof of consistency looks like");
  const { first, second, paths } = proof;
  await checkSeal(first, key);
  await checkSeal(second, key);
  need(first.lanes && second.lanes && paths.length === 64, "malformed", "there are not 64 lanes");
  need(first.number <= second.number, "not_consistent", "the first seal is later than the second");
  for (const [lane, path] of paths.entries()) {
    const [old, now] = [first.lanes[lane], second.lanes[lane]];
    let good = old.position <= now.position && (old.position > 0 || path.length === 0);
    if (good && old.position > 0) {
      const roots = await bothRoots(old.position, now.position, path, unhex(old.root));
      good = hex(roots[0]) === old.root && hex(roots[1]) === now.root;
    }
    need(good, "not_consistent", `lane ${lane} does not go on what was sealed`);
  }
}

const leaf = (...lines) => sha256(joined([0], utf8(lines.join("\n"))));
const node = (left, right) => sha256(joined([1], left, right));

// Returns how many leaves are on the left: the largest power of two below the size.
function leftOf(size) {
  let left = 1;
  while (2 * left < size) left *= 2;
  return left;
}

async function root(hashes) {
  if (hashes.length === 1) return hashes[0];
  const left = leftOf(hashes.length);
  return node(await root(hashes.slice(0, left)), await root(hashes.slice(left)));
}

// Returns the root of a tree with this hash at an index; the path has the hashes beside the way, nearest first.
async function rootWith(found, index, size, path) {
  const fitting = index >= 0 && index < size && path.length > 0 === size > 1;
  need(fitting, "bad_proof", "the proof is too long, or too short");
  if (size === 1) return found;
  const [nearer, beside, left] = [path.slice(0, -1), unhex(path.at(-1)), leftOf(size)];
  if (index < left) return node(await rootWith(found, index, left, nearer), beside);
  return node(beside, await rootWith(found, index - left, size - left, nearer));
}

// Returns the roots over the first leaves, and over all; `old` is the former, unless the path has it.
async function bothRoots(first, size, path, old) {
  if (first === size) {
    need(path.length === (old === null ? 1 : 0), "not_consistent", "the proof is too long, or too short");
    const same = old ?? unhex(path[0]);
    return [same, same];
  }
  need(path.length > 0, "not_consistent", "the proof is too short");
  const [nearer, beside, left] = [path.slice(0, -1), unhex(path.at(-1)), leftOf(size)];
  if (first <= left) {
    const [before, now] = await bothRoots(first, left, nearer, old);
    return [before, await node(now, beside)];
  }
  const [before, now] = await bothRoots(first - left, size - left, nearer, null);
  return [await node(beside, before), await node(beside, now)];
}

// Files

const CHECKS = new Map([
  ["parlour-record-2", checkRecord],
  ["parlour-tournament-record-1", checkTournament],
  ["parlour-log-seal-1", checkSeal],
  ["parlour-proof-1", checkProof],
  ["parlour-consistency-1", checkConsistency],
  ["seals", checkSeals],
]);

// Checks some files (Uint8Array), each by itself and then all together; `key` is 64 hexadecimal digits, or null.
export async function verify(files, key = null) {
  try {
    const documents = [];
    for (const bytes of files) documents.push(await check(bytes, key));
    checkTogether(documents);
    return { code: null, why: null };
  } catch (error) {
    if (error instanceof NotTrue) return { code: error.code, why: error.message };
    throw error;
  }
}

async function check(bytes, key) {
  const document = read(bytes);
  const kind = isObject(document) && Object.hasOwn(document, "format") ? document.format : "seals";
  need(isObject(document) && CHECKS.has(kind), "unknown_format", "this is nothing that Parlour signs");
  await CHECKS.get(kind)(document, key);
  return document;
}

// Checks of true files that no two seals have one number, and that proofs are of the records.
function checkTogether(documents) {
  const [texts, ends] = [new Map(), new Map()];
  for (const seal of documents.filter((document) => !("events" in document)).flatMap(sealsIn)) {
    const place = `${seal.epoch}\n${seal.number}`;
    if (!texts.has(place)) texts.set(place, sealText(seal));
    need(texts.get(place) === sealText(seal), "two_seals", `there are two seals with the number ${seal.number}`);
  }
  for (const record of documents) if ("events" in record) ends.set(record.table ?? record.tournament, record.seal.hash);
  for (const proof of documents) {
    const same = !("log_path" in proof) || ends.size === 0 || ends.get(proof.table) === proof.hash;
    need(same, "proof_of_another", "the proof is of another record");
  }
}

function sealsIn(value) {
  if (isObject(value) && "previous" in value) return [value];
  return isObject(value) || Array.isArray(value) ? Object.values(value).flatMap(sealsIn) : [];
}

// The command line, in Node

async function main(given) {
  const { readFile } = await import("node:fs/promises");
  const place = given.indexOf("--key");
  const key = place < 0 ? null : given.splice(place, 2)[1];
  if (given.length === 0 || (key !== null && !HASH.test(key))) {
    console.error("Usage: node verify.js [--key KEY] FILE...");
    process.exit(2);
  }
  try {
    const { code, why } = await verify(await Promise.all(given.map((name) => readFile(name))), key);
    console.log(code === null ? "true" : `NOT TRUE, ${code}: ${why}`);
    process.exitCode = code === null ? 0 : 1;
  } catch (error) {
    console.error(error.message);
    process.exitCode = 2;
  }
}

if (typeof process !== "undefined" && process.argv?.[1] && import.meta.url.endsWith("/verify.js")) {
  const { pathToFileURL } = await import("node:url");
  if (pathToFileURL(process.argv[1]).href === import.meta.url) await main(process.argv.slice(2));
}
