// Runs inside the frame of one effect or one custom widget and starts the broadcaster's code there. The frame has no
// origin, and its content policy allows no network access and no script except this one. What policies do not cover is
// removed here, before any code of the effect runs: WebRTC, DNS lookups by <link>, and frames.
//
// That code may replace every function of the browser. So this script keeps its own copies from the time before and
// calls them with its own `apply`; it uses no other function, no iterator and no inherited property afterwards. In strict
// mode, because `Error.prepareStackTrace` hands out the functions of other code.
;(() => {
  // A nested document inherits the policy, which allows this script. Only the server's own document runs it.
  if (location.protocol === 'about:') return

  const { apply, deleteProperty, defineProperty, getOwnPropertyDescriptor, ownKeys, setPrototypeOf } = Reflect
  const { freeze } = Object
  const { indexOf, slice } = String.prototype
  const { toString: describe } = Object.prototype
  const { stringify } = JSON
  const { createElement, createElementNS } = Document.prototype
  const { define } = CustomElementRegistry.prototype
  const { postMessage } = MessagePort.prototype
  const TextOf = String
  const WrongType = TypeError
  const AnyError = Error
  const report = reportError
  // biome-ignore lint/security/noGlobalEval: the broadcaster's code is text, and this frame is where it may run
  const runCode = globalThis.eval
  const localNameOf = getterOf<Element, string>(Element.prototype, 'localName')
  const dataOf = getterOf<MessageEvent, unknown>(MessageEvent.prototype, 'data')
  const errorOf = getterOf<ErrorEvent, unknown>(ErrorEvent.prototype, 'error')
  const errorMessageOf = getterOf<ErrorEvent, string>(ErrorEvent.prototype, 'message')
  const reasonOf = getterOf<PromiseRejectionEvent, unknown>(PromiseRejectionEvent.prototype, 'reason')

  const closedTags: Record<string, true> = bare({
    ...{ link: true, meta: true, base: true, iframe: true, frame: true, frameset: true, fencedframe: true },
    ...{ portal: true, object: true, embed: true, applet: true },
  })
  const nameEnds: Record<string, true> = bare({ '\t': true, '\n': true, '\f': true, '\r': true, ' ': true })
  for (const letter of '/<>') nameEnds[letter] = true
  const lowerCase: Record<string, string> = bare({})
  for (const letter of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') lowerCase[letter] = letter.toLowerCase()

  // No element remains that could be cloned to create a forbidden one.
  document.head.replaceChildren()
  const trusted = createPolicies()
  removeEscapes()
  addEventListener('message', begin)

  function begin(event: MessageEvent) {
    const [port] = event.ports
    if (event.source !== parent || port === undefined) return
    removeEventListener('message', begin)
    const send = (message: object) => apply(postMessage, port, [message])
    send({ type: 'ready' })
    const { payload, html, css, js, silent, forwardsConsole, isWidget } = event.data
    if (silent) muteSound()
    if (forwardsConsole) forwardConsole(send)
    let hasFailed = false
    const fail = (error: unknown) => {
      hasFailed = true
      send({ type: 'error', reason: errorText(error) })
    }
    addEventListener('error', (event) => fail(errorOf(event) ?? errorMessageOf(event)))
    addEventListener('unhandledrejection', (event) => fail(reasonOf(event)))
    const pong = () => send({ type: 'pong' })
    port.onmessage = pong
    if (isWidget) offerData(port, pong)
    else {
      defineProperty(window, 'payload', { value: frozen(payload), enumerable: true })
      defineProperty(window, 'done', { value: () => send({ type: 'done' }), enumerable: true })
    }

    const { head, body } = document
    const style = document.createElement('style')
    style.textContent = `html, body { margin: 0; height: 100%; overflow: hidden; background: transparent }\n${css}`
    head.append(style)
    body.innerHTML = trusted.createHTML(html)
    const scripts = Array.from(body.querySelectorAll('script'), ({ textContent }) => textContent)
    // As one script: an error in any of them ends the effect, and they share their variables.
    const code = [...scripts, js].join('\n;\n')
    try {
      runCode(trusted.createScript(code))
    } catch (error) {
      report(error)
    }
    if (!hasFailed) send({ type: 'started' })
  }

  /** `widget.on(source, handler)`: the handler gets the data of the source now, if there is any, and with every change. */
  function offerData(port: MessagePort, pong: () => void) {
    type Handler = (data: unknown) => void
    interface Source {
      readonly handlers: Record<number, Handler>
      count: number
      latest: { readonly data: unknown } | undefined
    }
    const sources: Record<string, Source> = bare({})
    const sourceOf = (name: string): Source => {
      sources[name] ??= bare({ handlers: bare({}), count: 0, latest: undefined })
      return sources[name]
    }
    port.onmessage = (event) => {
      const message = dataOf(event)
      if (message === 'ping') return pong()
      const { source: name, data } = message as { source: string; data: unknown }
      const source = sourceOf(name)
      source.latest = { data: frozen(data) }
      for (let at = 0; at < source.count; at++) {
        const handler = source.handlers[at]
        handler?.(data)
      }
    }
    const on = (name: string, handler: Handler) => {
      const source = sourceOf(name)
      source.handlers[source.count++] = handler
      if (source.latest !== undefined) handler(source.latest.data)
    }
    defineProperty(window, 'widget', { value: freeze({ on }), enumerable: true })
  }

  /** Markup and code that the page sent; the code of the effect can have neither approved. */
  function createPolicies() {
    interface PolicyRules {
      createHTML(markup: string): string
      createScript?(code: string): string
    }
    interface PolicyFactory {
      createPolicy<Rules extends PolicyRules>(name: string, rules: Rules): Rules
    }
    const own = { createHTML: closedMarkup, createScript: (code: string) => code }
    const { trustedTypes } = window as Window & { trustedTypes?: PolicyFactory }
    trustedTypes?.createPolicy('default', { createHTML: closedMarkup })
    return trustedTypes?.createPolicy('runner', own) ?? own
  }

  function removeEscapes() {
    const removed = ['webkitRTCPeerConnection', 'obsstudio', 'DOMParser', 'XSLTProcessor', 'documentPictureInPicture']
    for (const name of ownKeys(window)) {
      if (removed.includes(String(name)) || /^RTC/.test(String(name))) deleteProperty(window, name)
    }
    // Ways to make markup beside those that the policy for markup sees.
    const known = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'getHTML']
    for (const type of [Element.prototype, ShadowRoot.prototype, Document, Document.prototype]) {
      for (const name of ownKeys(type)) {
        if (/HTML/.test(String(name)) && !known.includes(String(name))) deleteProperty(type, name)
      }
    }
    // document.open() removes the error listeners.
    for (const name of ['execCommand', 'open', 'write', 'writeln']) deleteProperty(Document.prototype, name)
    deleteProperty(DOMImplementation.prototype, 'createDocument')

    // A name becomes text here, so that no code of the effect runs inside the original functions.
    Object.assign(Document.prototype, {
      createElement(this: Document, name: string) {
        return checked(apply(createElement, this, [`${name}`]))
      },
      createElementNS(this: Document, namespace: string | null, name: string) {
        const place = namespace === null || namespace === undefined ? null : `${namespace}`
        return checked(apply(createElementNS, this, [place, `${name}`]))
      },
    })
    CustomElementRegistry.prototype.define = function (name, type, options) {
      if (options?.extends !== undefined) throw new WrongType('An effect cannot extend built-in elements.')
      apply(define, this, [`${name}`, type])
    }
  }

  function checked<T extends Element>(element: T) {
    const name = localNameOf(element)
    if (closedTags[name] === true) throw new WrongType(`An effect cannot make <${name}>.`)
    return element
  }

  /** Renames the closed elements, also with a prefix as in XML: `<x:link` becomes `<x:closed-link`. */
  function closedMarkup(markup: string) {
    const text = `${markup}`
    const next = (from: number): number => apply(indexOf, text, ['<', from])
    const part = (from: number, to: number): string => apply(slice, text, [from, to])
    let done = ''
    let copied = 0
    for (let at = next(0); at >= 0; at = next(at + 1)) {
      let begin = at + (text[at + 1] === '/' ? 2 : 1)
      let name = ''
      for (let end = begin; end < text.length; end++) {
        const letter = text[end] as string
        if (nameEnds[letter] === true) break
        if (letter === ':') {
          begin = end + 1
          name = ''
        } else name += lowerCase[letter] ?? letter
      }
      if (closedTags[name] !== true) continue
      done += `${part(copied, begin)}closed-`
      copied = begin
    }
    return done + part(copied, text.length)
  }

  /**
   * For the editor, which shows the console next to the preview. It takes the same port as errors, so that output right
   * before an error is not lost.
   */
  function forwardConsole(send: (message: object) => void) {
    let lines = 0
    for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
      const write = console[level]
      console[level] = (...parts) => {
        apply(write, console, parts)
        if (++lines > 100) return
        let text = ''
        for (let at = 0; at < parts.length; at++) text += (at === 0 ? '' : ' ') + shown(parts[at])
        send({ type: 'console', level, text: apply(slice, text, [0, 1000]) })
      }
    }
  }

  function shown(value: unknown): string {
    try {
      return typeof value === 'object' && !(value instanceof AnyError) ? stringify(value) : TextOf(value)
    } catch {
      return apply(describe, value, [])
    }
  }

  /** On a silent page an effect runs as usual, without sound. */
  function muteSound() {
    const { connect } = AudioNode.prototype
    const { get, set } = WeakMap.prototype
    const [Gain, Destination, Live, MediaElement] = [GainNode, AudioDestinationNode, AudioContext, HTMLMediaElement]
    const contextOf = getterOf<AudioNode, BaseAudioContext>(AudioNode.prototype, 'context')
    const targetOf = getterOf<Event, unknown>(Event.prototype, 'target')
    const setMuted = getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'muted')?.set as (isMuted: boolean) => void
    const muted: WeakMap<AudioNode, GainNode> = new WeakMap()
    AudioNode.prototype.connect = function (this: AudioNode, ...given: unknown[]) {
      const to = given[0]
      if (to instanceof Destination && contextOf(to) instanceof Live) {
        const gain: GainNode = apply(get, muted, [to]) ?? new Gain(contextOf(to), { gain: 0 })
        apply(set, muted, [to, gain])
        apply(connect, gain, [to])
        given[0] = gain
      }
      apply(connect, this, given)
      return to
    } as typeof connect
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      apply(setMuted, this, [true])
      return apply(play, this, [])
    }
    const mute = (event: Event) => {
      const target = targetOf(event)
      if (target instanceof MediaElement) apply(setMuted, target, [true])
    }
    for (const name of ['loadstart', 'play', 'volumechange']) addEventListener(name, mute, true)
    if ('SpeechSynthesis' in window) SpeechSynthesis.prototype.speak = () => {}
  }

  function frozen(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    freeze(value)
    const names = ownKeys(value)
    for (let at = 0; at < names.length; at++) frozen((value as Record<PropertyKey, unknown>)[names[at] as PropertyKey])
    return value
  }

  function errorText(error: unknown): string {
    return apply(slice, error instanceof AnyError ? `${error.name}: ${error.message}` : TextOf(error), [0, 150])
  }

  function getterOf<Holder, Value>(prototype: object, name: string): (holder: Holder) => Value {
    const get = getOwnPropertyDescriptor(prototype, name)?.get as () => Value
    return (holder) => apply(get, holder, [])
  }

  /** Without a prototype: a look-up finds the own entries and nothing that was added to `Object.prototype`. */
  function bare<Entries extends object>(entries: Entries): Entries {
    setPrototypeOf(entries, null)
    return entries
  }
})()
