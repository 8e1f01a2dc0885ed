import { retried } from '#kernel/platform/waiting/retried.ts'
import {
  BACKWARDS,
  END,
  type JSONType,
  jsonEvent,
  NO_STREAM,
  type StoreClient,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '../store-client.ts'

const METADATA_OF_ALL = '$$$all'
const ADMINISTRATORS = '$admins'
/** In an ACL: every user. */
const EVERYBODY = '$all'
/** Somebody else may write the same metadata at the same time. */
const MOST_TRIES = 5

type Metadata = Readonly<Record<string, JSONType>>

/**
 * Adds a user to those who may read the whole log. All else that the metadata of `$all` says stays: the
 * client's own calls for metadata rename its keys and give a position for the revision.
 */
export async function permitReading(client: StoreClient, user: string): Promise<void> {
  const permit = async () => {
    const { metadata, revision } = await metadataOfAll(client)
    const permitted = withReader(metadata, user)
    if (permitted === undefined) return
    const event = jsonEvent({ type: '$metadata', data: permitted })
    await client.appendToStream(METADATA_OF_ALL, event, { expectedRevision: revision })
  }
  await retried(permit, {
    mayPass: (error, failures) =>
      error instanceof WrongExpectedVersionError && failures < MOST_TRIES,
  })
}

/** Undefined if the user may read already. */
export function withReader(metadata: Metadata, user: string): Metadata | undefined {
  const acl = recordOf(metadata['$acl'])
  const given = acl['$r']
  const readers = given === undefined || given === null ? [ADMINISTRATORS] : [given].flat()
  if (readers.includes(user) || readers.includes(EVERYBODY)) return undefined
  return { ...metadata, $acl: { ...acl, $r: [...readers, user] } }
}

async function metadataOfAll(client: StoreClient) {
  const last = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const
  let found: { readonly metadata: Metadata; readonly revision: bigint } | undefined
  try {
    // Read to its end: a client waits for a read that is left early, also when it is disposed of.
    for await (const { event } of client.readStream(METADATA_OF_ALL, last)) {
      found = event && { metadata: recordOf(event.data), revision: event.revision }
    }
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return found ?? ({ metadata: {}, revision: NO_STREAM } as const)
}

/** An ACL may also be a word for a default one; then nothing of it can be kept. */
const recordOf = (value: unknown): Metadata =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value) ? value : {}

const isJson = (value: object): value is Metadata => !(value instanceof Uint8Array)
