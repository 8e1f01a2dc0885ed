import { clean } from './clean.ts'

const label = /(?:^|(?<=[\s;,]))\(?(\d{1,2})([.):-])\s*(?=\p{L})/gu
const noPart = /^n\.?\/?a\.?$/i

/**
 * `1. Ali Kurgu 2. Veli Kurmaca` are names of their own, and `1: ALI 2: VELI 3: na 4: na`, as the United
 * Nations write it, are the parts of one. Undefined where nothing is numbered from 1.
 */
export function numberedNames(text: string): readonly string[] | undefined {
  if (!/^\s*\(?1[.):-]/.test(text)) return undefined
  const labels = [...text.matchAll(label)]
  const isInOrder = labels.every(([, number], at) => Number(number) === at + 1)
  if (labels.length < 2 || !isInOrder) return undefined
  const items = labels.map(({ index, 0: { length } }, at) =>
    clean(text.slice(index + length, labels[at + 1]?.index)).replace(/[;,]$/, ''),
  )
  if (!labels.every(([, , mark]) => mark === ':')) return items
  return [items.filter((part) => !noPart.test(part)).join(' ')]
}
