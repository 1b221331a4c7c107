import { type Fault, withoutPersons } from "./rules.ts";

/** A DSN taken apart: where envelopes go, and who sends them. */
export interface Destination {
	readonly url: string;
}

/** `https://key@host/path/7` → the envelope endpoint of project 7 with its key. */
export function destinationOf(dsn: string): Destination {
	const { protocol, host, username, pathname } = new URL(dsn);
	const [, path = "", project = ""] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
	const query = new URLSearchParams({ sentry_version: "7", sentry_key: username, sentry_client: "first-bounce/1" });
	return { url: `${protocol}//${host}${path}/api/${project}/envelope/?${query}` };
}

/** Lines of a stack as Sentry wants them, the outermost first: `at name (file:line:column)` and `name@file:line:column`. */
export function framesOf(stack: string) {
	const frames = stack.split("\n").flatMap((line) => {
		const [, name = "", file = "", row = "", column = ""] =
			/^\s*(?:at )?(?:(.*?)[ @]\(?)?((?:https?|file):[^\s)]+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
		if (file === "") return [];
		const path = withoutPersons(URL.parse(file)?.pathname ?? file);
		return [{ function: name || "?", filename: path, lineno: Number(row), colno: Number(column), in_app: true }];
	});
	return frames.slice(0, 50).toReversed();
}

export interface Report {
	readonly fault: Fault;
	/** A page's pattern, never its address. */
	readonly page: string;
	/** Milliseconds of the wall. */
	readonly at: number;
	/** 32 hexadecimal digits. */
	readonly id: string;
	readonly release: string;
}

/** An event as an envelope: three lines of JSON. It names no user, and asks that none be guessed from the address. */
export function envelopeOf({ fault, page, at, id, release }: Report): string {
	const event = {
		event_id: id,
		timestamp: at / 1000,
		platform: "javascript",
		level: "error",
		release,
		transaction: page,
		tags: { page },
		user: { ip_address: null },
		exception: {
			values: [
				{
					type: fault.name,
					value: withoutPersons(fault.message),
					stacktrace: { frames: framesOf(fault.stack) },
				},
			],
		},
	};
	const lines = [{ event_id: id, sent_at: new Date(at).toISOString() }, { type: "event" }, event];
	return lines.map((line) => JSON.stringify(line)).join("\n");
}
