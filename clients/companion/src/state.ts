import type { CompanionFeedbackDefinitions, CompanionVariableDefinitions, JsonValue } from '@companion-module/base'
import type { ApiOperation } from '../../core/api.ts'
import type { EventType, ServerEvent } from '../../core/event-types.ts'

/** Variables have letters, digits, underscores and hyphens: `support.donation` becomes `support_donation`. */
const idOf = (type: string, path: string) => `${type}__${path}`.replace(/[^\w-]/g, '_')

/** The latest values of each kind of event, so that a button can show who followed last or the title of the stream. */
export function defineVariables(eventTypes: readonly EventType[]): CompanionVariableDefinitions {
  const ofEvents = eventTypes.flatMap(({ name, title, paths }) =>
    paths.map((path) => [idOf(name, path), { name: `${title}: ${path}` }] as const),
  )
  return Object.fromEntries([
    ['connected', { name: 'Whether the server is connected' }],
    ['last_error', { name: 'Why the latest call failed' }],
    ['last_event', { name: 'The type of the latest event' }],
    ...ofEvents,
  ])
}

export function valuesOf(event: ServerEvent, eventTypes: readonly EventType[]): Record<string, JsonValue> {
  const type = eventTypes.find(({ name }) => name === event.type)
  const values = (type?.paths ?? []).map((path) => [idOf(event.type, path), at(event.data, path)] as const)
  return Object.fromEntries([['last_event', event.type], ...values])
}

function at(data: unknown, path: string): JsonValue {
  let value = data
  for (const name of path.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[name]
  return (value ?? '') as JsonValue
}

export interface Memory {
  /** Of the operation, since it last worked. */
  hasFailed(operation: string): boolean
  /** In milliseconds; undefined if it has not happened since the connection was opened. */
  sinceEvent(type: string): number | undefined
  isConnected(): boolean
}

export function defineFeedbacks(
  operations: readonly ApiOperation[],
  eventTypes: readonly EventType[],
  memory: Memory,
): CompanionFeedbackDefinitions {
  return {
    connected: {
      type: 'boolean',
      name: 'The server is connected',
      defaultStyle: { bgcolor: 0x1b6e3c },
      options: [],
      callback: () => memory.isConnected(),
    },
    'call-failed': {
      type: 'boolean',
      name: 'The latest call of an operation failed',
      defaultStyle: { bgcolor: 0xb3261e },
      options: [
        {
          id: 'operation',
          type: 'dropdown',
          label: 'Operation',
          choices: operations.map(({ name, title }) => ({ id: name, label: title })),
          default: operations[0]?.name ?? '',
        },
      ],
      callback: ({ options }) => memory.hasFailed(String(options.operation)),
    },
    happened: {
      type: 'boolean',
      name: 'An event happened a moment ago',
      defaultStyle: { bgcolor: 0x8a5a00 },
      options: [
        {
          id: 'type',
          type: 'dropdown',
          label: 'Event',
          choices: eventTypes.map(({ name, title }) => ({ id: name, label: title })),
          default: eventTypes[0]?.name ?? '',
        },
        { id: 'seconds', type: 'number', label: 'For how many seconds', default: 10, min: 1, max: 600 },
      ],
      callback: ({ options }) => {
        const since = memory.sinceEvent(String(options.type))
        return since !== undefined && since < Number(options.seconds) * 1_000
      },
    },
  }
}
