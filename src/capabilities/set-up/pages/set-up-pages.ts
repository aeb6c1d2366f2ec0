import type { IncomingMessage, ServerResponse } from 'node:http'
import { catalogueOf, readerCatalogue } from '../../../kernel/catalogues.ts'
import { type Html, html, page, sendPage } from '../../../kernel/http/html.ts'
import type { PageRoute, RequestInfo } from '../../../kernel/http/page-route.ts'
import { notFoundMessages } from '../../../kernel/http/pages/messages.ts'
import { isSameMachine } from '../../../kernel/http/same-machine.ts'
import { requireSameOrigin } from '../../../kernel/http/same-origin.ts'
import type { Channel } from '../../../kernel/operation/channel.ts'
import type { Context } from '../../../kernel/operation/context.ts'
import { isShipped, languages, shippedLanguages } from '../../../kernel/text/languages.ts'
import type { Catalogue } from '../../../kernel/text/message.ts'
import { currentCatalogue } from '../../../kernel/text/message.ts'
import { keysPage } from '../../keys/contract/page.ts'
import { settingsPage } from '../../settings/contract/page.ts'
import { redirect, type SignInEntry } from '../../sign-in/pages/sign-in-entry.ts'
import { browserOf } from '../../sign-in/session-cookie.ts'
import { setUpMessages as messages } from '../messages.ts'
import type { SetUp } from '../set-up.ts'
import { setUpCodeFile } from '../set-up-code.ts'

const maxNameLength = 40
/** Chat lines, terminals and pages show the name. */
const namePattern = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+$/u

interface Entered {
  readonly language: string
  readonly name: string
}
type Problem = 'wrongCode' | 'usedUp' | 'wrongName'

/** `/set-up`: the first sign-in of a new server. A browser on the machine of the server needs no code. */
export function createSetUpPages({
  ctx,
  setUp,
  entry,
  isForThisMachineOnly,
  adoptLanguage,
}: {
  ctx: Context
  setUp: SetUp
  entry: SignInEntry
  /** Whether requests with a loopback address come from this machine and not through a proxy or tunnel. */
  isForThisMachineOnly: () => boolean
  adoptLanguage: (channel: Channel, catalogue: Catalogue) => Promise<void>
}): PageRoute[] {
  function isOwnBrowser(req: IncomingMessage, { address }: RequestInfo): boolean {
    return isForThisMachineOnly() && isSameMachine(req, address, ctx.baseUrl())
  }

  async function show(
    req: IncomingMessage,
    res: ServerResponse,
    info: RequestInfo,
    { problem, entered }: { problem?: Problem; entered?: Entered } = {},
  ): Promise<void> {
    const code = setUp.code()
    const isUsedUp = code?.isUsedUp() === true
    const asksCode = !isOwnBrowser(req, info)
    const write = () =>
      setUpPage({
        problem: asksCode && isUsedUp ? 'usedUp' : problem,
        entered: entered ?? { language: currentCatalogue().locale, name: '' },
        codeHint: asksCode
          ? code?.shown === undefined
            ? messages.codeChosenHint()
            : messages.codeHint({ file: setUpCodeFile })
          : undefined,
      })
    // With `no-referrer` a browser sends `Origin: null`, and those without Sec-Fetch-Site are recognised by their origin.
    await sendPage(req, res, problem === undefined ? 200 : 400, write, {
      headers: { 'Referrer-Policy': 'same-origin' },
    })
  }

  function problemOf(req: IncomingMessage, info: RequestInfo, code: string, { name }: Entered): Problem | undefined {
    // Before the code, so that a name does not cost a try.
    if (name.length === 0 || name.length > maxNameLength || !namePattern.test(name)) return 'wrongName'
    if (isOwnBrowser(req, info)) return undefined
    const checked = setUp.code()?.check(code)
    if (checked === 'right') return undefined
    entry.noteFailed('wrong_set_up_code', info)
    return checked === 'used_up' ? 'usedUp' : 'wrongCode'
  }

  return [
    {
      method: 'GET',
      path: '/set-up',
      async handle(req, res, info) {
        if (await setUp.isOpen()) await show(req, res, info)
        else redirect(res, '/')
      },
    },
    {
      method: 'POST',
      path: '/set-up',
      async handle(req, res, info) {
        requireSameOrigin(req)
        await entry.limitTries(info.address)
        if (!(await setUp.isOpen())) return redirect(res, '/')
        const form = new URLSearchParams((await req.readBody()).toString())
        const language = form.get('language') ?? ''
        const entered = {
          language: isShipped(language) ? language : (await readerCatalogue(req)).locale,
          name: (form.get('name') ?? '').trim(),
        }
        const problem = problemOf(req, info, form.get('code') ?? '', entered)
        if (problem !== undefined) return show(req, res, info, { problem, entered })
        const begun = await setUp.claim({ channelName: entered.name, language: entered.language }, browserOf(req, info))
        if (begun === undefined) return redirect(res, '/')
        await adoptLanguage(begun.channel, await catalogueOf(entered.language))
        redirect(res, '/set-up/next', entry.sessionHeaders(begun))
      },
    },
    {
      method: 'GET',
      path: '/set-up/next',
      async handle(req, res) {
        const session = await ctx.sessions.open(req.headers.cookie)
        if (session === undefined) return redirect(res, '/')
        await sendPage(req, res, 200, nextPage, { account: session })
      },
    },
  ]
}

function setUpPage({
  problem,
  entered,
  codeHint,
}: {
  problem: Problem | undefined
  entered: Entered
  /** Undefined: this browser needs no code. */
  codeHint: string | undefined
}): Html {
  const said = problem === 'wrongName' ? messages.wrongName({ max: maxNameLength }) : problem && messages[problem]()
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<section>
<form class="stack" method="post" action="/set-up">
<h2>${messages.title()}</h2>
${said && html`<p role="alert" class="error">${said}</p>`}
${
  codeHint &&
  html`<label><span>${messages.codeTitle()}</span>
<input name="code" required autofocus autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="100" dir="ltr" aria-describedby="code-hint"></label>
<p id="code-hint" class="hint">${codeHint}</p>`
}
<label><span>${messages.channelName()}</span>
<input name="name" required maxlength="${maxNameLength}" value="${entered.name}" autocomplete="off"></label>
<label><span>${messages.language()}</span>
<select name="language" aria-describedby="language-hint">${shippedLanguages.map((language) => option(language, entered))}</select></label>
<p id="language-hint" class="hint">${messages.languageHint()}</p>
<p><button>${messages.begin()}</button></p>
</form>
</section>
</main>`,
  })
}

function option(language: (typeof shippedLanguages)[number], { language: chosen }: Entered): Html {
  const { name } = languages[language]
  return language === chosen
    ? html`<option value="${language}" lang="${language}" selected>${name}</option>`
    : html`<option value="${language}" lang="${language}">${name}</option>`
}

function nextPage(): Html {
  const choice = (href: string, title: string, hint: string) =>
    html`<li><a href="${href}">${title}<span class="hint">${hint}</span></a></li>`
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<section>
<h2>${messages.nextTitle()}</h2>
<ul class="choices">
${choice('/sandbox', messages.nextAlert(), messages.nextAlertHint())}
${choice(`${settingsPage.path}/platforms`, messages.nextConnect(), messages.nextConnectHint())}
${choice(keysPage.path, messages.nextKey(), messages.nextKeyHint())}
</ul>
<p><a href="/">${notFoundMessages.goHome()}</a></p>
</section>
</main>`,
  })
}
