// Verifies an evidence package with Node alone (22 or later): node verify.mjs [FOLDER]
// [--key PUBLIC] [--witness FILE] [--head COUNT:HASH]: what you keep, see README.md.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, openSync, readFileSync, readSync } from 'node:fs'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const options = { key: text, witness: text, head: text }
const { values: kept, positionals } = parseArgs({ allowPositionals: true, options })
const path = (name) => `${positionals[0] ?? import.meta.dirname}/${name}`
/** Node's own lines end at U+2028, too, which a text may contain. */
const linesOf = async function* (file) {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()
    yield* parts
  }
  if (rest !== '') yield rest
}
const lines = (name) => linesOf(path(name))
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'))
const [faults, check] = [[], (holds, fault) => holds || faults.push(fault)]
/** RFC 8785: members sorted by name, no white space. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const member = (name) => `${JSON.stringify(name)}:${canonical(value[name])}`
  return `{${Object.keys(value).toSorted().map(member).join(',')}}`
}
const isBy = (publicKey, said, signature) => {
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, 'hex')
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, said, key, Buffer.from(signature, 'hex'))
}
const signatureHolds = ({ count, head, publicKey, signature }) =>
  isBy(publicKey, Buffer.from(`sarraf log head\n${count}\n${head}\n`), signature)
/** One key of the notary is followed by another; both have signed it. */
const successionHolds = ({ publicKey, successor, signature, successorSignature }) => {
  const said = Buffer.from(`sarraf notary key\n${publicKey}\n${successor}\n`)
  return isBy(publicKey, said, signature) && isBy(successor, said, successorSignature)
}
const manifest = JSON.parse(readFileSync(path('manifest.json')))
for (const [name, { sha256: expected }] of Object.entries(manifest.files)) {
  const hash = sha256()
  for await (const chunk of createReadStream(path(name))) hash.update(chunk)
  check(hash.digest('hex') === expected, `${name} is not the file that was exported`)
}
const [signed, keys, revisions] = [new Map(), new Set(), new Map()]
const trusted = new Set([kept.key?.toLowerCase()])
const byAnotherKey = ({ publicKey }) => kept.key !== undefined && !trusted.has(publicKey)
const saidIn = async (file) =>
  (await Array.fromAsync(linesOf(file))).map((line) => JSON.parse(line))
const said = await saidIn(path('signed-heads.ndjson'))
const witnessed = kept.witness === undefined ? [] : await saidIn(kept.witness)
const successions = [...said, ...witnessed].filter(({ successor }) => successor !== undefined)
for (const one of successions) check(successionHolds(one), 'the statement of a new key is false')
for (let before = 0; before < trusted.size; ) {
  before = trusted.size
  for (const { publicKey, successor } of successions.filter(successionHolds)) {
    if (trusted.has(publicKey)) trusted.add(successor)
    if (trusted.has(successor)) trusted.add(publicKey)
  }
}
for (const one of said.filter(({ successor }) => successor === undefined)) {
  check(signatureHolds(one), `the signature over ${one.count} events does not hold`)
  check(!byAnotherKey(one), `the signature over ${one.count} events is by another key`)
  signed.set(one.count, one.head)
  keys.add(one.publicKey)
}
check(kept.key === undefined || signed.size > 0, 'nothing is signed')
const pins = new Map()
for (const one of witnessed.filter(({ successor }) => successor === undefined)) {
  const isSound = signatureHolds(one) && !byAnotherKey(one)
  check(isSound, `the witness's head over ${one.count} events is not the notary's`)
  pins.set(one.count, one.head)
}
if (kept.head !== undefined) {
  const [, count, head] = /^([1-9]\d*):([0-9a-f]{64})$/i.exec(kept.head) ?? []
  check(head !== undefined, '--head takes COUNT:HASH')
  pins.set(Number(count), head?.toLowerCase())
}
const [chain, hash] = [openSync(path('chain.bin')), Buffer.alloc(32)]
let [place, covered, pinned, head, number] = [0, 0, 0, Buffer.alloc(32), 0]
const goTo = (at) => {
  while (place < at && readSync(chain, hash, 0, 32, place * 32) === 32) {
    head = sha256(head, hash).digest()
    const sworn = signed.get((place += 1)) ?? head.toString('hex')
    check(sworn === head.toString('hex'), `it is not the log that was signed at event ${place}`)
    if (signed.has(place)) covered = place
    const pin = pins.get(place) ?? head.toString('hex')
    check(
      pin === head.toString('hex'),
      `it is not the log that you keep a head of at event ${place}`,
    )
    if (pins.has(place)) pinned = place
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
const later = [...pins.keys()].filter((count) => count > place).length
const beyond = later > 0 ? `, ${later} of your heads are later` : ''
const compared = pins.size > 0 ? `pinned up to ${pinned}${beyond}` : 'not pinned'
const covering = `signed up to ${covered} by ${[...keys].join()}; ${compared}`
const sound = `sound: ${number} events of ${place}; ${covering}`
process.stdout.write(`${faults.length === 0 ? sound : faults.slice(0, 20).join('\n')}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
