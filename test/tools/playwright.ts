export { type Browser, type BrowserContext, chromium, type Locator, type Page, type Request } from 'playwright-core'
