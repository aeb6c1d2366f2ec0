import { defineSetting } from '../../../definitions/define-setting.ts'
import { list, object, text, withDefault } from '../../../kernel/schema/schema.ts'

export const outgoingSettings = defineSetting({
  name: 'outgoing',
  section: 'channel',
  title: 'Web addresses',
  help: 'The hosts that the step “Call a web address” may call. Addresses of your own network need the permission of the operator as well.',
  role: 'owner',
  schema: object({
    hosts: withDefault(
      list(text({ max: 253, cleaning: 'name' }), {
        title: 'Allowed hosts',
        max: 50,
        description: 'Such as api.example.org, or *.example.org for all names below it.',
      }),
      [],
    ),
  }),
})
