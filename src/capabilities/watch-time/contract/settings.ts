import { defineSetting } from '../../../definitions/define-setting.ts'
import { boolean, integer, object, withDefault } from '../../../kernel/schema/schema.ts'

export const watchTimeSettings = defineSetting({
  name: 'watch_time',
  section: 'bot',
  title: 'Watch time',
  help: 'Counted by the minute while you are live.',
  role: 'editor',
  schema: object({
    enabled: withDefault(
      boolean({ title: 'Count watch time', description: 'Counts every minute that a viewer is watching.' }),
      true,
    ),
    presence_minutes: withDefault(
      integer({
        title: 'Minutes present after a message',
        min: 1,
        max: 240,
        description: 'Used on platforms that do not list their viewers.',
      }),
      10,
    ),
  }),
})
