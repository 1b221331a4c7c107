/**
 * An event of the live stream. Besides the server's events, `open` says that the stream is connected, before which changes may have
 * been missed, and `lost` that it is not.
 */
export interface StreamEvent {
	readonly name: string;
	/** The event's JSON; empty for `open` and `lost`. */
	readonly data: string;
}

/** What the tabs of an account tell one another. */
type Message =
	| { readonly kind: "event"; readonly event: StreamEvent; readonly to?: string }
	/** Sent once a second by the tab that holds the stream. */
	| { readonly kind: "holding"; readonly from: string }
	| { readonly kind: "released" }
	/** A tab that is new or was away asks for the holder and what it has missed. */
	| { readonly kind: "asking"; readonly from: string };

interface StreamOptions {
	/** Tabs with the same name share a stream. */
	readonly name: string;
	/** Connects to the server; returns a function that disconnects. */
	readonly connect: (onEvent: (event: StreamEvent) => void) => () => void;
	readonly onEvent: (event: StreamEvent) => void;
}

const HOLDING_INTERVAL_MS = 1_000;
/** A holder that has sent nothing for this long was frozen or has crashed. Timers of hidden tabs fire once a second. */
const SILENCE_MS = 3_000;
/** How long a new tab waits for the holder's answer, and the longest random delay after which one of several new tabs is first. */
const ANSWER_MS = 300;
/** A tab that has been hidden for this long leaves. Browsers stop the timers of hidden tabs after five minutes. */
const AWAY_AFTER_MS = 60_000;
/** Shorter in a browser without channels, because each of its tabs has a stream, and it opens at most six connections. */
const AWAY_ALONE_AFTER_MS = 5_000;
/** The last of these events is repeated for a tab that asks. */
const REPEATED_EVENTS = ["version", "clock"];

/** Returns null if the browser has no channels or blocks them. Unlike Web Locks, channels also work on sites without TLS. */
function openChannel(name: string): BroadcastChannel | null {
	try {
		return new BroadcastChannel(`live ${name}`);
	} catch {
		return null;
	}
}

/** Calls `onChange` when the page comes to the front, is hidden, or is frozen or kept for the back button. */
function watchPage(onChange: (state: "visible" | "hidden" | "stopped") => void): () => void {
	const onVisibility = () => onChange(document.visibilityState === "visible" ? "visible" : "hidden");
	const onStop = () => onChange("stopped");
	document.addEventListener("visibilitychange", onVisibility);
	document.addEventListener("resume", onVisibility);
	document.addEventListener("freeze", onStop);
	addEventListener("pageshow", onVisibility);
	addEventListener("pagehide", onStop);
	return () => {
		document.removeEventListener("visibilitychange", onVisibility);
		document.removeEventListener("resume", onVisibility);
		document.removeEventListener("freeze", onStop);
		removeEventListener("pageshow", onVisibility);
		removeEventListener("pagehide", onStop);
	};
}

/** Connects, and calls `sendHolding` at once and every second. */
function holdStream(connect: StreamOptions["connect"], publish: (event: StreamEvent) => void, sendHolding: () => void) {
	const latest = new Map<string, StreamEvent>();
	/** The latest `open` or `lost`; null before the first connection. */
	let connection: StreamEvent | null = null;
	sendHolding();
	const interval = setInterval(sendHolding, HOLDING_INTERVAL_MS);
	const disconnect = connect((event) => {
		if (REPEATED_EVENTS.includes(event.name)) {
			// In the order in which they arrived, because a version contains the clock of its time.
			latest.delete(event.name);
			latest.set(event.name, event);
		}
		if (event.name === "open" || event.name === "lost") connection = event;
		publish(event);
	});
	return {
		/** What a tab needs that may have missed events. */
		listMissed: (): readonly StreamEvent[] => [...latest.values(), ...(connection ? [connection] : [])],
		close: () => {
			clearInterval(interval);
			disconnect();
		},
	};
}

/**
 * Shares one live stream among all tabs of a browser, because it opens only six connections to a server over HTTP/1.1.
 * One tab holds the stream and repeats its events for the others. Returns a function that leaves.
 */
export function shareStream({ name, connect, onEvent }: StreamOptions): () => void {
	const id = crypto.getRandomValues(new Uint32Array(2)).join("-");
	const channel = openChannel(name);
	let held: ReturnType<typeof holdStream> | null = null;
	let isAway = false;
	let holdTimer: ReturnType<typeof setTimeout> | undefined;
	let awayTimer: ReturnType<typeof setTimeout> | undefined;

	const send = (message: Message) => channel?.postMessage(message);
	const hold = () => {
		const publish = (event: StreamEvent) => {
			send({ kind: "event", event });
			onEvent(event);
		};
		held ??= holdStream(connect, publish, () => send({ kind: "holding", from: id }));
	};
	const holdAfter = (delay: number) => {
		clearTimeout(holdTimer);
		if (!isAway) holdTimer = setTimeout(hold, channel ? delay + Math.random() * ANSWER_MS : 0);
	};
	const release = () => {
		held?.close();
		held = null;
	};
	const leave = () => {
		isAway = true;
		clearTimeout(holdTimer);
		if (held) send({ kind: "released" });
		release();
	};
	const ask = () => {
		isAway = false;
		send({ kind: "asking", from: id });
		holdAfter(ANSWER_MS);
	};
	const onMessage = ({ data: message }: MessageEvent<Message>) => {
		if (message.kind === "event") {
			if (!held && (message.to ?? id) === id) onEvent(message.event);
		} else if (message.kind === "holding") {
			// Two tabs may have begun at the same moment.
			if (held && message.from < id) release();
			if (!held) holdAfter(SILENCE_MS);
		} else if (message.kind === "released") holdAfter(0);
		else if (held) {
			send({ kind: "holding", from: id });
			for (const event of held.listMissed()) send({ kind: "event", event, to: message.from });
		}
	};
	channel?.addEventListener("message", onMessage);
	const onPage = (state: "visible" | "hidden" | "stopped") => {
		clearTimeout(awayTimer);
		if (state === "visible") {
			if (isAway) ask();
		} else if (state === "stopped") leave();
		else awayTimer = setTimeout(leave, channel ? AWAY_AFTER_MS : AWAY_ALONE_AFTER_MS);
	};
	const stopWatching = watchPage(onPage);
	ask();
	if (document.visibilityState === "hidden") onPage("hidden");
	return () => {
		stopWatching();
		clearTimeout(awayTimer);
		leave();
		channel?.close();
	};
}
