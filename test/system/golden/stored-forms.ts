import { questionOf } from '#audit/access/access-log.ts'
import type { OpenWork } from '#command/event-sourcing/process-manager.ts'
import { hashedRequest } from '#command/event-sourcing/sealed-answer.ts'
import { voucherWork } from '#command/expense-vouchers/recovery.ts'
import { evolveSent, sentTogetherFrom } from '#command/expense-vouchers/sent-checks.ts'
import { invoiceWork } from '#command/invoices/recovery.ts'
import { kmtsWork } from '#command/kmts-verifications/recovery.ts'
import { bookStream } from '#command/numbering/serial-books.ts'
import { dayClaims } from '#command/provider-documents/drafting.ts'
import { onlyZone } from '#command/reference-data/time-zones.ts'
import { eventIdFrom, recordIdFrom } from '#kernel/domain/ids.ts'
import { personRefOf } from '#kernel/domain/person-name.ts'
import { categoryOf } from '#kernel/events/category-of.ts'
import { expenseVoucherEvents } from '#kernel/events/expense-voucher.ts'
import { lastEventColumn, writePlace } from '#kernel/platform/event-store/kept-place.ts'
import { logPosition } from '#kernel/platform/event-store/log-position.ts'
import { createDigest } from '#kernel/platform/event-store/whole-log/digest.ts'
import { eventHash, GENESIS, nextHead } from '#kernel/platform/log-chain/event-hash.ts'
import { succession } from '#kernel/platform/log-chain/key-succession.ts'
import { notaryKey } from '#kernel/platform/log-chain/signed-head.ts'
import { bankTransactionIdOf } from '#kernel/platform/recording/bank-transaction-id.ts'
import {
  type Decoder,
  decodeWithoutKeys,
  type Recorded,
} from '#kernel/platform/recording/event-codec.ts'
import { apiKeyStream, companyStream } from '#kernel/platform/recording/key-streams.ts'
import { eventMacsWith } from '#kernel/platform/vault/event-macs.ts'
import { type KeyOwner, keyIdOf } from '#kernel/platform/vault/key-owner.ts'
import { vaultKeyId } from '#kernel/platform/vault/master-keys.ts'
import { rowMacsWith } from '#kernel/platform/vault/row-macs.ts'
import { pseudonymsWith, type Vault } from '#kernel/platform/vault/vault.ts'
import { authenticated } from '#operator/archive/manifest-mac.ts'
import {
  type CompanyFacts,
  type KeyFacts,
  macOfCompany,
  macOfKey,
} from '#projections/read-models/companies/row-macs.ts'
import { personRefs } from '#publishing/events/person-ref.ts'
import { writeCheckpoint } from '#publishing/kafka/sending/checkpoint.ts'
import { signatureHeaders } from '#publishing/webhooks/sending/signature.ts'
import { goldenVault, samples } from './samples.ts'

/** What this version writes of these values besides events. What is stored stays. */
export const writtenForms = async (): Promise<Readonly<Record<string, unknown>>> => ({
  ...rowMacs(),
  ...pseudonyms(),
  ...chain(),
  ...places(),
  ...Object.fromEntries(savedWork.map(({ name, work }) => [name, Object.fromEntries(work)])),
  'person of the feed': (await personRefs(vault, [COMPANY]))(COMPANY, 'a pseudonym'),
  'signatures of a webhook': signatureHeaders(
    { id: 'msg_ı', timestamp: 1_763_631_900, body: JSON.stringify({ name: TEXT, none: null }) },
    ['aaaa', 'c2VjcmV0'],
  ),
})

/** What letters without a place in ASCII, two forms of one letter, quotes and blanks have in store. */
export const TEXT = ' İĞDIR ığdır Şükrü "é" é\\ €\u2028 '
export const COMPANY = 'c0ffee000000000000000001'
const UUID = '5b2f1c1e-6a4e-4f8e-9d0a-0f6a4d2c9b11'

export const vault: Vault = {
  ...goldenVault,
  pseudonym: pseudonymsWith(Buffer.alloc(32, 'p')),
}

const KEY: KeyFacts = {
  api_user_id: TEXT,
  company_id: COMPANY,
  secret_hash: 'scrypt$1024$8$1$c2FsdA==$aGFzaA==',
  status: true,
  valid_until: '2027-01-01T00:00:00.120Z',
  rights: ['invoices', 'expenses', 'customers'],
  revision: '9007199254740993',
}

const LISTED: CompanyFacts = {
  company_id: COMPANY,
  package: 'Gümüş',
  status: true,
  kmts_enabled: false,
  revision: '0',
}

function rowMacs() {
  const macOf = rowMacsWith(Buffer.alloc(32, 'r'))
  const ofKey = (given: Partial<KeyFacts>) => macOfKey(macOf, { ...KEY, ...given })
  return {
    'row of a key': ofKey({}),
    'row of a key, as the driver gives its moment': ofKey({
      valid_until: new Date('2027-01-01T00:00:00.120Z'),
    }),
    'row of a key, as PostgreSQL writes its moment': ofKey({
      valid_until: '2027-01-01 03:00:00.12+03',
    }),
    'row of a key whose moment is none': ofKey({ valid_until: 'infinity' }),
    'row of a forgotten key': ofKey({ secret_hash: null, status: false, rights: [] }),
    'row of a key with its rights in another order': ofKey({ rights: KEY.rights.toSorted() }),
    'row of a company': macOfCompany(macOf, LISTED),
    'row of another company': macOfCompany(macOf, { ...LISTED, status: false, kmts_enabled: true }),
  }
}

