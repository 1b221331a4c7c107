import { keep, readKept } from "./kept.ts";

const KEY = "remembered_page";

/** A path of ours: anything that a browser would read as another site's is refused. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Remembers where a signed-out person wanted to go (D1 §2), in this tab and through the provider's pages. */
export function rememberPage(path: string): void {
	if (isOwnPath(path)) keep("session", KEY, path);
}

export function rememberedPage(): string | null {
	const path = readKept("session", KEY);
	return path && isOwnPath(path) ? path : null;
}

export const forgetPage = (): boolean => keep("session", KEY, null);
