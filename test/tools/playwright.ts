export { type Browser, type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
