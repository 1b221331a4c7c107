import { z } from "zod";
import packageJson from "../../../package.json" with { type: "json" };
import type { ReleaseCheck } from "./queries.ts";

interface Release {
	readonly version: string;
	/** Its page. */
	readonly url: string;
}

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 2 << 20;
const VERSION = /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/;

/** A release as GitHub, Forgejo and Gitea describe it. */
const release = z.object({
	tag_name: z.string(),
	html_url: z.url({ protocol: /^https?$/ }).max(500),
	draft: z.boolean().default(false),
	prerelease: z.boolean().default(false),
});
const releases = z.union([z.array(release), release.transform((one) => [one])]);

/** Compares versions such as 0.2.0 and 0.10.0 by their numbers. */
function compareVersions(a: string, b: string): number {
	const [first, second] = [a, b].map((version) => version.split(".").map(Number));
	const index = first?.findIndex((part, position) => part !== second?.[position]) ?? -1;
	return index === -1 ? 0 : (first?.[index] ?? 0) - (second?.[index] ?? 0);
}

/** Returns the release that was found if it is newer than the one that runs. */
export const findNewerRelease = (found: ReleaseCheck | null): Release | null =>
	found?.version && found.url && compareVersions(found.version, packageJson.version) > 0
		? { version: found.version, url: found.url }
		: null;

async function readText(response: Response): Promise<string> {
	const decoder = new TextDecoder();
	let text = "";
	let bytes = 0;
	// Leaving the loop early cancels the rest of the response.
	for await (const chunk of response.body ?? []) {
		bytes += chunk.length;
		if (bytes > MAX_BYTES) throw new Error("the response is too large");
		text += decoder.decode(chunk, { stream: true });
	}
	return text;
}

function parseReleases(text: string): z.output<typeof releases> {
	try {
		return releases.parse(JSON.parse(text));
	} catch (cause) {
		throw new Error("the response is not a list of releases", { cause });
	}
}

/**
 * Reads a list of releases, or the newest one, and returns the highest version; null if there is none. Drafts and previews do not
 * count.
 *
 * @throws Error if the list cannot be read
 */
export async function readNewestRelease(feed: string): Promise<Release | null> {
	const response = await fetch(feed, {
		headers: { accept: "application/json", "user-agent": `FirstBounce/${packageJson.version}` },
		redirect: "error",
		signal: AbortSignal.timeout(TIMEOUT_MS),
	});
	if (!response.ok) {
		await response.body?.cancel();
		throw new Error(`the response is ${response.status}`);
	}
	return parseReleases(await readText(response))
		.filter(({ draft, prerelease }) => !draft && !prerelease)
		.flatMap(({ tag_name, html_url: url }) => {
			const version = VERSION.exec(tag_name)?.[1];
			return version === undefined ? [] : [{ version, url }];
		})
		.reduce<Release | null>(
			(newest, next) => (newest && compareVersions(newest.version, next.version) >= 0 ? newest : next),
			null,
		);
}
