import { ApiError } from './api.ts'
import { mediaMessages } from './messages/media.ts'

export type UploadKind = 'sound' | 'song' | 'image' | 'video'

export interface Upload {
  readonly id: string
  readonly ref: string
  readonly kind: UploadKind
  readonly name: string
  readonly url: string
  readonly duration_ms: number | null
}

/** File types that the picker offers. The server checks the content. */
export const accepted: Readonly<Record<UploadKind, string>> = {
  sound: 'audio/*,.mp3,.ogg,.wav,.m4a,.flac',
  song: 'audio/*,.mp3,.ogg,.wav,.m4a,.flac',
  image: 'image/png,image/jpeg,image/gif,image/webp,image/avif',
  video: 'video/mp4,video/webm',
}

/** Uploads a file with XMLHttpRequest, since `fetch` reports no upload progress. */
export function sendFile(kind: UploadKind, file: File, onProgress: (part: number) => void): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/panel/uploads?${new URLSearchParams({ kind, name: file.name })}`)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(new ApiError(0, { error: mediaMessages.uploadInterrupted() }))
    request.onload = () => {
      if (request.status === 200) resolve(request.response.upload)
      else reject(new ApiError(request.status, request.response ?? {}))
    }
    request.send(file)
  })
}
