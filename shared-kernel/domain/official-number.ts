/** The prefix of an official number: three capitals or digits. Otherwise the integrator chooses one. */
export const officialPrefix = (serial: string | null): string | null =>
  serial !== null && /^[A-Z0-9]{3}$/.test(serial) ? serial : null
