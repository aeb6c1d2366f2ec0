import { Failure } from '../../kernel/operation/contract/failures.ts'
import type { Reader } from '../../kernel/storage/database.ts'
import { uploadErrors } from './messages.ts'
import type { UploadKind } from './upload-kinds.ts'
import type { Upload, Uploads } from './uploads.ts'

const upload = 'upload:'

/** An upload, or a built-in file, which has only a URL. */
export type MediaFile = Pick<Upload, 'url' | 'kind'> & Partial<Upload>

export type Media = ReturnType<typeof createMedia>

/** Resolves file references of alerts, effects, songs and settings: `builtin:coin` or `upload:4Jx0mTqYc2LwPz7R`. */
export function createMedia(needs: {
  uploads: Pick<Uploads, 'find'>
  /** A built-in file. */
  findBuiltIn: (source: string) => { readonly url: string; readonly kind: UploadKind } | undefined
}) {
  const { uploads, findBuiltIn } = needs

  /** Undefined if the file does not exist or is of another kind. */
  async function find(
    reader: Reader,
    channelId: number,
    source: string,
    kinds?: readonly UploadKind[],
  ): Promise<MediaFile | undefined> {
    const found = source.startsWith(upload)
      ? await uploads.find(reader, channelId, source.slice(upload.length))
      : findBuiltIn(source)
    return found === undefined || kinds?.includes(found.kind) === false ? undefined : found
  }

  return {
    find,

    async urlOf(reader: Reader, channelId: number, source: string | undefined): Promise<string | undefined> {
      return source === undefined ? undefined : (await find(reader, channelId, source))?.url
    },

    /** Checks a reference before it is stored. */
    async require(
      reader: Reader,
      channelId: number,
      wanted: { readonly path: string; readonly source: string; readonly kinds: readonly UploadKind[] },
    ) {
      const { path, source, kinds } = wanted
      const found = await find(reader, channelId, source, kinds)
      if (found !== undefined) return found
      const isOurs = kinds.includes('sound') || kinds.includes('song')
      const message = isOurs ? uploadErrors.mediaRequired : uploadErrors.uploadRequired
      throw new Failure('invalid_parameter', { message: message.of({ path, kinds: kinds.join(' or ') }) })
    },
  }
}
