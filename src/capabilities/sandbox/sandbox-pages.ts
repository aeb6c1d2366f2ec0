import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../../kernel/catalogues.ts'
import { sendPage } from '../../kernel/http/html.ts'
import type { PageRoute } from '../../kernel/http/page-route.ts'
import { sendFailure } from '../../kernel/http/response.ts'
import { createStaticFiles } from '../../kernel/http/static-files.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { Failure } from '../../kernel/operation/contract/failures.ts'
import { type PanelRole, reaches } from '../../kernel/operation/contract/panel-roles.ts'
import type { ObjectSchema } from '../../kernel/schema/schema.ts'
import { asSentence } from '../../kernel/text/error-words.ts'
import { inLanguage } from '../../kernel/text/in-language.ts'
import { currentCatalogue, verbatim } from '../../kernel/text/message.ts'
import { type Platform, platforms, wordFor } from '../../platforms/contract/platforms.ts'
import type { Sandbox } from '../../platforms/sandbox/sandbox.ts'
import type { SandboxControls } from '../../platforms/sandbox/sandbox-controls.ts'
import type { Names } from '../../registry/names.ts'
import type { Channels } from '../channels/channels.ts'
import type { Discord } from '../discord/discord.ts'
import type { CheckSession } from '../panel/session-checks.ts'
import type { PanelSession } from '../sign-in/sessions.ts'
import { sandboxMessages as messages } from './messages.ts'
import { clipPage, noClipPage, notOnSandboxPage, refusedPage, signInFirstPage } from './sandbox-notices.ts'
import { type SandboxView, sandboxPage } from './sandbox-page.ts'

const neededRole: PanelRole = 'editor'
const actionPrefix = '/sandbox/page/'
const clipPrefix = '/sandbox/clips/'

/** The pages of the sandbox: the page with its forms, for editors and owners, and clips. */
export function createSandboxPages(needs: {
  sandbox: Sandbox
  controls: SandboxControls
  channels: Channels
  names: Names
  assets: string
  session: (req: IncomingMessage) => Promise<PanelSession | undefined>
  overlayLink: (channel: Channel) => Promise<string>
  checkSession: CheckSession
  discord: Pick<Discord, 'simulatedMessages'>
}): PageRoute[] {
  const { sandbox, controls, channels, names, assets, session, overlayLink, checkSession, discord } = needs

  async function selectedChannel(channel: Channel, selected: string | null): Promise<Channel> {
    return selected === 'test' ? channels.useTestChannelOf(channel) : channel
  }

  async function view(channel: Channel): Promise<SandboxView> {
    const views = await Promise.all(
      platforms.map(async (platform) => {
        const account = await controls.find(channel, platform)
        const state = account && (await sandbox.world.read(account))
        return { platform, word: names.word(wordFor(platform)), state }
      }),
    )
    const overlay = channel.isTestChannel ? await overlayLink(channel) : undefined
    return { channel, platforms: views, error: undefined, overlay, discord: await discord.simulatedMessages(channel) }
  }

  return [
    {
      method: 'GET',
      path: '/sandbox',
      async handle(req, res, { url }) {
        const found = await session(req)
        if (found === undefined) return sendPage(req, res, 401, signInFirstPage)
        const reader = { account: found }
        if (!reaches(found.role, neededRole)) {
          return sendPage(req, res, 403, () => refusedPage(messages.roleNeeded()), reader)
        }
        const selected = await selectedChannel(found.channel, url.searchParams.get('channel'))
        if (!(await controls.isOnSandbox(selected))) return sendPage(req, res, 404, notOnSandboxPage, reader)
        const shown = await view(selected)
        await sendPage(req, res, 200, () => sandboxPage(shown), reader)
      },
    },
    {
      method: 'POST',
      path: `${actionPrefix}*`,
      async handle(req, res, { url, requestId }) {
        const { action, run } = controls.get(url.pathname.slice(actionPrefix.length))
        const own = await checkSession(req, { role: neededRole, grants: 'nothing' })
        const form = new URLSearchParams((await req.readBody()).toString())
        const channel = await selectedChannel(own.channel, form.get('channel'))
        try {
          await controls.requireOnSandbox(channel)
          await run(channel, fromForm(form, names.schema(action.input)))
          // The page's script needs no page in return: it updates the parts that change.
          if (wantsJson(req)) return void res.writeHead(204).end()
          redirect(res, `/sandbox${channel.isTestChannel ? '?channel=test' : ''}#${platformOf(form, names)}`)
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          const reader = { account: own }
          const sentence = () => asSentence(error.text.write(currentCatalogue(), names.word))
          if (wantsJson(req)) {
            const message = inLanguage(await readerCatalogue(req, own), sentence)
            return sendFailure(res, new Failure(error.code, { message: verbatim(message) }), requestId)
          }
          if (error.code === 'unknown_operation') return sendPage(req, res, error.status, notOnSandboxPage, reader)
          const shown = await view(channel)
          await sendPage(req, res, error.status, () => sandboxPage({ ...shown, error: sentence() }), reader)
        }
      },
    },
    {
      method: 'GET',
      path: `${clipPrefix}*`,
      async handle(req, res, { url }) {
        const clip = await sandbox.findClip(url.pathname.slice(clipPrefix.length))
        const channel = clip && (await channels.find(clip.channelId))
        if (clip === undefined || channel === undefined) return sendPage(req, res, 404, noClipPage)
        await sendPage(req, res, 200, () => clipPage(clip, channel))
      },
    },
    createStaticFiles('/sandbox/assets', assets),
  ]
}

/** Converts form fields to the types of the action's schema. An empty field counts as absent. */
function fromForm(form: URLSearchParams, { properties }: ObjectSchema): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, { type }] of Object.entries(properties)) {
    const value = form.get(name)
    if (value === null || value === '') continue
    if (type === 'integer') body[name] = Number(value)
    else body[name] = type === 'boolean' ? value === 'true' : value
  }
  return body
}

function platformOf(parameters: URLSearchParams, names: Names): Platform | undefined {
  const word = parameters.get('platform')
  return platforms.find((platform) => names.word(wordFor(platform)) === word)
}

function wantsJson(req: IncomingMessage): boolean {
  return req.headers.accept === 'application/json'
}

function redirect(res: ServerResponse, to: string): void {
  res.writeHead(303, { Location: to, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' }).end()
}
