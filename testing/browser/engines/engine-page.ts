import { setTimeout as delay } from "node:timers/promises";

/** What the journeys need of a browser that Playwright does not drive. Each engine does it in its own way. */
export interface EngineDriver {
	readonly goTo: (url: string) => Promise<void>;
	/** Calls a function in the page and waits for its promise. */
	readonly evaluate: <Args extends readonly unknown[], Result>(
		run: (...args: Args) => Result | Promise<Result>,
		...args: Args
	) => Promise<Result>;
	/** Presses the left button of the mouse at a point of the window. */
	readonly click: (x: number, y: number) => Promise<void>;
	/** Types a text into the element that has the focus. */
	readonly type: (text: string) => Promise<void>;
	readonly resize: (size: { width: number; height: number }) => Promise<void>;
	/** A picture of the window as PNG. */
	readonly takeScreenshot: () => Promise<Buffer>;
	readonly close: () => Promise<void>;
}

/** How long a condition may take to come true on a busy machine. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 50;

type Role = "button" | "dialog" | "heading" | "link" | "listitem" | "menuitem" | "textbox";
interface Target {
	readonly role: Role;
	/** The whole accessible name, or a pattern that it contains. */
	readonly name: string | RegExp;
	/** The accessible name of a group, region, list or dialog around it. */
	readonly within?: string;
}

/** What `findInPage` sees of a target. */
interface Found {
	readonly name: string;
	readonly x: number;
	readonly y: number;
}

interface Query {
	readonly role: string;
	readonly pattern: string;
	readonly flags: string;
	readonly within: string | null;
	/** Whether only the first is wanted that a press reaches, with the point to press. */
	readonly toPress: boolean;
}

/** Runs in the page, so that it can use nothing from outside. Lists the visible elements that match a query. */
async function findInPage({ role, pattern, flags, within, toPress }: Query): Promise<Found[]> {
	const SELECTORS: Record<string, string> = {
		button: "button, summary",
		dialog: "dialog",
		heading: "h1, h2, h3, h4",
		link: "a[href]",
		listitem: "li",
		textbox: "textarea, input:not([type]), input[type=text], input[type=email], input[type=search]",
	};
	const getText = (element: Element): string => (element as HTMLElement).textContent ?? "";
	const getName = (element: Element): string => {
		const ids = element.getAttribute("aria-labelledby")?.split(" ") ?? [];
		const labels = [...((element as HTMLInputElement).labels ?? [])];
		const named = ids.flatMap((id) => document.getElementById(id) ?? []);
		const texts = [...named, ...labels].map(getText).join(" ");
		return (element.getAttribute("aria-label") || texts || getText(element)).replace(/\s+/g, " ").trim();
	};
	const isVisible = (element: Element): boolean => {
		const { width, height } = element.getBoundingClientRect();
		return width > 0 && height > 0 && getComputedStyle(element).visibility === "visible";
	};
	const matcher = new RegExp(pattern, flags);
	const isWithin = (element: Element): boolean => {
		for (let parent = element.parentElement; parent; parent = parent.parentElement)
			if (parent.hasAttribute("aria-label") || parent.hasAttribute("aria-labelledby"))
				if (getName(parent) === within) return true;
		return false;
	};
	const matching = [...document.querySelectorAll(`[role=${role}], ${SELECTORS[role] ?? "none"}`)].filter(
		(element) => isVisible(element) && matcher.test(getName(element)) && (within === null || isWithin(element)),
	);
	/** The middle of an element; null if something covers it. */
	const getPoint = (element: Element) => {
		const { x, y, width, height } = element.getBoundingClientRect();
		const point = { x: x + width / 2, y: y + height / 2 };
		return element.contains(document.elementFromPoint(point.x, point.y)) ? point : null;
	};
	/** Positions change only between frames, of which a busy machine draws few. */
	const waitForFrames = async () => {
		for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame);
	};
	if (!toPress) return matching.map((element) => ({ name: getName(element), x: 0, y: 0 }));
	for (const element of matching) {
		if (element.matches(":disabled, [aria-disabled=true]")) continue;
		element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		const before = getPoint(element);
		if (!before) continue;
		await waitForFrames();
		const point = getPoint(element);
		// An opening menu or dialog would move away under the pointer.
		if (point && point.x === before.x && point.y === before.y) return [{ name: getName(element), ...point }];
	}
	return [];
}

const escapePattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A page that journeys open, read and press as a user does, in any engine. */
export class EnginePage {
	readonly driver: EngineDriver;
	readonly #origin: string;

	constructor(driver: EngineDriver, origin: string) {
		this.driver = driver;
		this.#origin = origin;
	}

	open(path: string): Promise<void> {
		return this.driver.goTo(this.#origin + path);
	}

	/** Lists the accessible names of what is visible. */
	async list(target: Target): Promise<readonly string[]> {
		return (await this.#find(target, false)).map(({ name }) => name);
	}

	/** Waits until something is visible. */
	async waitFor(target: Target): Promise<void> {
		await this.waitUntil(`${target.role} ${target.name}`, async () => (await this.list(target)).length > 0);
	}

	/** Presses the first element that matches and that nothing covers, once it keeps its place. */
	async press(target: Target): Promise<void> {
		const found = await this.waitUntil(
			`${target.role} ${target.name} that can be pressed`,
			async () => (await this.#find(target, true))[0] ?? null,
		);
		await this.driver.click(found.x, found.y);
	}

	/** Presses a field and types into it. */
	async fill(name: string, text: string): Promise<void> {
		await this.press({ role: "textbox", name });
		await this.driver.type(text);
	}

	/** Waits until the visible text of the page matches. */
	async waitForText(text: string | RegExp): Promise<void> {
		const matcher = typeof text === "string" ? new RegExp(escapePattern(text)) : text;
		await this.waitUntil(`the text ${matcher}`, async () => matcher.test(await this.getText()));
	}

	getText(): Promise<string> {
		// biome-ignore lint/performance/useDomNodeTextContent: the text that is shown, not the one in the document.
		return this.driver.evaluate(() => document.body.innerText);
	}

	/** Waits until a condition holds, and returns its value. */
	async waitUntil<Value>(what: string, check: () => Promise<Value | null | false>): Promise<Value> {
		const end = performance.now() + TIMEOUT_MS;
		for (;;) {
			const value = await check();
			if (value) return value;
			if (performance.now() > end) throw new Error(`No ${what}. The page says:\n${await this.getText()}`);
			await delay(POLL_MS);
		}
	}

	#find({ role, name, within }: Target, toPress: boolean): Promise<Found[]> {
		const [pattern, flags] = typeof name === "string" ? [`^${escapePattern(name)}$`, ""] : [name.source, name.flags];
		return this.driver.evaluate(findInPage, { role, pattern, flags, within: within ?? null, toPress });
	}
}
