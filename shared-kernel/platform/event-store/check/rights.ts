import { status } from '@grpc/grpc-js'
import { type Finding, fault, ok, warning } from '../../checks/finding.ts'
import { answerWithin } from '../../waiting/timing.ts'
import { asError, isAccessDenied } from '../errors.ts'
import {
  BACKWARDS,
  END,
  jsonEvent,
  type StoreClient,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '../store-client.ts'
import { readEnd } from './read-end.ts'

const ANSWER_WITHIN_MS = 5_000
const SLOW_MS = 1_000
const MOST_NAMED = 5
/** No stream has that revision: the append is refused, but only after the right was looked at. */
const NO_SUCH_REVISION = 2n ** 62n
/** In each category; no such stream is ever written. */
const PROBE = 'access-probe'

interface Right {
  readonly subject: string
  /** Behind "can" and "may not". */
  readonly words: string
  /** Where it is given. */
  readonly acl: string
  readonly attempt: (client: StoreClient, stream: string) => Promise<unknown>
  readonly refusal: (subject: string, found: string, cure: string) => Finding
}

const readLog: Right = {
  subject: 'right to read',
  words: 'read $all',
  acl: 'the ACL of $all (event-store -- prepare does it)',
  attempt: (client) => readEnd(client),
  refusal: fault,
}

const readStreams: Right = {
  subject: 'right to read streams',
  words: 'read streams',
  acl: 'the default ACL ($settings, $r), or in that of the stream',
  attempt: readLast,
  refusal: fault,
}

const readMetadata: Right = {
  subject: 'right to read metadata',
  words: 'read the metadata of streams',
  acl: 'the default ACL ($settings, $mr), or in that of the stream',
  attempt: (client, stream) => readLast(client, `$$${stream}`),
  refusal: fault,
}

const writeStreams: Right = {
  subject: 'right to write',
  words: 'write to streams',
  acl: 'the default ACL ($settings, $w), or in that of the stream',
  attempt: appendNowhere,
  refusal: fault,
}

const writeMetadata: Right = {
  subject: 'right to write metadata',
  words: 'write the metadata of streams',
  acl: 'the default ACL ($settings, $mw) for as long as a stream is mended or the log is moved here: the services never do it',
  attempt: (client, stream) => appendNowhere(client, `$$${stream}`),
  refusal: warning,
}

/** Where the whole log gives no answer, or knows no such user, nothing more can be tried. */
export const wholeLogRight = (client: StoreClient) => tried(client, readLog, ['$all'])

/**
 * Whether the user may do what the services do, in each category and with each of these streams. ACLs are
 * given by stream, and in newer servers by the beginnings of names. Writes nothing.
 */
export async function* rightFindings(
  client: StoreClient,
  categories: Iterable<string>,
  streams: readonly string[],
): AsyncGenerator<Finding> {
  const probes = Array.from(categories, (category) => `${category}-${PROBE}`)
  for (const right of [readStreams, readMetadata, writeStreams, writeMetadata]) {
    yield (await tried(client, right, [...probes, ...streams])).finding
  }
}

/** The slowest answer counts. */
async function tried(client: StoreClient, right: Right, streams: readonly string[]) {
  const answers = await Promise.all(streams.map((stream) => answerOf(client, right, stream)))
  const failed = answers.flatMap(({ error, stream }) => (error ? [{ error, stream }] : []))
  const others = failed.find(({ error }) => !isForbidden(error))
  const { subject, words, acl, refusal } = right
  if (others !== undefined) return { finding: failure(subject, others.error), isOver: true }
  if (failed.length > 0) {
    const where = failed.length === streams.length ? '' : `: ${namesOf(failed)}`
    const found = `the user may not ${words}${where}`
    return { finding: refusal(subject, found, `give it the right in ${acl}`), isOver: false }
  }
  const ms = Math.max(...answers.map((answer) => answer.ms))
  const fine = `the user can ${words}, answered in ${ms} ms`
  const cure = 'look at the disk and the network of the server'
  return { finding: ms > SLOW_MS ? warning(subject, fine, cure) : ok(subject, fine), isOver: false }
}

const failure = (subject: string, error: Error): Finding =>
  isAccessDenied(error)
    ? fault(subject, 'wrong user, password or token', 'correct EVENTSTORE_URL')
    : fault(subject, `no answer (${error.message})`, 'look at the log of the server')

async function answerOf(client: StoreClient, { attempt }: Right, stream: string) {
  const before = performance.now()
  const error = await answerWithin(ANSWER_WITHIN_MS, attempt(client, stream)).then(
    () => undefined,
    (thrown: unknown) => (isGranted(thrown) ? undefined : asError(thrown)),
  )
  return { stream, error, ms: Math.round(performance.now() - before) }
}

/** The store looks at the right first, and then at what there is. */
const isGranted = (error: unknown) =>
  error instanceof StreamNotFoundError ||
  error instanceof StreamDeletedError ||
  error instanceof WrongExpectedVersionError

/** The user is known, and lacks the right. */
const isForbidden = (error: unknown) =>
  isAccessDenied(error) && error.code !== status.UNAUTHENTICATED

function namesOf(refused: readonly { readonly stream: string }[]) {
  const names = refused.map(({ stream }) =>
    stream.endsWith(`-${PROBE}`) ? `${stream.slice(0, -PROBE.length)}…` : stream,
  )
  const more = names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ''
  return `${names.slice(0, MOST_NAMED).join(', ')}${more}`
}

/** To its end: a client that is disposed of waits for a read that was left early. */
async function readLast(client: StoreClient, stream: string) {
  const last = { direction: BACKWARDS, fromRevision: END, maxCount: 1 } as const
  for await (const _ of client.readStream(stream, last)) continue
}

function appendNowhere(client: StoreClient, stream: string) {
  const probe = jsonEvent({ type: 'Probe', data: {} })
  return client.appendToStream(stream, [probe], { expectedRevision: NO_SUCH_REVISION })
}
