/** The few parts of the browser's extension API that this extension uses. */
declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void
  }

  namespace tabs {
    interface Tab {
      readonly id?: number
      readonly url?: string
      readonly discarded: boolean
    }
    function query(filter: { readonly url: string }): Promise<Tab[]>
  }

  namespace runtime {
    interface Port {
      readonly name: string
      readonly sender?: { readonly id?: string; readonly url?: string; readonly tab?: tabs.Tab }
      readonly onMessage: Event<(message: unknown) => void>
      readonly onDisconnect: Event<() => void>
      postMessage(message: unknown): void
      disconnect(): void
    }
    const onConnect: Event<(port: Port) => void>
    const onInstalled: Event<() => void>
    const onStartup: Event<() => void>
    function connect(options: { readonly name: string }): Port
    const id: string
    function getURL(path: string): string
    function getManifest(): { readonly version: string }
  }

  namespace scripting {
    interface ContentScript {
      readonly id: string
      readonly matches: readonly string[]
      readonly js: readonly string[]
      readonly runAt: 'document_start'
      readonly world: 'MAIN' | 'ISOLATED'
    }
    function registerContentScripts(scripts: readonly ContentScript[]): Promise<void>
    function getRegisteredContentScripts(): Promise<readonly ContentScript[]>
    function unregisterContentScripts(): Promise<void>
    function executeScript<Argument, Result>(injection: {
      readonly target: { readonly tabId: number }
      readonly world: 'MAIN'
      readonly func: (argument: Argument) => Result
      readonly args: [Argument]
    }): Promise<readonly { readonly result?: unknown }[]>
  }

  namespace storage {
    const local: {
      get(key: string): Promise<Readonly<Record<string, unknown>>>
      set(items: Readonly<Record<string, unknown>>): Promise<void>
      remove(key: string): Promise<void>
      setAccessLevel(options: { readonly accessLevel: 'TRUSTED_CONTEXTS' }): Promise<void>
    }
  }

  namespace alarms {
    const onAlarm: Event<() => void>
    function create(name: string, options: { readonly periodInMinutes: number }): Promise<void>
  }

  namespace action {
    function setBadgeText(details: { readonly text: string }): Promise<void>
    function setBadgeBackgroundColor(details: { readonly color: string }): Promise<void>
  }
}

interface Navigator {
  readonly userAgentData?: {
    readonly platform: string
    readonly brands: readonly { readonly brand: string }[]
  }
}
