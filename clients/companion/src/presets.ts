import type { CompanionPresetDefinitions, CompanionPresetSection } from '@companion-module/base'
import type { ApiOperation } from '../../core/api.ts'

const white = 0xffffff
const red = 0xb3261e
const grey = 0x24262b

/** A button for each operation that changes something, in a section a group, with the values of its example. */
export function definePresets(operations: readonly ApiOperation[]): {
  readonly structure: CompanionPresetSection[]
  readonly presets: CompanionPresetDefinitions
} {
  const acting = operations.filter(({ isRead }) => !isRead)
  const groups = Map.groupBy(acting, ({ group }) => group)
  return {
    structure: [...groups].map(([group, members]) => ({
      id: group,
      name: group,
      definitions: members.map(({ name }) => name),
    })),
    presets: Object.fromEntries(
      acting.map((operation) => [
        operation.name,
        {
          type: 'simple',
          name: operation.title,
          style: { text: operation.title, size: 'auto', color: white, bgcolor: grey },
          steps: [{ down: [{ actionId: operation.name, options: exampleOf(operation) }], up: [] }],
          // A press that did not work is seen on the button itself.
          feedbacks: [
            {
              feedbackId: 'call-failed',
              options: { operation: operation.name },
              style: { bgcolor: red, color: white },
            },
          ],
        },
      ]),
    ),
  }
}

function exampleOf({ fields }: ApiOperation): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, example }) => [name, example === undefined ? '' : asText(example)]))
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
