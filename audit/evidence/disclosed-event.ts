import { forgotten } from '#kernel/events/event-family.ts'
import { type EventMetadata, parseMetadata } from '#kernel/events/metadata.ts'
import { isSealedValue } from '#kernel/events/sealed-values.ts'
import { onOneLine } from '#kernel/platform/cli/json-line.ts'
import type { StoredEvent } from '#kernel/platform/event-store/event-store.ts'
import { canonicalJson } from '#kernel/platform/log-chain/event-hash.ts'
import type { DataKey } from '#kernel/platform/vault/data-keys.ts'
import {
  CALL,
  keyToDisclose,
  openValue,
  type ValuePlace,
} from '#kernel/platform/vault/sealed-value.ts'
import type { VaultReader } from '#kernel/platform/vault/vault.ts'
import { opened } from '../history/opened.ts'
import { hidden, isSecret } from '../history/without-secrets.ts'

/** An event as an evidence package shows it. Each is a line of canonical JSON. */
interface DisclosedEvent {
  /** As it was written, with its sealed values opened. */
  readonly opened: string
  /** The keys to these values. They open nothing else. */
  readonly keys: string
}

/** An event that cannot be read is shown as stored, with the reason. */
export async function disclosedEvent(
  vault: VaultReader,
  stored: StoredEvent,
  place: number,
): Promise<DisclosedEvent> {
  const { id: eventId, stream, type, revision, data, metadata } = stored
  const { unreadable } = await opened(vault, stored)
  const written = parseMetadata(metadata)
  const isShown = written !== undefined && unreadable === null
  const { call, fields } = isShown ? await valuesOf(vault, stored, written) : asStored
  const shown = {
    ...metadata,
    ...(call === undefined ? {} : { call: call.shown }),
    place,
    eventId,
    stream,
    type,
    revision: revision.toString(),
    data: { ...data, ...entriesOf(fields, (name, value) => [name, value.shown]) },
    ...(unreadable === null ? {} : { unreadable }),
  }
  const keys = {
    ...(call === undefined ? {} : { [CALL.join('.')]: call.key }),
    ...entriesOf(fields, (name, value) => [name, value.key]),
  }
  return { opened: onOneLine(canonicalJson(shown)), keys: canonicalJson({ place, keys }) }
}

interface DisclosedValue {
  readonly shown: unknown
  /** Null where the value is not shown, or an earlier release sealed it: that key opens more. */
  readonly key: string | null
}

interface DisclosedValues {
  readonly call: DisclosedValue | undefined
  readonly fields: ReadonlyMap<string, DisclosedValue>
}

const asStored: DisclosedValues = { call: undefined, fields: new Map() }

/** The sealed values of an event. */
async function valuesOf(
  vault: VaultReader,
  stored: StoredEvent,
  { keyId, call }: EventMetadata,
): Promise<DisclosedValues> {
  const { id, stream, data } = stored
  const keys = await vault.keys([keyId, call?.keyId].filter((one) => typeof one === 'string'))
  const valueOf = (ofKey: string | null, name: readonly string[], sealed: string) =>
    disclosedValue(keys.get(ofKey ?? ''), { id, stream, name }, sealed)
  const fields = Object.entries(data).flatMap(([name, value]): [string, DisclosedValue][] => {
    if (!isSealedValue(value)) return []
    return [[name, isSecret(stored, name) ? secret : valueOf(keyId, [name], value.sealed)]]
  })
  return { call: call && valueOf(call.keyId, CALL, call.sealed), fields: new Map(fields) }
}

const secret: DisclosedValue = { shown: hidden, key: null }

function disclosedValue(
  key: DataKey | undefined,
  place: ValuePlace,
  sealed: string,
): DisclosedValue {
  if (key === undefined) return { shown: forgotten, key: null }
  const own = keyToDisclose(key.key, place, sealed)
  return { shown: openValue(key.key, place, sealed), key: own?.toString('hex') ?? null }
}

const entriesOf = (
  fields: DisclosedValues['fields'],
  entry: (name: string, value: DisclosedValue) => [string, unknown],
): Readonly<Record<string, unknown>> =>
  Object.fromEntries([...fields].map(([name, value]) => entry(name, value)))
