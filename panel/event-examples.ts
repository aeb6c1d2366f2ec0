import { type Plugin, parseAst } from 'vite'

const eventFiles = /\/contract\/[\w-]*events\.ts$/
/** Of what an event promises to programs, the panel shows the type. */
const forPrograms = new Set(['example', 'data', 'from'])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Leaves out what the definitions of events say for the documents and for programs: no page of the panel shows it. */
export function withoutEventExamples(): Plugin {
  return {
    name: 'event-examples',
    apply: 'build',
    transform: {
      filter: { id: eventFiles },
      handler(code) {
        const gone = propertiesIn(parseAst(code) as unknown as Node)
        // From the end, so that the places before stay where they are.
        return gone
          .toReversed()
          .reduce((text, { start, end }) => text.slice(0, start) + text.slice(text[end] === ',' ? end + 1 : end), code)
      },
    },
  }
}

/** Descriptions of fields, and the properties of every `published: { … }` that no page needs, in the order of the file. */
function propertiesIn(node: unknown, isPublished = false): Node[] {
  if (Array.isArray(node)) return node.flatMap((one) => propertiesIn(one, isPublished))
  if (!isNode(node)) return []
  if (node.type === 'Property' && nameOf(node) === 'description') return [node]
  if (node.type === 'Property' && isPublished && forPrograms.has(nameOf(node))) return [node]
  if (node.type === 'Property' && nameOf(node) === 'published') return propertiesIn(node.value, true)
  const isObject = node.type === 'ObjectExpression'
  return Object.values(node).flatMap((value) => propertiesIn(value, isPublished && isObject))
}

function nameOf({ key }: Node): string {
  return isNode(key) && typeof key.name === 'string' ? key.name : ''
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
