import { Failure } from '../contract/failures.ts'
import { sendMediaBytes, sendMediaFile } from './media.ts'
import type { PageRoute } from './server.ts'

export interface OverlayMedia {
  findSpeech(id: string): { readonly bytes: Buffer; readonly mime: string } | undefined
  findSound(name: string): Promise<string | undefined>
}

/** What the overlay page plays: lines just spoken, under names nobody guesses, and our own sounds. */
export function createOverlayMediaPages({ findSpeech, findSound }: OverlayMedia): PageRoute[] {
  return [
    {
      method: 'GET',
      path: '/overlay/speech/*',
      async handle(req, res, { url }) {
        const audio = findSpeech(url.pathname.slice('/overlay/speech/'.length))
        if (audio === undefined) throw new Failure('not_found')
        await sendMediaBytes(req, res, audio.bytes, audio.mime)
      },
    },
    {
      method: 'GET',
      path: '/overlay/sounds/*',
      async handle(req, res, { url }) {
        const name = /^\/overlay\/sounds\/([\w-]+)\.wav$/.exec(url.pathname)?.[1]
        const path = name === undefined ? undefined : await findSound(name)
        if (path === undefined) throw new Failure('not_found')
        await sendMediaFile(req, res, path, 'audio/wav')
      },
    },
  ]
}
