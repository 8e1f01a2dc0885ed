import * as fc from 'fast-check'

// Bookings from the open-banking standard's own table of fields (ÖHVPS 1.1, table 19), with random damage.

/** A member as it is written: its name and its JSON. */
type Written = readonly [name: string, json: string]

export interface BuiltBooking {
  readonly stamp: string
  readonly bytes: Buffer
  /** The member for which it cannot be recorded; null: it is valid. */
  readonly fault: string | null
  /** The stamp can be read. */
  readonly hasStamp: boolean
  readonly amount: string
  /** Optional members that cannot be read. */
  readonly leftOut: readonly string[]
}

const REQUIRED = ['islNo', 'brcAlc', 'islGrckZaman', 'islTtr', 'prBrm'] as const
const OPTIONAL = {
  gnclBky: '"-1234.50"',
  dvzKur: '"41.25031"',
  bnkKod: '"0062"',
  islTur: '"FAST"',
  krsMskUnvan: '"Şükrü İğde"',
  krsMskIBAN: '"TR820006200000012345678901"',
  islAcklm: '"altın \\"22 ayar\\"\\nikinci satır"',
} as const
/** The standard has more, which Sarraf does not need. */
const UNUSED: readonly Written[] = [
  ['refNo', '"CD0987654321"'],
  ['kanal', '"O"'],
  ['islAmc', '{"kod": ["12", "}"]}'],
  ['odmStmNo', '42'],
]

const METALS = ['XAU', 'XAG', 'XPT', 'XPD']
const digits = (maximum: number) => fc.integer({ min: 0, max: maximum }).map(String)

const amountOf = (currency: string) => {
  const places = METALS.includes(currency) ? 5 : 2
  const whole = digits(999_999_999)
  const part = fc.integer({ min: 0, max: 10 ** places - 1 })
  const fraction = part.map((value) => String(value).padStart(places, '0'))
  const zeros = fc.constantFrom('', '0', '000').filter((text) => text.length + places <= 5)
  return fc.oneof(
    whole,
    fc.tuple(whole, fraction, zeros).map(([one, two, rest]) => `${one}.${two}${rest}`),
  )
}

const moment = fc
  .tuple(
    fc.date({ min: new Date('2026-01-01'), max: new Date('2026-11-24'), noInvalidDate: true }),
    fc.constantFrom('Z', '+03:00', '-11:30', '+14:00'),
    fc.constantFrom('', '.1', '.1234567'),
  )
  .map(([date, zone, fraction]) => `${date.toISOString().slice(0, 19)}${fraction}${zone}`)

const oddText = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 20 })
/** The number makes it unique; nothing around it is trimmed, and nothing in it looks like a damaged character. */
const stampOf = (index: number) =>
  fc.oneof(oddText, fc.constant('x'.repeat(480))).map((text) => {
    const middle = text.replaceAll(/\p{Cc}/gu, '').slice(0, 480)
    return `<${middle.toWellFormed().replaceAll('\uFFFD', '')}${index}>`
  })

interface Plan {
  readonly stamp: string
  readonly currency: string
  readonly amount: string
  readonly moment: string
  readonly direction: string
  readonly optional: readonly (keyof typeof OPTIONAL)[]
  readonly isTurned: boolean
}

const plan = (index: number) =>
  fc.constantFrom('TRY', 'USD', 'JPY', 'eur', 'QQQ', ...METALS).chain((currency) =>
    fc.record<Plan>({
      stamp: stampOf(index),
      currency: fc.constant(currency),
      amount: amountOf(currency),
      moment,
      direction: fc.constantFrom('A', 'B'),
      optional: fc.subarray(['gnclBky', 'dvzKur', 'bnkKod', 'islTur', 'krsMskUnvan', 'islAcklm']),
      isTurned: fc.boolean(),
    }),
  )

function membersOf({ stamp, currency, amount, optional, isTurned, ...rest }: Plan): Written[] {
  const members: Written[] = [
    ['islNo', JSON.stringify(stamp)],
    ['brcAlc', JSON.stringify(rest.direction)],
    ...UNUSED,
    ['islGrckZaman', JSON.stringify(rest.moment)],
    ['islTtr', JSON.stringify(amount)],
    ['prBrm', JSON.stringify(currency)],
    ...optional.map((name): Written => [name, OPTIONAL[name]]),
  ]
  return isTurned ? members.toReversed() : members
}

