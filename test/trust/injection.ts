import { allScopes } from '../../src/kernel/operation/contract/scopes.ts'
import { sql } from '../../src/kernel/storage/database.ts'
import { makeCommand, withSteps } from '../commands/command-maker.ts'
import { createTestApp, type TestApp } from '../create-test-app.ts'
import { openPage, type PageClient } from '../overlay/page-client.ts'
import { type PanelClient, signInAsOwner } from '../panel/panel-client.ts'
import { eventsSince, type StateLine } from '../sandbox/sandbox-calls.ts'
import * as fc from '../tools/fast-check.ts'
import { forbiddenWord, type Injection, injections, type Route } from './injection-texts.ts'
import { type Caused, donor, faultOf, nameLength } from './injection-verdict.ts'
import type { Proof } from './proof.ts'
import { shrink } from './shrink.ts'

const findLastSeq = sql<{ channel: number }, { seq: number }>(
  'SELECT last_event AS seq FROM channels WHERE id = :channel',
)

const perChunk = 100
/** So many that none reaches its limit. */
const keyCount = 150
const mostShrunk = 5
const leastTaken = 0.5
/** On both sides of a text, to find it in the page. */
const mark = 'qqmarkqq'

/**
 * A viewer writes everything that could be taken for something else: variables, commands, line breaks, markup, JSON, SQL,
 * in chat, as arguments, as a name, in a donation. It must arrive as the text that it is, once, and cause nothing else.
 */
export const injection: Proof = {
  name: 'injection',
  promise:
    'What a viewer writes stays text: no variable of it is filled, no markup read, no command run, no line added.',
  unit: 'texts',
  fullCount: 10_000,
  engines: ['sqlite'],

  async run({ count, seed, faults, goesOn }) {
    const app = await createTestApp()
    const scene = await prepare(app)
    await newLines(app, scene)
    const before = await standing(app, scene)
    const taken: Partial<Record<Route, number>> = {}
    let texts = 0

    async function tryOut(sample: Injection): Promise<string | undefined> {
      const caused = await cause(app, scene, sample)
      if (caused.status === 200) taken[sample.route] = (taken[sample.route] ?? 0) + 1
      return faultOf(sample, caused)
    }

    try {
      for (let chunk = 0; goesOn(texts); chunk++) {
        const size = Math.min(perChunk, count - texts)
        const samples = fc.sample(injections, { seed: seed + chunk, numRuns: size })
        for (const [index, sample] of samples.entries()) {
          const fault = await tryOut(sample)
          texts++
          if (fault === undefined || faults.found.length >= mostShrunk) continue
          const smallest = await shrink(injections, tryOut, { seed: seed + chunk, index })
          faults.add(smallest ?? `${fault}\n  ${JSON.stringify(sample)}\n  (only once: seed ${seed + chunk}, ${index})`)
        }
        const now = await standing(app, scene)
        if (now !== before) faults.add(`the channel is changed:\n  ${before}\n  ${now}`)
      }
    } finally {
      scene.page.cut()
      await app.close()
    }
    const all = Object.values(taken).reduce((sum, some) => sum + some, 0)
    if (all < texts * leastTaken) faults.add(`only ${all} of ${texts} texts were taken, too few to prove anything`)
    return { ...taken }
  },
}

interface Scene {
  readonly page: PageClient
  readonly owner: PanelClient
  /** The newest line of the chat that was looked at. */
  lastLine: string | undefined
  /** The next of many keys. */
  key(): string
}

async function prepare(app: TestApp): Promise<Scene> {
  const keys = await app.ctx.db.write(async (tx) => {
    const made: string[] = []
    const wanted = { name: 'test', scopes: allScopes }
    while (made.length < keyCount) made.push((await app.ctx.keys.create(tx, app.cause, wanted)).key)
    return made
  })
  let next = 0
  await makeCommand(app, { command: 'echo', message: '[$(args)]' })
  await makeCommand(app, { command: 'words', message: '[$(1)|$(2)|$(touser)]' })
  const nested = '[$(pick $(args))] $(points $(args)) $(time $(args)) $(random $(args))'
  await makeCommand(app, { command: 'nested', message: nested })
  await makeCommand(app, { command: 'name', message: '[$(user)|$(displayname)]' })
  await makeCommand(app, {
    command: 'chained',
    ...withSteps({ type: 'run_command', command: 'echo', args: '$(args)' }),
  })
  const say = { type: 'say', text: '<$(args)>', as: 'broadcaster' }
  await makeCommand(app, { command: 'broadcaster', ...withSteps(say) })
  const effect = { type: 'effect', overlay_id: 'snow', data: { text: '$(args)' } }
  await makeCommand(app, { command: 'effect', ...withSteps(effect) })
  await makeCommand(app, { command: 'speech', ...withSteps({ type: 'tts', text: '<$(args)>' }) })
  const steps = withSteps(
    { type: 'title', title: '$(args)' },
    { type: 'ban', target: 'alice' },
    { type: 'toggle_command', command: 'echo', active: 0 },
  )
  await makeCommand(app, { command: forbiddenWord, message: 'won', permissions: ['moderator'], ...steps })
  return {
    page: await openPage(app),
    owner: await signInAsOwner(app),
    lastLine: undefined,
    key: () => keys[next++ % keys.length] ?? app.key,
  }
}

