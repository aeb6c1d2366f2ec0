import type { NewCommand } from '../commands/command.ts'

const moderators = ['moderator', 'broadcaster']

/** Only a moderator who adds text to the command changes the value; others see the current value. */
const whenModeratorAsks = [{ role: 'moderator' }, { value: '$(args)', is_not: '' }]

/** Common commands of every chat. They can be edited and disabled like any other command. */
export const builtInCommands: readonly NewCommand[] = [
  { command: 'points', message: '$(touser) has $(points $(touser)) points.', cooldownUserSeconds: 5 },
  {
    command: 'give',
    message: '$(user) gives $(touser) $(2) points.',
    cooldownUserSeconds: 5,
    actions: {
      version: 1,
      reply: 'last',
      steps: [{ type: 'points', mode: 'transfer', target: '$(touser)', amount: '$(2)', on_error: 'stop' }],
    },
  },
  { command: 'top', message: '$(top 5)', cooldownGlobalSeconds: 10 },
  { command: 'watchtime', message: '$(touser) has watched for $(watchtime $(touser)).', cooldownUserSeconds: 5 },
  { command: 'uptime', message: 'The stream has been live for: $(uptime).', cooldownGlobalSeconds: 5 },
  {
    command: 'title',
    message: 'Title: $(title)',
    cooldownGlobalSeconds: 5,
    platforms: ['kick', 'twitch', 'youtube'],
    actions: {
      version: 1,
      reply: 'last',
      steps: [{ type: 'title', title: '$(args)', platform: 'all', condition: whenModeratorAsks, on_error: 'stop' }],
    },
  },
  {
    command: 'game',
    message: 'Category: $(game)',
    cooldownGlobalSeconds: 5,
    platforms: ['kick', 'twitch'],
    actions: {
      version: 1,
      reply: 'last',
      steps: [{ type: 'game', game: '$(args)', platform: 'all', condition: whenModeratorAsks, on_error: 'stop' }],
    },
  },
  { command: 'commands', message: 'Commands: $(commands)', cooldownGlobalSeconds: 10 },
  {
    command: 'clip',
    message: 'Clip created, $(displayname).',
    cooldownGlobalSeconds: 30,
    platforms: ['kick', 'twitch'],
    actions: {
      version: 1,
      reply: 'last',
      steps: [{ type: 'clip', title: 'Clip by $(displayname)', seconds: 30, on_error: 'stop' }],
    },
  },
  {
    command: 'so',
    aliases: ['shoutout'],
    message: 'Go and see $(touser), they are worth it! $(args)',
    permissions: moderators,
    platforms: ['kick', 'twitch'],
  },
]
