/** The codes of the tax authority's list (guide to the code lists, version 1.42), by what they are for. */
const EXEMPT =
  '001 101 102 103 104 105 106 107 108 201 202 204 205 206 207 208 209 211 212 213 214 215 216 217 ' +
  '218 219 220 221 223 225 226 227 228 229 230 231 232 233 234 235 236 237 238 239 240 241 242 250 ' +
  '301 302 303 304 305 306 307 309 310 311 312 313 314 315 316 317 318 319 320 321 322 323 324 325 ' +
  '326 327 328 329 330 331 332 333 334 335 336 337 338 340 341 342 343 344 350 501'
const SPECIAL_BASE = '801 802 803 804 805 806 807 808 809 810 811 812'
const SALE = '151 351 555'

type CodedType = 'ISTISNA' | 'OZELMATRAH' | 'SATIS'

const types: ReadonlyMap<string, CodedType> = new Map([
  ...EXEMPT.split(' ').map((code) => [code, 'ISTISNA'] as const),
  ...SPECIAL_BASE.split(' ').map((code) => [code, 'OZELMATRAH'] as const),
  ...SALE.split(' ').map((code) => [code, 'SATIS'] as const),
])

/** The type of the invoices that bear the code; undefined where no invoice of a dealer may bear it. */
export const typeOfExemptionCode = (code: string): CodedType | undefined => types.get(code)
