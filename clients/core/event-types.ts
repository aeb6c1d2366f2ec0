import { fetchDocument, isRecord } from './api.ts'

/** A kind of event that a server sends, from the AsyncAPI document that it serves. */
export interface EventType {
  readonly name: string
  readonly title: string
  /** What is in `data`, with its path, such as `user.name`. */
  readonly paths: readonly string[]
}

/** What every event has beside its data. */
export interface ServerEvent {
  readonly id: string
  readonly type: string
  readonly platform: string | null
  readonly created_at: string
  readonly is_test: boolean
  readonly data: Readonly<Record<string, unknown>>
}

export async function fetchEventTypes(url: string): Promise<readonly EventType[]> {
  return readEventTypes(await fetchDocument(url, 'asyncapi.json'))
}

export function readEventTypes(document: Readonly<Record<string, unknown>>): readonly EventType[] {
  const components = isRecord(document.components) ? document.components : {}
  const messages = isRecord(components.messages) ? components.messages : {}
  return Object.entries(messages).flatMap(([name, message]) => {
    const data = dataOf(message)
    if (data === undefined) return []
    return { name, title: isRecord(message) && typeof message.title === 'string' ? message.title : name, paths: data }
  })
}

/** Messages without the envelope, such as the one that announces a gap, are no events of the channel. */
function dataOf(message: unknown): string[] | undefined {
  const payload = isRecord(message) && isRecord(message.payload) ? message.payload : {}
  const properties = isRecord(payload.properties) ? payload.properties : {}
  if (!('is_test' in properties) || !isRecord(properties.data)) return undefined
  return pathsIn(properties.data, '')
}

function pathsIn(schema: Readonly<Record<string, unknown>>, prefix: string): string[] {
  const properties = isRecord(schema.properties) ? schema.properties : {}
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = `${prefix}${name}`
    return isRecord(property) && isRecord(property.properties) ? pathsIn(property, `${path}.`) : [path]
  })
}
