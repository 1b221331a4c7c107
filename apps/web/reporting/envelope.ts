import { removePersonalData } from "@first-bounce/contract/personal-data";
import type { ErrorSummary } from "./error-filter.ts";

/** The URL of the endpoint that a DSN names: `https://key@host/path/7` → the envelopes of project 7. */
export function buildEnvelopeUrl(dsn: string): string {
	const { protocol, host, username, pathname } = new URL(dsn);
	const [, path = "", project = ""] = /^(.*)\/(\d+)$/.exec(pathname) ?? [];
	const query = new URLSearchParams({ sentry_version: "7", sentry_key: username, sentry_client: "first-bounce/1" });
	return `${protocol}//${host}${path}/api/${project}/envelope/?${query}`;
}

/** Stack frames for Sentry, outermost first, from `at name (file:line:column)` or `name@file:line:column`. */
export function parseFrames(stack: string) {
	const frames = stack.split("\n").flatMap((line) => {
		const [, name = "", file = "", row = "", column = ""] =
			/^\s*(?:at )?(?:(.*?)[ @]\(?)?((?:https?|file):[^\s)]+?):(\d+):(\d+)\)?$/.exec(line) ?? [];
		if (file === "") return [];
		const path = removePersonalData(URL.canParse(file) ? new URL(file).pathname : file);
		return [{ function: name || "?", filename: path, lineno: Number(row), colno: Number(column), in_app: true }];
	});
	return frames.slice(0, 50).toReversed();
}

export interface Report {
	readonly error: ErrorSummary;
	/** The page's path pattern, without ids. */
	readonly page: string;
	/** Wall time in milliseconds. */
	readonly at: number;
	/** 32 hexadecimal digits. */
	readonly id: string;
	readonly release: string;
}

/** A Sentry event: three lines of JSON. It names no user and tells Sentry not to record the IP address. */
export function buildEnvelope({ error, page, at, id, release }: Report): string {
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
					type: error.name,
					value: removePersonalData(error.message),
					stacktrace: { frames: parseFrames(error.stack) },
				},
			],
		},
	};
	const lines = [{ event_id: id, sent_at: new Date(at).toISOString() }, { type: "event" }, event];
	return lines.map((line) => JSON.stringify(line)).join("\n");
}
