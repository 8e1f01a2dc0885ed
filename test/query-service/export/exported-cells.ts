/** What a file says where a text is such a one: an apostrophe keeps spreadsheets from calculating. */
export const csvText = (text: string): string =>
  /^[\t\r\n]|^\s*[=+\-@＝＋－＠]/.test(text) ? `'${text}` : text

/** Every character that some reader takes for the end of a line. */
export const ANY_LINE_END = new RegExp(String.raw`[\n\r\v\f\x1C-\x1E\x85\u2028\u2029]`)
