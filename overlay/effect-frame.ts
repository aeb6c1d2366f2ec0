// Runs inside the frame of one effect or one custom widget and starts the broadcaster's code there. The frame has no origin, and its content
// policy allows no network access. What policies do not cover is removed here, before any code of the effect runs:
// WebRTC, DNS lookups by <link>, and frames, in which all of it would be available again.
;(() => {
  const own = document.currentScript as HTMLScriptElement
  const nonce = own.nonce
  const setNonce = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'nonce')?.set
  // No element remains that could be cloned to create a forbidden one.
  document.head.replaceChildren()

  const closedTags = 'link|meta|base|iframe|frame|frameset|fencedframe|portal|object|embed|applet'
  const closedMarkup = new RegExp(`<(/?(?:[^\\s<>/:]+:)?)(?=(?:${closedTags})\\b)`, 'gi')
  const closedName = new RegExp(`^(?:${closedTags})$`, 'i')

  removeEscapes()
  addEventListener('message', begin)

  function begin(event: MessageEvent) {
    const [port] = event.ports
    if (event.source !== parent || port === undefined) return
    removeEventListener('message', begin)
    port.postMessage({ type: 'ready' })
    const { payload, html, css, js, silent, forwardsConsole, isWidget } = event.data
    if (silent) muteSound()
    if (forwardsConsole) forwardConsole(port)
    let hasFailed = false
    const fail = (error: unknown) => {
      hasFailed = true
      port.postMessage({ type: 'error', reason: errorText(error) })
    }
    addEventListener('error', (event) => fail(event.error ?? event.message))
    addEventListener('unhandledrejection', (event) => fail(event.reason))
    const pong = () => port.postMessage({ type: 'pong' })
    port.onmessage = pong
    if (isWidget) offerData(port, pong)
    else {
      Object.defineProperty(window, 'payload', { value: freeze(payload), enumerable: true })
      Object.defineProperty(window, 'done', { value: () => port.postMessage({ type: 'done' }), enumerable: true })
    }

    const style = document.createElement('style')
    style.textContent = `html, body { margin: 0; height: 100%; overflow: hidden; background: transparent }\n${css}`
    document.head.append(style)
    document.body.innerHTML = html
    for (const script of document.body.querySelectorAll('script')) script.replaceWith(scriptOf(script.text))
    document.body.append(scriptOf(js))
    if (!hasFailed) port.postMessage({ type: 'started' })
  }

  /** `widget.on(source, handler)`: the handler gets the data of the source now, if there is any, and with every change. */
  function offerData(port: MessagePort, pong: () => void) {
    type Handler = (data: unknown) => void
    const handlers = new Map<string, Handler[]>()
    const latest = new Map<string, unknown>()
    port.onmessage = ({ data: message }) => {
      if (message === 'ping') return pong()
      latest.set(message.source, freeze(message.data))
      for (const handler of handlers.get(message.source) ?? []) handler(message.data)
    }
    const on = (source: string, handler: Handler) => {
      handlers.set(source, [...(handlers.get(source) ?? []), handler])
      if (latest.has(source)) handler(latest.get(source))
    }
    Object.defineProperty(window, 'widget', { value: Object.freeze({ on }), enumerable: true })
  }

  function scriptOf(code: string) {
    const script = document.createElement('script')
    setNonce?.call(script, nonce)
    script.text = code
    return script
  }

  function removeEscapes() {
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'obsstudio', 'DOMParser', 'XSLTProcessor']) {
      Reflect.deleteProperty(window, name)
    }
    Reflect.deleteProperty(window, 'ReportingObserver')
    // The nonce permits scripts; code that can read it could run scripts where nothing has been removed.
    for (const type of [HTMLElement, SVGElement]) Reflect.deleteProperty(type.prototype, 'nonce')
    Reflect.deleteProperty(SecurityPolicyViolationEvent.prototype, 'originalPolicy')
    for (const name of ['setHTML', 'setHTMLUnsafe']) {
      for (const type of [Element, ShadowRoot]) Reflect.deleteProperty(type.prototype, name)
    }
    for (const name of ['parseHTML', 'parseHTMLUnsafe']) Reflect.deleteProperty(Document, name)
    // document.open() removes the error listeners.
    for (const name of ['execCommand', 'open', 'write', 'writeln']) Reflect.deleteProperty(Document.prototype, name)
    Reflect.deleteProperty(DOMImplementation.prototype, 'createDocument')

    const { createElement, createElementNS } = Document.prototype
    Object.assign(Document.prototype, {
      createElement(this: Document, name: string) {
        return checked(createElement.call(this, name))
      },
      createElementNS(this: Document, namespace: string | null, name: string) {
        return checked(createElementNS.call(this, namespace, name))
      },
    })
    const { define } = CustomElementRegistry.prototype
    CustomElementRegistry.prototype.define = function (name, type, options) {
      if (options?.extends !== undefined) throw new TypeError('An effect cannot extend built-in elements.')
      define.call(this, name, type)
    }
    interface PolicyFactory {
      createPolicy(name: string, rules: Record<string, (text: string) => string>): void
    }
    const { trustedTypes } = window as Window & { trustedTypes?: PolicyFactory }
    trustedTypes?.createPolicy('default', {
      createHTML: (markup) => markup.replace(closedMarkup, '<$1closed-'),
      createScript: (code) => code,
    })
  }

  function checked<T extends Element>(element: T) {
    if (closedName.test(element.localName)) throw new TypeError(`An effect cannot make <${element.localName}>.`)
    return element
  }

  /**
   * For the editor, which shows the console next to the preview. It takes the same port as errors, so that output right
   * before an error is not lost.
   */
  function forwardConsole(port: MessagePort) {
    let lines = 0
    for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) {
      const write = console[level]
      console[level] = (...parts) => {
        write.apply(console, parts)
        if (++lines <= 100)
          port.postMessage({ type: 'console', level, text: parts.map(shown).join(' ').slice(0, 1000) })
      }
    }
  }

  function shown(value: unknown) {
    try {
      return typeof value === 'object' && !(value instanceof Error) ? JSON.stringify(value) : String(value)
    } catch {
      return Object.prototype.toString.call(value)
    }
  }

  /** On a silent page an effect runs as usual, without sound. */
  function muteSound() {
    const { connect } = AudioNode.prototype
    const muted: WeakMap<AudioNode, GainNode> = new WeakMap()
    function connectMuted(this: AudioNode, to: AudioNode, ...rest: unknown[]) {
      let end = to
      if (to instanceof AudioDestinationNode && to.context instanceof AudioContext) {
        const gain = muted.get(to) ?? new GainNode(to.context, { gain: 0 })
        muted.set(to, gain)
        Reflect.apply(connect, gain, [to])
        end = gain
      }
      Reflect.apply(connect, this, [end, ...rest])
      return to
    }
    Reflect.set(AudioNode.prototype, 'connect', connectMuted)
    const { play } = HTMLMediaElement.prototype
    HTMLMediaElement.prototype.play = function () {
      this.muted = true
      return play.call(this)
    }
    const mute = ({ target }: Event) => target instanceof HTMLMediaElement && Reflect.set(target, 'muted', true)
    for (const name of ['loadstart', 'play', 'volumechange']) addEventListener(name, mute, true)
    if ('SpeechSynthesis' in window) SpeechSynthesis.prototype.speak = () => {}
  }

  function freeze(value: unknown): unknown {
    if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
    return value
  }

  function errorText(error: unknown) {
    return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 150)
  }
})()
