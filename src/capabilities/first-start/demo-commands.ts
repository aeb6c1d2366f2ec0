import { commandTextKey, defineStarterTexts, inChannelLanguage } from '../../definitions/starter-texts.ts'
import type { Catalogue } from '../../kernel/text/message.ts'
import type { NewCommand } from '../commands/command.ts'
import { builtInCommands } from './built-in-commands.ts'

/** Demo commands, one for each kind of step. */
export const demoCommands: readonly NewCommand[] = [
  { command: 'hello', aliases: ['hi'], message: 'Hello $(user)!', platforms: ['kick', 'twitch'] },
  { command: 'discord', message: 'Join the Discord: https://example.com/discord', platforms: ['kick', 'twitch'] },
  { command: 'socials', message: 'Find $(channel) everywhere: https://example.com/socials' },
  {
    command: 'hug',
    message: '$(displayname) gives $(touser) a big hug.',
    cooldownUserSeconds: 10,
    platforms: ['kick', 'twitch'],
  },
  {
    command: 'cooloff',
    message: '$(touser) takes a minute off.',
    permissions: ['moderator', 'broadcaster'],
    actions: {
      version: 1,
      steps: [{ type: 'timeout', target: '$(touser)', minutes: 1, reason: 'Timed out by $(user).' }],
    },
    platforms: ['kick', 'twitch'],
  },
  {
    command: 'party',
    aliases: ['hype', 'confetti'],
    message: 'Party time, $(displayname)!',
    cooldownGlobalSeconds: 30,
    actions: {
      version: 1,
      steps: [
        { type: 'effect', overlay_id: 'confetti', data: { message: '$(displayname)' } },
        { type: 'tts', text: '$(displayname) starts the party. $(args)' },
      ],
    },
    platforms: ['kick', 'twitch'],
  },
  {
    command: 'bonus',
    message: '$(touser) gets 10 points.',
    permissions: ['moderator', 'broadcaster'],
    showInList: false,
    actions: { version: 1, steps: [{ type: 'points', target: '$(touser)', amount: 10 }] },
    platforms: ['kick', 'twitch'],
  },
  ...builtInCommands,
]

for (const command of demoCommands) defineStarterTexts(commandTextKey(command.command), command)

/** The demo commands with what viewers read in this language. Their names stay. */
export function demoCommandsIn(catalogue: Catalogue): readonly NewCommand[] {
  return demoCommands.map((command) => inChannelLanguage(commandTextKey(command.command), command, catalogue))
}