/** Where each kind of text goes in. */
function callOf({ route, text }: Injection): { path: string; body: object } {
  const typed = (line: string) => ({
    path: '/sandbox/v1/chat',
    body: { platform: 'PlatformA', username: 'mallory', text: line },
  })
  switch (route) {
    case 'chat':
      return typed(text)
    case 'page':
      return typed(`${mark} ${text} ${mark}`)
    case 'command':
      return typed(`!echo ${text}`)
    case 'refused':
      return typed(`!${forbiddenWord} ${text}`)
    case 'name':
      return { path: '/v1/run-command', body: { command: 'name', username: nameLength(text) } }
    case 'key':
      return { path: '/v1/run-command', body: { command: 'echo', username: 'mallory', message: text } }
    case 'donation': {
      const named = { username: donor, displayname: nameLength(text), message: text }
      return { path: '/v1/send-donation', body: { provider: 'ProviderA', amount: 5, currency: 'USD', ...named } }
    }
    default:
      return typed(`!${route} ${text}`)
  }
}

/** Sends the text, waits until everything that it sets off is over, and collects what has arrived where. */
async function cause(app: TestApp, scene: Scene, sample: Injection): Promise<Caused> {
  const { page, owner } = scene
  const seq = await lastSeqOf(app)
  const cuesBefore = page.cues.length
  const { path, body } = callOf(sample)
  const { status } = await post(app, scene, path, body)
  // The runs begin once the line is committed, in the turn after.
  await new Promise((resolve) => setImmediate(resolve))
  await app.app.bot.settled()
  const lines = await newLines(app, scene)
  const events = (await eventsSince(app, seq)).filter(({ kind }) => !kind.startsWith('session.'))
  const sent = events.filter(({ kind }) => kind.startsWith('cue.')).length
  await page.until(() => page.cues.length - cuesBefore >= sent, 'what was queued for the page')
  const isDonation = sample.route === 'donation' && status === 200
  return {
    status,
    lines: lines.filter(({ as }) => as !== 'viewer'),
    cues: page.cues.slice(cuesBefore),
    ran: events.filter(({ kind }) => kind === 'command.ran').map(({ data }) => String(data.command)),
    events: events.map(({ kind }) => kind),
    donor: isDonation ? await newestDonor(app, scene) : undefined,
    html: sample.route === 'page' && status === 200 ? await shownInPage(app, owner) : undefined,
  }
}

async function lastSeqOf(app: TestApp): Promise<number> {
  return (await app.ctx.db.get(findLastSeq, { channel: app.channel.id }))?.seq ?? 0
}

async function newLines(app: TestApp, scene: Scene): Promise<StateLine[]> {
  const lines: StateLine[] = (await post(app, scene, '/sandbox/v1/state', { platform: 'PlatformA' })).body.chat
  const known = lines.findIndex(({ id }) => id === scene.lastLine)
  scene.lastLine = lines.at(-1)?.id
  return lines.slice(known + 1)
}

async function newestDonor(app: TestApp, scene: Scene): Promise<Caused['donor']> {
  const { body, isJson } = await post(app, scene, '/v1/get-recent-activity', {})
  return isJson ? body.latest_donors[0] : undefined
}

/** What stands between the two marks that were written last. */
async function shownInPage(app: TestApp, { cookie }: PanelClient): Promise<string | undefined> {
  const response = await fetch(`${app.url}/sandbox`, { headers: { Cookie: cookie } })
  return (await response.text()).split(mark).at(-2)
}

/** What nobody without a role may change. */
async function standing(app: TestApp, scene: Scene): Promise<string> {
  const { body } = await post(app, scene, '/sandbox/v1/state', { platform: 'PlatformA' })
  const { items } = await app.ctx.commands.list(app.channel)
  const commands = items.map(({ command, active, message, actions }) => ({ command, active, message, actions }))
  const settings = await app.ctx.settings.of(app.channel.id)
  return JSON.stringify({ title: body.title, category: body.category, bans: body.bans, settings, commands })
}

async function post(app: TestApp, { key }: Scene, path: string, body: object) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key()}` },
    body: JSON.stringify(body),
  })
  const { headers } = response
  const isJson = headers.get('content-type')?.startsWith('application/json') && headers.has('x-content-type-options')
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  return { status: response.status, isJson, body: (await response.json()) as any }
}
