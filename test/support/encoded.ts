/** Text in encodings that Node reads and does not write. */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  const byteOf = bytesOf(encoding)
  return Buffer.from(Array.from(text, (letter) => byteOf.get(letter) ?? fail(letter, encoding)))
}

/** What is no standard's of the web: only the letters that Turkish needs. */
const turkishOf: Readonly<Record<string, string>> = {
  cp857: 'ç87 Ç80 ğa7 Ğa6 ı8d İ98 ö94 Ö99 ş9f Ş9e ü81 Ü9a',
  'x-mac-turkish': 'ç8d Ç82 ğdb Ğda ıdd İdc ö9a Ö85 şdf Şde ü9f Ü86',
}

function bytesOf(encoding: string): ReadonlyMap<string, number> {
  const letters = turkishOf[encoding]
  const bytes = Array.from({ length: letters === undefined ? 256 : 128 }, (_, byte) => byte)
  const decoder = new TextDecoder(letters === undefined ? encoding : 'windows-1252')
  const standard = bytes.map((byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const)
  const own = (letters ?? '')
    .split(' ')
    .map((one) => [one.slice(0, 1), Number.parseInt(one.slice(1), 16)] as const)
  return new Map([...standard, ...own])
}

function fail(letter: string, encoding: string): never {
  throw new Error(`${encoding} has no ${letter}`)
}
