/** The category of a stream: its name up to the first hyphen. */
export const categoryOf = (stream: string): string => stream.slice(0, stream.indexOf('-'))
