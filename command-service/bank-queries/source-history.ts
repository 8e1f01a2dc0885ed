import type { GatewayLogin } from '#command/providers/bank-gateway/port.ts'
import { bankAccountEvents, bankAccountStream } from '#kernel/events/bank-account.ts'
import type { BankSource } from '#kernel/events/bank-query.ts'
import {
  type AnyEvent,
  type EventFamily,
  valueUnlessForgotten,
} from '#kernel/events/event-family.ts'
import { providerAccountEvents, providerAccountStream } from '#kernel/events/reference-data.ts'
import { streamPages } from '#kernel/platform/event-store/stream-pages.ts'
import { decodeEvents, type Recorded } from '#kernel/platform/recording/event-codec.ts'
import type { Log } from '../event-sourcing/log.ts'
import type { SourceSince } from './earlier-sources.ts'

/** Under what an account was to be asked, and as whom. */
export interface SourceHistory {
  readonly sources: readonly SourceSince[]
  /** With which the company was last known at an address; undefined: the one in the settings. */
  readonly loginAt: (url: BankSource['url']) => GatewayLogin | undefined
}

export async function sourceHistory(
  log: Log,
  { companyId, accountId }: { readonly companyId: string; readonly accountId: string },
): Promise<SourceHistory> {
  const [accounts, logins] = await Promise.all([
    allOf(log, bankAccountEvents, bankAccountStream(accountId)),
    allOf(log, providerAccountEvents, providerAccountStream(companyId, 'bank')),
  ])
  return {
    sources: sourcesOf(accounts, logins),
    loginAt(url) {
      const last = logins.findLast(({ event }) => event.data.url === url)?.event.data
      return last && { url, user: null, secret: null, ...valueUnlessForgotten(last.account) }
    },
  }
}

async function allOf<Event extends AnyEvent>(
  { eventStore, vault }: Log,
  family: EventFamily<Event>,
  stream: string,
) {
  const all: Recorded<Event>[] = []
  for await (const page of streamPages(eventStore, stream)) {
    all.push(...(await decodeEvents(vault, () => family, page)))
  }
  return all
}

function sourcesOf(
  accounts: readonly Recorded<{ data: { accountRef: string | null } }>[],
  logins: readonly Recorded<{ data: { url: string | null } }>[],
): readonly SourceSince[] {
  const inOrder = [
    ...accounts.map(({ event, position, metadata }) => ({
      position,
      since: metadata.recordedAt,
      change: { accountRef: event.data.accountRef },
    })),
    ...logins.map(({ event, position, metadata }) => ({
      position,
      since: metadata.recordedAt,
      change: { url: event.data.url },
    })),
  ].toSorted((one, other) => (one.position < other.position ? -1 : 1))
  const now: { accountRef: string | null; url: string | null } = { accountRef: null, url: null }
  return inOrder.map(({ since, change }) => {
    const { accountRef, url } = Object.assign(now, change)
    return { since, source: accountRef === null ? null : { accountRef, url } }
  })
}
