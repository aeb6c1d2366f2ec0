import { defineEvent } from '../../../definitions/define-event.ts'
import { userId } from '../../../definitions/event-fields.ts'
import { anyObject, boolean, integer, list, object, optional, text } from '../../../kernel/schema/schema.ts'
import { defineMessages } from '../../../kernel/text/message.ts'

const messages = defineMessages('events.commands', {
  ran: 'Command ran',
  ranNamed: 'Command {command} ran',
  toggled: 'Command turned on or off',
  turnedOn: 'Command {command} turned on',
  turnedOff: 'Command {command} turned off',
  created: 'Command created',
  createdNamed: 'Command {command} created',
  changed: 'Command changed',
  changedNamed: 'Command {command} changed',
  removed: 'Command deleted',
  removedNamed: 'Command {command} deleted',
})

const readers = { role: 'viewer', scope: 'commands:read' } as const
const about = {
  id: integer({ description: 'The id of the command.' }),
  command: text({ description: 'Its name, with the prefix.' }),
}
const command = object(about)

export const commandRan = defineEvent({
  kind: 'command.ran',
  group: 'bot',
  icon: 'commands',
  title: messages.ran,
  data: object({
    ...about,
    // Absent for a name that no viewer has, and in rows of earlier versions.
    user_id: optional(userId),
    username: text(),
    args: text(),
    depth: integer({ description: '1 when it was called directly, more when another command called it.' }),
    response: text(),
    steps: list(anyObject()),
  }),
  refersTo: { platform: 'required', viewerId: 'optional' },
  readableBy: readers,
  published: {
    // What a step returned is for people who may edit the command.
    data: object({
      ...about,
      user_id: optional(
        text({ description: "The platform's own id of the viewer. Empty for a key without chat:read." }),
      ),
      userid: optional(
        text({ description: 'The id by which calls find the viewer. Empty for a key without chat:read.' }),
      ),
      username: text({ description: 'Who ran it. Empty for a key without chat:read.' }),
      args: text({ description: 'What was written after the command. Empty for a key without chat:read.' }),
      depth: integer({ description: '1 when it was called directly, more when another command called it.' }),
      response: text({ description: 'What the bot answered. Empty for a key without chat:read.' }),
    }),
    // The answer mostly repeats the name or the words.
    withheld: { scope: 'chat:read', fields: ['user_id', 'userid', 'username', 'args', 'response'] },
    example: {
      id: 2,
      command: '!hello',
      user_id: '1001',
      username: 'alice',
      args: '',
      depth: 1,
      response: 'Hello, alice!',
      steps: [],
    },
  },
  sentence: (data) => messages.ranNamed({ command: data.command }),
})

export const commandToggled = defineEvent({
  kind: 'command.toggled',
  group: 'bot',
  icon: 'commands',
  title: messages.toggled,
  data: object({ ...about, active: boolean({ description: 'Whether it is on now.' }) }),
  readableBy: readers,
  changes: 'command',
  published: {
    example: { id: 2, command: '!hello', active: true },
  },
  sentence: (data) =>
    data.active ? messages.turnedOn({ command: data.command }) : messages.turnedOff({ command: data.command }),
})

export const commandCreated = defineEvent({
  kind: 'command.created',
  group: 'bot',
  icon: 'commands',
  title: messages.created,
  data: command,
  readableBy: readers,
  changes: 'command',
  published: {
    example: { id: 2, command: '!hello' },
  },
  sentence: (data) => messages.createdNamed({ command: data.command }),
})

export const commandChanged = defineEvent({
  kind: 'command.changed',
  group: 'bot',
  icon: 'commands',
  title: messages.changed,
  data: command,
  readableBy: readers,
  changes: 'command',
  published: {
    example: { id: 2, command: '!hello' },
  },
  sentence: (data) => messages.changedNamed({ command: data.command }),
})

export const commandRemoved = defineEvent({
  kind: 'command.removed',
  group: 'bot',
  icon: 'commands',
  title: messages.removed,
  data: command,
  readableBy: readers,
  changes: 'command',
  published: {
    example: { id: 2, command: '!hello' },
  },
  sentence: (data) => messages.removedNamed({ command: data.command }),
})

export const commandsEvents = [commandRan, commandToggled, commandCreated, commandChanged, commandRemoved] as const