function pseudonyms() {
  const owners = (['customer', 'fiscal', 'company', 'feed'] satisfies KeyOwner['purpose'][]).map(
    (purpose) => ({ companyId: COMPANY, purpose, person: 'ab 1234567' }),
  )
  const day = { transactionDate: '2025-12-31T22:30:00.000Z', timeZone: 'Europe/Istanbul' }
  const ledgers = (kind: 'expenseVoucher' | 'invoice', party: string) =>
    dayClaims(
      { vault },
      { kind, companyId: COMPANY, party, timeZones: onlyZone('Europe/Istanbul'), ...day },
    )
  return {
    'id of a key': owners.map((owner) => [0, 1, 2].map((turn) => keyIdOf(vault, owner, turn))),
    'id of the key from the environment': vaultKeyId(Buffer.alloc(32, 'v')),
    'pseudonym of a person': ['10000000146', 'ab 1234567', ' İ-1 ', ''].map((idNo) =>
      personRefOf(vault, COMPANY, idNo),
    ),
    'question of an auditor': ['10000000146', 'ab 1234567', TEXT].map((value) =>
      questionOf(vault, COMPANY, value),
    ),
    'Idempotency-Key': hashedRequest(vault, COMPANY, TEXT),
    'number book of a serial': ['GP', 'gp', ' ĞP ', ''].map((serial) =>
      bookStream({ vault }, { companyId: COMPANY, serial }),
    ),
    'ledger of a day': [ledgers('expenseVoucher', '10000000146'), ledgers('invoice', 'ab 1')],
    'record and event of a command': [
      recordIdFrom(UUID, 'expenseVoucher'),
      recordIdFrom(UUID, 'sanctionCheck/2'),
      eventIdFrom(UUID, TEXT),
    ],
    'id of a bank transaction': bankTransactionIdOf({
      companyId: COMPANY,
      accountId: 'a|b',
      stamp: TEXT,
    }),
    'streams of a key and its company': [apiKeyStream(TEXT), companyStream(COMPANY)],
  }
}

const EVENT = {
  id: UUID,
  stream: 'customer-ığ',
  revision: 9_007_199_254_740_993n,
  type: 'VoucherDrafted',
  data: { ı: TEXT, i: null, list: [{ b: 1, a: [] }, '', false], '': 1e21, ä: -0.5 },
  metadata: { version: 2, companyId: COMPANY },
}

function chain() {
  const [key, next] = [notaryKey(Buffer.alloc(32, 1)), notaryKey(Buffer.alloc(32, 2))]
  const hash = eventHash(EVENT)
  const head = nextHead(nextHead(GENESIS, hash), hash)
  const digest = createDigest()
  const bytes = { data: Buffer.from(TEXT), metadata: Buffer.alloc(0), position: 7n }
  for (const contentType of ['application/json', 'application/octet-stream'])
    digest.add({ ...EVENT, ...bytes, contentType })
  const manifest = {
    format: 'sarraf-backup' as const,
    formatVersion: 1,
    product: '0.1.0',
    id: UUID,
    takenAt: '2026-11-20T09:45:00.123Z',
    log: { events: 2, head: head.toString('hex'), position: '9007199254740993' },
    vaultKeyId: 'v',
    witnessedUpTo: null,
    files: [{ name: 'vault.secret', lines: 0, bytes: 0, sha256: hash.toString('hex') }],
  }
  return {
    'MAC of an event': eventMacsWith(Buffer.alloc(32, 'e')).sign(EVENT.stream, 0n, EVENT).metadata,
    'hash of an event': hash.toString('hex'),
    'head of the chain': head.toString('hex'),
    'signed head': key.signHead(2, head),
    'succession of keys': succession(key, next),
    'digest of a log': digest.result(),
    'manifest of a backup': authenticated(manifest, vault.pseudonym).mac,
  }
}

const lastEvent = { ...EVENT, position: logPosition(9_007_199_254_740_993n) }
const PLACES = [
  { position: logPosition(0n), lastEvent: undefined },
  { position: logPosition(9_007_199_254_740_994n), lastEvent },
]
const CHECKPOINTS = PLACES.map((place, index) => ({
  place,
  ends: index === 0 ? {} : { 'sarraf.ı': [0, 7, 9_007_199_254_740_991], empty: [] },
  unfinished: index === 0 ? [] : ['b', 'a'],
}))

const places = () => ({
  'place in the log': PLACES.map(writePlace),
  'last event of a place': PLACES.map(lastEventColumn),
  'checkpoint of the feed': CHECKPOINTS.map(writeCheckpoint),
})

const sentWork = {
  name: 'sent-voucher-checks',
  families: [expenseVoucherEvents],
  workFrom: sentTogetherFrom,
  evolve: evolveSent({ intervalMs: 86_400_000, rounds: 3, paceMs: 1_000 }),
}

/** What a process saves after an event of each kind, as far as that leaves work, and how it is read. */
export const savedWork = [
  ...savedBy(voucherWork),
  ...savedBy(invoiceWork),
  ...savedBy(kmtsWork),
  ...savedBy(sentWork),
]

interface Process<Step, Open> {
  readonly name: string
  readonly families: readonly (Decoder<Step> & { readonly category: string })[]
  readonly workFrom: (saved: unknown) => OpenWork<Open> | undefined
  readonly evolve: (work: OpenWork<Open>, step: Recorded<Step>) => OpenWork<Open>
}

function savedBy<Step, Open>({ name, families, workFrom, evolve }: Process<Step, Open>) {
  const decoderOf = (stream: string) =>
    families.find(({ category }) => category === categoryOf(stream))
  return samples().flatMap((sample) => {
    const steps = decodeWithoutKeys(decoderOf, [sample.stored])
    const work = steps.reduce(evolve, new Map<string, Open>())
    return work.size === 0 ? [] : [{ name: `${name} after ${sample.name}`, work, workFrom }]
  })
}
