import { type Html, html, page } from '../../kernel/http/html.ts'
import type { Channel } from '../../kernel/operation/channel.ts'
import { type Platform, platformTitles } from '../../platforms/contract/platforms.ts'
import type { SandboxClip } from '../../platforms/sandbox/clips.ts'
import { sandboxMessages as messages } from './messages.ts'

const styles = ['/assets/plain.css', '/sandbox/assets/sandbox.css']

export function signInFirstPage(): Html {
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<p>${messages.signInFirst()}</p>
<p><a class="button" href="/">${messages.signIn()}</a></p>
</main>`,
  })
}

export function refusedPage(reason: string): Html {
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<p role="alert">${reason}</p>
<p><a class="button" href="/">${messages.openPanel()}</a></p>
</main>`,
  })
}

/** A channel with a real platform has only its test channel on the sandbox. */
export function notOnSandboxPage(): Html {
  return page({
    title: messages.pageTitle(),
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<p>${messages.notOnSandbox()}</p>
<p><a class="button" href="/sandbox?channel=test">${messages.testChannel()}</a></p>
</main>`,
  })
}

export function clipPage({ title, seconds, streamTitle, platform, at }: SandboxClip, channel: Channel): Html {
  const moment = new Date(at).toISOString()
  return page({
    title: `${title} · ${channel.name}`,
    styles,
    scripts: ['/sandbox/assets/sandbox.js'],
    body: html`<main class="narrow clip">
<div class="screen"><p>${messages.sandboxClip()}</p> <p>${lengthOf(seconds)}</p></div>
<h1>${title}</h1>
<dl>
<div><dt>${messages.clipChannel()}</dt><dd>${messages.clipChannelOn({ channel: channel.name, platform: platformTitles[platform] })}</dd></div>
<div><dt>${messages.clipLength()}</dt><dd>${messages.clipSeconds({ seconds })}</dd></div>
<div><dt>${messages.clipCreated()}</dt><dd><time datetime="${moment}" data-whole>${moment.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>${messages.clipStream()}</dt><dd>${streamTitle}</dd></div>
</dl>
</main>`,
  })
}

export function noClipPage(): Html {
  return page({
    title: messages.noClipTitle(),
    body: html`<main class="narrow">
<h1>${messages.noClip()}</h1>
<p>${messages.noClipHelp()}</p>
</main>`,
  })
}

interface SignInRequest {
  readonly channel: Channel
  readonly platform: Platform
  readonly word: string
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string | undefined
}

export function signInPage({ channel, platform, word, redirectUri, state, challenge }: SignInRequest): Html {
  const name = platformTitles[platform]
  return page({
    title: messages.signInTo({ platform: name }),
    styles,
    body: html`<main class="narrow">
<section class="platform-card ${platform}">
<form method="post" action="/sandbox/sign-in">
<header><h1>${name}</h1> <code>sandbox</code></header>
<p>${messages.consent()}</p>
<input type="hidden" name="platform" value="${word}">
<input type="hidden" name="redirect_uri" value="${redirectUri}">
<input type="hidden" name="state" value="${state}">
${challenge === undefined ? undefined : html`<input type="hidden" name="code_challenge" value="${challenge}">`}
<fieldset><legend>${messages.account()}</legend>
<label><input type="radio" name="account" value="own" checked> ${channel.name}</label>
<label><input type="radio" name="account" value="another"> ${messages.anotherAccount()}</label>
<label>${messages.accountName()} <input name="another" maxlength="25" autocomplete="off" placeholder="nova"></label></fieldset>
<div class="actions"><button name="answer" value="yes">${messages.allow()}</button>
<button class="quiet" name="answer" value="no">${messages.cancel()}</button></div>
</form>
</section>
</main>`,
  })
}

function lengthOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
