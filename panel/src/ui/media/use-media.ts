import { type Answer, call } from '../../api.ts'
import { useLogCount } from '../lists/use-log.ts'
import { useLoaded } from '../parts.tsx'

export interface Media {
  readonly sounds: Answer<'list-sounds'>['sounds']
  readonly uploads: Answer<'list-uploads'>['uploads']
  nameOf(ref: string | null | undefined): string
  urlOf(ref: string | null | undefined): string | undefined
  reload(): Promise<void>
}

/** The built-in sounds and the channel's uploads, kept up to date. */
export function useMedia(): Media {
  const changes = useLogCount('upload')
  const { value: own } = useLoaded(() => call('list-sounds', {}), [])
  const { value: files, reload } = useLoaded(() => call('list-uploads', {}), [changes])
  const sounds = own?.sounds ?? []
  const uploads = files?.uploads ?? []
  const find = (ref: string | null | undefined) => {
    const sound = sounds.find((one) => one.ref === ref)
    if (sound !== undefined) return { name: sound.title, url: sound.url }
    const upload = uploads.find((one) => one.ref === ref)
    return upload && { name: upload.name, url: upload.url }
  }
  return {
    sounds,
    uploads,
    nameOf: (ref) => find(ref)?.name ?? '',
    urlOf: (ref) => find(ref)?.url,
    reload,
  }
}
