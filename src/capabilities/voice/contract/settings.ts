import { defineSetting } from '../../../definitions/define-setting.ts'
import { list, object, optional, text, withDefault } from '../../../kernel/schema/schema.ts'

/** No section: the filters are chosen from those that OBS has, on the Voice section. */
export const microphoneSettings = defineSetting({
  name: 'microphone',
  title: 'Microphone effects',
  help: 'The filters of OBS that voice effects of the microphone turn on.',
  role: 'editor',
  schema: object({
    input: optional(text({ title: 'Microphone', max: 200, description: 'The input in OBS.' })),
    filters: withDefault(
      list(
        object({
          filter: text({ title: 'Filter', min: 1, max: 200, description: 'The name of the filter in OBS.' }),
          name: text({ title: 'Name', min: 1, max: 100, cleaning: 'name', description: 'The name of the effect.' }),
        }),
        { title: 'Effects', max: 50 },
      ),
      [],
    ),
  }),
})
