import { definePanelOperation } from '../../kernel/operation/operation.ts'
import { integer, list, object, oneOf, optional, text } from '../../kernel/schema/schema.ts'
import { soundNames, trackNames, trackRate, trackSamples, tracks } from '../sounds/catalogue.ts'
import { urlOf } from '../sounds/sound-files.ts'
import { toUploadFields, uploadExample, uploadFields } from './upload-fields.ts'
import { uploadKinds } from './upload-kinds.ts'
import { maxUploadName } from './upload-name.ts'
import { maxFileBytes } from './uploads.ts'

const file = {
  ref: text({ description: 'The reference for alerts, effects and songs.' }),
  name: text(),
  title: text(),
  url: text(),
}

export const listSounds = definePanelOperation({
  name: 'list-sounds',
  summary: 'Lists the built-in sounds and tracks.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({}),
  output: object({ sounds: list(object(file)), tracks: list(object({ ...file, artist: text(), seconds: integer() })) }),
  failures: [],
  example: {
    input: {},
    output: {
      sounds: [{ ref: 'builtin:coin', name: 'coin', title: 'Coin', url: '/overlay/sounds/coin.flac' }],
      tracks: [],
    },
  },
  async handle() {
    return {
      sounds: soundNames.map((name) => ({ ref: `builtin:${name}`, name, title: titleOf(name), url: urlOf(name) })),
      tracks: trackNames.map((name) => ({
        ref: `builtin:${name}`,
        name,
        title: tracks[name].title,
        artist: 'Showcaller',
        seconds: Math.floor(trackSamples(name) / trackRate),
        url: urlOf(name),
      })),
    }
  },
})

function titleOf(name: string): string {
  const words = name.replace('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const listUploads = definePanelOperation({
  name: 'list-uploads',
  summary: 'Lists the uploaded sounds, songs, images and videos, newest first.',
  role: 'viewer',
  grants: 'nothing',
  effect: 'none',
  input: object({ kind: optional(oneOf(uploadKinds, { description: 'Only uploads of this kind.' })) }),
  output: object({
    uploads: list(uploadFields),
    total_bytes: integer({ description: 'The total size.' }),
    max_bytes: integer({ description: 'The maximum total size.' }),
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

export const renameUpload = definePanelOperation({
  name: 'rename-upload',
  summary: 'Renames an upload. References to it stay valid.',
  role: 'editor',
  grants: 'nothing',
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

export const deleteUpload = definePanelOperation({
  name: 'delete-upload',
  summary: 'Deletes an upload that nothing uses.',
  role: 'editor',
  grants: 'nothing',
  effect: 'rows',
  input: object({ id: text({ min: 1, max: 40, description: 'The upload.' }) }),
  output: object({}),
  failures: ['not_found', 'invalid_parameter'],
  example: { input: { id: '4Jx0mTqYc2LwPz7R' }, output: {} },
  handle({ input, caller, ctx, commit }) {
    return commit(async (tx) => {
      await ctx.uploads.remove(tx, caller, input.id)
      return {}
    })
  },
})
