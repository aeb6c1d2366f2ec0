import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { MessagePart, Text } from '../../kernel/text/message.ts'
import { type FileFacts, RefusedFile } from './content/facts.ts'
import { claimedEnding, type Family, type Format, formats } from './content/formats.ts'
import { inspectFile } from './content/inspect-file.ts'
import { uploadErrors } from './messages.ts'
import type { UploadKind } from './upload-kinds.ts'

/** `video` has a low limit, because an alert blocks the alerts behind it. */
const rules: Readonly<Record<UploadKind, { family: Family; words: MessagePart; maxSeconds: number }>> = {
  sound: { family: 'audio', words: uploadErrors.aSound, maxSeconds: 60 },
  song: { family: 'audio', words: uploadErrors.aSong, maxSeconds: 20 * 60 },
  image: { family: 'image', words: uploadErrors.aPicture, maxSeconds: 0 },
  video: { family: 'video', words: uploadErrors.aVideo, maxSeconds: 60 },
}
const familyWords: Readonly<Record<Family, MessagePart>> = {
  audio: uploadErrors.aSound,
  image: uploadErrors.aPicture,
  video: uploadErrors.aVideo,
}
const maxSide = 8192
const maxPixels = 40_000_000
/** The MIME type that a browser sends for an unknown file. */
const noClaim = new Set(['', 'application/octet-stream', 'binary/octet-stream'])

export interface ClaimedFile {
  readonly kind: UploadKind
  readonly name: string
  /** The Content-Type of the request. */
  readonly type: string
  readonly bytes: Buffer
}

/** The properties of the file; throws the reason if it is refused. */
export function checkFile({ kind, name, type, bytes }: ClaimedFile): FileFacts {
  if (bytes.length === 0) throw refused(uploadErrors.empty.of())
  const facts = inspect(bytes)
  const found: Format = formats[facts.format]
  checkClaim(name, type, found)
  const { family, words, maxSeconds } = rules[kind]
  if (facts.family !== family) {
    const names = { found: familyWords[facts.family], format: found.label, wanted: words }
    throw refused(uploadErrors.otherKind.of(names))
  }
  const { durationMs, width = 1, height = 1 } = facts
  if (family === 'image') {
    if (width > maxSide || height > maxSide || width * height > maxPixels) {
      throw wrong(uploadErrors.tooManyPixels.of({ width, height, max: maxSide }))
    }
    return facts
  }
  if (durationMs === undefined) throw wrong(uploadErrors.unknownLength.of())
  if (durationMs > maxSeconds * 1000) {
    const limit =
      maxSeconds >= 120
        ? uploadErrors.minutes.of({ count: maxSeconds / 60 })
        : uploadErrors.seconds.of({ count: maxSeconds })
    throw wrong(uploadErrors.tooLong.of({ seconds: Math.ceil(durationMs / 1000), kind: words, limit }))
  }
  return facts
}

function inspect(bytes: Buffer): FileFacts {
  try {
    return inspectFile(bytes)
  } catch (error) {
    if (error instanceof RefusedFile) throw refused(error.text)
    throw error
  }
}

/** Name and MIME type may be unknown, but must not contradict the content. */
function checkClaim(name: string, type: string, { label, endings, types }: Format): void {
  const claimed = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!noClaim.has(claimed) && !types.includes(claimed)) {
    throw refused(uploadErrors.otherType.of({ claimed: claimed.slice(0, 60), format: label }))
  }
  const ending = claimedEnding(name)
  if (ending !== undefined && !endings.includes(ending)) {
    throw refused(uploadErrors.otherEnding.of({ ending, format: label }))
  }
}

function refused(message: Text): Failure {
  return new Failure('unsupported_content_type', { message })
}

function wrong(message: Text): Failure {
  return new Failure('invalid_parameter', { message })
}
