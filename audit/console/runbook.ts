/** Chapters of the runbook, by the document and the heading's anchor. A test finds each of them. */
export const chapters = {
  bookings: 'operations#bookings-that-were-set-aside',
  readModels: 'operations#read-models',
  parked: 'operations#parked-companies',
  feed: 'operations#the-kafka-feed',
  otherLog: 'operations#another-log',
  webhooks: 'running#sarrafwebhookfails',
  webhooksBehind: 'running#sarrafwebhooksbehind',
  webhookStandsStill: 'running#sarrafwebhookstandsstill',
  webhookDisabled: 'running#sarrafwebhookdisabled',
  behind: 'running#sarrafreadmodelsbehind',
  unsigned: 'running#sarrafnotsigned',
  verification: 'auditing#verification',
  backup: 'operations#backup',
  upgrading: 'upgrading#before',
} as const

export type Chapter = keyof typeof chapters

/** Where the query service serves the documents, if they were built. */
export const chapterAddress = (chapter: Chapter) => `/docs/guide/${chapters[chapter]}`
