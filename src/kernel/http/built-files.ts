import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BrotliOptions, InputType } from 'node:zlib'
import { promisify, zlib } from '../node.ts'
import { whenNeeded } from '../schema/when-needed.ts'
import { contentPolicy } from './html.ts'

// Our pages never create markup or code from text; browsers with Trusted Types enforce it.
export const pagePolicy = `${contentPolicy}; frame-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'`

/** A file that does not change while the server runs. */
export interface BuiltFile {
  readonly type: string
  readonly plain: Buffer
  /** Undefined for formats that are compressed already. */
  readonly compress: ((encoding: Encoding) => Promise<Buffer>) | undefined
}

const compressors = whenNeeded(() => {
  const { brotliCompress, constants, gzip } = zlib()
  // The highest quality of Brotli takes thirty times as long and saves a tenth, while the first visitor waits.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
  const brotliOf = promisify<InputType, BrotliOptions, Buffer>(brotliCompress)
  return { br: (plain: Buffer) => brotliOf(plain, brotliOptions), gzip: promisify<InputType, Buffer>(gzip) }
})
type Encoding = keyof ReturnType<typeof compressors>

/** Compressed when it is first requested, since some files are large and rare, unless the build has done it. */
export function builtFile(type: string, plain: Buffer, isCompressible: boolean, brotli?: Buffer): BuiltFile {
  if (!isCompressible) return { type, plain, compress: undefined }
  const results: Partial<Record<Encoding, Promise<Buffer>>> =
    brotli === undefined ? {} : { br: Promise.resolve(brotli) }
  return {
    type,
    plain,
    compress(encoding) {
      results[encoding] ??= compressors()[encoding](plain)
      return results[encoding]
    },
  }
}

export async function sendBuilt(
  req: IncomingMessage,
  res: ServerResponse,
  { type, plain, compress }: BuiltFile,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const accepted = String(req.headers['accept-encoding'] ?? '')
  const encoding = (['br', 'gzip'] as const).find((one) => compress !== undefined && accepted.includes(one))
  const body = encoding === undefined || compress === undefined ? plain : await compress(encoding)
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    Vary: 'Accept-Encoding',
    // For every file, since a browser shows some of them as a page of their own.
    'Content-Security-Policy': pagePolicy,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  })
  res.end(body)
}
