import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../context.ts'
import type { NewEvent } from '../contract/events.ts'
import { Failure } from '../contract/failures.ts'
import { type PanelRole, reaches } from '../contract/panel-roles.ts'
import { type Platform, platforms } from '../contract/platforms.ts'
import type { Channel } from '../features/channels/channels.ts'
import type { Session } from '../features/sessions/sessions.ts'
import { backUp, partsOf } from '../storage/moving/backup-files.ts'
import { tarBytes, tarOf } from '../storage/moving/tar.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { PageRoute, Visit } from './server.ts'

type Download = Extract<NewEvent, { kind: 'backup.downloaded' | 'viewers.exported' }>

/** Files that the panel hands out, streamed. Sent as a form, so that no other site can set one off. */
export function createPanelDownloads(needs: {
  ctx: Context
  /** The data folder: what a backup is of, and where it may stand while it is sent. */
  folder: string
  exportViewers: (channel: Channel, platform: Platform) => AsyncIterable<string>
}): PageRoute[] {
  const { ctx, folder, exportViewers } = needs
  let copying = false

  async function admit(req: IncomingMessage, role: PanelRole): Promise<Session> {
    requireSameOrigin(req)
    const session = await ctx.sessions.open(req.headers.cookie)
    if (session === undefined) throw new Failure('sign_in_required')
    if (!reaches(session.role, role)) throw new Failure('missing_role', { fields: { required_role: role } })
    return session
  }

  async function note({ channel, person }: Session, { requestId }: Visit, event: Download): Promise<void> {
    const cause = { channel, actor: `person:${person.id}`, requestId }
    await ctx.db.write((tx) => ctx.events.appendNew(tx, cause, event))
  }

  /** The file holds every channel of this server, so it is for whoever owns them all. */
  async function requireEveryChannel({ person }: Session): Promise<void> {
    const own = await ctx.people.channelsOf(ctx.db, person.id)
    const owned = new Set(own.filter(({ role }) => role === 'owner').map(({ id }) => id))
    if ((await ctx.channels.list()).every(({ id }) => owned.has(id))) return
    throw new Failure('missing_role', {
      message: 'A backup holds every channel of this server, and not all are yours. The terminal can make one.',
    })
  }

  async function sendBackup(req: IncomingMessage, res: ServerResponse, visit: Visit): Promise<void> {
    const session = await admit(req, 'owner')
    ctx.sessions.requireRecent(session)
    await requireEveryChannel(session)
    // A copy is as large as the data; one at a time is enough for anybody.
    if (copying) throw new Failure('overloaded', { message: 'A backup is being made already.', retryAfterSeconds: 10 })
    copying = true
    let place: string | undefined
    try {
      place = await mkdtemp(join(folder, 'backup-'))
      const file = join(place, 'showcaller.sqlite')
      await note(session, visit, { kind: 'backup.downloaded', data: {} })
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

  async function sendViewers(req: IncomingMessage, res: ServerResponse, visit: Visit): Promise<void> {
    const session = await admit(req, 'editor')
    const platform = platformIn(visit)
    await note(session, visit, { kind: 'viewers.exported', data: { platform } })
    res.writeHead(200, headersOf(`viewers-${platform}.csv`, 'text/csv; charset=utf-8'))
    await pipeline(Readable.from(exportViewers(session.channel, platform)), res)
  }

  return [
    { method: 'POST', path: '/panel/backup', handle: sendBackup },
    { method: 'POST', path: '/panel/viewers.csv', handle: sendViewers },
  ]
}

function platformIn({ url }: Visit): Platform {
  const wanted = url.searchParams.get('platform')
  const platform = platforms.find((one) => one === wanted)
  if (platform === undefined) {
    throw new Failure('invalid_parameter', { message: `platform must be one of ${platforms.join(', ')}.` })
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
