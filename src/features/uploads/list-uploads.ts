import { integer, list, object, oneOf, optional } from '../../contract/schema.ts'
import { definePanelOperation } from '../../operation.ts'
import { toUploadFields, uploadExample, uploadFields } from './fields.ts'
import { uploadKinds } from './upload-kinds.ts'
import { maxFileBytes } from './uploads.ts'

export const listUploads = definePanelOperation({
  name: 'list-uploads',
  summary: 'The sounds, songs, pictures and videos that were uploaded, newest first.',
  role: 'viewer',
  effect: 'none',
  input: object({ kind: optional(oneOf(uploadKinds, { description: 'Only uploads of this kind.' })) }),
  output: object({
    uploads: list(uploadFields),
    total_bytes: integer({ description: 'What all of them take.' }),
    max_bytes: integer({ description: 'What all of them may take.' }),
    max_file_bytes: integer(),
  }),
  failures: [],
  example: {
    input: { kind: 'sound' },
    output: { uploads: [uploadExample], total_bytes: 48_000, max_bytes: 524_288_000, max_file_bytes: maxFileBytes },
  },
  async handle({ input, caller, ctx }) {
    const channelId = caller.channel.id
    const { items, totalBytes } = await ctx.uploads.list(channelId, input.kind)
    const users = await ctx.references.of(ctx.db, channelId)
    return {
      uploads: items.map((upload) => toUploadFields(upload, users.get(`upload:${upload.id}`) ?? [])),
      total_bytes: totalBytes,
      max_bytes: ctx.uploads.maxBytes,
      max_file_bytes: maxFileBytes,
    }
  },
})
