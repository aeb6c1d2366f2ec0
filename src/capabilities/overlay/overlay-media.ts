import { sendMediaBytes, sendMediaFile, sendMediaParts } from '../../kernel/http/media.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { partsSuffix, speechPath } from './speech-url.ts'

export interface OverlayMedia {
  findSpeech(id: string): Promise<{ readonly bytes: Buffer; readonly mime: string } | undefined>
  /** The files of a line in order, each as soon as it is spoken. */
  readSpeechParts(id: string): Promise<AsyncIterable<Buffer> | undefined>
  findSound(name: string): string | undefined
  findUpload(file: string): Promise<{ readonly path: string; readonly mime: string } | undefined>
  findStyle(channelId: number, hash: string): Promise<string | undefined>
}

/** Whatever a file contains, a browser runs and loads nothing from it, and it has no access to our origin. */
const isolated = {
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}

/** Media of the overlay page: speech under unguessable names, built-in sounds, uploads and custom styles. */
export function createOverlayMediaPages(needs: OverlayMedia): PageRoute[] {
  const { findSpeech, readSpeechParts, findSound, findUpload, findStyle } = needs
  return [
    {
      method: 'GET',
      path: `${speechPath}*`,
      async handle(req, res, { url }) {
        const id = url.pathname.slice(speechPath.length)
        if (id.endsWith(partsSuffix)) {
          const parts = await readSpeechParts(id.slice(0, -partsSuffix.length))
          if (parts === undefined) throw new Failure('not_found')
          return sendMediaParts(res, parts)
        }
        const audio = await findSpeech(id)
        if (audio === undefined) throw new Failure('not_found')
        await sendMediaBytes(req, res, audio.bytes, audio.mime)
      },
    },
    {
      method: 'GET',
      path: '/overlay/sounds/*',
      async handle(req, res, { url }) {
        const name = /^\/overlay\/sounds\/([\w-]+)\.flac$/.exec(url.pathname)?.[1]
        const path = name === undefined ? undefined : findSound(name)
        if (path === undefined) throw new Failure('not_found')
        await sendMediaFile(req, res, path, 'audio/flac')
      },
    },
    {
      method: 'GET',
      path: '/overlay/uploads/*',
      async handle(req, res, { url }) {
        const file = await findUpload(url.pathname.slice('/overlay/uploads/'.length))
        if (file === undefined) throw new Failure('not_found')
        await sendMediaFile(req, res, file.path, file.mime, isolated)
      },
    },
    {
      method: 'GET',
      path: '/overlay/styles/*',
      async handle(req, res, { url }) {
        const [, channel, hash] = /^\/overlay\/styles\/(\d{1,15})\/([0-9a-f]{64})\.css$/.exec(url.pathname) ?? []
        const css = hash === undefined ? undefined : await findStyle(Number(channel), hash)
        if (css === undefined) throw new Failure('not_found')
        for (const [name, value] of Object.entries(isolated)) res.setHeader(name, value)
        await sendMediaBytes(req, res, Buffer.from(css), 'text/css; charset=utf-8')
      },
    },
  ]
}
