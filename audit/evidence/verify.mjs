// Verifies an evidence package with Node alone (20 or later): node verify.mjs [FOLDER]
// [--key PUBLIC] [--witness FILE] [--head COUNT:HASH]: what you keep, see README.md.
import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto'
import { createReadStream, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const FORMAT = 'sarraf-evidence/2'
const LINES = ['events.ndjson', 'opened.ndjson', 'keys.ndjson', 'signed-heads.ndjson']
const LISTED = [...LINES, 'chain.bin', 'schemas.json', 'README.md', 'verify.mjs']
const FILES = ['manifest.json', 'receipt.json', ...LISTED]
const options = { key: { type: 'string' }, witness: { type: 'string' }, head: { type: 'string' } }
let [kept, folder, manifestText, manifest, chain] = []
const path = (name) => `${folder}/${name}`
/** `reading` is what a fault of the form is in. */
const faults = []
let reading = 'options'
const check = (holds, fault) => holds || faults.push(fault)
/** One false line can make all later ones false. */
const checkLine = (holds, [name, number], fault) => {
  const isOneOfMany = faults.filter((one) => one.startsWith(`${name} line`)).length >= 5
  check(holds || isOneOfMany, `${name} line ${number}: ${fault}`)
}
/** Node's own lines end at U+2028, too, which a text may contain. */
async function* linesOf(file) {
  let rest = ''
  for await (const chunk of createReadStream(file, 'utf8')) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()
    yield* parts
  }
  if (rest !== '') yield rest
}
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256'))
/** RFC 8785: members sorted by name, no white space. */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const names = Object.keys(value).filter((name) => value[name] !== undefined)
  const member = (name) => `${JSON.stringify(name)}:${canonical(value[name])}`
  return `{${names.toSorted().map(member).join(',')}}`
}
const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
const onOneLine = (json) => json.replaceAll(/[\u007F-\u009F\u2028\u2029]/g, escaped)
/** What a package says must not look like what this program says. */
const printable = (text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)
/** Hexadecimal digits have one form. */
const bytesOf = (digits) => {
  const bytes = Buffer.from(digits, 'hex')
  if (bytes.toString('hex') !== digits) throw new Error(`${digits} are no hexadecimal digits`)
  return bytes
}
const isBy = (publicKey, said, signature) => {
  const der = bytesOf(`302a300506032b6570032100${publicKey}`)
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verify(null, said, key, bytesOf(signature))
}
const signatureHolds = ({ count, head: signedHead, publicKey, signature }) =>
  isBy(publicKey, Buffer.from(`sarraf log head\n${count}\n${signedHead}\n`), signature)
