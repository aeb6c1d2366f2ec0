import { Failure } from '../../contract/failures.ts'
import { type FileFacts, RefusedFile } from './content/facts.ts'
import { claimedEnding, type Family, type Format, formats } from './content/formats.ts'
import { inspectFile } from './content/inspect-file.ts'
import type { UploadKind } from './upload-kinds.ts'

/** `video` has a low limit, because an alert blocks the alerts behind it. */
const rules: Readonly<Record<UploadKind, { family: Family; words: string; maxSeconds: number }>> = {
  sound: { family: 'audio', words: 'a sound', maxSeconds: 60 },
  song: { family: 'audio', words: 'a song', maxSeconds: 20 * 60 },
  image: { family: 'image', words: 'a picture', maxSeconds: 0 },
  video: { family: 'video', words: 'a video', maxSeconds: 60 },
}
const familyWords: Readonly<Record<Family, string>> = { audio: 'a sound', image: 'a picture', video: 'a video' }
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
  if (bytes.length === 0) throw refused('The file is empty.')
  const facts = inspect(bytes)
  const found: Format = formats[facts.format]
  checkClaim(name, type, found)
  const { family, words, maxSeconds } = rules[kind]
  if (facts.family !== family) throw refused(`The file is ${familyWords[facts.family]} (${found.label}), not ${words}.`)
  const { durationMs, width = 1, height = 1 } = facts
  if (family === 'image') {
    if (width > maxSide || height > maxSide || width * height > maxPixels) {
      throw wrong(`The picture has ${width} × ${height} pixels; at most ${maxSide} a side and 40 million are taken.`)
    }
    return facts
  }
  if (durationMs === undefined)
    throw wrong('The length of the file cannot be read. Save it again with another program.')
  if (durationMs > maxSeconds * 1000) {
    const limit = maxSeconds >= 120 ? `${maxSeconds / 60} minutes` : `${maxSeconds} seconds`
    throw wrong(`The file lasts ${Math.ceil(durationMs / 1000)} seconds; ${words} may last ${limit}.`)
  }
  return facts
}

function inspect(bytes: Buffer): FileFacts {
  try {
    return inspectFile(bytes)
  } catch (error) {
    if (error instanceof RefusedFile) throw refused(`The file ${error.message}.`)
    throw error
  }
}

/** Name and MIME type may be unknown, but must not contradict the content. */
function checkClaim(name: string, type: string, { label, endings, types }: Format): void {
  const claimed = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  if (!noClaim.has(claimed) && !types.includes(claimed)) {
    throw refused(`The file says it is ${claimed.slice(0, 60)}, but it is ${label}.`)
  }
  const ending = claimedEnding(name)
  if (ending !== undefined && !endings.includes(ending)) {
    throw refused(`The file is named .${ending}, but it is ${label}.`)
  }
}

function refused(message: string): Failure {
  return new Failure('unsupported_content_type', { message })
}

function wrong(message: string): Failure {
  return new Failure('invalid_parameter', { message })
}
