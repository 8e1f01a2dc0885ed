import { readBooking } from './booking.ts'
import { elementsOf, membersOf } from './json-parts.ts'
import type { GatewayPage, PageOrder } from './port.ts'

/** The open-banking standard's own limit. */
export const PAGE_SIZE = 100

const BYTE_ORDER_MARK = '\u00EF\u00BB\u00BF'

const utf8 = new TextDecoder('utf-8')

/** The page in our words, or the member by which it is not the one that was asked for. */
export function readPage(
  content: Buffer,
  { accountRef, page }: Pick<PageOrder, 'accountRef' | 'page'>,
): GatewayPage | { readonly kind: 'unreadable'; readonly member: string } {
  const body = parsed(content)
  if (typeof body !== 'object' || body === null) return unreadable('JSON')
  const { hspRef, syfNo, sonSyf, islemler }: Envelope = { ...body }
  // One character for each byte: some bookings may be in another encoding.
  const text = content.toString('latin1').replace(BYTE_ORDER_MARK, '').trim()
  const written = Map.groupBy(membersOf(text), ({ name }) => name)
  const isRight = {
    hspRef: hspRef === accountRef,
    syfNo: syfNo === page,
    sonSyf: typeof sonSyf === 'boolean',
    islemler: Array.isArray(islemler),
  }
  for (const [name, isExpected] of Object.entries(isRight)) {
    if (!isExpected || written.get(name)?.length !== 1) return unreadable(name)
  }
  const bookings = elementsOf(written.get('islemler')?.[0]?.value ?? '').map(readBooking)
  return { kind: 'answered', bookings, isLast: sonSyf === true }
}

interface Envelope {
  readonly hspRef?: unknown
  readonly syfNo?: unknown
  readonly sonSyf?: unknown
  readonly islemler?: unknown
}

const unreadable = (member: string) => ({ kind: 'unreadable', member }) as const

function parsed(content: Buffer): unknown {
  try {
    return JSON.parse(utf8.decode(content))
  } catch {
    return undefined
  }
}