/** One key of the notary is followed by another; both have signed it. */
const successionHolds = ({ publicKey, successor, signature, successorSignature }) => {
  const said = Buffer.from(`sarraf notary key\n${publicKey}\n${successor}\n`)
  return isBy(publicKey, said, signature) && isBy(successor, said, successorSignature)
}
const saidIn = async (file) => {
  const said = []
  reading = file
  for await (const line of linesOf(file)) said.push(JSON.parse(line))
  const heads = said.filter(({ successor }) => successor === undefined)
  return { heads, successions: said.filter(({ successor }) => successor !== undefined) }
}
const trusted = new Set()
const byAnotherKey = ({ publicKey }) => kept.key !== undefined && !trusted.has(publicKey)
const [signed, pins, keys] = [new Map(), new Map(), new Set()]
function add(heads, count, one) {
  check(Number.isSafeInteger(count) && count > 0, 'a head is over no number of events')
  heads.set(count, [...(heads.get(count) ?? []), one])
}
async function readSignatures() {
  const said = await saidIn(path('signed-heads.ndjson'))
  const nothing = { heads: [], successions: [] }
  const witnessed = kept.witness === undefined ? nothing : await saidIn(kept.witness)
  const successions = [...said.successions, ...witnessed.successions]
  for (const one of successions) check(successionHolds(one), 'the statement of a new key is false')
  for (let before = 0; before < trusted.size; ) {
    before = trusted.size
    for (const { publicKey, successor } of successions.filter(successionHolds)) {
      if (trusted.has(publicKey)) trusted.add(successor)
      if (trusted.has(successor)) trusted.add(publicKey)
    }
  }
  for (const one of said.heads) {
    check(signatureHolds(one), `the signature over ${one.count} events does not hold`)
    check(!byAnotherKey(one), `the signature over ${one.count} events is by another key`)
    add(signed, one.count, one.head)
    keys.add(one.publicKey)
  }
  check(kept.key === undefined || signed.size > 0, 'nothing is signed')
  for (const one of witnessed.heads) {
    const isSound = signatureHolds(one) && !byAnotherKey(one)
    check(isSound, `the witness's head over ${one.count} events is not the notary's`)
    add(pins, one.count, one.head)
  }
  if (kept.head === undefined) return
  const [, count, pin] = /^([1-9]\d*):([0-9a-f]{64})$/i.exec(kept.head) ?? []
  check(pin !== undefined, '--head takes COUNT:HASH')
  add(pins, Number(count), pin?.toLowerCase())
}
let [place, covered, pinned, head, hash] = [0, 0, 0, Buffer.alloc(32), Buffer.alloc(32)]
const chainOn = (next) => {
  hash = next
  head = sha256(head, hash).digest()
  return place + 1
}
const agrees = (heads) => (heads.get(place) ?? []).every((one) => one === head.toString('hex'))
const laterIn = (heads) => [...heads.keys()].filter((count) => count > place).length
function goTo(at) {
  const next = Buffer.alloc(32)
  while (place < at) {
    if (readSync(chain, next, 0, 32, place * 32) < 32) return
    place = chainOn(Buffer.from(next))
    check(agrees(signed), `it is not the log that was signed at event ${place}`)
    check(agrees(pins), `it is not the log that you keep a head of at event ${place}`)
    if (signed.has(place)) covered = place
    if (pins.has(place)) pinned = place
  }
}
const OWN_KEY = 'own:'
const marks = new Set(['{"forgotten":true}', '{"hidden":true}'])
const unproven = { values: 0, events: 0 }
const isSealed = (value) => typeof value?.sealed === 'string'
/** What a key opens; without a key, what is shown in its place. */
function opened(context, sealed, key, shown) {
  if (typeof key === 'string') {
    const bytes = Buffer.from(sealed.slice(OWN_KEY.length), 'base64')
    const aes = ['aes-256-gcm', bytesOf(key), bytes.subarray(0, 12)]
    const decipher = createDecipheriv(...aes, { authTagLength: 16 })
    decipher.setAAD(Buffer.from(JSON.stringify(context)))
    decipher.setAuthTag(bytes.subarray(12, 28))
    const plain = Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()])
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
  }
  const isMark = marks.has(canonical(shown ?? null))
  if (sealed.startsWith(OWN_KEY) && !isMark) throw new Error('no key opens it')
  if (!isMark) unproven.values += 1
  return shown
}
/** The lines of opened.ndjson and keys.ndjson, made of the event, its keys, and marks for what is not shown. */
function linesFor(at, event, shown, given) {
  const { data, metadata, id: eventId, stream, type, revision } = event
  const { unreadable } = shown
  if (unreadable !== undefined) unproven.events += 1
  const used = {}
  const open = (name, value, inItsPlace) => {
    if (!isSealed(value) || unreadable !== undefined) return value
    used[name] = given[name]
    return opened([stream, eventId, ...name.split('.')], value.sealed, given[name], inItsPlace)
  }
  const field = ([name, value]) => [name, open(name, value, shown.data[name])]
  const call = open('call.metadata', metadata.call, shown.call)
  const rest = { place: at, eventId, stream, type, revision }
  const fields = Object.fromEntries(Object.entries(data).map(field))
  const line = { ...metadata, call, ...rest, data: fields, unreadable }
  return [onOneLine(canonical(line)), canonical({ place: at, keys: used })]
}
function checkOpened(at, event, number, [shown, keysLine]) {
  try {
    const [line, itsKeys] = linesFor(at, event, JSON.parse(shown), JSON.parse(keysLine).keys)
    checkLine(line === shown, ['opened.ndjson', number], 'it is not what the event says')
    checkLine(itsKeys === keysLine, ['keys.ndjson', number], 'it has not the keys of the event')
  } catch {
    checkLine(false, ['opened.ndjson', number], 'the event does not say it, or its key is wrong')
  }
}
async function readEvents() {
  const [openedLines, keysLines] = [linesOf(path('opened.ndjson')), linesOf(path('keys.ndjson'))]
  const revisions = new Map()
  let number = 0
  for await (const line of linesOf(path('events.ndjson'))) {
    const itsLines = [(await openedLines.next()).value, (await keysLines.next()).value]
    const where = ['events.ndjson', (number += 1)]
    reading = where.join(' line ')
    const { place: at, event } = JSON.parse(line)
    checkLine(at > place, where, 'it is not in the order of the log')
    goTo(at)
    const json = canonical(event ?? null)
    const isThere = place === at && sha256(json).digest().equals(hash)
    const isWhole = isThere && line === `{"place":${at},"event":${json}}`
    checkLine(isWhole, where, 'it has changed')
    if (!isWhole) continue
    checkLine(event.metadata.companyId === manifest.companyId, where, 'it is of another company')
    const revision = BigInt(event.revision)
    const before = revisions.get(event.stream) ?? (manifest.from ? revision - 1n : -1n)
    checkLine(revision === before + 1n, where, 'what stood before it is missing')
    revisions.set(event.stream, revision)
    checkOpened(at, event, number, itsLines)
  }
  const isOver = (await openedLines.next()).done && (await keysLines.next()).done
  check(isOver, 'opened.ndjson or keys.ndjson has more lines than events.ndjson')
  goTo(Number.MAX_SAFE_INTEGER)
  return number
}
function readReceipt() {
  reading = 'receipt.json'
  const written = readFileSync(path(reading), 'utf8')
  const { event, before, after, signed: over } = JSON.parse(written)
  const rest = canonical({ before, after, signed: over }).slice(1)
  check(written === `{"event":${canonical(event)},${rest}\n`, 'receipt.json has changed')
  for (const one of before) place = chainOn(bytesOf(one))
  place = chainOn(sha256(canonical(event)).digest())
  const said = `whole, as event ${place} says`
  const { type, data } = event
  const isOurs = type === 'EvidenceWritten' && data.manifest === sha256(manifestText).digest('hex')
  check(isOurs, 'the log does not say that this package was exported')
  for (const one of after) place = chainOn(bytesOf(one))
  if (over === null) {
    check(kept.key === undefined, 'nothing signs that the package is whole: export it again')
    return `${said}, which is not signed`
  }
  const isSound = signatureHolds(over) && over.count === place && over.head === head.toString('hex')
  check(isSound, 'the signature in receipt.json does not hold')
  check(!byAnotherKey(over), 'the signature in receipt.json is by another key')
  keys.add(over.publicKey)
  covered = manifest.log.events
  return said
}
function openPackage() {
  const { values, positionals } = parseArgs({ allowPositionals: true, options })
  kept = values
  folder = positionals[0] ?? fileURLToPath(new URL('.', import.meta.url))
  const isKey = kept.key === undefined || /^[0-9a-f]{64}$/i.test(kept.key)
  if (!isKey) throw new Error('--key takes the 64 hexadecimal digits of the public key')
  trusted.add(kept.key?.toLowerCase())
  for (const name of FILES) {
    reading = name
    const file = lstatSync(path(name), { throwIfNoEntry: false })
    if (file === undefined) throw new Error('it is missing')
    if (!file.isFile()) throw new Error('it is no ordinary file')
    if (manifest !== undefined) continue
    manifestText = readFileSync(path(name))
    manifest = JSON.parse(manifestText)
    const isOurs = manifest?.format === FORMAT
    if (!isOurs) throw new Error(`its format is not ${FORMAT}, the one that this program verifies`)
  }
  chain = openSync(path('chain.bin'))
}
async function readWhole(name) {
  const content = sha256()
  let hasOtherEnds = false
  for await (const chunk of createReadStream(path(name))) {
    content.update(chunk)
    hasOtherEnds ||= name !== 'chain.bin' && chunk.includes('\r')
  }
  const isExported = content.digest('hex') === manifest.files[name]?.sha256
  const why = hasOtherEnds ? '; the ends of its lines were changed' : ''
  check(isExported, `${name} is not the file that was exported${why}`)
}
async function verdict() {
  openPackage()
  for (const name of LISTED) await readWhole(name)
  await readSignatures()
  const number = await readEvents()
  const { events, log } = manifest
  check(number === events.count, `${number} of ${events.count} events are there`)
  const isEnd = place === log.events && head.toString('hex') === log.head
  check(isEnd, 'the log does not end as the manifest says')
  check(laterIn(signed) === 0, 'the log ends before an event that was signed')
  const beyond = laterIn(pins) > 0 ? `, ${laterIn(pins)} of your heads are later` : ''
  const compared = pins.size > 0 ? `pinned up to ${pinned}${beyond}` : 'not pinned'
  const whole = readReceipt()
  const others = readdirSync(folder).filter((name) => !FILES.includes(name))
  const { values, events: unread } = unproven
  const isMore = values + unread + others.length > 0
  const key = kept.key === undefined ? ', which you have not compared' : ''
  const by = `signed up to ${covered} by ${[...keys].join()}${key}`
  const covering = `${keys.size === 0 ? 'nothing is signed' : by}; ${compared}; ${whole}`
  const more = `; ${values} values and ${unread} unreadable events on its word alone; not part of it: ${others.join(', ') || 'nothing'}`
  return `sound: ${number} events of ${log.events}; ${covering}${isMore ? more : ''}`
}
const sound = await verdict().catch(({ message }) => faults.push(`${reading}: ${message}`))
const said = faults.length === 0 ? [sound] : faults.slice(0, 20)
process.stdout.write(`${said.map(printable).join('\n')}\n`)
process.exitCode = faults.length === 0 ? 0 : 1
