/** What stands beside the evidence, for a reader who has never heard of Sarraf. */
export const readme = (company: string): string => `# Evidence of company ${company}

These files are what the event log of a Sarraf system holds of one company. An event is written once, when
something happens, and never changed. You need none of our software to check them.

| file | what it is |
|---|---|
| \`events.ndjson\` | the events as they lie in the store, a line each, in log order; personal fields are encrypted (\`sealed\`) |
| \`opened.ndjson\` | the same events as a person reads them, line by line the same ones |
| \`chain.bin\` | the SHA-256 of every event of the whole log, 32 bytes each, in log order; of other companies' events nothing else |
| \`signed-heads.ndjson\` | what the notary has signed: after so many events the chain stood at this head |
| \`schemas.json\` | what the fields of each type of event are, as JSON Schema |
| \`manifest.json\` | the company, the period, counts, positions, and the SHA-256 of each file |
| \`verify.mjs\` | a program of 60 lines that checks all of this |

## How to check them

Run \`node verify.mjs\` (Node 20 or later; it uses nothing else). It ends with \`sound: …\`, or names each fault.
Better still, write it yourself; these are the rules:

1. Each file's SHA-256 is the one in \`manifest.json\`.
2. An event's hash is the SHA-256 of the canonical JSON (RFC 8785) of \`event\` in its line: its id, stream,
   revision, type, data and metadata, exactly as stored. It is entry \`place\` of \`chain.bin\`, counted from 1.
3. The chain starts at 32 zero bytes; each event makes it SHA-256(head before, event's hash).
4. A signed head is an Ed25519 signature over \`sarraf log head\\nCOUNT\\nHEAD\\n\`, and HEAD is the chain after COUNT events.
5. Within a stream revisions follow each other without a gap.

## What that proves, and what it does not

Whoever changes, drops, adds or swaps an event of the past changes every head behind it, and cannot sign the new
ones without the notary's private key, which is not in the database. Ask the company for the notary's public key on
another way, or compare heads that were handed over earlier: a signature proves no more than its key. Events behind
the last signed head are hashed but not signed yet. \`opened.ndjson\` cannot be made from \`events.ndjson\` without the
company's keys: an expert in court can have single fields opened before witnesses. A value whose key has been
destroyed at a person's request is shown as \`forgotten\`; its ciphertext, and so every hash, has stayed.
`
