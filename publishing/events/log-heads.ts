import { notaryEvents } from '#kernel/events/notary.ts'
import { decided, keptInside, published } from './decision.ts'
import { count, keyId, text } from './shapes.ts'

/** Signatures outside the database: readers can compare them with the log at any later time. */
export const logHeads = decided(
  notaryEvents,
  {
    topic: 'sarraf.notary.v1',
    noun: 'log',
    subjectOf: () => 'heads',
  },
  {
    HeadSigned: published({
      when: 'The notary signed the head of the whole log’s hash chain; `companyId` is `system`.',
      fields: {
        count: count('The number of events that the signature covers.'),
        head: text('The head of the hash chain after these events, in hexadecimal digits.'),
        keyId: keyId('The key’s id: the first 16 digits of the SHA-256 of the public key.'),
        publicKey: text('The public key (Ed25519), in hexadecimal digits.'),
        signature: text(
          'The signature over `sarraf log head`, the count and the head, each followed by a line feed.',
        ),
      },
    }),
    KeySucceeded: keptInside('auditors find it in the log and in the witness'),
  },
)
