import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, object, text, withDefault } from '../../../kernel/schema/schema.ts'

export const commandSettings = defineSetting({
  name: 'commands',
  section: 'bot',
  title: 'Commands',
  help: 'For the chats of all connected platforms.',
  role: 'editor',
  schema: object({
    prefix: withDefault(
      text({
        title: 'Prefix',
        min: 1,
        max: 5,
        cleaning: 'name',
        description: 'A chat message that starts with it runs a command.',
      }),
      '!',
    ),
    stop_word: withDefault(
      text({
        title: 'Stop word',
        min: 1,
        max: 50,
        cleaning: 'name',
        description: 'With the prefix, it stops every automation and command that runs. For moderators.',
      }),
      'stopall',
    ),
    explain_price: withDefault(
      boolean({
        title: 'Reply to viewers who cannot afford a command',
        description: 'The bot replies with the price and their balance, at most every 30 seconds per viewer.',
      }),
      true,
    ),
  }),
})
