import { randomUUID } from 'node:crypto'
import type { KeySettings } from './deck-key.ts'
import { type ChoiceSource, findAction } from './ready-actions.ts'
import type { ServerEntry, Servers } from './servers.ts'

/** Everything that the form of an action is drawn from. Keys of servers are not in it. */
export interface InspectorState {
  readonly type: 'state'
  readonly action: { title: string; operation: string | null; fields: readonly string[] | null; choices: string[] }
  readonly servers: readonly { id: string; name: string; url: string; state: string; message: string }[]
  readonly operations: readonly {
    name: string
    title: string
    group: string
    summary: string
    scope: string
    fields: readonly InspectorField[]
  }[]
}

interface InspectorField {
  readonly name: string
  readonly title: string
  readonly help: string
  readonly kind: string
  readonly isRequired: boolean
  readonly choices: readonly string[]
  readonly minimum: number | null
  readonly maximum: number | null
  readonly example: string
}

export function describeFor(uuid: string, settings: KeySettings, servers: Servers): InspectorState {
  const action = findAction(uuid)
  const used = servers.find(settings.server)
  const found = used?.description.operations ?? []
  return {
    type: 'state',
    action: {
      title: action?.title ?? '',
      operation: action?.operation ?? null,
      fields: action?.fields ?? null,
      choices: Object.keys(action?.choices ?? {}),
    },
    servers: servers.list().map(({ entry: { id, name, url }, state, message }) => ({ id, name, url, state, message })),
    operations: found
      .filter(({ name }) => action?.operation === undefined || action.operation === name)
      .map(({ name, title, group, summary, scope, fields }) => ({
        name,
        title,
        group,
        summary,
        scope,
        fields: fields.map((field) => ({
          name: field.name,
          title: field.title,
          help: field.help,
          kind: field.kind,
          isRequired: field.isRequired,
          choices: field.choices,
          minimum: field.minimum ?? null,
          maximum: field.maximum ?? null,
          example: exampleText(field.example),
        })),
      })),
  }
}

function exampleText(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** What the channel has to choose from; the reason if that is not known. */
export async function choicesFor(
  source: ChoiceSource,
  settings: KeySettings,
  servers: Servers,
): Promise<{ choices: { value: string; label: string }[]; error: string }> {
  try {
    const answer = await servers.find(settings.server)?.call(source.operation, {})
    return { choices: [...(answer === undefined ? [] : source.read(answer))], error: '' }
  } catch (error) {
    return { choices: [], error: error instanceof Error ? error.message : String(error) }
  }
}

/** The list after a person saved or removed one; an empty key keeps the one that is stored. */
export function serversAfter(
  entries: readonly ServerEntry[],
  message: Readonly<Record<string, unknown>>,
): ServerEntry[] {
  if (message.type === 'remove-server') return entries.filter(({ id }) => id !== message.id)
  const { id, name, url, key } = message
  const known = entries.find((entry) => entry.id === id)
  const address = String(url ?? '').trim()
  const secret = String(key ?? '').trim()
  const saved: ServerEntry = {
    id: known?.id ?? randomUUID(),
    name: String(name ?? '').trim() || address,
    url: address,
    // A key is for the address that it was entered for.
    key: secret || (known?.url === address ? known.key : ''),
  }
  return known === undefined ? [...entries, saved] : entries.map((entry) => (entry === known ? saved : entry))
}
