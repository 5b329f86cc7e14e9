import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';

/** Program that shows pages. */
export const BROWSER = 'chromium';

/** Settings with which a page is looked at. */
export interface View {
  /** Width in pixels. */
  readonly width: number;
  readonly isDark: boolean;
  /** True for the page as it is printed. Default: false. */
  readonly isPrint?: boolean;
  /** True for the colors of a user, as with high contrast. Default: false. */
  readonly hasForcedColors?: boolean;
}

/** Answer or event of the DevTools protocol. */
interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  readonly params?: { readonly [name: string]: unknown };
  readonly result?: { readonly [name: string]: unknown };
  readonly error?: { readonly message: string };
}

/** A Chromium without a window, asked through pipes: it has no port. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #input: Writable;
  readonly #answers = new Map<number, (message: Message) => void>();
  readonly #listeners = new Set<(message: Message) => void>();
  #last = 0;

  constructor() {
    this.#profile = mkdtempSync(join(tmpdir(), 'krm-variants-browser-'));
    const args = ['--headless', '--remote-debugging-pipe', `--user-data-dir=${this.#profile}`, ...ARGUMENTS];
    this.#child = spawn(BROWSER, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.#input = this.#child.stdio[3] as Writable;
    let rest = '';
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const [last = '', ...messages] = `${rest}${text}`.split('\0').toReversed();
      rest = last;
      for (const each of messages.toReversed()) this.#receive(JSON.parse(each) as Message);
    });
  }

  #receive(message: Message): void {
    if (message.id === undefined) for (const listener of this.#listeners) listener(message);
    else this.#answers.get(message.id)?.(message);
  }

  async ask(method: string, params: object = {}, sessionId?: string): Promise<NonNullable<Message['result']>> {
    const id = ++this.#last;
    const answered = new Promise<Message>((resolve) => {
      this.#answers.set(id, resolve);
    });
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answered;
    this.#answers.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  listen(listener: (message: Message) => void): void {
    this.#listeners.add(listener);
  }

  /** Opens a file, and waits until it is shown. */
  async open(file: string, { width, isDark, isPrint = false, hasForcedColors = false }: View): Promise<OpenPage> {
    const { targetId } = await this.ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.ask('Target.attachToTarget', { targetId, flatten: true });
    const page = new OpenPage(this, String(sessionId), String(targetId));
    await page.ask('Emulation.setDeviceMetricsOverride', {
      width,
      height: HEIGHT,
      deviceScaleFactor: 1,
      mobile: false,
    });
    const features = [
      { name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' },
      { name: 'forced-colors', value: hasForcedColors ? 'active' : 'none' },
    ];
    await page.ask('Emulation.setEmulatedMedia', { media: isPrint ? 'print' : 'screen', features });
    await page.show(file);
    return page;
  }

  async close(): Promise<void> {
    const ended = once(this.#child, 'exit');
    await this.ask('Browser.close');
    await ended;
    rmSync(this.#profile, { recursive: true, maxRetries: 5 });
  }
}

/** Height of the window, in pixels. */
const HEIGHT = 900;

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--hide-scrollbars',
];

/** Page in a tab. */
export class OpenPage {
  readonly #browser: Browser;
  readonly #session: string;
  readonly #target: string;
  readonly #requests = new Map<unknown, string>();
  /** Messages in its console, such as breaches of its policy. */
  readonly messages: string[] = [];

  constructor(browser: Browser, session: string, target: string) {
    this.#browser = browser;
    this.#session = session;
    this.#target = target;
  }

  async ask(method: string, params: object = {}): Promise<NonNullable<Message['result']>> {
    return await this.#browser.ask(method, params, this.#session);
  }

  async show(file: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => {
      this.#browser.listen(({ sessionId, method, params = {} }) => {
        if (sessionId !== this.#session) return;
        if (method === 'Page.loadEventFired') resolve();
        const { requestId } = params;
        if (method === 'Network.requestWillBeSent')
          this.#requests.set(requestId, (params['request'] as { url: string }).url);
        if (method === 'Network.loadingFailed' && params['blockedReason'] === 'csp') this.#requests.delete(requestId);
        if (method === 'Log.entryAdded') this.messages.push((params['entry'] as { text: string }).text);
      });
    });
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await this.ask(`${domain}.enable`);
    await this.ask('Page.navigate', { url: pathToFileURL(file).href });
    await loaded;
  }

  /** Addresses that the page asked for, without those that its policy forbids. */
  get requests(): readonly string[] {
    return [...this.#requests.values()];
  }

  /** Returns the value of a JavaScript expression in the page: JSON. */
  async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.ask('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (result as { value: unknown }).value;
  }

  /** Presses a key, such as `Tab` or `Enter`. */
  async press(key: 'Tab' | 'Enter'): Promise<void> {
    const code = { Tab: 9, Enter: 13 }[key];
    const text = key === 'Enter' ? '\r' : '';
    const common = { key, code: key, windowsVirtualKeyCode: code, text };
    await this.ask('Input.dispatchKeyEvent', { ...common, type: text === '' ? 'rawKeyDown' : 'keyDown' });
    await this.ask('Input.dispatchKeyEvent', { ...common, type: 'keyUp' });
  }

  /** Types a text into the element that has the focus. */
  async type(text: string): Promise<void> {
    await this.ask('Input.insertText', { text });
  }

  /** Returns a picture of all of the page, as PNG. */
  async screenshot(): Promise<Buffer> {
    const { data } = await this.ask('Page.captureScreenshot', { captureBeyondViewport: true });
    return Buffer.from(String(data), 'base64');
  }

  async close(): Promise<void> {
    await this.#browser.ask('Target.closeTarget', { targetId: this.#target });
  }

  /** Returns what axe finds, a line for each element. */
  async audit(): Promise<readonly string[]> {
    await this.evaluate(axe.source);
    const found = await this.evaluate(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations)',
    );
    return (found as readonly Violation[]).flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
    );
  }
}

/** Part of a result of axe. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}
