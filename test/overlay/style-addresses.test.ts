import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findForeignAddress } from '../../src/capabilities/overlay/contract/style-addresses.ts'

const evil = 'https://evil.example/x'

describe('the addresses in custom CSS', () => {
  const named: readonly (readonly [css: string, address: string])[] = [
    [`a { background: url(${evil}) }`, evil],
    [`a { background: url(  ${evil}  ) }`, evil],
    [`a { background: URL("${evil}") }`, evil],
    [`a { background: url(\n  '${evil}') }`, evil],
    [`a { background: \\75rl(${evil}) }`, evil],
    [`a { background: \\000075 r\\6c(${evil}) }`, evil],
    [`a { background: u\\rl(${evil}) }`, evil],
    ['a { background: url(https\\3a //evil.example/x) }', evil],
    ['a { background: url("ht\\\ntps://evil.example/x") }', evil],
    [`a { background/**/: /* ( */ url(${evil}) }`, evil],
    [`/* " */ a { background: url(${evil}) }`, evil],
    [`a { content: "/*"; background: url(${evil}) /* */ }`, evil],
    ['a { background: url(//evil.example/x) }', '//evil.example/x'],
    ['a { background: url("\\\\\\\\evil.example/x") }', '\\\\evil.example/x'],
    ['a { background: url("\\a //evil.example/x") }', '\n//evil.example/x'],
    ['a { background: url(https:evil.example/x) }', 'https:evil.example/x'],
    ['a { background: url(http:evil.example/x) }', 'http:evil.example/x'],
    ['a { background: url(http://cdn.7tv.app/emote/1/2x.webp) }', 'http://cdn.7tv.app/emote/1/2x.webp'],
    ['a { background: url(https://cdn.7tv.app.evil.example/) }', 'https://cdn.7tv.app.evil.example/'],
    ['a { background: url(https://cdn.7tv.app@evil.example/) }', 'https://cdn.7tv.app@evil.example/'],
    [`@import "${evil}";`, evil],
    [`@\\69mport '${evil}' screen;`, evil],
    [`@import url(${evil});`, evil],
    [`a { background: image-set("${evil}" 1x) }`, evil],
    [`a { background: -webkit-image-set("${evil}" 1x, "/own.png" 2x) }`, evil],
    [`a { content: image-set("${evil}" 1x) }`, evil],
    [`a { background: image(ltr "${evil}") }`, evil],
    [`a { background: src("${evil}") }`, evil],
    [`a { --x: "${evil}"; background: image-set(var(--x) 1x) }`, evil],
    [`@property --x { syntax: "*"; inherits: false; initial-value: "${evil}" }`, evil],
    [`@function --x() { result: "${evil}" }`, evil],
    [`a { background: --x("${evil}") }`, evil],
    [`@font-face { font-family: x; src: url(${evil}) format("woff2") }`, evil],
    [`a { mask: url(data:,) , url('${evil}') }`, evil],
    [`a { background: url(${evil}`, evil],
    [`a { background: url("${evil}`, evil],
    [`a [ ( ] ) ] { background: image-set("${evil}" 1x) }`, evil],
    [`a { cursor: url(/own.png), url(ftp://evil.example/x), auto }`, 'ftp://evil.example/x'],
  ]
  for (const [css, address] of named) {
    it(`are found, also in ${JSON.stringify(css)}`, () => assert.equal(findForeignAddress(css), address))
  }

  const harmless = [
    '',
    '[data-kind="tts"] .message { font-style: italic }',
    'a { background: url(/files/1.png) }',
    'a { background: url("../assets/x.svg#part") }',
    'a { filter: url(#glow) }',
    'a { background: url("data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E") }',
    'a { background: url(https://cdn.7tv.app/emote/1/2x.webp) }',
    'a { background: url(https://static-cdn.jtvnw.net/emoticons/v2/25/default/dark/2.0) }',
    'a { background: url(https://p16-webcast.tiktokcdn.com/b.png) }',
    'a::after { content: "https://twitch.tv/me" }',
    'a[href^="https://twitch.tv/"] { color: red }',
    '@namespace svg "http://www.w3.org/2000/svg";',
    '/* https://twitch.tv/me, url(https://evil.example/x) */',
    'a { --label: "Goal: 50 %" }',
    'a { font-family: "Showcaller Inter", sans-serif }',
  ]
  for (const css of harmless) {
    it(`are harmless in ${JSON.stringify(css)}`, () => assert.equal(findForeignAddress(css), undefined))
  }
})
