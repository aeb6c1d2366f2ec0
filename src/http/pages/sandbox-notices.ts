import { type Platform, platformTitles } from '../../contract/platforms.ts'
import type { Channel } from '../../features/channels/channels.ts'
import type { SandboxClip } from '../../platforms/sandbox/clips.ts'
import { type Html, html, page } from '../html.ts'

const styles = ['/assets/plain.css', '/sandbox/assets/sandbox.css']

export function signInFirstPage(): Html {
  return page({
    title: 'Sandbox · Showcaller',
    body: html`<main class="narrow">
<h1 class="logo">Showcaller</h1>
<p>The sandbox acts for your channel, so sign in first.</p>
<p><a class="button" href="/">Sign in</a></p>
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
<div class="screen"><p>Sandbox clip</p> <p>${lengthOf(seconds)}</p></div>
<h1>${title}</h1>
<dl>
<div><dt>Channel</dt><dd>${channel.name} on ${platformTitles[platform]}</dd></div>
<div><dt>Length</dt><dd>${seconds} seconds</dd></div>
<div><dt>Taken</dt><dd><time datetime="${moment}" data-whole>${moment.slice(0, 16).replace('T', ' ')} UTC</time></dd></div>
<div><dt>From</dt><dd>${streamTitle}</dd></div>
</dl>
</main>`,
  })
}

export function noClipPage(): Html {
  return page({
    title: 'No such clip · Showcaller',
    body: html`<main class="narrow">
<h1>No such clip</h1>
<p>There is no clip at this address.</p>
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
    title: `Sign in to ${name} · Sandbox`,
    styles,
    body: html`<main class="narrow">
<section class="booth ${platform}">
<form method="post" action="/sandbox/sign-in">
<header><h1>${name}</h1> <code>sandbox</code></header>
<p>Showcaller asks to write in your chat, change title and category, make clips and moderate.</p>
<input type="hidden" name="platform" value="${word}">
<input type="hidden" name="redirect_uri" value="${redirectUri}">
<input type="hidden" name="state" value="${state}">
${challenge === undefined ? undefined : html`<input type="hidden" name="code_challenge" value="${challenge}">`}
<fieldset><legend>Account</legend>
<label><input type="radio" name="account" value="own" checked> ${channel.name}</label>
<label><input type="radio" name="account" value="another"> another broadcaster of the sandbox</label>
<label>Name <input name="another" maxlength="25" autocomplete="off" placeholder="nova"></label></fieldset>
<div class="deeds"><button name="answer" value="yes">Allow</button>
<button class="quiet" name="answer" value="no">Cancel</button></div>
</form>
</section>
</main>`,
  })
}

function lengthOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
