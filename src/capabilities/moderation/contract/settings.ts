import { defineSetting } from '../../../definitions/define-setting.ts'
import { maxNameLength } from '../../../definitions/fields.ts'
import { chatRoles, chatRoleTitles } from '../../../definitions/roles.ts'
import { boolean, defaultsOf, integer, list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { maxTimeoutMinutes } from './steps.ts'

/** What happens to a message that violates a rule. */
const reaction = {
  action: withDefault(
    oneOf(['delete', 'timeout'], {
      title: 'Action',
      titles: { delete: 'Delete message', timeout: 'Delete message and time out' },
    }),
    'delete',
  ),
  minutes: withDefault(integer({ title: 'Timeout in minutes', min: 1, max: maxTimeoutMinutes }), 5),
}

function enabled(title: string, description: string) {
  return withDefault(boolean({ title, description }), false)
}

const links = object(
  {
    enabled: enabled('Links', 'Messages with a link to a site that is not allowed.'),
    allowed: withDefault(list(text({ max: 253, cleaning: 'name' }), { title: 'Allowed sites', max: 200 }), []),
    ...reaction,
  },
  { title: 'Links' },
)

const caps = object(
  {
    enabled: enabled('Capital letters', 'Messages written mostly in capital letters.'),
    min_letters: withDefault(
      integer({ title: 'Minimum letters', min: 1, max: 500, description: 'Shorter messages are not checked.' }),
      10,
    ),
    percent: withDefault(integer({ title: 'Percent in capital letters', min: 1, max: 100 }), 70),
    ...reaction,
  },
  { title: 'Capital letters' },
)

const repeats = object(
  {
    enabled: enabled('Repeated messages', 'The same message several times.'),
    times: withDefault(
      integer({
        title: 'Number of equal messages',
        min: 2,
        max: 20,
        description: 'The nth equal message violates the rule.',
      }),
      3,
    ),
    seconds: withDefault(integer({ title: 'Within seconds', min: 1, max: 600 }), 60),
    ...reaction,
  },
  { title: 'Repeated messages' },
)

const words = object(
  {
    enabled: enabled('Blocked words', 'Messages with a word or pattern of your list.'),
    words: withDefault(list(text({ max: maxNameLength, cleaning: 'line' }), { title: 'Words', max: 500 }), []),
    patterns: withDefault(
      list(text({ max: 200, cleaning: 'line' }), { title: 'Patterns', max: 50, description: 'Regular expressions.' }),
      [],
    ),
    ...reaction,
  },
  { title: 'Blocked words' },
)

export const autoModerationSettings = defineSetting({
  name: 'auto_moderation',
  section: 'moderation',
  title: 'Automatic rules',
  help: 'Every chat message is checked, except those of exempt roles.',
  role: 'editor',
  schema: object({
    exempt: withDefault(
      list(oneOf(chatRoles, { titles: chatRoleTitles }), { title: 'Exempt roles', max: chatRoles.length }),
      ['moderator', 'broadcaster'],
    ),
    links: withDefault(links, defaultsOf(links)),
    caps: withDefault(caps, defaultsOf(caps)),
    repeats: withDefault(repeats, defaultsOf(repeats)),
    words: withDefault(words, defaultsOf(words)),
  }),
})

export const shieldSettings = defineSetting({
  name: 'shield',
  section: 'moderation',
  title: 'Shield mode',
  help: 'While it is on, chat is for followers only and slow, and alerts are held back.',
  role: 'editor',
  schema: object({
    slow_seconds: withDefault(
      integer({ title: 'Seconds between messages', min: 3, max: 120, description: 'For each viewer.' }),
      30,
    ),
  }),
})
