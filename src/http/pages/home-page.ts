import type { IncomingMessage, ServerResponse } from 'node:http'
import { nextRequestId } from '../../ambient.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../contract/failures.ts'
import { allScopes, isScope, scopes } from '../../contract/scopes.ts'
import type { Channel } from '../../features/channels/channels.ts'
import type { KeyEntry } from '../../features/keys/keys.ts'
import { sessionCookie } from '../../features/sessions/sessions.ts'
import { type Html, html, page, sendHtml } from '../html.ts'
import { readBody } from '../read-body.ts'
import { requireSameOrigin } from '../same-origin.ts'
import type { PageRoute } from '../server.ts'

/** The plain page at `/`: the one-time link signs in, and a key with chosen scopes is made. */
export function createHomePages({ ctx, isSecure }: { ctx: Context; isSecure: boolean }): PageRoute[] {
  async function signedIn(req: IncomingMessage): Promise<Channel> {
    requireSameOrigin(req)
    const channel = await ctx.sessions.find(req.headers.cookie)
    if (channel === undefined) throw new Failure('sign_in_required')
    return channel
  }

  return [
    {
      method: 'GET',
      path: '/',
      async handle(req, res) {
        const channel = await ctx.sessions.find(req.headers.cookie)
        if (channel === undefined) sendHtml(res, 200, signInPage())
        else
          sendHtml(
            res,
            200,
            desk({ channel, keys: await ctx.keys.list(channel), overlay: await ctx.overlays.link(channel) }),
          )
      },
    },
    {
      method: 'GET',
      path: '/sign-in',
      async handle(_req, res, { url, requestId }) {
        try {
          const { session, lifeSeconds } = await ctx.sessions.redeem(url.searchParams.get('link') ?? '', requestId)
          redirect(res, '/', { 'Set-Cookie': cookie(session, lifeSeconds, isSecure) })
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          sendHtml(res, error.status, signInPage(error.message))
        }
      },
    },
    {
      method: 'POST',
      path: '/sign-out',
      async handle(req, res) {
        requireSameOrigin(req)
        await ctx.sessions.end(req.headers.cookie)
        redirect(res, '/', { 'Set-Cookie': cookie('', 0, isSecure) })
      },
    },
    {
      method: 'POST',
      path: '/keys',
      async handle(req, res) {
        const channel = await signedIn(req)
        const form = new URLSearchParams((await readBody(req)).toString())
        const cause = { channel, actor: 'panel', requestId: nextRequestId() }
        try {
          const wanted = keyWanted(form)
          const { key } = await ctx.db.write((tx) => ctx.keys.create(tx, cause, wanted))
          sendHtml(res, 200, newKeyPage(key))
        } catch (error) {
          if (!(error instanceof Failure)) throw error
          const [keys, overlay] = [await ctx.keys.list(channel), await ctx.overlays.link(channel)]
          sendHtml(res, error.status, desk({ channel, keys, overlay, trouble: error.message }))
        }
      },
    },
    {
      method: 'POST',
      path: '/keys/revoke',
      async handle(req, res) {
        const channel = await signedIn(req)
        const form = new URLSearchParams((await readBody(req)).toString())
        await ctx.keys.revoke({ channel, actor: 'panel', requestId: nextRequestId() }, form.get('id') ?? '')
        redirect(res, '/')
      },
    },
  ]
}

function keyWanted(form: URLSearchParams) {
  const name = (form.get('name') ?? '').trim()
  if (name === '' || name.length > 100)
    throw new Failure('invalid_parameter', { message: 'Name must have 1 to 100 characters.' })
  const chosen = form.getAll('scope').filter(isScope)
  if (chosen.length === 0) throw new Failure('invalid_parameter', { message: 'Choose at least one scope.' })
  return { name, scopes: chosen, isTest: form.get('kind') === 'test' }
}

