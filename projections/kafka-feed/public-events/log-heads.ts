import { notaryEvents } from '#kernel/events/notary.ts'
import { asItIs, decided, published } from './decision.ts'
import { count, text } from './shapes.ts'

/** Out of the reach of those who hold the database: what was signed here can be held against the log for ever. */
export const logHeads = decided(
  notaryEvents,
  {
    topic: 'sarraf.log-heads.v1',
    noun: 'log',
    subjectOf: () => 'heads',
  },
  {
    HeadSigned: published({
      when: 'The notary signed how the whole log stood; `companyId` is `system`.',
      fields: {
        count: count('Events of the log under the signature.'),
        head: text('The head of the hash chain behind them, in hexadecimal digits.'),
        keyId: text('The key, by the first 16 digits of the SHA-256 of its public half.'),
        publicKey: text('Its public half (Ed25519), in hexadecimal digits.'),
        signature: text(
          'Over `sarraf log head`, the count and the head, each ended by a line feed.',
        ),
      },
      data: asItIs,
    }),
  },
)
