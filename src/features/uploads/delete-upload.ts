import { object, text } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'

export const deleteUpload = definePanelOperation({
  name: 'delete-upload',
  summary: 'Deletes an upload that nothing uses.',
  role: 'editor',
  effect: 'rows',
  input: object({ id: text({ min: 1, max: 40, description: 'The upload.' }) }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { id: '4Jx0mTqYc2LwPz7R' }, output: {} },
  async handle({ input, caller, ctx }) {
    await ctx.uploads.remove(caller, input.id)
    return {}
  },
})
