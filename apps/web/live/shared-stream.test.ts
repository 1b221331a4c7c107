import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type StreamEvent, shareStream } from "./shared-stream.ts";

/** The channels of all tabs. Messages arrive at once, at every channel of the name but the sender's. */
let channels: FakeChannel[] = [];
class FakeChannel {
	readonly name: string;
	readonly listeners = new Set<(event: { data: unknown }) => void>();
	constructor(name: string) {
		this.name = name;
		channels.push(this);
	}
	addEventListener = (_: string, listener: (event: { data: unknown }) => void) => this.listeners.add(listener);
	postMessage(data: unknown) {
		for (const channel of channels)
			if (channel !== this && channel.name === this.name) for (const listener of channel.listeners) listener({ data });
	}
	close = () => {
		channels = channels.filter((channel) => channel !== this);
	};
}

interface FakeTab {
	readonly events: string[];
	readonly leave: () => void;
	/** Sends an event to this tab's own stream, if it holds one. */
	readonly emit: (name: string, data?: string) => void;
	readonly isHolding: () => boolean;
	/** Ends without a word, as a crashed tab does. */
	readonly crash: () => void;
}

let leaves: (() => void)[] = [];
function openTab(name = "7"): FakeTab {
	const events: string[] = [];
	let onStream: ((event: StreamEvent) => void) | null = null;
	const leave = shareStream({
		name,
		connect: (onEvent) => {
			onStream = onEvent;
			return () => {
				onStream = null;
			};
		},
		onEvent: ({ name, data }) => events.push(`${name} ${data}`.trim()),
	});
	leaves.push(leave);
	const channel = channels.at(-1);
	return {
		events,
		leave,
		emit: (name, data = "") => onStream?.({ name, data }),
		isHolding: () => onStream !== null,
		crash: () => {
			channel?.close();
			if (channel) channel.postMessage = () => undefined;
			onStream = null;
		},
	};
}
const listHolding = (tabs: readonly FakeTab[]) => tabs.map((tab) => tab.isHolding());

let visibility = "visible";
const setVisibility = (state: "visible" | "hidden") => {
	visibility = state;
	document.dispatchEvent(new Event("visibilitychange"));
};

beforeEach(() => {
	vi.useFakeTimers();
	vi.spyOn(Math, "random").mockReturnValue(0);
	vi.spyOn(document, "visibilityState", "get").mockImplementation(() => visibility as DocumentVisibilityState);
	vi.stubGlobal("BroadcastChannel", FakeChannel);
});
afterEach(() => {
	for (const leave of leaves) leave();
	leaves = [];
	channels = [];
	visibility = "visible";
});

describe("tabs that can talk to one another", () => {
	test("share the stream of the first tab", () => {
		const first = openTab();
		vi.advanceTimersByTime(1_000);
		const second = openTab();
		vi.advanceTimersByTime(10_000);
		expect(listHolding([first, second])).toEqual([true, false]);
		first.emit("team", "5");
		expect([first.events, second.events]).toEqual([["team 5"], ["team 5"]]);
	});

	test("a new tab gets the latest version and clock, in their order", () => {
		const first = openTab();
		vi.advanceTimersByTime(1_000);
		for (const [name, data] of [
			["version", "1"],
			["clock", "noon"],
			["team", "5"],
			["version", "2"],
		] as const)
			first.emit(name, data);
		expect(openTab().events).toEqual(["clock noon", "version 2"]);
		expect(first.events).toEqual(["version 1", "clock noon", "team 5", "version 2"]);
	});

	test("a new tab learns whether the stream is connected", () => {
		const first = openTab();
		vi.advanceTimersByTime(1_000);
		first.emit("open");
		expect(openTab().events).toEqual(["open"]);
		first.emit("lost");
		expect(openTab().events).toEqual(["lost"]);
	});

	test("another tab replaces one that closes at once", () => {
		const tabs = [openTab(), openTab(), openTab()];
		vi.advanceTimersByTime(1_000);
		const holder = tabs.find((tab) => tab.isHolding());
		holder?.leave();
		vi.advanceTimersByTime(1);
		expect(listHolding(tabs).filter(Boolean)).toEqual([true]);
		expect(holder?.isHolding()).toBe(false);
	});

	test("another tab replaces one that crashed within five seconds", () => {
		const first = openTab();
		vi.advanceTimersByTime(1_000);
		const others = [openTab(), openTab()];
		vi.advanceTimersByTime(10_000);
		first.crash();
		vi.mocked(Math.random).mockReturnValue(1);
		vi.advanceTimersByTime(4_500);
		expect(listHolding(others).filter(Boolean)).toEqual([true]);
	});

	test("one of two tabs that began at the same moment gives up", () => {
		const tabs = [openTab(), openTab()];
		vi.advanceTimersByTime(2_000);
		expect(listHolding(tabs).filter(Boolean)).toEqual([true]);
	});

	test("a frozen tab gives up the stream, and follows it when back", () => {
		const first = openTab();
		vi.advanceTimersByTime(1_000);
		document.dispatchEvent(new Event("freeze"));
		expect(first.isHolding()).toBe(false);
		const second = openTab();
		vi.advanceTimersByTime(1_000);
		expect(second.isHolding()).toBe(true);
		second.emit("open");
		const before = first.events.length;
		document.dispatchEvent(new Event("resume"));
		vi.advanceTimersByTime(1_000);
		expect(listHolding([first, second])).toEqual([false, true]);
		expect(first.events.slice(before)).toEqual(["open"]);
	});

	test("the stream is closed after all tabs were hidden a minute", () => {
		const tabs = [openTab(), openTab()];
		vi.advanceTimersByTime(1_000);
		setVisibility("hidden");
		vi.advanceTimersByTime(59_000);
		expect(listHolding(tabs).filter(Boolean)).toEqual([true]);
		vi.advanceTimersByTime(10_000);
		expect(listHolding(tabs)).toEqual([false, false]);
		setVisibility("visible");
		vi.advanceTimersByTime(1_000);
		expect(listHolding(tabs).filter(Boolean)).toEqual([true]);
	});

	test("the tabs of another account have a stream of their own", () => {
		const tabs = [openTab("7"), openTab("8")];
		vi.advanceTimersByTime(1_000);
		expect(listHolding(tabs)).toEqual([true, true]);
		tabs[0]?.emit("team", "5");
		expect(tabs[1]?.events).toEqual([]);
	});
});

describe("a tab that cannot talk to others", () => {
	test.each([
		["is missing", undefined],
		[
			"is blocked",
			class {
				constructor() {
					throw new DOMException("The operation is insecure", "SecurityError");
				}
			},
		],
	])("has a stream of its own if BroadcastChannel %s", (_, channel) => {
		vi.stubGlobal("BroadcastChannel", channel);
		const tab = openTab();
		vi.advanceTimersByTime(1);
		expect(tab.isHolding()).toBe(true);
		setVisibility("hidden");
		vi.advanceTimersByTime(5_000);
		expect(tab.isHolding()).toBe(false);
		setVisibility("visible");
		vi.advanceTimersByTime(1);
		expect(tab.isHolding()).toBe(true);
	});
});
