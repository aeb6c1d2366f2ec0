import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { maxUploadName } from './upload-name.ts'

export const renameUpload = definePanelOperation({
  name: 'rename-upload',
  summary: 'Gives an upload another name. Whatever uses it goes on using it.',
  role: 'editor',
  effect: 'rows',
  input: object({
    id: text({ min: 1, max: 40, description: 'The upload.' }),
    name: text({ min: 1, max: maxUploadName, cleaning: 'line', description: 'Its new name.' }),
  }),
  output: object({}),
  failures: ['not_found'],
  example: { input: { id: '4Jx0mTqYc2LwPz7R', name: 'Horn' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.uploads.rename(tx, caller, input.id, input.name.trim())
      return {}
    })
  },
})
