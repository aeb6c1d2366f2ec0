import { Failure } from '../../contract/failures.ts'
import type { Reader } from '../../storage/database.ts'
import type { UploadKind } from './upload-kinds.ts'
import type { Upload, Uploads } from './uploads.ts'

const upload = 'upload:'

/** An upload, or one of our own, which has only an address. */
export type MediaFile = Pick<Upload, 'url' | 'kind'> & Partial<Upload>

export type Media = ReturnType<typeof createMedia>

/** Files as alerts, effects, songs and settings name them: `builtin:coin` or `upload:4Jx0mTqYc2LwPz7R`. */
export function createMedia(needs: {
  uploads: Pick<Uploads, 'find'>
  /** One of our own, by the same name. */
  findBuiltIn: (source: string) => { readonly url: string; readonly kind: UploadKind } | undefined
}) {
  const { uploads, findBuiltIn } = needs

  /** Undefined when it is gone, or when it is something else than wanted. */
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

    /** For whoever is about to keep the name. */
    async require(
      reader: Reader,
      channelId: number,
      wanted: { readonly path: string; readonly source: string; readonly kinds: readonly UploadKind[] },
    ) {
      const { path, source, kinds } = wanted
      const found = await find(reader, channelId, source, kinds)
      if (found !== undefined) return found
      const uploaded = `an upload of the kind ${kinds.join(' or ')} that exists (upload:…)`
      const isOurs = kinds.includes('sound') || kinds.includes('song')
      const choice = isOurs ? `one of our own (builtin:…) or ${uploaded}` : uploaded
      throw new Failure('invalid_parameter', { message: `${path} must name ${choice}.` })
    },
  }
}
