export const OFFICIAL_PREFIX = '^[A-Z0-9]{3}$'

const prefix = new RegExp(OFFICIAL_PREFIX)

/** The prefix of an official number: three capitals or digits. Otherwise the integrator chooses one. */
export const officialPrefix = (serial: string | null): string | null =>
  serial !== null && prefix.test(serial) ? serial : null