/** What no member of that name can be. */
const wrong: Readonly<Record<(typeof REQUIRED)[number], readonly string[]>> = {
  islNo: ['7', '""', '"  "', '"a\\u0000b"', '"\\udc00"', `"${'y'.repeat(501)}"`],
  brcAlc: ['"C"', '"a"', '"AB"', 'true'],
  islGrckZaman: [
    '"2026-11-25T10:00:00"',
    '"2026-11-25T10:00:00+0300"',
    '"25.11.2026"',
    '1764054000',
  ],
  islTtr: ['"-1.00"', '"1,00"', '"1e3"', '"1.000001"', '"1000000000000"', '100', '"+5"', '" 5"'],
  prBrm: ['"TL"', '"₺"', '"T R Y"', '949'],
}
const anyone = ['null', '{}', '[]', '["A"]', '"\\u0007"']

type Damage =
  | { readonly kind: 'none' }
  | { readonly kind: 'noObject'; readonly json: string }
  | {
      readonly kind: 'lost' | 'twice' | 'bytes'
      readonly member: (typeof REQUIRED)[number]
    }
  | { readonly kind: 'wrong'; readonly member: (typeof REQUIRED)[number]; readonly json: string }
  | { readonly kind: 'optional'; readonly member: keyof typeof OPTIONAL; readonly json: string }

const requiredMember = fc.constantFrom(...REQUIRED)
const damage: fc.Arbitrary<Damage> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Damage>({ kind: 'none' }) },
  fc
    .constantFrom('null', '17', '"booking"', '[]', 'true')
    .map((json): Damage => ({ kind: 'noObject', json })),
  fc.record({ kind: fc.constantFrom('lost', 'twice', 'bytes'), member: requiredMember }),
  requiredMember.chain((member) =>
    fc.record({
      kind: fc.constant('wrong'),
      member: fc.constant(member),
      json: fc.constantFrom(...wrong[member], ...anyone),
    }),
  ),
  fc.record({
    kind: fc.constant('optional'),
    member: fc.constantFrom('gnclBky', 'dvzKur', 'bnkKod', 'krsMskIBAN'),
    json: fc.constantFrom('0.5', '{}', '[1]', 'false'),
  }),
)

const replaced = (
  members: readonly Written[],
  member: string,
  change: (one: Written) => Written[],
) =>
  members.some(([name]) => name === member)
    ? members.flatMap((one) => (one[0] === member ? change(one) : [one]))
    : [...members, ...change([member, 'null'])]

const text = (members: readonly Written[]) =>
  Buffer.from(`{${members.map(([name, json]) => `${JSON.stringify(name)} : ${json}`).join(',\n')}}`)

/** The text in which no bytes are UTF-8; they stand where the mark is. */
const MARK = '\u0001'
const withBadBytes = (bytes: Buffer) => {
  const at = bytes.indexOf(MARK)
  return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xc5]), bytes.subarray(at + 1)])
}

function built(planned: Plan, harm: Damage): BuiltBooking {
  const members = membersOf(planned)
  const whole = { stamp: planned.stamp, amount: planned.amount, hasStamp: true, leftOut: [] }
  const of = (bytes: Buffer, fault: string | null) => ({
    ...whole,
    bytes,
    fault,
    hasStamp: fault !== 'islNo' && fault !== 'islemler',
  })
  switch (harm.kind) {
    case 'none':
      return of(text(members), null)
    case 'noObject':
      return of(Buffer.from(harm.json), 'islemler')
    case 'lost':
      return of(text(replaced(members, harm.member, () => [])), harm.member)
    case 'twice':
      return of(text(replaced(members, harm.member, (one) => [one, one])), harm.member)
    case 'bytes': {
      const marked = text(replaced(members, harm.member, ([name]) => [[name, `"a${MARK}"`]]))
      return of(withBadBytes(marked), harm.member)
    }
    case 'wrong':
      return of(text(replaced(members, harm.member, ([name]) => [[name, harm.json]])), harm.member)
    case 'optional': {
      const changed = replaced(members, harm.member, ([name]) => [[name, harm.json]])
      return { ...of(text(changed), null), leftOut: [harm.member] }
    }
    default: {
      const never: never = harm
      return never
    }
  }
}

/** Up to `most` bookings of one page, in any state. */
export const damagedBookings = (most: number, run: () => number) =>
  fc
    .integer({ min: 1, max: most })
    .chain((count) =>
      fc.tuple(
        ...Array.from({ length: count }, (_, index) =>
          fc
            .tuple(plan(run() * 1_000 + index), damage)
            .map(([planned, harm]) => built(planned, harm)),
        ),
      ),
    )
