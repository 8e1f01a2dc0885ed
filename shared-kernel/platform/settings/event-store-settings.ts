import { addressFault, SCHEMES } from '#kernel/platform/event-store/address.ts'
import { SERVER_VERSIONS } from '#kernel/platform/event-store/server-versions.ts'
import { integer, oneOf, text, url } from './setting.ts'

/** Where the log is, and how the embedded node keeps it. */
export const eventStoreSettings = {
  EVENTSTORE_URL: {
    ...url('EVENTSTORE_URL', {
      protocols: SCHEMES.map((scheme) => `${scheme}:`),
      secret: true,
      meaning: 'Your EventStoreDB; without it `npm start` runs an embedded node.',
    }),
    fault: addressFault,
  },
  EVENTSTORE_TOKEN: text('EVENTSTORE_TOKEN', {
    secret: true,
    meaning:
      'What the embedded event store node requires as the `connectionName` of its clients; `npm start` creates one.',
  }),
  EVENTSTORE_CERTIFICATE: text('EVENTSTORE_CERTIFICATE', {
    meaning:
      'The file with the certificate (PEM) that the embedded event store node shows, where it runs alone; without it the node speaks no TLS.',
  }),
  EVENTSTORE_CERTIFICATE_KEY: text('EVENTSTORE_CERTIFICATE_KEY', {
    meaning: 'The file with the private key of that certificate.',
  }),
  EVENTSTORE_USER: text('EVENTSTORE_USER', {
    meaning:
      'The user that `event-store -- prepare` makes in your EventStoreDB, or that the embedded node accepts when it runs alone; without it that node asks for no credentials.',
  }),
  EVENTSTORE_PASSWORD: text('EVENTSTORE_PASSWORD', {
    secret: true,
    meaning: 'The password of that user.',
  }),
  EVENTSTORE_VERSION: oneOf('EVENTSTORE_VERSION', {
    choices: SERVER_VERSIONS,
    default: '24.10.4',
    meaning: 'The version of EventStoreDB as which the embedded node answers.',
  }),
  EVENTSTORE_TIMEOUT_MS: integer('EVENTSTORE_TIMEOUT_MS', {
    default: 8_000,
    minimum: 1,
    maximum: 600_000,
    meaning:
      'The total time that a request waits while the event store does not answer, as during an election; after that the response is 503.',
  }),
}
