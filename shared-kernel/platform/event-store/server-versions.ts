/** The versions of EventStoreDB and KurrentDB on which Sarraf was tried; the embedded node answers as each. */
export const SERVER_VERSIONS = ['23.10.6', '24.10.4', '25.0.0', '26.1.0'] as const
export type ServerVersion = (typeof SERVER_VERSIONS)[number]
