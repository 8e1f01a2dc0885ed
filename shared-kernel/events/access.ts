import { type EventOf, eventFamily, internal } from './event-family.ts'
import { oneOf, orNull, string } from './fields.ts'

/** The accesses to records. They hold neither what was shown nor, in clear, what was searched for. */
export const accessEvents = eventFamily('access', {
  RecordAccessed: {
    what: internal(
      oneOf('sign-in', 'find', 'time line', 'changes', 'history', 'state', 'accesses'),
    ),
    /** Null if it was not one record. */
    noun: internal(orNull(string)),
    recordId: internal(orNull(string)),
    /** A keyed hash of the value that was searched for. */
    question: internal(orNull(string)),
  },
  EvidenceExported: {
    from: internal(orNull(string)),
    to: internal(orNull(string)),
  },
  /** An evidence package is complete. The log vouches for the manifest, and so for each of its files. */
  EvidenceWritten: {
    /** The SHA-256 of `manifest.json`, in hexadecimal digits. */
    manifest: internal(string),
  },
  /** Everything that is kept about a person was exported. */
  PersonExported: {
    /** The keyed hash that a search for the person's number also leaves. */
    question: internal(string),
  },
  /** An auditor began a verification on the page. */
  VerificationStarted: {},
})

export type AccessEvent = EventOf<typeof accessEvents>
