// Verifies an evidence package with Node alone (22 or later): node verify.mjs [FOLDER]
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { createInterface } from 'node:readline'

const path = (name) => `${process.argv[2] ?? import.meta.dirname}/${name}`
const lines = (name) => createInterface({ input: createReadStream(path(name)) })
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'))
const [faults, check] = [[], (holds, fault) => holds || faults.push(fault)]
/** RFC 8785: members sorted by name, no white space. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const member = (name) => `${JSON.stringify(name)}:${canonical(value[name])}`
  return `{${Object.keys(value).toSorted().map(member).join(',')}}`
}
const signatureHolds = ({ count, head, publicKey, signature }) => {
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  const said = Buffer.from(`sarraf log head\n${count}\n${head}\n`)
  return verify(null, said, key, Buffer.from(signature, 'hex'))
}
const manifest = JSON.parse(readFileSync(path('manifest.json')))
for (const [name, { sha256: expected }] of Object.entries(manifest.files)) {
  const hash = sha256()
  for await (const chunk of createReadStream(path(name))) hash.update(chunk)
  check(hash.digest('hex') === expected, `${name} is not the file that was exported`)
}
const [signed, keys, revisions] = [new Map(), new Set(), new Map()]
for await (const line of lines('signed-heads.ndjson')) {
  const one = JSON.parse(line)
  check(signatureHolds(one), `the signature over ${one.count} events does not hold`)
  signed.set(one.count, one.head)
  keys.add(one.publicKey)
}
const [chain, hash] = [openSync(path('chain.bin')), Buffer.alloc(32)]
let [place, covered, head, number] = [0, 0, Buffer.alloc(32), 0]
const goTo = (at) => {
  while (place < at && readSync(chain, hash, 0, 32, place * 32) === 32) {
    head = sha256(head, hash).digest()
    const sworn = signed.get((place += 1)) ?? head.toString('hex')
    check(sworn === head.toString('hex'), `it is not the log that was signed at event ${place}`)
    if (signed.has(place)) covered = place
  }
}
for await (const line of lines('events.ndjson')) {
  const [{ place: at, event }, name] = [JSON.parse(line), `events.ndjson line ${(number += 1)}`]
  check(at > place, `${name}: it is not in the order of the log`)
  goTo(at)
  check(place === at && sha256(canonical(event)).digest().equals(hash), `${name}: it has changed`)
  const before = revisions.get(event.stream) ?? (manifest.from ? BigInt(event.revision) - 1n : -1n)
  check(BigInt(event.revision) === before + 1n, `${name}: what stood before it is missing`)
  revisions.set(event.stream, BigInt(event.revision))
}
goTo(Number.MAX_SAFE_INTEGER)
check(number === manifest.events.count, `${number} of ${manifest.events.count} events are there`)
check(head.toString('hex') === manifest.log.head, 'the log does not end as the manifest says')
const sound = `sound: ${number} events of ${place}; signed up to ${covered} by ${[...keys].join()}`
process.stdout.write(`${faults.length === 0 ? sound : faults.slice(0, 20).join('\n')}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
