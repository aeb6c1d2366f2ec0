import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { extendRequestTimeout } from '../../kernel/http/extended-timeouts.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import { asFailure, sendFailure, sendJson } from '../../kernel/http/response.ts'
import { createShares } from '../../kernel/limits/shares.ts'
import type { Log } from '../../kernel/log.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { callerOf } from '../panel/panel-route.ts'
import type { CheckSession } from '../panel/session-checks.ts'
import { toUploadFields } from './upload-fields.ts'
import { type UploadKind, uploadKinds } from './upload-kinds.ts'
import { uploadNameOf } from './upload-name.ts'
import { maxFileBytes } from './uploads.ts'

/** Enough for ten megabytes over a slow connection. */
const uploadTimeoutMs = 120_000
/** Of all channels; one alone gets half of them. Each upload is held in memory until its content is checked. */
const places = 12
/** The rest of a refused upload is read and dropped, so that the browser receives the answer; up to here. */
const maxIgnoredBytes = 64 * 1024 * 1024

interface UploadRequest {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  readonly info: RequestInfo
  /** Whom the answer is written for; null: in the language of the browser. */
  readonly reader: { language: string | null }
}

/** `POST /panel/uploads?kind=…&name=…`, the file as the body, for editors. */
export function createUploadRoute(needs: { checkSession: CheckSession; ctx: Context; log: Log }): PageRoute {
  const { checkSession, ctx, log } = needs
  const shares = createShares({ places })

  async function serve({ req, res, info, reader }: UploadRequest): Promise<void> {
    const session = await checkSession(req, { role: 'editor', grants: 'nothing' })
    reader.language = session.language
    const { searchParams } = info.url
    const kind = kindOf(searchParams.get('kind'))
    const name = uploadNameOf(searchParams.get('name') ?? '')
    if (!shares.hasRoom(session.channel.id)) throw new Failure('overloaded', { retryAfterSeconds: 5 })
    const giveBack = shares.take(session.channel.id)
    try {
      const bytes = await readFile(req)
      const claimed = { kind, name, type: req.headers['content-type'] ?? '', bytes }
      const { upload, isNew } = await ctx.uploads.add(callerOf(session, info, req.headers.host), claimed)
      // Nothing uses a new upload yet.
      const users = isNew ? undefined : (await ctx.references.of(ctx.db, session.channel.id)).get(`upload:${upload.id}`)
      const body = { success: true, upload: toUploadFields(upload, users ?? []), is_new: isNew }
      const catalogue = await readerCatalogue(req, session)
      inLanguage(catalogue, () => sendJson(res, 200, JSON.stringify(body), info.requestId))
    } finally {
      giveBack()
    }
  }

  return {
    method: 'POST',
    path: '/panel/uploads',
    async handle(req, res, info) {
      const reader: UploadRequest['reader'] = { language: null }
      try {
        await serve({ req, res, info, reader })
      } catch (error) {
        const failure = asFailure(error)
        const { requestId } = info
        if (failure.status >= 500) log.warn('an upload failed', { requestId, error: failure.cause ?? failure })
        const catalogue = await readerCatalogue(req, reader)
        inLanguage(catalogue, () => sendFailure(res, failure, requestId))
        ignoreRest(req)
      }
    },
  }
}

function kindOf(given: string | null): UploadKind {
  const kind = uploadKinds.find((one) => one === given)
  if (kind !== undefined) return kind
  throw new Failure('invalid_parameter', {
    message: messages.mustBeOneOf.of({ field: 'kind', values: uploadKinds.join(', ') }),
  })
}

async function readFile(req: IncomingMessage): Promise<Buffer> {
  if (Number(req.headers['content-length'] ?? 0) > maxFileBytes) throw tooLarge()
  const timeout = extendRequestTimeout(req.socket)
  try {
    return await receive(req)
  } finally {
    timeout.end()
  }
}

function receive(req: IncomingMessage): Promise<Buffer> {
  // A sender that went away while the session was looked up will not send another event.
  if (req.destroyed && !req.complete) return Promise.reject(new Failure('invalid_request'))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const deadline = setTimeout(() => finish(() => reject(new Failure('request_timeout'))), uploadTimeoutMs)
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxFileBytes) chunks.push(chunk)
      else finish(() => reject(tooLarge()))
    }
    const onEnd = () => finish(() => resolve(Buffer.concat(chunks)))
    const onGone = () => finish(() => reject(new Failure('invalid_request')))
    function finish(outcome: () => void): void {
      clearTimeout(deadline)
      req.off('data', onData).off('end', onEnd).off('close', onGone)
      outcome()
    }
    req.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

function ignoreRest(req: IncomingMessage): void {
  if (req.complete) return
  let ignored = 0
  req.on('error', () => {})
  req.on('data', (chunk: Buffer) => {
    ignored += chunk.length
    if (ignored > maxIgnoredBytes) req.destroy()
  })
}

function tooLarge(): Failure {
  return new Failure('body_too_large', { message: messages.fileTooLarge.of() })
}
