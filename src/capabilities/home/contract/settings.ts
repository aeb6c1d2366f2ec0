import { defineSetting } from '../../../definitions/define-setting.ts'
import { list, object, oneOf, text, withDefault } from '../../../kernel/schema/schema.ts'
import { quickActionKinds } from './quick-actions.ts'

/** No section: the buttons are chosen on Home, where they stand. */
export const quickButtonSettings = defineSetting({
  name: 'quick_buttons',
  title: 'Quick actions',
  help: 'The buttons on Home.',
  role: 'editor',
  schema: object({
    buttons: withDefault(
      list(
        object({
          kind: oneOf(quickActionKinds, { title: 'Type' }),
          id: withDefault(text({ title: 'Id', max: 200, cleaning: 'line' }), ''),
        }),
        { title: 'Buttons', max: 24 },
      ),
      [],
    ),
  }),
})
