import { httpMessages } from '../../kernel/http/messages.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { clientPackagePath, clientPackages } from './contract/client-packages.ts'
import { createPackageFiles, type PackageFiles } from './package-files.ts'

/** The packages for other programs. They are the same for everybody and contain no secrets, so they need no session. */
export function createClientDownloads(files: PackageFiles = createPackageFiles()): PageRoute[] {
  return clientPackages.map((one) => ({
    method: 'GET',
    path: clientPackagePath(one),
    async handle(_req, res) {
      const bytes = await files.read(one)
      if (bytes === undefined) throw new Failure('not_found', { message: httpMessages.clientsNotBuilt.of() })
      res.writeHead(200, {
        // Browsers and the apps go by the ending of the name.
        'Content-Type': 'application/octet-stream',
        'Content-Length': bytes.length,
        'Content-Disposition': `attachment; filename="${one.file}"`,
        'Cache-Control': 'no-cache',
        'X-Content-Type-Options': 'nosniff',
      })
      res.end(bytes)
    },
  }))
}
