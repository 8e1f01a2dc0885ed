/** The README of an evidence package, for a reader who has never heard of Sarraf. */
export const readme = (company: string): string => `# Evidence of company ${company}

These files contain one company's part of the event log of a Sarraf system. An event is written once, when
something happens, and is never changed. You can verify the files without any of our software.

| file | content |
|---|---|
| \`events.ndjson\` | the events as stored, one on each line, in log order; personal fields are encrypted (\`sealed\`) |
| \`opened.ndjson\` | the same events decrypted, line by line, each as it was written |
| \`keys.ndjson\` | line by line, the key of each decrypted value; it opens this value and nothing else |
| \`chain.bin\` | the SHA-256 of every event of the whole log, 32 bytes each, in log order; other companies' events appear only as hashes |
| \`signed-heads.ndjson\` | the notary's signatures: the head of the chain after a number of events; and which of its keys followed which |
| \`schemas.json\` | the fields of each event type, as JSON Schema |
| \`manifest.json\` | the company, the period, counts, positions, and the SHA-256 of each file |
| \`receipt.json\` | the event that has the SHA-256 of \`manifest.json\`, the hashes between, and the notary's signature |
| \`verify.mjs\` | a short program that checks all of this |

## How to verify them

Run \`node verify.mjs\` (Node 20 or later; it uses nothing else). It prints \`sound: …\`, or each fault.
Give it what you keep from elsewhere: \`--key PUBLIC\` (the notary's public key), \`--witness FILE\` (signed heads: the
notary's own file, or \`signed-heads.ndjson\` of an earlier package) or \`--head COUNT:HASH\`. It then says \`pinned up to …\`.
Heads that are later than this package are counted, not compared: ask for a newer package.
Better still, write your own program; these are the rules:

1. Each file's SHA-256 is the one in \`manifest.json\`.
2. An event's hash is the SHA-256 of the canonical JSON (RFC 8785) of \`event\` in its line: its id, stream,
   revision, type, data and metadata, exactly as stored. It is entry \`place\` of \`chain.bin\`, counted from 1.
3. The chain starts at 32 zero bytes; each event makes it SHA-256(head before, event's hash).
4. A signed head is an Ed25519 signature over \`sarraf log head\\nCOUNT\\nHEAD\\n\`, and HEAD is the chain after COUNT events.
   Where a key is followed by a \`successor\`, both have signed \`sarraf notary key\\nKEY\\nSUCCESSOR\\n\`.
5. Within a stream, revisions have no gap.
6. A head that you keep is the chain after as many events as it says.
7. A sealed value is, in base64 behind \`own:\`, a nonce (12 bytes), a tag (16 bytes) and a ciphertext of AES-256-GCM. The associated data is the
   JSON array of stream, event id and field; for \`call\` of the metadata, the last two are \`call\` and \`metadata\`. Opened by its key, it is what
   \`opened.ndjson\` shows. A value without a key is \`{"forgotten":true}\` or \`{"hidden":true}\`; one without \`own:\` is of an earlier release.
8. The chain, continued with the hashes \`before\`, the hash of \`event\` and the hashes \`after\` of \`receipt.json\`, is the head that \`signed\` signs.
   \`event\` has the SHA-256 of \`manifest.json\`.

## What this proves, and what it does not

Changing, dropping, adding or swapping a past event changes every later head. The new heads cannot be signed
without the notary's private key, which is not in the database. Obtain the notary's public key through another
channel: a signature proves no more than its key. Compare with heads that you received earlier: a key alone does not
show that the end of the log was dropped. Events after
the last signed head are hashed but not yet signed. That no event of the company is missing, and which values are hidden or
forgotten, is what the system itself said when it exported: rule 8. Take \`verify.mjs\` from a source that you trust, for the same reason.
A value whose key was destroyed at a
person's request, or when the law no longer wanted it kept, is shown as \`forgotten\`; its ciphertext, and so every hash, remains.
`
