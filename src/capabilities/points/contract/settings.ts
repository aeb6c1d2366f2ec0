import { defineSetting } from '../../../definitions/define-setting.ts'
import { maxAmount, maxNameLength } from '../../../definitions/fields.ts'
import { type ChatRole, chatRoles, chatRoleTitles } from '../../../definitions/roles.ts'
import {
  boolean,
  type Defaulted,
  defaultsOf,
  integer,
  list,
  number,
  object,
  type Schema,
  text,
  withDefault,
} from '../../../kernel/schema/schema.ts'

function points(title: string, description?: string) {
  return withDefault(
    integer({ title, min: 0, max: maxAmount, ...(description === undefined ? {} : { description }) }),
    0,
  )
}

const multipliers = object(
  Object.fromEntries(
    chatRoles.map((role) => [role, withDefault(number({ title: chatRoleTitles[role], min: 0, max: 100 }), 1)]),
  ) as Readonly<Record<ChatRole, Defaulted<Schema<number>>>>,
  { title: 'Multipliers by role', description: 'A viewer with several roles gets the highest.' },
)

export const earningSettings = defineSetting({
  name: 'earning',
  section: 'bot',
  title: 'Earning points',
  help: 'The points ledger lists every change with its reason.',
  role: 'editor',
  schema: object({
    enabled: withDefault(
      boolean({
        title: 'Viewers earn points',
        description: 'For watching, chatting, following, subscribing and raiding, as set below.',
      }),
      false,
    ),
    per_minute: points('Per minute watched'),
    per_message: points('Per message'),
    message_window_seconds: withDefault(
      integer({
        title: 'Message interval in seconds',
        min: 0,
        max: 3600,
        description: 'At most one message per interval earns points.',
      }),
      60,
    ),
    follow: points('Per follow', 'Once per viewer.'),
    subscription: points('Per subscription', 'New or renewed.'),
    gift: points('Per gifted subscription', 'For the viewer who gives it.'),
    raid: points('Per raid'),
    max_per_hour: points('Maximum per hour', 'For each viewer; 0 = no limit.'),
    multipliers: withDefault(multipliers, defaultsOf(multipliers)),
  }),
})

export const excludedSettings = defineSetting({
  name: 'excluded',
  section: 'bot',
  title: 'Excluded viewers',
  help: 'They earn neither points nor watch time. Add your other bots here.',
  role: 'editor',
  schema: object({
    names: withDefault(list(text({ max: maxNameLength, cleaning: 'name' }), { title: 'Usernames', max: 500 }), []),
  }),
})
