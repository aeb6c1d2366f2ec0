import type { IncomingMessage, ServerResponse } from 'node:http'
import { readerCatalogue } from '../../../kernel/catalogues.ts'
import { type Html, html, page, sendPage } from '../../../kernel/http/html.ts'
import type { PageRoute } from '../../../kernel/http/page-route.ts'
import { requireSameOrigin } from '../../../kernel/http/same-origin.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import type { Catalogue } from '../../../kernel/text/message.ts'
import { browserOf } from '../session-cookie.ts'
import type { LinkTarget, PanelSession } from '../sessions.ts'
import { redirect, type SignInEntry } from './sign-in-entry.ts'
import { signInLinkMessages as messages } from './sign-in-link-messages.ts'

/**
 * `/sign-in?link=…`. Opening a link changes nothing, because chat programs and mail scanners open links for a preview;
 * the button of the page redeems it. A browser that is signed in is asked before its session is replaced.
 */
export function createSignInLinkPages({
  ctx,
  entry,
  adoptLanguage,
}: {
  ctx: Context
  entry: SignInEntry
  /** Gives the first channel the language of the browser that signs in first. */
  adoptLanguage: (channel: Channel, catalogue: Catalogue) => Promise<void>
}): PageRoute[] {
  async function ask(
    req: IncomingMessage,
    res: ServerResponse,
    link: string,
    session: PanelSession | undefined,
  ): Promise<void> {
    const target = await ctx.sessions.findLink(link)
    if (target === undefined) return redirect(res, '/sign-in-failed?code=sign_in_required')
    // With `no-referrer` a browser sends `Origin: null`, and those without Sec-Fetch-Site are recognised by their origin.
    const headers = { 'Referrer-Policy': 'same-origin' }
    await sendPage(req, res, 200, () => linkPage(link, target, session), { account: session, headers })
  }

  return [
    {
      method: 'GET',
      path: '/sign-in',
      async handle(req, res, { url }) {
        await ask(req, res, url.searchParams.get('link') ?? '', await ctx.sessions.open(req.headers.cookie))
      },
    },
    {
      method: 'POST',
      path: '/sign-in',
      async handle(req, res, info) {
        requireSameOrigin(req)
        const form = new URLSearchParams((await req.readBody()).toString())
        const link = form.get('link') ?? ''
        const session = await ctx.sessions.open(req.headers.cookie)
        // Somebody signed in here after the page was opened, and was not asked.
        if (session !== undefined && session.id !== form.get('instead_of')) return ask(req, res, link, session)
        await entry.tryTo(req, res, info, async () => {
          const channel = (await ctx.sessions.findLink(link))?.channel
          const isFirst = channel !== undefined && !(await ctx.channels.hadSignIn(channel))
          const begun = await ctx.sessions.redeem(link, info.requestId, browserOf(req, info))
          if (isFirst) await adoptLanguage(channel, await readerCatalogue(req))
          return begun
        })
      },
    },
  ]
}

function linkPage(link: string, { person, channel }: LinkTarget, session: PanelSession | undefined): Html {
  const current = session && { person: session.person.name, channel: session.channel.name }
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<section>
<form class="stack" method="post" action="/sign-in">
<h2>${messages.title({ channel: channel.name })}</h2>
<p>${messages.as({ person })}</p>
${current && html`<p role="note">${messages.replaces(current)}</p>`}
<input type="hidden" name="link" value="${link}">
<input type="hidden" name="instead_of" value="${session?.id ?? ''}">
<p><button autofocus>${messages.signIn()}</button></p>
${current && html`<p><a href="/">${messages.stay(current)}</a></p>`}
</form>
</section>
</main>`,
  })
}
