import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { requireEveryChannel } from '../../capabilities/backups/require-every-channel.ts'
import type { CheckSession } from '../../capabilities/panel/session-checks.ts'
import type { PanelSession } from '../../capabilities/sign-in/sessions.ts'
import { httpMessages as messages } from '../../kernel/http/messages.ts'
import type { PageRoute, RequestInfo } from '../../kernel/http/page-route.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import type { Context } from '../../kernel/operation/context.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { backUp, partsOf } from '../../kernel/storage/moving/backup-files.ts'
import { tarBytes, tarOf } from '../../kernel/storage/moving/tar-files.ts'
import { type Platform, platforms } from '../../platforms/contract/platforms.ts'
import type { NewEvent } from '../../registry/events.ts'

type Download = Extract<NewEvent, { kind: 'backup.downloaded' | 'viewers.exported' | 'viewer.exported' }>

/** Downloads of the panel, streamed. They are requested by POST, so that no other site can start one. */
export function createPanelDownloads(needs: {
  ctx: Context
  /** The data folder: the source of a backup, and where it is stored while it is sent. */
  folder: string
  exportViewers: (channel: Channel, platform: Platform) => AsyncIterable<string>
  checkSession: CheckSession
}): PageRoute[] {
  const { ctx, folder, exportViewers, checkSession } = needs
  let copying = false

  async function record({ channel, person }: PanelSession, { requestId }: RequestInfo, event: Download): Promise<void> {
    const cause = { channel, actor: `person:${person.id}`, requestId }
    await ctx.db.write((tx) => ctx.events.appendNew(tx, cause, event))
  }

  async function sendBackup(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
    const session = await checkSession(req, { role: 'owner', grants: 'access' })
    await requireEveryChannel(ctx, session.person)
    // A copy is as large as the data, so only one is created at a time.
    if (copying) throw new Failure('overloaded', { message: messages.backupRunning.of(), retryAfterSeconds: 10 })
    copying = true
    let place: string | undefined
    try {
      place = await mkdtemp(join(folder, 'backup-'))
      const file = join(place, 'showcaller.sqlite')
      await record(session, info, { kind: 'backup.downloaded', data: {} })
      await backUp(ctx.db, folder, file)
      const parts = await partsOf(file)
      const day = new Date(ctx.clock.now()).toISOString().slice(0, 10)
      const headers = headersOf(`showcaller-${day}.tar`, 'application/x-tar')
      res.writeHead(200, { ...headers, 'Content-Length': tarBytes(parts) })
      await pipeline(Readable.from(tarOf(parts)), res)
    } finally {
      copying = false
      if (place !== undefined) await rm(place, { recursive: true, force: true })
    }
  }

  async function sendViewers(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
    const session = await checkSession(req, { role: 'editor', grants: 'nothing' })
    const platform = platformIn(info)
    await record(session, info, { kind: 'viewers.exported', data: { platform } })
    res.writeHead(200, headersOf(`viewers-${platform}.csv`, 'text/csv; charset=utf-8'))
    await pipeline(Readable.from(exportViewers(session.channel, platform)), res)
  }

  /** Everything that is stored about one viewer, for the viewer who asks for it. */
  async function sendViewer(req: IncomingMessage, res: ServerResponse, info: RequestInfo): Promise<void> {
    const session = await checkSession(req, { role: 'editor', grants: 'nothing' })
    const { channel } = session
    const viewer = await ctx.viewers.getKnown(ctx.db, channel.id, viewerIn(info))
    const { platform, id: viewerId } = viewer
    await record(session, info, { kind: 'viewer.exported', platform, viewerId, data: {} })
    res.writeHead(200, headersOf(`viewer-${viewerId}.json`, 'application/json'))
    await pipeline(Readable.from(ctx.privacy.exportViewer(channel, viewer)), res)
  }

  return [
    { method: 'POST', path: '/panel/viewer.json', handle: sendViewer },
    { method: 'POST', path: '/panel/backup', handle: sendBackup },
    { method: 'POST', path: '/panel/viewers.csv', handle: sendViewers },
  ]
}

function viewerIn({ url }: RequestInfo): number {
  const id = Number(url.searchParams.get('viewer_id'))
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new Failure('invalid_parameter', { message: messages.mustBeViewer.of() })
}

function platformIn({ url }: RequestInfo): Platform {
  const wanted = url.searchParams.get('platform')
  const platform = platforms.find((one) => one === wanted)
  if (platform === undefined) {
    throw new Failure('invalid_parameter', {
      message: messages.mustBeOneOf.of({ field: 'platform', values: platforms.join(', ') }),
    })
  }
  return platform
}

function headersOf(name: string, type: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  }
}
