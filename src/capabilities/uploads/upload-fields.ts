import { integer, list, nullable, object, oneOf, text } from '../../kernel/schema/schema.ts'
import type { Text } from '../../kernel/text/message.ts'
import { uploadKinds } from './upload-kinds.ts'
import type { Upload } from './uploads.ts'

export const uploadFields = object({
  id: text(),
  ref: text({ description: 'The reference for alerts, effects and songs.' }),
  kind: oneOf(uploadKinds),
  name: text(),
  mime: text(),
  bytes: integer(),
  duration_ms: nullable(integer()),
  width: nullable(integer()),
  height: nullable(integer()),
  url: text(),
  created_at: integer(),
  used_by: list(text(), { description: 'Who uses it; while anybody does it cannot be deleted.' }),
})

export const uploadExample = {
  id: '4Jx0mTqYc2LwPz7R',
  ref: 'upload:4Jx0mTqYc2LwPz7R',
  kind: 'sound' as const,
  name: 'horn.mp3',
  mime: 'audio/mpeg',
  bytes: 48_000,
  duration_ms: 1200,
  width: null,
  height: null,
  url: '/overlay/uploads/0a.mp3',
  created_at: 1_760_000_000_000,
  used_by: ['the audio alert Airhorn'],
}

export function toUploadFields(upload: Upload, usedBy: readonly Text[]) {
  const { durationMs, createdAt, ...rest } = upload
  return { ...rest, ref: `upload:${upload.id}`, duration_ms: durationMs, created_at: createdAt, used_by: usedBy }
}
