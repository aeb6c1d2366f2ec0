import type { PageRoute } from '../../kernel/http/page-route.ts'
import { extensionArchivePath, packExtension } from './extension-archive.ts'

/** The browser extension, packed with the first request. It contains no secrets, so it needs no session. */
export function createExtensionDownload(): PageRoute {
  let packed: Promise<Buffer> | undefined
  return {
    method: 'GET',
    path: extensionArchivePath,
    async handle(_req, res) {
      packed ??= packExtension()
      const zip = await packed.catch((error: unknown) => {
        packed = undefined
        throw error
      })
      res.writeHead(200, {
        'Content-Type': 'application/zip',
        'Content-Length': zip.length,
        'Content-Disposition': 'attachment; filename="showcaller-extension.zip"',
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      })
      res.end(zip)
    },
  }
}