function redirect(res: ServerResponse, to: string, headers: Readonly<Record<string, string>> = {}): void {
  res.writeHead(303, { Location: to, 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store', ...headers })
  res.end()
}

function cookie(session: string, lifeSeconds: number, isSecure: boolean): string {
  return `${sessionCookie}=${session}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${lifeSeconds}${isSecure ? '; Secure' : ''}`
}

function signInPage(trouble?: string): Html {
  return page({
    title: 'Sign in · Showcaller',
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
${trouble === undefined ? undefined : html`<p class="trouble" role="alert">${trouble}</p>`}
<p>Open the sign-in link from the terminal. It works once, within an hour.</p>
<p>For a new one, run this where Showcaller was started:</p>
<pre><code>npx showcaller link</code></pre>
</main>`,
  })
}

function newKeyPage(key: string): Html {
  return page({
    title: 'New key · Showcaller',
    body: html`<main class="narrow">
<h1>Your new key</h1>
<p>This is the only time it is shown. Keep it where only your own software can read it.</p>
<pre><code>${key}</code></pre>
<p><a class="button" href="/">Done</a></p>
</main>`,
  })
}

interface Desk {
  readonly channel: Channel
  readonly keys: readonly KeyEntry[]
  readonly overlay: string
  readonly trouble?: string
}

function desk({ channel, keys, overlay, trouble }: Desk): Html {
  return page({
    title: 'Showcaller',
    body: html`<header class="bar">
<h1 class="logo">Showcaller</h1>
<nav><a href="/panel">Panel</a> <a href="/sandbox">Sandbox</a> <a href="/openapi.json">OpenAPI</a></nav>
<form method="post" action="/sign-out"><button class="quiet">Sign out</button></form>
</header>
<main>
${trouble === undefined ? undefined : html`<p class="trouble" role="alert">${trouble}</p>`}
<section>
<h2>Overlay of ${channel.name}</h2>
<p>Add this link to OBS as a browser source of 1920 × 1080. Whoever has it sees what the overlay shows, so it is hidden.</p>
<details><summary>Show the link</summary><pre><code>${overlay}</code></pre></details>
</section>
<section>
<h2>API keys</h2>
${keyList(keys)}
</section>
<section>
<h2>New key</h2>
${newKeyForm()}
</section>
</main>`,
  })
}

function keyList(keys: readonly KeyEntry[]): Html {
  if (keys.length === 0)
    return html`<p>No key yet. Make one below, then call <code>POST /v1/get-stream-meta</code> with it.</p>`
  return html`<table>
<thead><tr><th scope="col">Name</th><th scope="col">Key</th><th scope="col">Scopes</th><th scope="col">State</th><th scope="col">Action</th></tr></thead>
<tbody>${keys.map(
    (key) => html`<tr>
<td>${key.name}</td>
<td><code>${key.shown}</code>${key.isTest ? ' test' : ''}</td>
<td>${key.scopes.length === allScopes.length ? 'all' : key.scopes.join(', ')}</td>
<td>${stateOf(key)}</td>
<td>${key.revokedAt === null ? revokeForm(key) : undefined}</td>
</tr>`,
  )}</tbody>
</table>`
}

function stateOf({ revokedAt, expiresAt, lastUsedAt }: KeyEntry): Html {
  if (revokedAt !== null) return html`<span class="light stop"></span> revoked`
  if (expiresAt !== null && expiresAt <= Date.now()) return html`<span class="light stop"></span> expired`
  if (lastUsedAt === null) return html`<span class="light"></span> never used`
  return html`<span class="light go"></span> used ${new Date(lastUsedAt).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function revokeForm({ id, name }: KeyEntry): Html {
  return html`<form method="post" action="/keys/revoke"><input type="hidden" name="id" value="${id}">
<button class="quiet" aria-label="Revoke ${name}">Revoke</button></form>`
}

function newKeyForm(): Html {
  return html`<form method="post" action="/keys" class="stack">
<label>Name <input name="name" required maxlength="100" autocomplete="off" placeholder="Stream deck"></label>
<fieldset><legend>Scopes</legend>
<div class="scopes">${Object.entries(scopes).map(
    ([scope, words]) =>
      html`<label><input type="checkbox" name="scope" value="${scope}"> <code>${scope}</code> <span>${words}</span></label>`,
  )}</div></fieldset>
<fieldset><legend>Kind</legend>
<label><input type="radio" name="kind" value="live" checked> Live <span>acts on your channel</span></label>
<label><input type="radio" name="kind" value="test"> Test <span>acts on a rehearsal twin that nobody sees</span></label></fieldset>
<button>Make the key</button>
</form>`
}
