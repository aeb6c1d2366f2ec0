import { platformOf } from '../../contract/fields.ts'
import { object, text, withDefault } from '../../contract/schema.ts'

/** Both ways to write take and answer the same. */
export const messageInput = object({
  message: text({
    min: 1,
    max: 500,
    cleaning: 'line',
    description: 'What to write. Tabs and line breaks become a space.',
  }),
  platform: withDefault(platformOf(['PlatformA', 'PlatformB'], 'Whose chat.'), 'PlatformA'),
})

export const messageOutput = object({ message_id: text({ description: "The platform's own id of the message." }) })

export const messageFailures = [
  'platform_not_connected',
  'platform_unavailable',
  'platform_refused',
  'platform_reauth_required',
] as const
