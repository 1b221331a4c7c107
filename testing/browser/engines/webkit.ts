import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { Builder, Capabilities, Origin, type WebDriver } from "selenium-webdriver";
import { findFreePort } from "../../../apps/server/db/embedded/postgres-process.ts";
import type { EngineDriver } from "./engine-page.ts";

const SCRIPT_TIMEOUT_MS = 60_000;
const POLL_MS = 50;

/** Starts a screen that nobody sees, large enough for every window. Returns its name. */
async function startScreen(): Promise<{ readonly process: ChildProcess; readonly display: string }> {
	// Xvfb writes the number of a display that was free to the third file.
	const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"], {
		stdio: ["ignore", "ignore", "ignore", "pipe"],
	});
	const [number] = await once(screen.stdio[3] as Readable, "data");
	return { process: stopAtExit(screen), display: `:${String(number).trim()}` };
}

/** Creates a folder of settings, in which menus and dialogs are at their place at once. */
function createSettings(): string {
	const folder = mkdtempSync(path.join(tmpdir(), "first-bounce-webkit-"));
	mkdirSync(path.join(folder, "gtk-3.0"));
	writeFileSync(path.join(folder, "gtk-3.0/settings.ini"), "[Settings]\ngtk-enable-animations=0\n");
	process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

async function startDriver(display: string, port: number): Promise<ChildProcess> {
	const driver = spawn("WebKitWebDriver", ["--host=127.0.0.1", `--port=${port}`], {
		env: {
			...process.env,
			DISPLAY: display,
			XDG_CONFIG_HOME: createSettings(),
			// A software renderer, and neither a session bus nor an accessibility bus.
			LIBGL_ALWAYS_SOFTWARE: "1",
			NO_AT_BRIDGE: "1",
			GTK_A11Y: "none",
		},
		stdio: "ignore",
	});
	stopAtExit(driver);
	for (;;) {
		const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
			({ ok }) => ok,
			() => false,
		);
		if (isReady) return driver;
		const end = driver.exitCode ?? driver.signalCode;
		if (end !== null) throw new Error(`WebKitWebDriver ended with ${end}`);
		await delay(POLL_MS);
	}
}

/** Ends a program with this process, also if a journey ends it. */
function stopAtExit(child: ChildProcess): ChildProcess {
	process.once("exit", () => child.kill());
	return child;
}

async function stop(child: ChildProcess): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	child.kill();
	await once(child, "close");
}

/** A phone's window would be narrower than the browser's toolbar, which a window that a page opens does not have. */
async function openWindowWithoutToolbar(browser: WebDriver): Promise<void> {
	const first = await browser.getWindowHandle();
	await browser.executeScript("open('about:blank', '', 'popup,noopener,width=390,height=844')");
	const opened = (await browser.getAllWindowHandles()).find((handle) => handle !== first);
	if (!opened) throw new Error("WebKit opened no window");
	await browser.switchTo().window(opened);
}

/** Starts WebKitGTK's small browser on a screen of its own, driven by WebDriver. */
export async function startWebKit(executablePath: string): Promise<EngineDriver> {
	const screen = await startScreen();
	const port = await findFreePort();
	const service = await startDriver(screen.display, port);
	const args = ["--automation", "--javascript-can-open-windows-automatically=true"];
	const capabilities = {
		browserName: "MiniBrowser",
		"webkitgtk:browserOptions": { binary: executablePath, args },
	};
	const browser = await new Builder()
		.usingServer(`http://127.0.0.1:${port}`)
		.withCapabilities(new Capabilities(capabilities))
		.build();
	await browser.manage().setTimeouts({ script: SCRIPT_TIMEOUT_MS });
	await openWindowWithoutToolbar(browser);
	return {
		goTo: (url) => browser.get(url),
		evaluate: (run, ...args) => browser.executeScript(`return (${run})(...arguments)`, ...args),
		click: async (x, y) => {
			const point = { x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration: 0 };
			await browser.actions().move(point).click().perform();
		},
		type: async (text) => {
			await browser.actions().sendKeys(text).perform();
		},
		resize: async (size) => {
			await browser
				.manage()
				.window()
				.setRect({ x: 0, y: 0, ...size });
		},
		takeScreenshot: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
		close: async () => {
			await browser.quit();
			await stop(service);
			await stop(screen.process);
		},
	};
}
