import { membersOf, type WrittenMember } from './json-parts.ts'
import {
  amountIn,
  balanceIn,
  currencyIn,
  directionIn,
  freeTextIn,
  identityNumberIn,
  momentIn,
  type ReadMember,
  rateIn,
  stampIn,
  textIn,
} from './members.ts'
import {
  type BookingSource,
  type GatewayBooking,
  type GatewayTransaction,
  type MemberFault,
  memberOf,
  type ReadableFields,
  requiredMembers,
} from './port.ts'

const names: ReadonlySet<string> = new Set(Object.values(memberOf))
const requiredNames: ReadonlySet<string> = new Set(Object.values(requiredMembers))

/** More than any booking needs, and less than an event can hold. */
const MOST_KEPT = 131_072

const strict = new TextDecoder('utf-8', { fatal: true })
const lenient = new TextDecoder('utf-8')
const REPLACED = '\uFFFD'

/** One booking of a page. Its text is JSON with one character for each byte, because not every bank writes UTF-8. */
export function readBooking(written: string): GatewayBooking {
  const bytes = Buffer.from(written, 'latin1')
  const text = decoded(bytes)
  return text === undefined
    ? bookingIn(lenient.decode(bytes), {
        source: cut(bytes.toString('base64'), 'base64'),
        isDamaged: (member) => member.includes(REPLACED),
      })
    : bookingIn(text, { source: cut(text, 'utf-8'), isDamaged: () => false })
}

/** The booking that a source was kept of; nothing of it can be read where it was cut. */
export function readAgain({ text, encoding, isCut }: BookingSource): GatewayBooking {
  const bytes = Buffer.from(text, encoding)
  return readBooking(isCut ? '{}' : bytes.toString('latin1'))
}

interface Written {
  readonly source: BookingSource
  /** Whether bytes of this JSON text are no UTF-8. */
  readonly isDamaged: (text: string) => boolean
}

function bookingIn(text: string, written: Written): GatewayBooking {
  const { source } = written
  const members = membersOf(text).filter(({ name }) => names.has(name))
  const { fields, faults } = fieldsOf(members, written)
  const isRead = isWhole(fields) && !faults.some(isGrave)
  if (isRead) return { kind: 'read', transaction: fields, faults, source }
  const isObject = text.startsWith('{')
  return {
    kind: 'unreadable',
    fields,
    faults: isObject ? faults.filter(isGrave) : [{ member: 'islemler', rule: 'type' }],
    identity: identityOf(fields, isObject ? members : [{ name: '', value: text }]),
    source,
  }
}

/** A text in another encoding says something that is not known, so it does not count as left out. */
const isGrave = ({ member, rule }: MemberFault) => requiredNames.has(member) || rule === 'encoding'

const isWhole = (fields: ReadableFields): fields is GatewayTransaction =>
  fields.stamp !== null &&
  fields.incoming !== null &&
  fields.transactionDate !== null &&
  fields.amount !== null &&
  fields.currency !== null

function identityOf({ stamp }: ReadableFields, members: readonly WrittenMember[]): string {
  const said = members.map(({ name, value }) => [name, value])
  return JSON.stringify(
    stamp === null ? said : [stamp, ...said.filter(([name = '']) => requiredNames.has(name))],
  )
}

function fieldsOf(members: readonly WrittenMember[], { isDamaged }: Written) {
  const faults: MemberFault[] = []
  const heldBy = Map.groupBy(members, ({ name }) => name)

  function read<Value>(
    field: keyof GatewayTransaction,
    reader: (held: unknown) => ReadMember<Value>,
  ) {
    const member = memberOf[field]
    const result = held(heldBy.get(member) ?? [], reader)
    if ('value' in result) return result.value
    faults.push({ member, rule: result.rule })
    return null
  }

  function held<Value>(
    [one, another]: readonly WrittenMember[],
    reader: (held: unknown) => ReadMember<Value>,
  ): ReadMember<Value> {
    if (one === undefined) return reader(undefined)
    if (another !== undefined) return { rule: 'duplicate' }
    return isDamaged(one.value) ? { rule: 'encoding' } : reader(JSON.parse(one.value))
  }

  const currency = read('currency', currencyIn)
  const fields: ReadableFields = {
    stamp: read('stamp', stampIn),
    incoming: read('incoming', directionIn),
    transactionDate: read('transactionDate', momentIn),
    amount: read('amount', amountIn(currency)),
    currency,
    exchangeRate: read('exchangeRate', rateIn),
    balance: read('balance', balanceIn(currency)),
    bankCode: read('bankCode', textIn),
    code: read('code', textIn),
    idNo: read('idNo', identityNumberIn),
    nameSurname: read('nameSurname', textIn),
    iban: read('iban', textIn),
    description: read('description', freeTextIn),
    comment: read('comment', freeTextIn),
    fundsNature: read('fundsNature', textIn),
  }
  return { fields, faults }
}

const cut = (text: string, encoding: BookingSource['encoding']): BookingSource => ({
  // A surrogate without its partner could not be kept.
  text: text.slice(0, MOST_KEPT).replace(/[\uD800-\uDBFF]$/, ''),
  encoding,
  isCut: text.length > MOST_KEPT,
})

function decoded(bytes: Buffer): string | undefined {
  try {
    return strict.decode(bytes)
  } catch {
    return undefined
  }
}
