import type { Element } from './element.ts'

interface Particle {
  readonly name: string
  readonly required: boolean
  readonly repeatable: boolean
}

/** The permitted children of an element, in order. */
export type ContentModel = readonly Particle[]

/** As in a DTD: a bare name occurs once, `?` at most once, `*` any number of times, `+` at least once. */
export const inOrder = (particles: string): ContentModel =>
  particles
    .trim()
    .split(/\s+/)
    .map((particle) => ({
      name: particle.replace(/[?*+]$/, ''),
      required: !/[?*]$/.test(particle),
      repeatable: /[*+]$/.test(particle),
    }))

/** Deviations of the element, or of one within it, from its content model. */
export function structureFaults(
  element: Element,
  models: ReadonlyMap<string, ContentModel>,
  path: string = element.name,
): readonly string[] {
  const model = models.get(element.name)
  if (model === undefined) return []
  return [
    ...misplacedIn(element, model).map((fault) => `${path}: ${fault}`),
    ...missingIn(element, model).map((name) => `${path}: ${name} is missing`),
    ...element.children.flatMap((child) => structureFaults(child, models, `${path}/${child.name}`)),
  ]
}

const missingIn = (element: Element, model: ContentModel): readonly string[] =>
  model
    .filter(({ name, required }) => required && !element.children.some((has) => has.name === name))
    .map(({ name }) => name)

function misplacedIn(element: Element, model: ContentModel): readonly string[] {
  const faults: string[] = []
  let reached = -1
  for (const { name } of element.children) {
    const place = model.findIndex((particle) => particle.name === name)
    if (place === -1) faults.push(`${name} has no place here`)
    else if (place < reached) faults.push(`${name} must stand before ${model[reached]?.name}`)
    else if (place === reached && model[place]?.repeatable === false) {
      faults.push(`${name} stands there more than once`)
    }
    reached = Math.max(reached, place)
  }
  return faults
}
